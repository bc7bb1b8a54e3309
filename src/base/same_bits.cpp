// Elementary functions in numbers of two parts, where a plain double would lose the last bit. Sources: sums and
// products of two parts: Dekker, Numer. Math. 18 (1971) 224-242, and Knuth, The Art of Computer Programming 2 (1969),
// 4.2.2; reduction of angles: Payne & Hanek, SIGNUM Newsletter 18 (1983) 19-24; polynomials of smallest largest error:
// Remez (1934), coefficients then rounded.
#include "base/same_bits.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/elementary.hpp"

namespace crumple::same_bits {

namespace {

namespace elementary = kernels::elementary;
using Pack = kernels::PackDouble;
using inlined::angle_of;
using inlined::expm1_in_two;
using inlined::product;
using inlined::tiny;
using inlined::Two;
using inlined::two_sum;
using Wide = __int128;
using UnsignedWide = unsigned __int128;

constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

Two root(Two a) {
  const double r = std::sqrt(a.hi);
  return r == 0 ? Two{0} : two_sum(r, (a - product(r, r)).sum() / (2 * r));
}

constexpr Two half_pi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

/// e^x / 2.
double half_of_exp(double x) {
  const Two y = two_sum(x, -elementary::ln2_upper<Pack>);
  return elementary::exp_of(Pack(y.hi), Pack(y.lo - elementary::ln2_lower<Pack>))[0];
}

/// The bits of 2/pi, after 64 zeros.
constexpr std::uint64_t two_over_pi[] = {
    0,                  0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
    0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};

/// x = quarter pi / 2 + rest, |rest| <= pi / 4; of the quarter only the last two bits are valid.
struct Angle {
  unsigned quarter;
  Two rest;
};
Angle reduced(double x) {
  if (std::fabs(x) <= half_pi.hi / 2) return {0, {x}};
  int exponent;
  const auto digits = std::uint64_t(std::ldexp(std::frexp(std::fabs(x), &exponent), 53));
  // x = digits 2^(exponent - 53). Of 2/pi, 192 bits follow those that only give multiples of 4.
  const int start = exponent - 53 - 2 + 64, word = start / 64, shift = start % 64;
  const auto bits = [&](int k) {
    const UnsignedWide both = UnsignedWide(two_over_pi[word + k]) << 64 | two_over_pi[word + k + 1];
    return std::uint64_t(both << shift >> 64);
  };
  // digits times these bits, modulo 4: two bits of the quarter, then the fraction
  const UnsignedWide low = UnsignedWide(digits) * bits(2), middle = UnsignedWide(digits) * bits(1) + (low >> 64);
  const UnsignedWide top = (UnsignedWide(digits * bits(0)) << 64) + middle;
  unsigned quarter = unsigned(top >> 126);
  Wide fraction = Wide(top << 2 | std::uint64_t(low) >> 62);  // times 2^-128, from -1/2 to 1/2
  if (fraction < 0) ++quarter;
  const double hi = std::fmin(double(fraction), 0x1.fffffffffffffp126);  // which converts back
  const Two turn{std::ldexp(hi, -128), std::ldexp(double(fraction - Wide(hi)), -128)};
  const Two rest = turn * half_pi;
  return x < 0 ? Angle{0u - quarter, -rest} : Angle{quarter, rest};
}

/// sin and cos of |a| <= pi / 4.
Two sin_in_two(Two a) {
  const Two cube = product(a.hi, a.hi) * Two{a.hi};
  const double z = a.hi * a.hi;
  const double s = elementary::polynomial_of(Pack(z), 0x1.111111111110bp-7, -0x1.a01a01a018ae3p-13,
                                             0x1.71de3a53396b9p-19, -0x1.ae6452983a52cp-26, 0x1.612092ab5ebfbp-33,
                                             -0x1.aaa540a2eba2cp-41)[0];
  return Two{a.hi} + cube / Two{-6} + Two{cube.hi * z * s + a.lo * (1 - 0.5 * z)};
}
Two cos_in_two(Two a) {
  const Two square = product(a.hi, a.hi);
  const double z = square.hi;
  const double c = elementary::polynomial_of(Pack(z), 0x1.555555555554cp-5, -0x1.6c16c16c1517bp-10,
                                             0x1.a01a019cb17b1p-16, -0x1.27e4f809bd494p-22, 0x1.1ee9ebc53d31ep-29,
                                             -0x1.8fae89ad61acap-37)[0];
  const Two main = two_sum(1, -0.5 * z);
  return two_sum(main.hi, main.lo + (z * z * c - (0.5 * square.lo + a.hi * a.lo)));
}
Two sin_in_two(Angle a) {
  const Two s = a.quarter & 1 ? cos_in_two(a.rest) : sin_in_two(a.rest);
  return a.quarter & 2 ? -s : s;
}
Two cos_in_two(Angle a) { return sin_in_two(Angle{a.quarter + 1, a.rest}); }

/// sqrt(1 - x^2).
Two other_side(double x) { return root(Two{1} - product(x, x)); }

}  // namespace

double exp(double x) { return inlined::exp(x); }
double log(double x) { return inlined::log(x); }
double cbrt(double x) { return kernels::cbrt(Pack(x))[0]; }
double pow(double base, double exponent) { return kernels::pow(Pack(base), Pack(exponent))[0]; }

double expm1(double x) { return inlined::expm1(x); }
double log1p(double x) {
  if (!(std::fabs(x) >= 0x1p-54 && x > -1 && x < infinity)) return x <= -1 ? log(1 + x) : x;
  const Two y = two_sum(1, x);
  return elementary::log_of(Pack(y.hi), Pack(y.lo / y.hi))[0];
}
double log10(double x) {
  if (!(x > 0 && x < infinity)) return log(x);
  const auto l = elementary::log_in_two(Pack(x));
  return (two_sum(l.upper[0], l.lower[0]) * Two{0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57}).sum();
}

double sin(double x) {
  if (!(std::fabs(x) >= tiny)) return x;
  return x - x == 0 ? sin_in_two(reduced(x)).sum() : nan;
}
double cos(double x) { return x - x == 0 ? cos_in_two(reduced(x)).sum() : nan; }
double tan(double x) {
  if (!(std::fabs(x) >= tiny)) return x;
  if (x - x != 0) return nan;
  const Angle a = reduced(x);
  return (sin_in_two(a) / cos_in_two(a)).sum();
}

double asin(double x) {
  if (!(std::fabs(x) >= tiny)) return x;
  return std::fabs(x) <= 1 ? std::copysign(angle_of({std::fabs(x)}, other_side(x)).sum(), x) : nan;
}
double acos(double x) { return std::fabs(x) <= 1 ? angle_of(other_side(x), {x}).sum() : nan; }
double atan(double x) { return atan2(x, 1); }
double atan2(double y, double x) { return inlined::atan2(y, x); }

double sinh(double x) {
  const double a = std::fabs(x);
  if (!(a >= tiny)) return x;
  if (a > 40) return std::copysign(half_of_exp(a), x);
  const Two m = expm1_in_two(a);
  return std::copysign(0.5 * (m + m / (m + Two{1})).sum(), x);
}
double cosh(double x) {
  if (!(std::fabs(x) <= 40)) return half_of_exp(std::fabs(x));
  const Two e = expm1_in_two(std::fabs(x)) + Two{1};
  return 0.5 * (e + Two{1} / e).sum();
}
double tanh(double x) {
  const double a = std::fabs(x);
  if (!(a >= tiny)) return x;
  if (a > 20) return std::copysign(1, x);
  const Two m = expm1_in_two(2 * a);
  return std::copysign((m / (m + Two{2})).sum(), x);
}

double hypot(double x, double y) {
  const double square = x * x + y * y;
  return square > 0x1p-900 && square < infinity ? root(product(x, x) + product(y, y)).sum() : std::sqrt(square);
}

}  // namespace crumple::same_bits
