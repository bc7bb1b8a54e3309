// Exact sums: the reason why one deck gives one answer. Every contribution to a sum is first rounded to a multiple of a
// quantum q = 2^k; sums of multiples of q are exact in double while they stay under 2^53 q, so neither order nor
// grouping (lanes, threads, ranks, MPI algorithm) can change them. The rounding by two additions is Dekker's (1971).
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "base/vec3.hpp"

namespace crumple {

/// The least power of two that is not below x > 0; without logarithms, whose last bit is each C library's own.
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
  /// The quantum that leaves room for single contributions up to `largest` (> 0): q = 2^-50 of the next power of two.
  static Quantum for_largest(double largest) { return Quantum(0x1p-50 * power_of_two_above(largest)); }

  /// `x` rounded to a multiple of q, ties to even; right for |x| <= limit().
  double round(double x) const { return (x + shift) - shift; }
  /// Contributions and sums beyond this are not exact any more.
  double limit() const { return 0x1p50 * q; }
  template <class A> void serialize(A& a) { a(q, shift); }
};

inline Vec3 rounded(const Vec3& v, const Quantum& quantum) {
  return {quantum.round(v.x), quantum.round(v.y), quantum.round(v.z)};
}

/// A sum of work within a step: multiples of q, and apart from them what contributions have below q, in multiples of
/// 2^-24 q. Many small ones add up that would each be rounded to nothing. Exact over 2^29 contributions.
struct StepSum {
  double whole = 0, rest = 0;

  void add(double x, const Quantum& quantum) {
    const double multiple = quantum.round(x), shift = 0x1p-24 * quantum.shift;
    whole += multiple;
    rest += ((x - multiple) + shift) - shift;
  }
  StepSum& operator+=(const StepSum& other) {
    whole += other.whole;
    rest += other.rest;
    return *this;
  }
  StepSum operator-() const { return {-whole, -rest}; }
  template <class A>
  void serialize(A& a) {
    a(whole, rest);
  }
};

/// A sum of multiples of a quantum q that goes on for a whole run: in parts, so that it is exact up to 2^80 q. Its
/// parts are exact sums, too: over a million ranks, in any order.
class ExactSum {
 public:
  static constexpr std::size_t n_parts = 3;

  explicit ExactSum(const Quantum& quantum) : carry_(0x1p30 * quantum.q) {}

  ExactSum& operator+=(double multiple) {
    fine_ += multiple;
    const double carried = carry_.round(fine_);  // at most 2^29 q stay
    coarse_ += carried;
    fine_ -= carried;
    return *this;
  }
  ExactSum& operator-=(double multiple) { return *this += -multiple; }
  ExactSum& operator+=(const StepSum& step) {
    rest_ += step.rest;
    const double carried = Quantum(0x1p-30 * carry_.q).round(rest_);  // at most q / 2 stays
    rest_ -= carried;
    *this += carried;
    return *this += step.whole;
  }
  ExactSum& operator+=(const ExactSum& other) {
    coarse_ += other.coarse_;
    return *this += StepSum{other.fine_, other.rest_};
  }
  double value() const { return coarse_ + (fine_ + rest_); }

  /// To be summed over ranks each, in place.
  std::array<double*, n_parts> parts() { return {&coarse_, &fine_, &rest_}; }

 private:
  Quantum carry_;
  double coarse_ = 0, fine_ = 0, rest_ = 0;
};

/// The parts of exact sums, one after another, into `out` and back; returns where they end.
template <class Out>
Out put_parts(std::span<ExactSum* const> sums, Out out) {
  for (ExactSum* sum : sums)
    for (const double* part : sum->parts()) *out++ = *part;
  return out;
}
template <class In>
In take_parts(std::span<ExactSum* const> sums, In in) {
  for (ExactSum* sum : sums)
    for (double* part : sum->parts()) *part = *in++;
  return in;
}

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
