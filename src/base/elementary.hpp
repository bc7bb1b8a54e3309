// Functions of base/same_bits.hpp that loops of devices call (kernels/loops.hpp), and the numbers of two parts that
// they are made of. Sources: same_bits.cpp.
#pragma once

#include <cmath>

#include "kernels/simd/elementary.hpp"

namespace crumple::same_bits::inlined {

namespace elementary = kernels::elementary;
using Pack = kernels::PackDouble;

constexpr double tiny = 0x1p-28;  ///< below it sin x, tan x, ... are x, as x^2 is below the last bit

/// hi + lo, |lo| at most half a unit in the last place of hi.
struct Two {
  double hi, lo = 0;
  CRUMPLE_DEVICE double sum() const { return hi + lo; }
};

CRUMPLE_DEVICE inline Two two_sum(double a, double b) {
  const double s = a + b, of_b = s - a;
  return {s, (a - (s - of_b)) + (b - of_b)};
}
CRUMPLE_DEVICE inline Two product(double a, double b) {
  const double a1 = elementary::upper(Pack(a))[0], a2 = a - a1, b1 = elementary::upper(Pack(b))[0], b2 = b - b1;
  const double p = a * b;
  return {p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
}
CRUMPLE_DEVICE inline Two operator+(Two a, Two b) {
  const Two s = two_sum(a.hi, b.hi);
  return two_sum(s.hi, s.lo + (a.lo + b.lo));
}
CRUMPLE_DEVICE inline Two operator-(Two a) { return {-a.hi, -a.lo}; }
CRUMPLE_DEVICE inline Two operator-(Two a, Two b) { return a + -b; }
CRUMPLE_DEVICE inline Two operator*(Two a, Two b) {
  const Two p = product(a.hi, b.hi);
  return two_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}
CRUMPLE_DEVICE inline Two operator/(Two a, Two b) {
  const double q = a.hi / b.hi;
  const Two rest = a - b * Two{q};
  return two_sum(q, rest.sum() / b.hi);
}
CRUMPLE_DEVICE inline Two expm1_by_power(double x) {
  const auto e = elementary::exp_parts(Pack(x), Pack(0.0));
  const double power = std::ldexp(1.0, int(e.shift[0] - 1.5 * elementary::first_of_integers<Pack>));
  return two_sum(power, -1) + two_sum(power * e.r[0], power * e.rest[0]);
}
/// e^x - 1 for |x| <= 40.
CRUMPLE_DEVICE inline Two expm1_in_two(double x) {
  if (!(std::fabs(x) > 0.34 && std::fabs(x) < 0.68)) return expm1_by_power(x);
  const Two half = expm1_by_power(0.5 * x);  // so that no digits are lost with a multiple of ln 2
  return half * (half + Two{2});
}

/// The angle of the point (x, y), from 0 to pi / 4.
CRUMPLE_DEVICE inline Two angle_of_eighth(Two y, Two x) {
  // atan(y / x) = atan(k / 4) + atan(t), t = (y - k/4 x) / (x + k/4 y), |t| <= 1/8
  const int k = int(4 * (y.hi / x.hi) + 0.5);
  const Two atan_of_k = k == 0   ? Two{0}
                        : k == 1 ? Two{0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57}
                        : k == 2 ? Two{0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56}
                        : k == 3 ? Two{0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56}
                                 : Two{0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55};
  const Two c{0.25 * k}, t = (y - c * x) / (x + c * y);
  const double z = t.hi * t.hi;
  const double a = elementary::polynomial_of(Pack(z), -0x1.555555555547ap-2, 0x1.999999991e49ap-3,
                                             -0x1.2492486b90c52p-3, 0x1.c71b72523013ap-4, -0x1.7403bf06e5d49p-4,
                                             0x1.2ba03ba123b98p-4)[0];
  return atan_of_k + two_sum(t.hi, t.lo + t.hi * z * a);
}
/// The same, from 0 to pi / 2.
CRUMPLE_DEVICE inline Two angle_of_quarter(Two y, Two x) {
  if (!(y.hi > x.hi)) return angle_of_eighth(y, x);
  return Two{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54} - angle_of_eighth(x, y);
}
/// The same, from 0 to pi; y >= 0.
CRUMPLE_DEVICE inline Two angle_of(Two y, Two x) {
  if (!(x.hi < 0)) return angle_of_quarter(y, x);
  return Two{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53} - angle_of_quarter(y, -x);
}

CRUMPLE_DEVICE inline double exp(double x) { return kernels::exp(Pack(x))[0]; }
CRUMPLE_DEVICE inline double log(double x) { return kernels::log(Pack(x))[0]; }

CRUMPLE_DEVICE inline double expm1(double x) {
  if (std::fabs(x) < 0x1p-54) return x;
  return std::fabs(x) <= 40 ? expm1_in_two(x).sum() : exp(x) - 1;
}

CRUMPLE_DEVICE inline double atan2(double y, double x) {
  if (x != x || y != y) return x + y;
  double a = std::fabs(y), b = x;
  if (std::isinf(a) || std::isinf(b)) {  // only which of them are infinite matters
    b = std::copysign(double(std::isinf(b)), b);
    a = std::isinf(a);
  }
  if (std::signbit(b) == 0 && a <= tiny * b) return std::isinf(x) || a == 0 ? std::copysign(0.0, y) : y / x;
  if (a == 0) return std::copysign(0x1.921fb54442d18p+1, y);
  int size;
  std::frexp(std::fmax(a, std::fabs(b)), &size);
  return std::copysign(angle_of({std::ldexp(a, -size)}, {std::ldexp(b, -size)}).sum(), y);
}

}  // namespace crumple::same_bits::inlined
