// Sine and cosine of base/same_bits.hpp for loops of devices. Sources: same_bits.cpp.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "base/elementary.hpp"

namespace crumple::same_bits::inlined {

using UnsignedWide = unsigned __int128;

/// n times 2^-128; devices have no conversions of such numbers.
CRUMPLE_DEVICE inline Two in_two(UnsignedWide n) {
  const auto nearest = [](UnsignedWide of) {
    int shift = 0;
    for (; of >> 64; ++shift) of = of >> 1 | (of & 1);  // the last bit says whether any below it was set
    return std::ldexp(double(std::uint64_t(of)), shift);
  };
  const double hi = std::fmin(nearest(n), 0x1.fffffffffffffp126);
  int size;
  const auto digits = std::uint64_t(std::ldexp(std::frexp(hi, &size), 53));
  const UnsignedWide upper = size > 53 ? UnsignedWide(digits) << (size - 53) : digits >> (53 - size);
  const double lo = n < upper ? -nearest(upper - n) : nearest(n - upper);
  return {std::ldexp(hi, -128), std::ldexp(lo, -128)};
}

/// x = quarter pi / 2 + rest, |rest| <= pi / 4; of the quarter only the last two bits are valid.
struct Angle {
  unsigned quarter;
  Two rest;
};
CRUMPLE_DEVICE inline Angle reduced(double x) {
  constexpr Two half_pi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
  // the bits of 2/pi, after 64 zeros
  constexpr std::uint64_t two_over_pi[] = {
      0,                  0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
      0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
      0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
      0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};
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
  UnsignedWide fraction = top << 2 | std::uint64_t(low) >> 62;  // times 2^-128
  const bool is_behind = fraction >> 127;                       // of a quarter: from -1/2 to 1/2
  if (is_behind) ++quarter, fraction = 0 - fraction;
  const Two turn = in_two(fraction), rest = (is_behind ? -turn : turn) * half_pi;
  return x < 0 ? Angle{0u - quarter, -rest} : Angle{quarter, rest};
}

/// sin and cos of |a| <= pi / 4.
CRUMPLE_DEVICE inline Two sin_in_two(Two a) {
  const Two cube = product(a.hi, a.hi) * Two{a.hi};
  const double z = a.hi * a.hi;
  const double s = elementary::polynomial_of(Pack(z), 0x1.111111111110bp-7, -0x1.a01a01a018ae3p-13,
                                             0x1.71de3a53396b9p-19, -0x1.ae6452983a52cp-26, 0x1.612092ab5ebfbp-33,
                                             -0x1.aaa540a2eba2cp-41)[0];
  return Two{a.hi} + cube / Two{-6} + Two{cube.hi * z * s + a.lo * (1 - 0.5 * z)};
}
CRUMPLE_DEVICE inline Two cos_in_two(Two a) {
  const Two square = product(a.hi, a.hi);
  const double z = square.hi;
  const double c = elementary::polynomial_of(Pack(z), 0x1.555555555554cp-5, -0x1.6c16c16c1517bp-10,
                                             0x1.a01a019cb17b1p-16, -0x1.27e4f809bd494p-22, 0x1.1ee9ebc53d31ep-29,
                                             -0x1.8fae89ad61acap-37)[0];
  const Two main = two_sum(1, -0.5 * z);
  return two_sum(main.hi, main.lo + (z * z * c - (0.5 * square.lo + a.hi * a.lo)));
}
CRUMPLE_DEVICE inline Two sin_in_two(Angle a) {
  const Two s = a.quarter & 1 ? cos_in_two(a.rest) : sin_in_two(a.rest);
  return a.quarter & 2 ? -s : s;
}
CRUMPLE_DEVICE inline Two cos_in_two(Angle a) { return sin_in_two(Angle{a.quarter + 1, a.rest}); }

CRUMPLE_DEVICE inline double sin(double x) {
  if (!(std::fabs(x) >= tiny)) return x;
  return x - x == 0 ? sin_in_two(reduced(x)).sum() : std::numeric_limits<double>::quiet_NaN();
}
CRUMPLE_DEVICE inline double cos(double x) {
  return x - x == 0 ? cos_in_two(reduced(x)).sum() : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace crumple::same_bits::inlined
