// Scalar packs, one lane: the reference for tests and the shape that a device back end needs.
#pragma once

#include <sleef.h>

#include <cmath>

#include "kernels/simd/inline.hpp"

namespace crumple::kernels {

using PackDouble = Kokkos::Experimental::basic_simd<double, Kokkos::Experimental::simd_abi::scalar>;
using PackFloat = Kokkos::Experimental::basic_simd<float, Kokkos::Experimental::simd_abi::scalar>;

namespace isa {

CRUMPLE_INLINE int bits(const PackDouble::mask_type& m) { return bool(m); }
CRUMPLE_INLINE int bits(const PackFloat::mask_type& m) { return bool(m); }
CRUMPLE_INLINE PackDouble select(const PackDouble::mask_type& m, const PackDouble& a, const PackDouble& b) {
  return bool(m) ? a : b;
}
CRUMPLE_INLINE PackFloat select(const PackFloat::mask_type& m, const PackFloat& a, const PackFloat& b) {
  return bool(m) ? a : b;
}
CRUMPLE_INLINE PackDouble min(const PackDouble& a, const PackDouble& b) { return bool(a < b) ? a : b; }
CRUMPLE_INLINE PackFloat min(const PackFloat& a, const PackFloat& b) { return bool(a < b) ? a : b; }
CRUMPLE_INLINE PackDouble max(const PackDouble& a, const PackDouble& b) { return bool(a > b) ? a : b; }
CRUMPLE_INLINE PackFloat max(const PackFloat& a, const PackFloat& b) { return bool(a > b) ? a : b; }
CRUMPLE_INLINE PackDouble abs(const PackDouble& a) { return std::fabs(a[0]); }
CRUMPLE_INLINE PackFloat abs(const PackFloat& a) { return std::fabs(a[0]); }
CRUMPLE_INLINE PackDouble sqrt(const PackDouble& a) { return std::sqrt(a[0]); }
CRUMPLE_INLINE PackFloat sqrt(const PackFloat& a) { return std::sqrt(a[0]); }
CRUMPLE_INLINE PackDouble exp(const PackDouble& a) { return Sleef_cinz_expd1_u10purec(a[0]); }
CRUMPLE_INLINE PackFloat exp(const PackFloat& a) { return Sleef_cinz_expf1_u10purec(a[0]); }
CRUMPLE_INLINE PackDouble log(const PackDouble& a) { return Sleef_cinz_logd1_u10purec(a[0]); }
CRUMPLE_INLINE PackFloat log(const PackFloat& a) { return Sleef_cinz_logf1_u10purec(a[0]); }
CRUMPLE_INLINE PackDouble cbrt(const PackDouble& a) { return Sleef_cinz_cbrtd1_u35purec(a[0]); }
CRUMPLE_INLINE PackFloat cbrt(const PackFloat& a) { return Sleef_cinz_cbrtf1_u35purec(a[0]); }
CRUMPLE_INLINE PackDouble pow(const PackDouble& a, const PackDouble& b) {
  return Sleef_cinz_powd1_u10purec(a[0], b[0]);
}
CRUMPLE_INLINE PackFloat pow(const PackFloat& a, const PackFloat& b) { return Sleef_cinz_powf1_u10purec(a[0], b[0]); }

CRUMPLE_INLINE void to_int(const PackDouble& a, std::int32_t* out) { *out = std::int32_t(a[0]); }
CRUMPLE_INLINE void to_int(const PackFloat& a, std::int32_t* out) { *out = std::int32_t(a[0]); }
CRUMPLE_INLINE void from_int(const std::int32_t* i, PackDouble& out) { out = double(*i); }
CRUMPLE_INLINE void from_int(const std::int32_t* i, PackFloat& out) { out = float(*i); }
CRUMPLE_INLINE void gather(const double* t, const std::int32_t* i, PackDouble& out) { out = t[*i]; }
CRUMPLE_INLINE void gather(const double* t, const std::int32_t* i, PackFloat& out) { out = float(t[*i]); }

}  // namespace isa
}  // namespace crumple::kernels
