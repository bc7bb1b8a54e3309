// Elementary functions with bitwise equal results on every machine, error below 1 unit in the last place. Those of the
// C library differ in the last bit between versions and processors, and on x86-64 depend on fused multiply-adds. All
// code that affects the state of a run uses these (house.same_bits). Arguments of any size and special values are as in
// the C library, but no flags and no errno are set.
#pragma once

namespace crumple::same_bits {

// One-lane packs of the kernels' functions (kernels/simd/elementary.hpp).
double exp(double x);
double log(double x);
double cbrt(double x);
double pow(double base, double exponent);

double expm1(double x);
double log1p(double x);
double log10(double x);
double sin(double x);
double cos(double x);
double tan(double x);
double asin(double x);
double acos(double x);
double atan(double x);
double atan2(double y, double x);
double sinh(double x);
double cosh(double x);
double tanh(double x);
/// Without the C library's protection against overflow of squares.
double hypot(double x, double y);

}  // namespace crumple::same_bits
