// Loops of a step that hosts and devices run: bodies, written once. A body is a struct of plain data (numbers, and
// pointers to memory of the run) with
//
//   static constexpr const char* name                 that no other has
//   void operator()(std::size_t i) const              for each i, in any order; or
//   void operator()(std::size_t i, Sums& sums) const  and `Sums`, a struct of doubles, all of them exact sums
//
// It stands in a header NAME_loops.hpp, which lists its bodies as `using NameLoops = kernels::Loops<...>`. The build
// finds these headers and compiles their bodies for the devices; hosts compile them where they run them
// (base/loops.hpp). Bodies are structs, as nvcc makes no device code of the host's lambdas.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/marks.hpp"

namespace crumple::kernels {

template <class... Bodies>
struct Loops {};

/// Runs a body for all 0 <= i < n; `sums`: its Sums, overwritten, or null.
using RunLoop = void (*)(const void* body, std::size_t n, double* sums);

/// A loop of a device.
struct DeviceLoop {
  const char* name;
  RunLoop run;
};

/// x += value, where another thread may add to x at the same time.
CRUMPLE_INLINE void add_atomically(double& x, double value) {
#if defined(__CUDA_ARCH__)
  atomicAdd(&x, value);
#else
  double before;
  __atomic_load(&x, &before, __ATOMIC_RELAXED);
  for (double after = before + value;
       !__atomic_compare_exchange(&x, &before, &after, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED);)
    after = before + value;
#endif
}

/// n += by, where another thread may do the same; returns n before.
CRUMPLE_INLINE std::int32_t count_atomically(std::int32_t& n, std::int32_t by = 1) {
#if defined(__CUDA_ARCH__)
  return atomicAdd(&n, by);
#else
  return __atomic_fetch_add(&n, by, __ATOMIC_RELAXED);
#endif
}

/// flag = 1, where other threads may do the same; written only once, so that they share the cache line.
template <class Flag>
CRUMPLE_INLINE void set_atomically(Flag& flag) {
#if defined(__CUDA_ARCH__)
  if (!flag) flag = 1;
#else
  if (!__atomic_load_n(&flag, __ATOMIC_RELAXED)) __atomic_store_n(&flag, Flag(1), __ATOMIC_RELAXED);
#endif
}

}  // namespace crumple::kernels
