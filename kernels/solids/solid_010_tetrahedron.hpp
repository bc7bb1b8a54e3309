// ELFORM 10: four-node tetrahedron with one point, whose strain is uniform. It needs no hourglass control, and locks
// where the volume is preserved, as all such tetrahedra do. Stresses turn by Hughes & Winget (Int. J. Num. Meth. Engrg.
// 15 (1980) 1862-1867). Called through the kernel table by physics.
//
// n_I   area vectors: 6 V times the gradient of the shape function of node I; they add up to zero
#pragma once

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

template <class Real>
struct Solid010 {
  using P = Pack<Real>;
  using Law = SolidLaw<Real>;
  using Constants = SolidConstants<Real>;
  static constexpr bool shell = false;
  static constexpr int number = 10, nodes_per_element = 4, points = 1;
  static constexpr std::array element_names{"bulk viscous pressure"};
  static constexpr auto stress_names = solid_stress_names;
  static constexpr int B = block_lanes<Real>;

  /// Length of the stable step, 1 / sqrt(sum of the squared gradients): by the element's largest eigenvalue,
  /// w^2 <= 4 c^2 sum |n_I|^2 / (6 V)^2. Between the half of the smallest height and the whole.
  static CRUMPLE_INLINE P reach(const TetrahedronGeometry<P>& g) {
    const Vec3<P> n1 = g.n2 + g.n3 + g.n4;
    return g.volume6 / sqrt(dot(n1, n1) + dot(g.n2, g.n2) + dot(g.n3, g.n3) + dot(g.n4, g.n4));
  }

  static CRUMPLE_INLINE void pack_forces(const Constants& c, const Law& law, const ElementPack<Real>& pack) {
    const auto& [e, n, block, lane, i, dt, alive] = pack;
    if (!any(alive)) return store(e.dt + i, P(no_limit));

    const PackNodes<4> nodes(e, block, lane);
    const TetrahedronDifferences<P> x = tetrahedron_differences<P>(n.position, nodes),
                                    v = tetrahedron_differences<P>(n.velocity, nodes);
    const P zero(0), one(1), sixth(Real(1.0 / 6)), back = P(0.5) * dt;
    const TetrahedronGeometry<P> mid =
        tetrahedron_geometry<P>({x.d2 - back * v.d2, x.d3 - back * v.d3, x.d4 - back * v.d4});
    const TetrahedronGeometry<P> now = tetrahedron_geometry(x);
    const auto inverted = !(mid.volume6 > zero && now.volume6 > zero);
    const auto intact = alive && !inverted;
    const Vec3<P> none{zero, zero, zero};

    const P inverse = one / select(intact, mid.volume6, one);
    const auto row = [&](P Vec3<P>::* k) CRUMPLE_LAMBDA_INLINE {
      return select(intact, inverse * ((v.d2.*k) * mid.n2 + (v.d3.*k) * mid.n3 + (v.d4.*k) * mid.n4), none);
    };
    const Tensor<P> L = {row(&Vec3<P>::x), row(&Vec3<P>::y), row(&Vec3<P>::z)};
    StressStep<P> point;
    set_increments(L, dt, point);

    const P volume = select(intact, sixth * now.volume6, one);
    const P reference = load<P>(e.reference_volume + i), density = P(c.density) * reference / volume;
    Real* const history = pack.history();
    point.history = history + int(element_names.size()) * B;
    point.added = point.history + (6 + law.material_fields) * B;
    SolidWaves<P> waves(c, density, load<P>(e.mass_scale + i), point.added);
    waves.dilatation = min(L.x.x + L.y.y + L.z.z, zero);
    const P pressure = select(intact, waves.pressure(cbrt(volume)), zero);
    point.viscous_pressure = update_bulk_pressure(history, pressure);

    point.volumetric_strain = one - select(intact, volume / reference, one);
    c.update_stress(c, point);
    waves.update(c, point);
    P(&s)[6] = point.s;
    const P work = point.work - point.viscous_pressure * (point.de[0] + point.de[1] + point.de[2]);
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

    store(e.alive + i, select(alive && !point.failed, one, zero));
    store(e.dt + i,
          select(acting, waves.stable_step(reach(now), cbrt(volume)), select(alive && inverted, P(-1), P(no_limit))));
  }

  static void forces(const ForceCall<Real>& call, const Law& law) {
    for_each_pack<Constants>(call, law, [&](const Constants& c, int block, int lane) CRUMPLE_LAMBDA_INLINE {
      if (lane == 0 && block + 2 < call.last)
        prefetch_block<4, false>(call, block + 2, int(element_names.size()) + 6 + law.material_fields);
      pack_forces(c, law, ElementPack<Real>(call, block, lane));
    });
  }

  static void volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first, int last) {
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
