// A Kokkos SIMD pack over one register described by a small struct R: what Kokkos 4.7 lacks (SSE2), has wrong
// (AVX-512) or has with other signs of zero (NEON). Same interface as Kokkos' own packs: basic_simd<T, Abi>.
// R offers: value_type, vector, mask, size, set1, load, loadu, store, storeu, compare and mask operations.
// Like Kokkos' packs on AVX: -x is 0 - x, and != is false when an operand is NaN.
#pragma once

#include "kernels/simd/inline.hpp"

namespace crumple::kernels {
template <class R>
struct RegisterAbi {};
}  // namespace crumple::kernels

namespace Kokkos::Experimental {

template <class T, class R>
class basic_simd_mask<T, crumple::kernels::RegisterAbi<R>> {
  typename R::mask bits;

 public:
  using value_type = bool;
  using abi_type = crumple::kernels::RegisterAbi<R>;
  static constexpr std::size_t size() { return R::size; }

  basic_simd_mask() noexcept = default;
  CRUMPLE_INLINE explicit basic_simd_mask(bool value) noexcept : bits(R::set_mask(value)) {}
  CRUMPLE_INLINE explicit basic_simd_mask(const typename R::mask& m) noexcept : bits(m) {}
  CRUMPLE_INLINE explicit operator typename R::mask() const noexcept { return bits; }
  CRUMPLE_INLINE bool operator[](std::size_t lane) const { return (R::bits(bits) >> lane) & 1; }

  CRUMPLE_INLINE basic_simd_mask operator!() const noexcept { return basic_simd_mask(R::mask_not(bits)); }
  CRUMPLE_INLINE friend basic_simd_mask operator&&(const basic_simd_mask& a, const basic_simd_mask& b) noexcept {
    return basic_simd_mask(R::mask_and(a.bits, b.bits));
  }
  CRUMPLE_INLINE friend basic_simd_mask operator||(const basic_simd_mask& a, const basic_simd_mask& b) noexcept {
    return basic_simd_mask(R::mask_or(a.bits, b.bits));
  }
};

template <class T, class R>
class basic_simd<T, crumple::kernels::RegisterAbi<R>> {
  typename R::vector v;

 public:
  using value_type = T;
  using abi_type = crumple::kernels::RegisterAbi<R>;
  using mask_type = basic_simd_mask<T, abi_type>;
  static constexpr std::size_t size() { return R::size; }

  basic_simd() noexcept = default;
  template <class U>
  requires std::is_convertible_v<U, T> CRUMPLE_INLINE basic_simd(U value)
  noexcept : v(R::set1(T(value))) {}
  CRUMPLE_INLINE explicit basic_simd(typename R::vector x) noexcept : v(x) {}
  CRUMPLE_INLINE explicit operator typename R::vector() const noexcept { return v; }

  template <class Flag>
  CRUMPLE_INLINE basic_simd(const T* p, Flag flag) {
    copy_from(p, flag);
  }
  CRUMPLE_INLINE void copy_from(const T* p, element_aligned_tag) { v = R::loadu(p); }
  CRUMPLE_INLINE void copy_from(const T* p, vector_aligned_tag) { v = R::load(p); }
  CRUMPLE_INLINE void copy_to(T* p, element_aligned_tag) const { R::storeu(p, v); }
  CRUMPLE_INLINE void copy_to(T* p, vector_aligned_tag) const { R::store(p, v); }
  CRUMPLE_INLINE T operator[](std::size_t lane) const {
    T lanes[R::size];
    R::storeu(lanes, v);
    return lanes[lane];
  }

  CRUMPLE_INLINE basic_simd operator-() const noexcept { return basic_simd(R::set1(T(0)) - v); }
  CRUMPLE_INLINE friend basic_simd operator+(const basic_simd& a, const basic_simd& b) noexcept {
    return basic_simd(a.v + b.v);
  }
  CRUMPLE_INLINE friend basic_simd operator-(const basic_simd& a, const basic_simd& b) noexcept {
    return basic_simd(a.v - b.v);
  }
  CRUMPLE_INLINE friend basic_simd operator*(const basic_simd& a, const basic_simd& b) noexcept {
    return basic_simd(a.v * b.v);
  }
  CRUMPLE_INLINE friend basic_simd operator/(const basic_simd& a, const basic_simd& b) noexcept {
    return basic_simd(a.v / b.v);
  }

  CRUMPLE_INLINE friend mask_type operator<(const basic_simd& a, const basic_simd& b) noexcept {
    return mask_type(R::less(a.v, b.v));
  }
  CRUMPLE_INLINE friend mask_type operator>(const basic_simd& a, const basic_simd& b) noexcept {
    return mask_type(R::less(b.v, a.v));
  }
  CRUMPLE_INLINE friend mask_type operator<=(const basic_simd& a, const basic_simd& b) noexcept {
    return mask_type(R::less_equal(a.v, b.v));
  }
  CRUMPLE_INLINE friend mask_type operator>=(const basic_simd& a, const basic_simd& b) noexcept {
    return mask_type(R::less_equal(b.v, a.v));
  }
  CRUMPLE_INLINE friend mask_type operator==(const basic_simd& a, const basic_simd& b) noexcept {
    return mask_type(R::equal(a.v, b.v));
  }
  CRUMPLE_INLINE friend mask_type operator!=(const basic_simd& a, const basic_simd& b) noexcept {
    return mask_type(R::mask_or(R::less(a.v, b.v), R::less(b.v, a.v)));
  }
};

}  // namespace Kokkos::Experimental
