// Elementary functions that give the same bits on every machine, error below 1 unit in the last place. The C library's
// own differ in the last bit from one version to the next, between kinds of processor, and on x86-64 by whether it has
// fused multiply-adds. What touches the state of a run calls these (house.same_bits). Arguments of any size and special
// values are as in the C library, but that no flags and no errno are set.
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
/// Without the C library's care for squares beyond the range of numbers.
double hypot(double x, double y);

}  // namespace crumple::same_bits
