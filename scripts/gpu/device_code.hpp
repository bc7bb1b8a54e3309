// Kernel sources as device code, for scripts/gpu-check, which includes this first: clang's words for functions of the
// device, and there what kernels ask of the C and C++ libraries. No SDK of CUDA or HIP is needed, so nothing can be
// linked or run. Kernel functions carry no mark of the device: clang's force_cuda_host_device gives it to all between
// `begin` and `end`; what is included here is outside, so a call of a function that only the host has is an error.
#pragma once

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))

__device__ double sqrt(double);  // before <cmath> and <cstring>, which show them as std::sqrt and so on
__device__ double fabs(double);
__device__ double ceil(double);
__device__ void* memcpy(void*, const void*, __SIZE_TYPE__);

#include <stdlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <numbers>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

__device__ inline double sqrt(double x) { return __builtin_sqrt(x); }
__device__ inline double fabs(double x) { return __builtin_fabs(x); }
__device__ inline double ceil(double x) { return __builtin_ceil(x); }
__device__ inline void* memcpy(void* to, const void* from, std::size_t size) {
  return __builtin_memcpy(to, from, size);
}
#if defined(__HIP__)  // clang brings them for CUDA
__device__ inline void* operator new(std::size_t, void* place) noexcept { return place; }
__device__ inline void operator delete(void*, void*) noexcept {}
#endif

#include <Kokkos_SIMD.hpp>

/// Gives the address of a function to the device, which makes device code of it and all that it calls.
template <auto function>
__global__ void give_function(decltype(function)* out) {
  *out = function;
}
