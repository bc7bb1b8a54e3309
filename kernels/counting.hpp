// Counts and flags that several threads change.
#pragma once

#include <cstdint>

#include "kernels/marks.hpp"

namespace crumple::kernels {

/// n += by; returns n before.
CRUMPLE_INLINE std::int32_t count_atomically(std::int32_t& n, std::int32_t by) {
#if defined(__CUDA_ARCH__)
  return atomicAdd(&n, by);
#else
  return __atomic_fetch_add(&n, by, __ATOMIC_RELAXED);
#endif
}

/// flag = 1; written only once, so that threads share the cache line.
template <class Flag>
CRUMPLE_INLINE void set_atomically(Flag& flag) {
#if defined(__CUDA_ARCH__)
  if (!flag) flag = 1;
#else
  if (!__atomic_load_n(&flag, __ATOMIC_RELAXED)) __atomic_store_n(&flag, Flag(1), __ATOMIC_RELAXED);
#endif
}

}  // namespace crumple::kernels
