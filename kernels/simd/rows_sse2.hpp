// Row transposes of SSE2: a row of four doubles is two registers.
#pragma once

#include "kernels/simd/rows_registers.hpp"

namespace crumple::kernels::isa {

struct Row {
  __m128d xy, zw;
};
CRUMPLE_INLINE Row operator+(const Row& a, const Row& b) { return {a.xy + b.xy, a.zw + b.zw}; }
CRUMPLE_INLINE Row operator-(const Row& a, const Row& b) { return {a.xy - b.xy, a.zw - b.zw}; }
CRUMPLE_INLINE Row load_row(const double* p) { return {Double::load(p), Double::load(p + 2)}; }
CRUMPLE_INLINE void store_row(double* p, const Row& r) {
  Double::store(p, r.xy);
  Double::store(p + 2, r.zw);
}

/// row(lane) of 2 lanes.
template <class RowOf>
CRUMPLE_INLINE void gather_rows(RowOf&& row, PackDouble& x, PackDouble& y, PackDouble& z) {
  const Row a = row(0), b = row(1);
  x = PackDouble(Double::unpack_low(a.xy, b.xy));
  y = PackDouble(Double::unpack_high(a.xy, b.xy));
  z = PackDouble(Double::unpack_low(a.zw, b.zw));
}

/// row(lane) of 4 lanes.
template <class RowOf>
CRUMPLE_INLINE void gather_rows(RowOf&& row, PackFloat& x, PackFloat& y, PackFloat& z) {
  const auto floats = [&](int lane) CRUMPLE_LAMBDA_INLINE {
    const Row r = row(lane);
    return Float::narrow(r.xy, r.zw);
  };
  transpose_floats(floats(0), floats(1), floats(2), floats(3), x, y, z);
}

/// Rounds, transposes and calls add(lane, row) for each lane.
template <class Add>
CRUMPLE_INLINE void scatter_rows(const PackDouble& x, const PackDouble& y, const PackDouble& z, double shift,
                                 Add&& add) {
  const __m128d zero = Double::set1(0);
  const __m128d fx = rounded(__m128d(x), shift), fy = rounded(__m128d(y), shift), fz = rounded(__m128d(z), shift);
  add(0, Row{Double::unpack_low(fx, fy), Double::unpack_low(fz, zero)});
  add(1, Row{Double::unpack_high(fx, fy), Double::unpack_high(fz, zero)});
}
template <class Add>
CRUMPLE_INLINE void scatter_rows(const PackFloat& x, const PackFloat& y, const PackFloat& z, double shift, Add&& add) {
  const auto low = [](const PackFloat& a) CRUMPLE_LAMBDA_INLINE { return PackDouble(Float::widen_low(__m128(a))); };
  const auto high = [](const PackFloat& a) CRUMPLE_LAMBDA_INLINE { return PackDouble(Float::widen_high(__m128(a))); };
  scatter_rows(low(x), low(y), low(z), shift, add);
  const auto add_upper = [&](int lane, const Row& r) CRUMPLE_LAMBDA_INLINE { add(lane + 2, r); };
  scatter_rows(high(x), high(y), high(z), shift, add_upper);
}

}  // namespace crumple::kernels::isa
