// Rows of four doubles in two registers: SSE2, NEON, SVE.
#pragma once

#include "kernels/simd/pack.hpp"

namespace crumple::kernels::isa {

#if defined(__ARM_FEATURE_SVE)
using HalfRow = NeonDouble;
#else
using HalfRow = Double;
#endif

struct Row {
  HalfRow::vector xy, zw;
};
CRUMPLE_INLINE Row operator+(const Row& a, const Row& b) { return {a.xy + b.xy, a.zw + b.zw}; }
CRUMPLE_INLINE Row operator-(const Row& a, const Row& b) { return {a.xy - b.xy, a.zw - b.zw}; }
CRUMPLE_INLINE Row load_row(const double* p) { return {HalfRow::load(p), HalfRow::load(p + 2)}; }
CRUMPLE_INLINE void store_row(double* p, const Row& r) {
  HalfRow::store(p, r.xy);
  HalfRow::store(p + 2, r.zw);
}

}  // namespace crumple::kernels::isa
