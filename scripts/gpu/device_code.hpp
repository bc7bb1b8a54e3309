// What kernel sources ask of the C and C++ libraries, as device code for clang, which scripts/gpu-check includes first
// for AMD's GPUs: clang's words for functions of the device, and the few library functions that kernels call. So no SDK
// of HIP is needed, and nothing can be linked or run. A call of a function that only the host has is an error.
#pragma once

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))

__device__ double sqrt(double);  // before <cmath> and <cstring>, which show them as std::sqrt and so on
__device__ double fabs(double);
__device__ double ceil(double);
__device__ double floor(double);
__device__ double copysign(double, double);
__device__ double fmax(double, double);
__device__ double ldexp(double, int);
__device__ double frexp(double, int*);
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
__device__ inline double floor(double x) { return __builtin_floor(x); }
__device__ inline double copysign(double x, double y) { return __builtin_copysign(x, y); }
__device__ inline double fmax(double x, double y) { return __builtin_fmax(x, y); }
__device__ inline double ldexp(double x, int exponent) { return __builtin_amdgcn_ldexp(x, exponent); }
__device__ inline double frexp(double x, int* exponent) {
  *exponent = __builtin_amdgcn_frexp_exp(x);
  return __builtin_amdgcn_frexp_mant(x);
}
__device__ inline void* memcpy(void* to, const void* from, std::size_t size) {
  return __builtin_memcpy(to, from, size);
}

#include <Kokkos_SIMD.hpp>
