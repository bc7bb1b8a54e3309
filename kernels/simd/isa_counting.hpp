// Scalar packs that count operations: not for use, but to learn how many flops an element needs (crumple_bench builds
// the kernels with it). Comparisons, selections, conversions and moves are not counted; a lane takes part in iterations
// only while it needs them itself.
#pragma once

#include "kernels/simd/register_abi.hpp"
#include "kernels/simd/scalar_register.hpp"

namespace crumple::kernels {

struct Operations {
  std::int64_t sums, products, divisions, roots;  ///< + -, *, /, sqrt
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

template <class T>
struct CountingRegister : ScalarRegister<T, Counted<T>> {
  using vector = Counted<T>;
  static vector counted(std::int64_t& count, T value) {
    ++count;
    return vector(value);
  }
  static vector sqrt(vector a) { return counted(operations.roots, std::sqrt(a.value)); }
};

namespace isa {
using Double = CountingRegister<double>;
using Float = CountingRegister<float>;
}  // namespace isa

using PackDouble = Kokkos::Experimental::basic_simd<double, RegisterAbi<isa::Double>>;
using PackFloat = Kokkos::Experimental::basic_simd<float, RegisterAbi<isa::Float>>;

}  // namespace crumple::kernels
