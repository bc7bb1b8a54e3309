// A register of one lane, for scalar packs and for those that count: Value is a T or holds one.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "kernels/simd/inline.hpp"

namespace crumple::kernels {

enum class ScalarMask : bool { unset, set };  // not bool: a pack's mask is made of a bool, too

template <class T, class Value>
struct ScalarRegister {
  using value_type = T;
  using vector = Value;
  using mask = ScalarMask;
  using integers = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  static constexpr std::size_t size = 1;
  CRUMPLE_INLINE static vector set1(T x) { return vector(x); }
  CRUMPLE_INLINE static vector load(const T* p) { return vector(*p); }
  CRUMPLE_INLINE static vector loadu(const T* p) { return vector(*p); }
  CRUMPLE_INLINE static void store(T* p, vector a) { *p = T(a); }
  CRUMPLE_INLINE static void storeu(T* p, vector a) { *p = T(a); }
  CRUMPLE_INLINE static mask less(vector a, vector b) { return mask(T(a) < T(b)); }
  CRUMPLE_INLINE static mask less_equal(vector a, vector b) { return mask(T(a) <= T(b)); }
  CRUMPLE_INLINE static mask equal(vector a, vector b) { return mask(T(a) == T(b)); }
  CRUMPLE_INLINE static mask set_mask(bool b) { return mask(b); }
  CRUMPLE_INLINE static mask mask_not(mask m) { return mask(!bool(m)); }
  CRUMPLE_INLINE static mask mask_and(mask a, mask b) { return mask(bool(a) && bool(b)); }
  CRUMPLE_INLINE static mask mask_or(mask a, mask b) { return mask(bool(a) || bool(b)); }
  CRUMPLE_INLINE static int bits(mask m) { return bool(m); }
  CRUMPLE_INLINE static vector select(mask m, vector a, vector b) { return bool(m) ? a : b; }
  CRUMPLE_INLINE static vector min(vector a, vector b) { return T(a) < T(b) ? a : b; }
  CRUMPLE_INLINE static vector max(vector a, vector b) { return T(a) > T(b) ? a : b; }
  CRUMPLE_INLINE static vector abs(vector a) { return vector(std::fabs(T(a))); }
  CRUMPLE_INLINE static vector sqrt(vector a) { return vector(std::sqrt(T(a))); }
  CRUMPLE_INLINE static integers to_integers(vector a) { return __builtin_bit_cast(integers, T(a)); }
  CRUMPLE_INLINE static vector of_integers(integers a) { return vector(__builtin_bit_cast(T, a)); }
  CRUMPLE_INLINE static void to_int(vector a, std::int32_t* out) { *out = std::int32_t(T(a)); }
  CRUMPLE_INLINE static vector from_int(const std::int32_t* i) { return vector(T(*i)); }
  CRUMPLE_INLINE static vector gather(const double* t, const std::int32_t* i) { return vector(T(t[*i])); }
  CRUMPLE_INLINE static void gather_neighbours(const double* t, const std::int32_t* i, vector& left, vector& right) {
    left = gather(t, i);
    right = gather(t + 1, i);
  }
};

}  // namespace crumple::kernels
