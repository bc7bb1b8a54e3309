// Row transposes where a row of four doubles is two registers: SSE2, NEON.
#pragma once

#include "kernels/simd/rows_halves.hpp"
#include "kernels/simd/rows_registers.hpp"

namespace crumple::kernels::isa {

/// row(lane) of 2 lanes.
template <class RowOf>
CRUMPLE_INLINE void gather_rows(RowOf&& row, Vec3<PackDouble>& r) {
  const Row a = row(0), b = row(1);
  r.x = PackDouble(Double::unpack_low(a.xy, b.xy));
  r.y = PackDouble(Double::unpack_high(a.xy, b.xy));
  r.z = PackDouble(Double::unpack_low(a.zw, b.zw));
}

/// row(lane) of 4 lanes.
template <class RowOf>
CRUMPLE_INLINE void gather_rows(RowOf&& row, Vec3<PackFloat>& r) {
  const auto floats = [&](int lane) CRUMPLE_LAMBDA_INLINE {
    const Row of_lane = row(lane);
    return Float::narrow(of_lane.xy, of_lane.zw);
  };
  r = transposed(floats(0), floats(1), floats(2), floats(3));
}

/// Rounds, transposes and calls add(lane, row) for each lane.
template <class Add>
CRUMPLE_INLINE void scatter_rows(const Vec3<PackDouble>& f, double shift, Add&& add) {
  const auto zero = Double::set1(0);
  const auto [x, y, z] = rounded(f, shift);
  add(0, Row{Double::unpack_low(x, y), Double::unpack_low(z, zero)});
  add(1, Row{Double::unpack_high(x, y), Double::unpack_high(z, zero)});
}

}  // namespace crumple::kernels::isa
