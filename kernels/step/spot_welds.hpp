// Pairs of welded nodes as rigid bodies, a pack of pairs at a time. Called through StepKernels.
// Source: momentum and angular momentum conserved exactly, with Cayley's rotation; see physics/joints/spot_welds.hpp, which
// does the same for larger clusters one by one.
//   r, m, j    arm from the centre of mass, mass, rotational inertia of a node
//   I, J       tensor of the point masses about the centre, sum of j
//   L          angular momentum about the centre
//   a          dt omega / 2, half the turn of the step
#pragma once

#include <cstring>

#include "kernels/simd/rows.hpp"
#include "kernels/step/interface.hpp"

namespace crumple::kernels {

template <class P>
struct SymmetricTensor {
  P xx, yy, zz, xy, xz, yz;
  CRUMPLE_INLINE Vec3<P> operator*(const Vec3<P>& a) const {
    return {xx * a.x + xy * a.y + xz * a.z, xy * a.x + yy * a.y + yz * a.z, xz * a.x + yz * a.y + zz * a.z};
  }
};

template <class P>
CRUMPLE_INLINE void add_point(SymmetricTensor<P>& t, const P& m, const Vec3<P>& r) {
  const P square = dot(r, r), mx = m * r.x, my = m * r.y, mz = m * r.z;
  t.xx = t.xx + m * square - mx * r.x, t.yy = t.yy + m * square - my * r.y, t.zz = t.zz + m * square - mz * r.z;
  t.xy = t.xy - mx * r.y, t.xz = t.xz - mx * r.z, t.yz = t.yz - my * r.z;
}

/// Inverse after making it regular by 1e-8 of its trace; zero for zero.
template <class P>
CRUMPLE_INLINE SymmetricTensor<P> regular_inverse(SymmetricTensor<P> t) {
  const P shift = P(1e-8) * (t.xx + t.yy + t.zz);
  t.xx = t.xx + shift, t.yy = t.yy + shift, t.zz = t.zz + shift;
  const P cxx = t.yy * t.zz - t.yz * t.yz, cxy = t.yz * t.xz - t.xy * t.zz, cxz = t.xy * t.yz - t.yy * t.xz;
  const P determinant = t.xx * cxx + t.xy * cxy + t.xz * cxz;
  const P s = select(determinant > P(0), P(1) / determinant, P(0));
  return {s * cxx, s * (t.zz * t.xx - t.xz * t.xz), s * (t.xx * t.yy - t.xy * t.xy), s * cxy,
          s * cxz, s * (t.xz * t.xy - t.xx * t.yz)};
}

/// (I a + a x I a) / (1 + a^2) + J a = dt L / 2, by iteration; each lane stops when it has converged.
template <class P>
CRUMPLE_INLINE Vec3<P> half_turn(const SymmetricTensor<P>& I, const P& J, const SymmetricTensor<P>& compliance,
                                 const Vec3<P>& target) {
  const P size = sqrt(dot(target, target)), accuracy = P(1e-15) * size;
  Vec3<P> a = select(size > accuracy, compliance * target, Vec3<P>{P(0), P(0), P(0)});  // the first step, from no turn
  for (int iteration = 1; iteration < 20; ++iteration) {
    const Vec3<P> l = I * a;
    const Vec3<P> rest = target - (P(1) / (P(1) + dot(a, a))) * (l + cross(a, l)) - J * a;
    const auto goes_on = sqrt(dot(rest, rest)) > accuracy;
    if (!any(goes_on)) break;
    a = select(goes_on, a + compliance * rest, a);
  }
  return a;
}

template <class P>
CRUMPLE_INLINE P gather_column(const double* column, const std::int32_t* node) {
  Index<P> index;
  std::memcpy(index.lane, node, sizeof index.lane);
  return gather(column, index);
}

/// rows[node] = v in the lanes where the mask is set.
template <class P>
CRUMPLE_INLINE void put_rows(double* rows, const std::int32_t* node, const Vec3<P>& v, int mask) {
  alignas(64) double x[P::size()], y[P::size()], z[P::size()];
  store(x, v.x), store(y, v.y), store(z, v.z);
  for (std::size_t lane = 0; lane < P::size(); ++lane) {
    if (!(mask >> lane & 1)) continue;
    double* row = rows + 4 * std::ptrdiff_t(node[lane]);
    row[0] = x[lane], row[1] = y[lane], row[2] = z[lane];
  }
}

/// One pack of pairs; `lanes` has the bits of those that count.
template <class P>
CRUMPLE_INLINE void advance_pack(const std::int32_t* const node[2], const P& from_first, const WeldRows& rows,
                                 double dt, double dt_mid, int lanes, P& normal_force, P& shear_force) {
  P m[2], j[2];
  Vec3<P> x[2], v[2], r[2];
  for (int k = 0; k < 2; ++k) {
    m[k] = gather_column<P>(rows.mass, node[k]), j[k] = gather_column<P>(rows.inertia, node[k]);
    x[k] = gather_rows<P>(rows.position, node[k]), v[k] = gather_rows<P>(rows.velocity, node[k]);
  }
  const P mass = m[0] + m[1], per_mass = select(mass > P(0), P(1) / mass, P(0)), J = j[0] + j[1];
  const Vec3<P> center = x[0] + per_mass * (m[1] * (x[1] - x[0]));
  const Vec3<P> velocity = per_mass * (m[0] * v[0] + m[1] * v[1]);
  SymmetricTensor<P> I{P(0), P(0), P(0), P(0), P(0), P(0)};
  Vec3<P> L{P(0), P(0), P(0)};
  for (int k = 0; k < 2; ++k) {
    r[k] = x[k] - center;
    add_point(I, m[k], r[k]);
    L = L + (cross(r[k], m[k] * (v[k] - velocity)) + j[k] * gather_rows<P>(rows.angular_velocity, node[k]));
  }
  SymmetricTensor<P> whole = I;
  whole.xx = whole.xx + J, whole.yy = whole.yy + J, whole.zz = whole.zz + J;
  const Vec3<P> a = half_turn(I, J, regular_inverse(whole), P(0.5 * dt) * L);

  const P rate(2 / dt), factor = rate / (P(1) + dot(a, a)), per_time(1 / dt_mid);
  const int moved = lanes & isa::bits(mass > P(0));
  Vec3<P> force[2];
  for (int k = 0; k < 2; ++k) {
    const Vec3<P> turn = cross(a, r[k]), next = velocity + factor * (turn + cross(a, turn));
    force[k] = per_time * (m[k] * (next - v[k]));
    put_rows(rows.velocity, node[k], next, moved);
    put_rows(rows.angular_velocity, node[k], rate * a, moved & isa::bits(j[k] > P(0)));
  }
  const Vec3<P> along = from_first * (x[1] - x[0]), on_end = select(from_first > P(0), force[1], force[0]);
  const P length = sqrt(dot(along, along));
  const auto has_length = length > P(0);
  const Vec3<P> direction = select(has_length, P(1) / length, P(0)) * along;
  const P normal = -dot(on_end, direction);
  const Vec3<P> across = on_end + normal * direction;
  normal_force = select(has_length, normal, sqrt(dot(on_end, on_end)));
  shear_force = select(has_length, sqrt(dot(across, across)), P(0));
}

inline void advance_weld_pairs(const WeldPairs& pairs, const WeldRows& rows, double dt, double dt_mid,
                               std::size_t first_block, std::size_t last_block) {
  using P = Pack<double>;
  constexpr int width = lanes_of<P>;
  for (std::size_t b = first_block; b < last_block; ++b)
    for (int lane = 0; lane < weld_lanes; lane += width) {
      const std::size_t at = b * weld_lanes + lane;
      if (at >= pairs.count) break;
      const std::int32_t* const node[2] = {pairs.nodes + 2 * b * weld_lanes + lane,
                                           pairs.nodes + (2 * b + 1) * weld_lanes + lane};
      const std::size_t left = pairs.count - at;
      const int lanes = left >= std::size_t(width) ? (1 << width) - 1 : (1 << left) - 1;
      const P from_first(pairs.from_first + at, Kokkos::Experimental::simd_flag_default);
      P normal, shear;
      advance_pack(node, from_first, rows, dt, dt_mid, lanes, normal, shear);
      normal.copy_to(pairs.normal_force + at, Kokkos::Experimental::simd_flag_default);
      shear.copy_to(pairs.shear_force + at, Kokkos::Experimental::simd_flag_default);
    }
}

}  // namespace crumple::kernels
