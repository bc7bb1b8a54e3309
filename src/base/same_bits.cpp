// Elementary functions in numbers of two parts, where a plain double would lose the last bit. Sources: sums and
// products of two parts: Dekker, Numer. Math. 18 (1971) 224-242, and Knuth, The Art of Computer Programming 2 (1969),
// 4.2.2; reduction of angles: Payne & Hanek, SIGNUM Newsletter 18 (1983) 19-24; polynomials of smallest largest error:
// Remez (1934), coefficients then rounded.
#include "base/same_bits.hpp"

#include <cmath>
#include <limits>

#include "base/angles.hpp"

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

constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

Two root(Two a) {
  const double r = std::sqrt(a.hi);
  return r == 0 ? Two{0} : two_sum(r, (a - product(r, r)).sum() / (2 * r));
}

/// e^x / 2.
double half_of_exp(double x) {
  const Two y = two_sum(x, -elementary::ln2_upper<Pack>);
  return elementary::exp_of(Pack(y.hi), Pack(y.lo - elementary::ln2_lower<Pack>))[0];
}

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

double sin(double x) { return inlined::sin(x); }
double cos(double x) { return inlined::cos(x); }
double tan(double x) {
  if (!(std::fabs(x) >= tiny)) return x;
  if (x - x != 0) return nan;
  const inlined::Angle a = inlined::reduced(x);
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
