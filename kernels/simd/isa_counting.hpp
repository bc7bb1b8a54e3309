// Scalar packs that count operations: not for use, but to learn how many flops an element needs (crumple_bench builds
// the kernels with it). Comparisons, selections, conversions and moves are not counted; a lane takes part in iterations
// only while it needs them itself.
#pragma once

#include <sleef.h>

#include <cmath>

#include "kernels/simd/register_abi.hpp"

namespace crumple::kernels {

struct Operations {
  std::int64_t sums, products, divisions, roots;  ///< + -, *, /, sqrt
  std::int64_t functions;                         ///< calls of exp, log, pow, cbrt
};
inline Operations operations;

template <class T>
struct Counted {
  T value;
  Counted() = default;
  explicit Counted(T x) : value(x) {}
  explicit operator T() const { return value; }
  friend Counted operator+(Counted a, Counted b) { return ++operations.sums, Counted(a.value + b.value); }
  friend Counted operator-(Counted a, Counted b) { return ++operations.sums, Counted(a.value - b.value); }
  friend Counted operator*(Counted a, Counted b) { return ++operations.products, Counted(a.value * b.value); }
  friend Counted operator/(Counted a, Counted b) { return ++operations.divisions, Counted(a.value / b.value); }
};

enum class CountingMask : bool { unset, set };  // not bool: a mask is made of a bool, too

template <class T>
struct CountingRegister {
  using value_type = T;
  using vector = Counted<T>;
  using mask = CountingMask;
  static constexpr std::size_t size = 1;
  static vector set1(T x) { return vector(x); }
  static vector load(const T* p) { return vector(*p); }
  static vector loadu(const T* p) { return vector(*p); }
  static void store(T* p, vector x) { *p = x.value; }
  static void storeu(T* p, vector x) { *p = x.value; }
  static mask less(vector a, vector b) { return mask(a.value < b.value); }
  static mask less_equal(vector a, vector b) { return mask(a.value <= b.value); }
  static mask equal(vector a, vector b) { return mask(a.value == b.value); }
  static mask set_mask(bool b) { return mask(b); }
  static mask mask_not(mask m) { return mask(!bool(m)); }
  static mask mask_and(mask a, mask b) { return mask(bool(a) && bool(b)); }
  static mask mask_or(mask a, mask b) { return mask(bool(a) || bool(b)); }
  static int bits(mask m) { return bool(m); }
};

using PackDouble = Kokkos::Experimental::basic_simd<double, RegisterAbi<CountingRegister<double>>>;
using PackFloat = Kokkos::Experimental::basic_simd<float, RegisterAbi<CountingRegister<float>>>;

namespace isa {

template <class P>
auto raw(const P& a) {
  return a[0];
}
template <class P, class T>
P counted(std::int64_t& count, T value) {
  return ++count, P(value);
}

inline int bits(const PackDouble::mask_type& m) { return m[0]; }
inline int bits(const PackFloat::mask_type& m) { return m[0]; }
template <class P>
P select(const typename P::mask_type& m, const P& a, const P& b) {
  return m[0] ? a : b;
}
template <class P>
P min(const P& a, const P& b) {
  return (a < b)[0] ? a : b;
}
template <class P>
P max(const P& a, const P& b) {
  return (a > b)[0] ? a : b;
}
template <class P>
P abs(const P& a) {
  return P(std::fabs(raw(a)));
}
template <class P>
P sqrt(const P& a) {
  return counted<P>(operations.roots, std::sqrt(raw(a)));
}
template <class P>
P exp(const P& a) {
  return counted<P>(operations.functions, std::exp(raw(a)));
}
template <class P>
P log(const P& a) {
  return counted<P>(operations.functions, std::log(raw(a)));
}
template <class P>
P cbrt(const P& a) {
  return counted<P>(operations.functions, std::cbrt(raw(a)));
}
template <class P>
P pow(const P& a, const P& b) {
  return counted<P>(operations.functions, std::pow(raw(a), raw(b)));
}
template <class P>
void to_int(const P& a, std::int32_t* out) {
  *out = std::int32_t(raw(a));
}
template <class P>
void from_int(const std::int32_t* i, P& out) {
  out = P(typename P::value_type(*i));
}
template <class P>
void gather(const double* t, const std::int32_t* i, P& out) {
  out = P(typename P::value_type(t[*i]));
}

}  // namespace isa
}  // namespace crumple::kernels
