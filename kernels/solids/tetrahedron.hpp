// Four-node tetrahedra with one point: ELFORM 10, whose strain is uniform, and 13, whose volume changes as its nodes
// say. They need no hourglass control. Stresses turn by Hughes & Winget (Int. J. Num. Meth. Engrg. 15 (1980)
// 1862-1867).
//
// n_I   area vectors: 6 V times the gradient of the shape function of node I; they add up to zero
#pragma once

#include "kernels/simd/elementary.hpp"
#include "kernels/solids/solid_pack.hpp"

namespace crumple::kernels {

/// n_2, n_3, n_4, and 6 V.
template <class P>
struct TetrahedronGeometry {
  Vec3<P> n2, n3, n4;
  P volume6;
};
/// A quantity at nodes 2, 3, 4 less that at node 1.
template <class P>
struct TetrahedronDifferences {
  Vec3<P> d2, d3, d4;
};
template <class P>
CRUMPLE_INLINE TetrahedronDifferences<P> tetrahedron_differences(const double* rows, const PackNodes<4>& n) {
  return {gather_differences<P>(rows, n[1], n[0]), gather_differences<P>(rows, n[2], n[0]),
          gather_differences<P>(rows, n[3], n[0])};
}
template <class P>
CRUMPLE_INLINE TetrahedronGeometry<P> tetrahedron_geometry(const TetrahedronDifferences<P>& x) {
  const Vec3<P> n2 = cross(x.d3, x.d4);
  return {n2, cross(x.d4, x.d2), cross(x.d2, x.d3), dot(x.d2, n2)};
}

/// The mean over the four nodes of NodeRows::dilatation.
template <class P>
CRUMPLE_INLINE P mean_dilatation(const double* dilatation, const PackNodes<4>& n) {
  using Real = typename P::value_type;
  alignas(64) Real values[lanes_of<P>];
  for (int lane = 0; lane < lanes_of<P>; ++lane)
    values[lane] = Real(0.25 * ((dilatation[n[0][lane]] + dilatation[n[1][lane]]) +
                                (dilatation[n[2][lane]] + dilatation[n[3][lane]])));
  return load<P>(values);
}

/// Keeps J - 1 after a step that changes ln J by `change`, to third order; returns 1 - J.
template <class P>
CRUMPLE_INLINE P update_kept_strain(typename P::value_type* kept, const P& change) {
  using Real = typename P::value_type;
  const P old = load<P>(kept), one(1);
  const P now = old + (one + old) * change / (one - P(Real(0.5)) * change);
  store(kept, now);
  return P(0) - now;
}

/// The history of an element beside the stress; `averaged`: see solid_013_averaged_tetrahedron.hpp.
template <bool averaged>
inline constexpr std::array tetrahedron_names{"bulk viscous pressure"};
template <>
inline constexpr std::array tetrahedron_names<true>{"bulk viscous pressure", "averaged volumetric strain"};

template <class Real, bool averaged>
struct Tetrahedron {
  using P = Pack<Real>;
  using Law = SolidLaw<Real>;
  using Constants = SolidConstants<Real>;
  static constexpr bool shell = false;
  static constexpr int nodes_per_element = 4, points = 1;
  static constexpr auto& element_names = tetrahedron_names<averaged>;
  static constexpr int element_fields = int(element_names.size());
  static constexpr auto stress_names = solid_stress_names;
  static constexpr int B = block_lanes<Real>;

  /// Length of the stable step, 1 / sqrt(sum of the squared gradients): by the element's largest eigenvalue,
  /// w^2 <= 4 c^2 sum |n_I|^2 / (6 V)^2. Between the half of the smallest height and the whole.
  static CRUMPLE_INLINE P reach_of(const TetrahedronGeometry<P>& g) {
    const Vec3<P> n1 = g.n2 + g.n3 + g.n4;
    return g.volume6 / sqrt(dot(n1, n1) + dot(g.n2, g.n2) + dot(g.n3, g.n3) + dot(g.n4, g.n4));
  }

  /// Gives L the trace that the nodes have on average; without nodal values it keeps its own.
  static CRUMPLE_INLINE void set_mean_rate(const NodeRows& n, const PackNodes<4>& nodes, const P& dt, Tensor<P>& L) {
    if (!n.dilatation) return;
    const P rate = select(dt > P(0), mean_dilatation<P>(n.dilatation, nodes) / max(dt, P(Real(1e-30))), P(0));
    const P missing = P(Real(1.0 / 3)) * (rate - (L.x.x + L.y.y + L.z.z));
    L.x.x = L.x.x + missing;
    L.y.y = L.y.y + missing;
    L.z.z = L.z.z + missing;
  }

  template <class C>
  static CRUMPLE_INLINE void forces(const ForceCall<Real>& call, const C& c, int block, int first_lane) {
    const ElementPack<Real> pack(call, block, first_lane);
    const auto& [e, n, at_block, lane, next, i, dt, alive] = pack;
    if (!any(alive)) return store(e.dt + i, P(no_limit));

    const Prefetch<4, false, Real> prefetch(pack, element_fields + 6 + c.material_fields);
    const PackNodes<4> nodes(e, at_block, lane);
    const TetrahedronDifferences<P> x = tetrahedron_differences<P>(n.position, nodes),
                                    v = tetrahedron_differences<P>(n.velocity, nodes);
    const P zero(0), one(1), sixth(Real(1.0 / 6)), back = P(0.5) * dt;
    const TetrahedronGeometry<P> mid =
        tetrahedron_geometry<P>({x.d2 - back * v.d2, x.d3 - back * v.d3, x.d4 - back * v.d4});
    prefetch.nodes(0);
    const TetrahedronGeometry<P> now = tetrahedron_geometry(x);
    const auto inverted = !(mid.volume6 > zero && now.volume6 > zero);
    const auto intact = alive && !inverted;
    const Vec3<P> none{zero, zero, zero};

    const P inverse = one / select(intact, mid.volume6, one);
    const auto row = [&](P Vec3<P>::* k) CRUMPLE_LAMBDA_INLINE {
      return select(intact, inverse * ((v.d2.*k) * mid.n2 + (v.d3.*k) * mid.n3 + (v.d4.*k) * mid.n4), none);
    };
    Tensor<P> L = {row(&Vec3<P>::x), row(&Vec3<P>::y), row(&Vec3<P>::z)};
    const P own_rate = L.x.x + L.y.y + L.z.z;
    if constexpr (averaged) set_mean_rate(n, nodes, select(intact, dt, zero), L);
    StressStep<P> point;
    set_increments(L, dt, point);

    const P volume = select(intact, sixth * now.volume6, one);
    const P reference = load<P>(e.reference_volume + i), density = P(c.density) * reference / volume;
    Real* const history = pack.history();
    point.history = history + element_fields * B;
    point.added = point.history + (6 + c.material_fields) * B;
    SolidWaves<P> waves(c, density, load<P>(e.mass_scale + i), point.added);
    waves.dilatation = min(own_rate, zero);
    const P reach = reach_of(now), length = SolidWaves<P>::viscous_length(cbrt(volume), reach);
    const P pressure = select(intact, waves.pressure(length), zero);
    point.viscous_pressure = update_bulk_pressure(history, pressure);

    point.volumetric_strain = one - select(intact, volume / reference, one);
    const P averaged_change = point.de[0] + point.de[1] + point.de[2];
    P old_trace(0);
    if constexpr (averaged) {
      point.volumetric_strain = update_kept_strain<P>(history + B, averaged_change);
      for (int f = 0; f < 3; ++f) old_trace = old_trace + load<P>(point.history + f * B);
    }
    prefetch.nodes(2);
    c.update_stress(c, point);
    prefetch.values();
    waves.update(c, point);
    P(&s)[6] = point.s;
    P work = point.work - point.viscous_pressure * averaged_change;
    if constexpr (averaged) {  // forces do work on the element's own volume
      const P mean = sixth * (old_trace + (s[0] + s[1] + s[2])) - point.viscous_pressure;
      work = work + mean * (dt * own_rate - averaged_change);
    }
    const P energy = select(intact, sixth * mid.volume6 * work, zero);
    store(e.internal_energy + i, load<P>(e.internal_energy + i) + energy);

    for (int f = 0; f < 3; ++f) s[f] = s[f] - pressure;
    const Tensor<P> S = {{s[0], s[3], s[5]}, {s[3], s[1], s[4]}, {s[5], s[4], s[2]}};
    const auto acting = intact && !point.failed;
    const auto force = [&](const Vec3<P>& area)
                           CRUMPLE_LAMBDA_INLINE { return select(acting, sixth * apply(S, area), none); };
    const Vec3<P> f2 = force(now.n2), f3 = force(now.n3), f4 = force(now.n4);
    const NodalSums<4> sums{nodes, n};
    sums.add_force(0, f2 + f3 + f4);
    sums.add_force(1, none - f2);
    sums.add_force(2, none - f3);
    sums.add_force(3, none - f4);

    prefetch.other_values();
    store(e.alive + i, select(alive && !point.failed, one, zero));
    store(e.dt + i,
          select(acting, waves.stable_step(reach, length), select(alive && inverted, P(-1), P(no_limit))));
  }

  CRUMPLE_DEVICE static void volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first,
                                     int last) {
    using D = Pack<double>;
    for (int block = first; block < last; ++block)
      for (int lane = 0; lane < B; lane += lanes_of<D>) {
        const PackNodes<4> nodes(e, block, lane);
        const D volume6 = tetrahedron_geometry(tetrahedron_differences<D>(n.position, nodes)).volume6;
        store(out + std::int64_t(block) * B + lane, D(1.0 / 6) * volume6);
      }
  }
};

}  // namespace crumple::kernels
