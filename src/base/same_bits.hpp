// Elementary functions that give the same bits on every machine: SLEEF's deterministic ones, error below 1 unit in the
// last place. The C library's own differ in the last bit from one version to the next, between kinds of processor, and
// on x86-64 by whether it has fused multiply-adds. What touches the state of a run calls these (house.same_bits).
#pragma once

#include <sleef.h>

#include <cmath>

namespace crumple::same_bits {

inline double exp(double x) { return Sleef_cinz_expd1_u10purec(x); }
inline double expm1(double x) { return Sleef_cinz_expm1d1_u10purec(x); }
inline double log(double x) { return Sleef_cinz_logd1_u10purec(x); }
inline double log1p(double x) { return Sleef_cinz_log1pd1_u10purec(x); }
inline double log10(double x) { return Sleef_cinz_log10d1_u10purec(x); }
inline double cbrt(double x) { return Sleef_cinz_cbrtd1_u10purec(x); }
inline double sin(double x) { return Sleef_cinz_sind1_u10purec(x); }
inline double cos(double x) { return Sleef_cinz_cosd1_u10purec(x); }
inline double tan(double x) { return Sleef_cinz_tand1_u10purec(x); }
inline double asin(double x) { return Sleef_cinz_asind1_u10purec(x); }
inline double acos(double x) { return Sleef_cinz_acosd1_u10purec(x); }
inline double atan(double x) { return Sleef_cinz_atand1_u10purec(x); }
inline double atan2(double y, double x) { return Sleef_cinz_atan2d1_u10purec(y, x); }
inline double sinh(double x) { return Sleef_cinz_sinhd1_u10purec(x); }
inline double cosh(double x) { return Sleef_cinz_coshd1_u10purec(x); }
inline double tanh(double x) { return Sleef_cinz_tanhd1_u10purec(x); }
inline double pow(double base, double exponent) { return Sleef_cinz_powd1_u10purec(base, exponent); }
/// Without the C library's care for squares beyond the range of numbers.
inline double hypot(double x, double y) { return std::sqrt(x * x + y * y); }

}  // namespace crumple::same_bits
