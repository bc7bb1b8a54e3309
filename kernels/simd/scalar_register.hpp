// A register of one lane, for scalar packs and for those that count: Value is a T or holds one.
#pragma once

#include <cmath>
#include <cstdint>

#include "kernels/simd/inline.hpp"

namespace crumple::kernels {

template <class T, class Value, class Mask>
struct ScalarRegister {
  using value_type = T;
  using vector = Value;
  using mask = Mask;
  static constexpr std::size_t size = 1;
  CRUMPLE_INLINE static int bits(mask m) { return bool(m); }
  CRUMPLE_INLINE static vector select(mask m, vector a, vector b) { return bool(m) ? a : b; }
  CRUMPLE_INLINE static vector min(vector a, vector b) { return T(a) < T(b) ? a : b; }
  CRUMPLE_INLINE static vector max(vector a, vector b) { return T(a) > T(b) ? a : b; }
  CRUMPLE_INLINE static vector abs(vector a) { return vector(std::fabs(T(a))); }
  CRUMPLE_INLINE static vector sqrt(vector a) { return vector(std::sqrt(T(a))); }
  CRUMPLE_INLINE static void to_int(vector a, std::int32_t* out) { *out = std::int32_t(T(a)); }
  CRUMPLE_INLINE static vector from_int(const std::int32_t* i) { return vector(T(*i)); }
  CRUMPLE_INLINE static vector gather(const double* t, const std::int32_t* i) { return vector(T(t[*i])); }
  CRUMPLE_INLINE static void gather_neighbours(const double* t, const std::int32_t* i, vector& left, vector& right) {
    left = gather(t, i);
    right = gather(t + 1, i);
  }
};

}  // namespace crumple::kernels
