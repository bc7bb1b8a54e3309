// Rows for scalar packs, and for those that count.
#pragma once

namespace crumple::kernels::isa {

#if defined(CRUMPLE_ISA_counting)
using RowValue = Counted<double>;
#else
using RowValue = double;
#endif

struct Row {
  RowValue x, y, z;
};
CRUMPLE_INLINE Row operator+(const Row& a, const Row& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
CRUMPLE_INLINE Row operator-(const Row& a, const Row& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
CRUMPLE_INLINE Row operator*(const Row& a, const Row& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
CRUMPLE_INLINE Row load_row(const double* p) { return {RowValue(p[0]), RowValue(p[1]), RowValue(p[2])}; }
CRUMPLE_INLINE void store_row(double* p, const Row& r) {
  p[0] = double(r.x);
  p[1] = double(r.y);
  p[2] = double(r.z);
}

template <class RowOf, class P>
CRUMPLE_INLINE void gather_rows(RowOf&& row, Vec3<P>& r) {
  using Real = typename P::value_type;
  const Row of_lane = row(0);
  r = {P(Real(double(of_lane.x))), P(Real(double(of_lane.y))), P(Real(double(of_lane.z)))};
}
template <class P, class Add>
CRUMPLE_INLINE void scatter_rows(const Vec3<P>& f, double shift, Add&& add) {
  const RowValue m(shift);
  const auto round = [&](const P& a) CRUMPLE_LAMBDA_INLINE { return (RowValue(double(a[0])) + m) - m; };
  add(0, Row{round(f.x), round(f.y), round(f.z)});
}

}  // namespace crumple::kernels::isa
