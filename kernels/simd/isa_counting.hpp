// Scalar packs that count operations: not for use, but to learn how many flops an element needs (crumple_bench builds
// the kernels with it). Comparisons, selections, conversions and moves are not counted; a lane takes part in iterations
// only while it needs them itself.
#pragma once

#include "kernels/simd/register_abi.hpp"
#include "kernels/simd/scalar_register.hpp"

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
struct CountingRegister : ScalarRegister<T, Counted<T>, CountingMask> {
  using vector = Counted<T>;
  using mask = CountingMask;
  static vector set1(T x) { return vector(x); }
  static vector load(const T* p) { return vector(*p); }
  static vector loadu(const T* p) { return vector(*p); }
  static void store(T* p, vector a) { *p = a.value; }
  static void storeu(T* p, vector a) { *p = a.value; }
  static mask less(vector a, vector b) { return mask(a.value < b.value); }
  static mask less_equal(vector a, vector b) { return mask(a.value <= b.value); }
  static mask equal(vector a, vector b) { return mask(a.value == b.value); }
  static mask set_mask(bool b) { return mask(b); }
  static mask mask_not(mask m) { return mask(!bool(m)); }
  static mask mask_and(mask a, mask b) { return mask(bool(a) && bool(b)); }
  static mask mask_or(mask a, mask b) { return mask(bool(a) || bool(b)); }
  static vector counted(std::int64_t& count, T value) {
    ++count;
    return vector(value);
  }
  static vector sqrt(vector a) { return counted(operations.roots, std::sqrt(a.value)); }
  static vector exp(vector a) { return counted(operations.functions, std::exp(a.value)); }
  static vector log(vector a) { return counted(operations.functions, std::log(a.value)); }
  static vector cbrt(vector a) { return counted(operations.functions, std::cbrt(a.value)); }
  static vector pow(vector a, vector b) { return counted(operations.functions, std::pow(a.value, b.value)); }
};

namespace isa {
using Double = CountingRegister<double>;
using Float = CountingRegister<float>;
}  // namespace isa

using PackDouble = Kokkos::Experimental::basic_simd<double, RegisterAbi<isa::Double>>;
using PackFloat = Kokkos::Experimental::basic_simd<float, RegisterAbi<isa::Float>>;

}  // namespace crumple::kernels
