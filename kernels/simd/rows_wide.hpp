// Row transposes where a row of four doubles fits into a register, in terms of the moves of rows_avx2.hpp or
// rows_avx512.hpp. Rows are paired such that the lanes come out in order.
#pragma once

#include "kernels/simd/rows_registers.hpp"

namespace crumple::kernels::isa {

using Row = __m256d;
CRUMPLE_INLINE Row load_row(const double* p) { return _mm256_load_pd(p); }
CRUMPLE_INLINE void store_row(double* p, Row r) { _mm256_store_pd(p, r); }

/// row(lane) of each lane.
template <class RowOf>
CRUMPLE_INLINE void gather_rows(RowOf&& row, Vec3<PackDouble>& r) {
  constexpr int half = Double::size / 2;
  const auto a = rows_at(row, 0, 2), b = rows_at(row, 1, 2), c = rows_at(row, half, 2), d = rows_at(row, half + 1, 2);
  const auto xz_low = Double::unpack_low(a, b), yw_low = Double::unpack_high(a, b);
  const auto xz_high = Double::unpack_low(c, d), yw_high = Double::unpack_high(c, d);
  r.x = PackDouble(even_pieces(xz_low, xz_high));
  r.y = PackDouble(even_pieces(yw_low, yw_high));
  r.z = PackDouble(odd_pieces(xz_low, xz_high));
}
template <class RowOf>
CRUMPLE_INLINE void gather_rows(RowOf&& row, Vec3<PackFloat>& r) {
  constexpr int half = Float::size / 2;
  const auto every_fourth = [&](int i) CRUMPLE_LAMBDA_INLINE {
    return Float::narrow(rows_at(row, i, 4), rows_at(row, half + i, 4));
  };
  r = transposed(every_fourth(0), every_fourth(1), every_fourth(2), every_fourth(3));
}

/// Rounds, transposes and calls add(lane, row) for each lane.
template <class Add>
CRUMPLE_INLINE void scatter_rows(const Vec3<PackDouble>& f, double shift, Add&& add) {
  constexpr int half = Double::size / 2;
  const auto zero = Double::set1(0);
  const auto [x, y, z] = rounded(f, shift);
  const auto xy_even = Double::unpack_low(x, y), xy_odd = Double::unpack_high(x, y);
  const auto z_even = Double::unpack_low(z, zero), z_odd = Double::unpack_high(z, zero);
  add_rows(add, 0, 2, lower_pieces(xy_even, z_even));
  add_rows(add, 1, 2, lower_pieces(xy_odd, z_odd));
  add_rows(add, half, 2, upper_pieces(xy_even, z_even));
  add_rows(add, half + 1, 2, upper_pieces(xy_odd, z_odd));
}
template <class Add>
CRUMPLE_INLINE void scatter_rows(const Vec3<PackFloat>& f, double shift, Add&& add) {
  const auto x = in_register(f.x), y = in_register(f.y), z = in_register(f.z), zero = Float::set1(0);
  const auto xy01 = Float::unpack_low(x, y), xy23 = Float::unpack_high(x, y);
  const auto z01 = Float::unpack_low(z, zero), z23 = Float::unpack_high(z, zero);
  const auto add_every_fourth = [&](int i, Float::vector rows) CRUMPLE_LAMBDA_INLINE {
    add_rows(add, i, 4, rounded(Float::widen_low(rows), shift));
    add_rows(add, Float::size / 2 + i, 4, rounded(Float::widen_high(rows), shift));
  };
  add_every_fourth(0, low_halves(xy01, z01));
  add_every_fourth(1, high_halves(xy01, z01));
  add_every_fourth(2, low_halves(xy23, z23));
  add_every_fourth(3, high_halves(xy23, z23));
}

}  // namespace crumple::kernels::isa
