// ELFORM 16: ten-node tetrahedron of quadratic displacements with four points, each with its own change of volume. Its
// sides may be curved. It needs no hourglass control. Called through the kernel table by physics. Points: Zienkiewicz,
// Taylor & Zhu, The Finite Element Method, numerical integration over tetrahedra, degree 2. Stresses turn by Hughes &
// Winget (Int. J. Num. Meth. Engrg. 15 (1980) 1862-1867).
//
// L_1 to L_4   volume coordinates; xi, eta, zeta are L_2, L_3, L_4
// nodes        corners 1 2 3 4, then the sides 12, 23, 31, 14, 24, 34
// J            determinant of the map at a point, 6 V if the sides are straight; a point weighs J / 24
// n            area vectors (map.hpp)
#pragma once

#include "kernels/simd/elementary.hpp"
#include "kernels/solids/map.hpp"
#include "kernels/solids/tetrahedron.hpp"

namespace crumple::kernels {

/// One of the four points: the large volume coordinate is that of corner `point`.
template <class P>
struct TetrahedronPoint {
  P L[4];
  CRUMPLE_INLINE explicit TetrahedronPoint(int point) {
    using Real = typename P::value_type;
    for (int k = 0; k < 4; ++k) L[k] = P(Real(k == point ? 0.58541019662496845446 : 0.13819660112501051518));
  }
};

/// A nodal field less its value at node 1, or sums over nodes: [node - 1].
template <class P>
struct QuadraticField {
  Vec3<P> of[9];
  CRUMPLE_INLINE const Vec3<P>& operator[](int k) const { return of[k]; }
};
template <class P>
CRUMPLE_INLINE QuadraticField<P> gather_quadratic(const double* rows, const PackNodes<10>& nodes) {
  QuadraticField<P> field;
  for (int k = 0; k < 9; ++k) field.of[k] = gather_differences<P>(rows, nodes[k + 1], nodes[0]);
  return field;
}

/// Derivatives of a field by xi, eta, zeta.
template <class P>
CRUMPLE_INLINE MapAxes<P> derivatives(const QuadraticField<P>& f, const TetrahedronPoint<P>& p) {
  const P four(4), one(1);
  const Vec3<P>&f2 = f[0], &f3 = f[1], &f4 = f[2], &f12 = f[3], &f23 = f[4], &f31 = f[5], &f14 = f[6], &f24 = f[7],
               &f34 = f[8];
  const Vec3<P> by_first = p.L[1] * f12 + p.L[2] * f31 + p.L[3] * f14;
  return {(four * p.L[1] - one) * f2 + four * (p.L[0] * f12 + p.L[2] * f23 + p.L[3] * f24 - by_first),
          (four * p.L[2] - one) * f3 + four * (p.L[0] * f31 + p.L[1] * f23 + p.L[3] * f34 - by_first),
          (four * p.L[3] - one) * f4 + four * (p.L[0] * f14 + p.L[1] * f24 + p.L[2] * f34 - by_first)};
}

/// Adds what forces t on the derivatives by xi, eta, zeta are on all nodes but the first, whose force balances them.
template <class P>
CRUMPLE_INLINE void add_to_nodes(const MapAxes<P>& t, const TetrahedronPoint<P>& p, QuadraticField<P>& f) {
  const P four(4), one(1);
  const Vec3<P> sum = t.xi + t.eta + t.zeta;
  f.of[0] = f[0] + (four * p.L[1] - one) * t.xi;
  f.of[1] = f[1] + (four * p.L[2] - one) * t.eta;
  f.of[2] = f[2] + (four * p.L[3] - one) * t.zeta;
  f.of[3] = f[3] + four * (p.L[0] * t.xi - p.L[1] * sum);
  f.of[4] = f[4] + four * (p.L[2] * t.xi + p.L[1] * t.eta);
  f.of[5] = f[5] + four * (p.L[0] * t.eta - p.L[2] * sum);
  f.of[6] = f[6] + four * (p.L[0] * t.zeta - p.L[3] * sum);
  f.of[7] = f[7] + four * (p.L[3] * t.xi + p.L[1] * t.zeta);
  f.of[8] = f[8] + four * (p.L[3] * t.eta + p.L[2] * t.zeta);
}

/// The map at a point.
template <class P>
struct QuadraticMap {
  MapAxes<P> n;
  P j;
  CRUMPLE_INLINE QuadraticMap(const QuadraticField<P>& x, const TetrahedronPoint<P>& p) {
    const MapAxes<P> t = derivatives(x, p);
    n = area_vectors(t);
    j = dot(t.xi, n.xi);
  }
  /// Length of the stable step. With the gradients g_a of the L_a and a corner and a side that have 1/36 and 4/27 of
  /// the mass, an elastic element with straight sides has w^2 <= 26.6 c^2 (sum over a, b of (g_a . g_b)^2)^(1/2): the
  /// largest of 18,000 tetrahedra of all shapes and Poisson's ratios up to 0.499 was 26.5.
  CRUMPLE_INLINE P reach() const {
    using Real = typename P::value_type;
    const Vec3<P> all[4] = {n.xi, n.eta, n.zeta, n.xi + n.eta + n.zeta};
    P trace(0), squares(0);
    for (const Vec3<P>& g : all) trace = trace + dot(g, g);
    const P scale = P(1) / max(trace, P(Real(1e-37)));
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b <= a; ++b) {
        const P share = scale * dot(all[a], all[b]);
        squares = squares + P(Real(a == b ? 1 : 2)) * share * share;
      }
    return P(Real(0.38778)) * j / sqrt(trace * sqrt(squares));  // 2 / sqrt(26.6)
  }
};

template <class Real>
struct Solid016 {
  using P = Pack<Real>;
  using Law = SolidLaw<Real>;
  using Constants = SolidConstants<Real>;
  static constexpr bool shell = false;
  static constexpr int number = 16, nodes_per_element = 10, points = 4;
  static constexpr std::array element_names{"bulk viscous pressure", "volumetric strain at point 1",
                                            "volumetric strain at point 2", "volumetric strain at point 3",
                                            "volumetric strain at point 4"};
  static constexpr int element_fields = int(element_names.size());
  static constexpr auto stress_names = solid_stress_names;
  static constexpr int B = block_lanes<Real>;

  /// Volume at the end of the step and in mid-step, its rate, the length of the stable step.
  struct Geometry {
    P volume{Real(0)}, middle{Real(0)}, growth{Real(0)}, reach{Real(1e30)};
    typename P::mask_type inverted{false};
    CRUMPLE_INLINE Geometry(const QuadraticField<P>& x, const QuadraticField<P>& x_mid, const QuadraticField<P>& v) {
      const P weight(Real(1.0 / 24));
      for (int k = 0; k < points; ++k) {
        const TetrahedronPoint<P> p(k);
        const QuadraticMap<P> now(x, p), half(x_mid, p);
        const MapAxes<P> rates = derivatives(v, p);
        volume = volume + weight * now.j;
        middle = middle + weight * half.j;
        growth = growth + weight * (dot(rates.xi, half.n.xi) + dot(rates.eta, half.n.eta) +
                                    dot(rates.zeta, half.n.zeta));
        reach = min(reach, now.reach());
        inverted = inverted || !(now.j > P(0) && half.j > P(0));
      }
    }
  };

  /// The element is deleted with the first point that fails, and inverted where the map is at any point.
  template <class C>
  CRUMPLE_APART static void forces(const ForceCall<Real>& call, const C& c, int block, int first_lane) {
    const ElementPack<Real> pack(call, block, first_lane);
    const auto& [e, n, at_block, lane, next, i, dt, alive] = pack;
    if (!any(alive)) return store(e.dt + i, P(no_limit));

    const Prefetch<10, false, Real> prefetch(pack, element_fields + points * (6 + c.material_fields));
    const PackNodes<10> nodes(e, at_block, lane);
    const QuadraticField<P> x = gather_quadratic<P>(n.position, nodes), v = gather_quadratic<P>(n.velocity, nodes);
    QuadraticField<P> x_mid;
    for (int k = 0; k < 9; ++k) x_mid.of[k] = x[k] - (P(0.5) * dt) * v[k];
    prefetch.nodes(0);
    const Geometry geometry(x, x_mid, v);
    prefetch.nodes(3);
    const P zero(0), one(1);
    const Vec3<P> none{zero, zero, zero};
    const auto intact = alive && !geometry.inverted;
    const P volume = select(intact, geometry.volume, one), middle = select(intact, geometry.middle, one);
    const P D = select(intact, geometry.growth / middle, zero);

    Real* const history = pack.history();
    Real* const stresses = history + element_fields * B;
    StressStep<P> point;
    point.n_points = points;
    point.added = stresses + points * (6 + c.material_fields) * B;
    const P reference = load<P>(e.reference_volume + i), density = P(c.density) * reference / volume;
    SolidWaves<P> waves(c, density, load<P>(e.mass_scale + i), point.added);
    waves.dilatation = min(D, zero);
    const P reach = select(intact, geometry.reach, one), length = SolidWaves<P>::viscous_length(cbrt(volume), reach);
    const P viscous = select(intact, waves.pressure(length), zero);
    point.viscous_pressure = update_bulk_pressure(history, viscous);

    prefetch.nodes(6);
    QuadraticField<P> sums;
    for (int k = 0; k < 9; ++k) sums.of[k] = none;
    P work = zero;
    auto failed = !alive;
    for (int k = 0; k < points; ++k) {
      const TetrahedronPoint<P> p(k);
      const QuadraticMap<P> now(x, p), half(x_mid, p);
      const MapAxes<P> rates = derivatives(v, p);
      const P inverse = one / select(intact, half.j, one);
      const auto row = [&](P Vec3<P>::* r) CRUMPLE_LAMBDA_INLINE {
        return select(intact, inverse * ((rates.xi.*r) * half.n.xi + (rates.eta.*r) * half.n.eta +
                                         (rates.zeta.*r) * half.n.zeta), none);
      };
      set_increments<P>({row(&Vec3<P>::x), row(&Vec3<P>::y), row(&Vec3<P>::z)}, dt, point);
      point.point = k;
      point.history = stresses + k * (6 + c.material_fields) * B;
      point.volumetric_strain =
          update_kept_strain<P>(history + (1 + k) * B, point.de[0] + point.de[1] + point.de[2]);
      c.update_stress(c, point);
      waves.update(c, point);
      point.added = point.added + c.material->added_fields() * B;
      failed = failed || point.failed;
      work = work + select(intact, half.j * point.work, zero);

      P(&s)[6] = point.s;
      for (int f = 0; f < 3; ++f) s[f] = s[f] - viscous;
      const Tensor<P> S = {{s[0], s[3], s[5]}, {s[3], s[1], s[4]}, {s[5], s[4], s[2]}};
      add_to_nodes<P>({apply(S, now.n.xi), apply(S, now.n.eta), apply(S, now.n.zeta)}, p, sums);
    }

    const P weight(Real(1.0 / 24));
    prefetch.nodes(9);
    const P energy = select(intact, weight * work - middle * (point.viscous_pressure * dt * D), zero);
    store(e.internal_energy + i, load<P>(e.internal_energy + i) + energy);

    const auto acting = intact && !failed;
    prefetch.values();
    const NodalSums<10> to{nodes, n};
    Vec3<P> first = none;
    for (int k = 0; k < 9; ++k) {
      const Vec3<P> force = select(acting, weight * sums[k], none);
      first = first + force;
      to.add_force(k + 1, none - force);
    }
    to.add_force(0, first);

    prefetch.other_values();
    store(e.alive + i, select(alive && !failed, one, zero));
    store(e.dt + i, select(acting, waves.stable_step(reach, length),
                           select(alive && geometry.inverted, P(-1), P(no_limit))));
  }

  CRUMPLE_DEVICE static void volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first,
                                     int last) {
    using D = Pack<double>;
    for (int block = first; block < last; ++block)
      for (int lane = 0; lane < B; lane += lanes_of<D>) {
        const QuadraticField<D> x = gather_quadratic<D>(n.position, PackNodes<10>(e, block, lane));
        D volume(0);
        for (int k = 0; k < points; ++k) volume = volume + D(1.0 / 24) * QuadraticMap<D>(x, TetrahedronPoint<D>(k)).j;
        store(out + std::int64_t(block) * B + lane, volume);
      }
  }
};

}  // namespace crumple::kernels
