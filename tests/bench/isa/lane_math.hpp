// SLEEF's functions of packs replaced by loops over lanes that call the C library: what compilers make of a loop with
// exp() in it when they cannot vectorise it, and what Kokkos' own packs do. Included by force before every source of
// the kernels where CMake is given CRUMPLE_LANE_MATH=ON, to measure what vector functions gain
// (docs/experiments.md). The results are not those of the other builds: the C library's last bit is another one.
#pragma once

#include <sleef.h>

#include <cmath>
#include <cstring>

namespace crumple::bench {

template <class Real, class V, class Function, class... Vs>
inline V each_lane(Function function, V a, Vs... more) {
  constexpr int lanes = sizeof(V) / sizeof(Real);
  Real x[lanes], y[lanes];
  std::memcpy(x, &a, sizeof(V));
  (std::memcpy(y, &more, sizeof(V)), ...);
  for (int i = 0; i < lanes; ++i)
    if constexpr (sizeof...(Vs) == 0)
      x[i] = function(x[i]);
    else
      x[i] = function(x[i], y[i]);
  std::memcpy(&a, x, sizeof(V));
  return a;
}

template <class Real, class V>
inline V lanes_exp(V a) {
  return each_lane<Real>([](Real x) { return std::exp(x); }, a);
}
template <class Real, class V>
inline V lanes_log(V a) {
  return each_lane<Real>([](Real x) { return std::log(x); }, a);
}
template <class Real, class V>
inline V lanes_cbrt(V a) {
  return each_lane<Real>([](Real x) { return std::cbrt(x); }, a);
}
template <class Real, class V>
inline V lanes_cosh(V a) {
  return each_lane<Real>([](Real x) { return std::cosh(x); }, a);
}
template <class Real, class V>
inline V lanes_sinh(V a) {
  return each_lane<Real>([](Real x) { return std::sinh(x); }, a);
}
template <class Real, class V>
inline V lanes_pow(V a, V b) {
  return each_lane<Real>([](Real x, Real y) { return std::pow(x, y); }, a, b);
}

}  // namespace crumple::bench

#ifdef CRUMPLE_LANE_MATH
#define Sleef_cinz_expd2_u10sse2 ::crumple::bench::lanes_exp<double>
#define Sleef_cinz_expd4_u10avx ::crumple::bench::lanes_exp<double>
#define Sleef_cinz_expd8_u10avx512fnofma ::crumple::bench::lanes_exp<double>
#define Sleef_cinz_expf4_u10sse2 ::crumple::bench::lanes_exp<float>
#define Sleef_cinz_expf8_u10avx ::crumple::bench::lanes_exp<float>
#define Sleef_cinz_expf16_u10avx512fnofma ::crumple::bench::lanes_exp<float>
#define Sleef_cinz_logd2_u10sse2 ::crumple::bench::lanes_log<double>
#define Sleef_cinz_logd4_u10avx ::crumple::bench::lanes_log<double>
#define Sleef_cinz_logd8_u10avx512fnofma ::crumple::bench::lanes_log<double>
#define Sleef_cinz_logf4_u10sse2 ::crumple::bench::lanes_log<float>
#define Sleef_cinz_logf8_u10avx ::crumple::bench::lanes_log<float>
#define Sleef_cinz_logf16_u10avx512fnofma ::crumple::bench::lanes_log<float>
#define Sleef_cinz_cbrtd2_u35sse2 ::crumple::bench::lanes_cbrt<double>
#define Sleef_cinz_cbrtd4_u35avx ::crumple::bench::lanes_cbrt<double>
#define Sleef_cinz_cbrtd8_u35avx512fnofma ::crumple::bench::lanes_cbrt<double>
#define Sleef_cinz_cbrtf4_u35sse2 ::crumple::bench::lanes_cbrt<float>
#define Sleef_cinz_cbrtf8_u35avx ::crumple::bench::lanes_cbrt<float>
#define Sleef_cinz_cbrtf16_u35avx512fnofma ::crumple::bench::lanes_cbrt<float>
#define Sleef_cinz_powd2_u10sse2 ::crumple::bench::lanes_pow<double>
#define Sleef_cinz_powd4_u10avx ::crumple::bench::lanes_pow<double>
#define Sleef_cinz_powd8_u10avx512fnofma ::crumple::bench::lanes_pow<double>
#define Sleef_cinz_powf4_u10sse2 ::crumple::bench::lanes_pow<float>
#define Sleef_cinz_powf8_u10avx ::crumple::bench::lanes_pow<float>
#define Sleef_cinz_powf16_u10avx512fnofma ::crumple::bench::lanes_pow<float>
#endif
