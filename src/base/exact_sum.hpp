// Exact sums, which make results reproducible. Every contribution to a sum is first rounded to a multiple of a quantum
// q = 2^k; sums of multiples of q are exact in double while they stay under 2^53 q, so they do not depend on order or
// grouping (lanes, threads, ranks, MPI algorithm). The rounding by two additions is Dekker's (1971).
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "base/vec3.hpp"

namespace crumple {

/// The smallest power of two >= x > 0; without logarithms, whose last bit depends on the C library.
inline double power_of_two_above(double x) {
  if (!(x > 0) || std::isinf(x)) return x;
  int exponent;
  const double fraction = std::frexp(x, &exponent);  // at least 1/2, less than 1
  return std::ldexp(fraction > 0.5 ? 1.0 : 0.5, exponent);
}

/// The quantum of one kind of sum.
struct Quantum {
  double q = 0;      ///< a power of two, in the unit of the sum
  double shift = 0;  ///< 1.5 * 2^52 q

  Quantum() = default;
  explicit Quantum(double power_of_two) : q(power_of_two), shift(1.5 * 0x1p52 * power_of_two) {}
  /// The quantum for single contributions up to `largest` (> 0): q = 2^-50 of the next power of two.
  static Quantum for_largest(double largest) { return Quantum(0x1p-50 * power_of_two_above(largest)); }

  /// `x` rounded to a multiple of q, ties to even; valid for |x| <= limit().
  CRUMPLE_DEVICE double round(double x) const { return (x + shift) - shift; }
  /// Larger contributions and sums are not exact.
  CRUMPLE_DEVICE double limit() const { return 0x1p50 * q; }
  template <class A> void serialize(A& a) { a(q, shift); }
};

/// A multiple of a quantum, or a sum of multiples.
class Rounded {
 public:
  Rounded() = default;
  CRUMPLE_DEVICE Rounded(double x, const Quantum& quantum) : value_(quantum.round(x)) {}
  /// A sum of such numbers, read from its accumulator.
  CRUMPLE_DEVICE static Rounded from_sum(double sum) {
    Rounded x;
    x.value_ = sum;
    return x;
  }
  CRUMPLE_DEVICE double value() const { return value_; }
  CRUMPLE_DEVICE Rounded& operator+=(const Rounded& b) {
    value_ += b.value_;
    return *this;
  }
  CRUMPLE_DEVICE Rounded& operator-=(const Rounded& b) {
    value_ -= b.value_;
    return *this;
  }

 private:
  double value_ = 0;
};

/// A vector whose components are multiples of a quantum. Only such may be added to rows of nodal sums (SumRows in
/// physics/state/state.hpp), enforced by the type: other sums would depend on the order of additions.
class RoundedVec3 {
 public:
  RoundedVec3() = default;
  CRUMPLE_DEVICE RoundedVec3(const Vec3& v, const Quantum& quantum)
      : value_{quantum.round(v.x), quantum.round(v.y), quantum.round(v.z)} {}
  /// A sum of such vectors, read from its accumulator.
  CRUMPLE_DEVICE static RoundedVec3 from_sum(const Vec3& sum) {
    RoundedVec3 v;
    v.value_ = sum;
    return v;
  }
  CRUMPLE_DEVICE operator const Vec3&() const { return value_; }
  CRUMPLE_DEVICE const Vec3& value() const { return value_; }
  CRUMPLE_DEVICE RoundedVec3& operator+=(const RoundedVec3& b) {
    value_ += b.value_;
    return *this;
  }
  CRUMPLE_DEVICE RoundedVec3& operator-=(const RoundedVec3& b) {
    value_ -= b.value_;
    return *this;
  }
  CRUMPLE_DEVICE RoundedVec3 operator-() const { return from_sum(-value_); }

 private:
  Vec3 value_;
};

CRUMPLE_DEVICE inline RoundedVec3 rounded(const Vec3& v, const Quantum& quantum) { return {v, quantum}; }

/// A sum within a step, exact in any order and accurate for any magnitude: each contribution is split into multiples of
/// 2^24 q, q, 2^-24 q, ... down to 2^-120 q, which are summed separately (indexed sums: Demmel, Nguyen 2015, "Parallel
/// reproducible summation"). Exact over 2^29 contributions, and up to 2^77 q.
struct StepSum {
  static constexpr std::size_t n_levels = 7;
  static constexpr double ratio = 0x1p-24;    ///< of the unit of a level to that of the one above it
  static constexpr double first = 0x1p24;     ///< unit of the first level [q]

  std::array<double, n_levels> level{};  ///< multiples of the unit of each level

  CRUMPLE_DEVICE void add(double x, const Quantum& quantum) {
    double shift = first * quantum.shift;
    for (double& sum : level) {
      const double multiple = (x + shift) - shift;
      sum += multiple;
      x -= multiple;
      shift *= ratio;
    }
  }
  CRUMPLE_DEVICE StepSum& operator+=(const StepSum& other) {
    for (std::size_t k = 0; k < n_levels; ++k) level[k] += other.level[k];
    return *this;
  }
  CRUMPLE_DEVICE StepSum operator-() const {
    StepSum negative;
    for (std::size_t k = 0; k < n_levels; ++k) negative.level[k] = -level[k];
    return negative;
  }
  template <class A>
  void serialize(A& a) {
    a(level);
  }
};

/// The same for a sum over a whole run: each level carries into the one above it. Its parts are exact sums, too: over a
/// million ranks, in any order.
class ExactSum {
 public:
  static constexpr std::size_t n_parts = StepSum::n_levels;

  explicit ExactSum(const Quantum& quantum) : quantum_(quantum) {}

  void add(double x) {
    sum_.add(x, quantum_);
    carry();
  }
  ExactSum& operator+=(const StepSum& sum) {
    sum_ += sum;
    carry();
    return *this;
  }
  ExactSum& operator+=(const ExactSum& other) { return *this += other.sum_; }
  /// Depends only on the sum, not on the order: parts are normalised to digits, which are unique, and added from the
  /// top.
  double value() const {
    StepSum digits = sum_;
    for_each_carry(digits, [](double part, double unit) { return unit * std::floor(part / unit); });
    double sum = 0;
    for (const double digit : digits.level) sum += digit;
    return sum;
  }

  /// To be reduced over ranks element-wise, in place.
  std::array<double, n_parts>& parts() { return sum_.level; }

 private:
  void carry() {
    for_each_carry(sum_, [](double part, double unit) { return Quantum(unit).round(part); });
  }
  /// Carries the multiples of the unit above each part that `multiples_of(part, unit)` finds to the part above.
  template <class MultiplesOf>
  void for_each_carry(StepSum& sum, MultiplesOf multiples_of) const {
    double unit = quantum_.q * (StepSum::first * 0x1p-120);  // of the last level but one
    for (std::size_t k = n_parts - 1; k > 0; --k, unit /= StepSum::ratio) {
      const double carried = multiples_of(sum.level[k], unit);
      sum.level[k] -= carried;
      sum.level[k - 1] += carried;
    }
  }

  Quantum quantum_;
  StepSum sum_;
};

/// Packs the parts of exact sums into `out`, and unpacks them; returns the end.
template <class Out>
Out put_parts(std::span<ExactSum* const> sums, Out out) {
  for (ExactSum* sum : sums)
    for (const double part : sum->parts()) *out++ = part;
  return out;
}
template <class In>
In take_parts(std::span<ExactSum* const> sums, In in) {
  for (ExactSum* sum : sums)
    for (double& part : sum->parts()) part = *in++;
  return in;
}

/// A rank's contribution to sums over ranks, value by value: only values that are exact in any order.
class SumShare {
 public:
  explicit SumShare(std::span<double> places) : places_(places) {}
  void put(const Rounded& x) { next() = x.value(); }
  void put(const RoundedVec3& v) {
    for (int c = 0; c < 3; ++c) next() = v.value()[c];
  }
  void put(std::span<ExactSum* const> sums) {
    places_ = places_.subspan(std::size_t(put_parts(sums, places_.begin()) - places_.begin()));
  }
  bool is_full() const { return places_.empty(); }

 private:
  double& next() {
    double& place = places_.front();
    places_ = places_.subspan(1);
    return place;
  }
  std::span<double> places_;
};

/// One quantum for each kind of sum over elements, contacts and ranks; the same on all ranks.
struct Quanta {
  Quantum force, moment;     ///< nodal sums [force], [force length]
  Quantum mass, inertia;     ///< nodal sums [mass], [mass length^2]
  Quantum body_mass;         ///< sums over the nodes of a rigid body, a part or the model [mass]
  Quantum body_first;        ///< the same, mass times position [mass length]
  Quantum body_inertia;      ///< the same, mass times position squared [mass length^2]
  Quantum volume;            ///< nodal sums, of solids of ELFORM 13 [length^3]
  Quantum energy, momentum;  ///< global sums [energy], [mass length/time]
  template <class A> void serialize(A& a) {
    a(force, moment, mass, inertia, body_mass, body_first, body_inertia, volume, energy, momentum);
  }
};

}  // namespace crumple
