// Row transposes on SVE: rows go through memory, where loads and stores of structures of four take and put their
// components.
#pragma once

#include "kernels/simd/rounded.hpp"
#include "kernels/simd/rows_halves.hpp"

namespace crumple::kernels::isa {

/// row(lane) of each lane.
template <class RowOf>
CRUMPLE_INLINE void gather_rows(RowOf&& row, Vec3<PackDouble>& r) {
  alignas(64) double rows[4 * Double::size];
  for (std::size_t lane = 0; lane < Double::size; ++lane) store_row(rows + 4 * lane, row(int(lane)));
  const svfloat64x4_t components = svld4_f64(Double::every(), rows);
  r.x = PackDouble(Double::vector(svget4_f64(components, 0)));
  r.y = PackDouble(Double::vector(svget4_f64(components, 1)));
  r.z = PackDouble(Double::vector(svget4_f64(components, 2)));
}
template <class RowOf>
CRUMPLE_INLINE void gather_rows(RowOf&& row, Vec3<PackFloat>& r) {
  alignas(64) float rows[4 * Float::size];
  for (std::size_t lane = 0; lane < Float::size; ++lane) {
    const Row of_lane = row(int(lane));
    vst1q_f32(rows + 4 * lane, vcvt_high_f32_f64(vcvt_f32_f64(of_lane.xy), of_lane.zw));
  }
  const svfloat32x4_t components = svld4_f32(Float::every(), rows);
  r.x = PackFloat(Float::vector(svget4_f32(components, 0)));
  r.y = PackFloat(Float::vector(svget4_f32(components, 1)));
  r.z = PackFloat(Float::vector(svget4_f32(components, 2)));
}

/// Rounds, transposes and calls add(lane, row) for each lane.
template <class Add>
CRUMPLE_INLINE void scatter_rows(const Vec3<PackDouble>& f, double shift, Add&& add) {
  alignas(64) double rows[4 * Double::size];
  const auto [x, y, z] = rounded(f, shift);
  svst4_f64(Double::every(), rows, svcreate4_f64(x, y, z, Double::set1(0)));
  for (std::size_t lane = 0; lane < Double::size; ++lane) add(int(lane), load_row(rows + 4 * lane));
}

}  // namespace crumple::kernels::isa
