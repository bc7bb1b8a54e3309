// Rows for scalar packs.
#pragma once

namespace crumple::kernels::isa {

struct Row {
  double x, y, z;
};
CRUMPLE_INLINE Row operator+(const Row& a, const Row& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
CRUMPLE_INLINE Row operator-(const Row& a, const Row& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
CRUMPLE_INLINE Row load_row(const double* p) { return {p[0], p[1], p[2]}; }
CRUMPLE_INLINE void store_row(double* p, const Row& r) { p[0] = r.x, p[1] = r.y, p[2] = r.z; }

template <class RowOf, class P>
CRUMPLE_INLINE void gather_rows(RowOf&& row, P& x, P& y, P& z) {
  using Real = typename P::value_type;
  const Row r = row(0);
  x = Real(r.x), y = Real(r.y), z = Real(r.z);
}
template <class P, class Add>
CRUMPLE_INLINE void scatter_rows(const P& x, const P& y, const P& z, double shift, Add&& add) {
  add(0, Row{(double(x[0]) + shift) - shift, (double(y[0]) + shift) - shift, (double(z[0]) + shift) - shift});
}

}  // namespace crumple::kernels::isa
