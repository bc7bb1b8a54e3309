// ELFORM 15: six-node pentahedron (wedge) with two points on the line between the middles of its triangles. Its change
// of volume is that of the whole element, as in ELFORM 2, so that it does not lock where the volume is preserved. At
// its points the turn of one triangle against the other about that line has no strain; a torque of elastic torsion
// resists it. Stresses turn by Hughes & Winget (Int. J. Num. Meth. Engrg. 15 (1980) 1862-1867). Called through the
// kernel table by physics.
//
// Nodes 1 2 3 are the triangle zeta = -1, 4 5 6 that of zeta = +1; xi and eta are the triangle's coordinates at nodes 2
// and 3. J is linear in xi and eta and quadratic in zeta at most, so the points at zeta = -+1/sqrt(3) in the middle of
// the triangle, each of the weight 1/2, integrate the volume exactly.
// J     determinant of the map at a point
// n     area vectors (map.hpp)
#pragma once

#include "kernels/simd/elementary.hpp"
#include "kernels/solids/map.hpp"

namespace crumple::kernels {

/// A nodal field at the points: its derivatives by xi and eta are a + zeta a1 and b + zeta b1, that by zeta is c. Or
/// the sums over nodes that belong to them.
template <class P>
struct WedgeModes {
  Vec3<P> a, b, c, a1, b1;
};

template <class P>
CRUMPLE_INLINE WedgeModes<P> gather_wedge_modes(const double* rows, const PackNodes<6>& nodes) {
  Vec3<P> d[5];  // less the value of node 1
  for (int k = 0; k < 5; ++k) d[k] = gather_differences<P>(rows, nodes[k + 1], nodes[0]);
  const P half(0.5), sixth(typename P::value_type(1.0 / 6));
  const Vec3<P> upper_xi = d[3] - d[2], upper_eta = d[4] - d[2];
  return {half * (upper_xi + d[0]), half * (upper_eta + d[1]), sixth * ((d[2] + d[3] + d[4]) - (d[0] + d[1])),
          half * (upper_xi - d[0]), half * (upper_eta - d[1])};
}

template <class P>
CRUMPLE_INLINE WedgeModes<P> moved_back(const WedgeModes<P>& x, P time, const WedgeModes<P>& v) {
  return {x.a - time * v.a, x.b - time * v.b, x.c - time * v.c, x.a1 - time * v.a1, x.b1 - time * v.b1};
}

template <class P>
CRUMPLE_INLINE MapAxes<P> derivatives(const WedgeModes<P>& m, P zeta) {
  return {m.a + zeta * m.a1, m.b + zeta * m.b1, m.c};
}

/// Adds to the mode sums what forces t on the derivatives by xi, eta, zeta are on the modes: the transpose.
template <class P>
CRUMPLE_INLINE void add_to_modes(const MapAxes<P>& t, P zeta, WedgeModes<P>& f) {
  f.a = f.a + t.xi;
  f.b = f.b + t.eta;
  f.c = f.c + t.zeta;
  f.a1 = f.a1 + zeta * t.xi;
  f.b1 = f.b1 + zeta * t.eta;
}

/// Adds the forces of mode sums f to the nodes: gather_wedge_modes backwards.
template <class P>
CRUMPLE_INLINE void add_mode_forces(const WedgeModes<P>& f, const NodalSums<6>& sums) {
  const P half(0.5), sixth(typename P::value_type(1.0 / 6));
  const Vec3<P> zero{P(0), P(0), P(0)};
  const Vec3<P> along = sixth * f.c;
  const Vec3<P> lower_xi = half * (f.a - f.a1), lower_eta = half * (f.b - f.b1);
  const Vec3<P> upper_xi = half * (f.a + f.a1), upper_eta = half * (f.b + f.b1);
  sums.add_force(0, zero - (lower_xi + lower_eta) - along);
  sums.add_force(1, lower_xi - along);
  sums.add_force(2, lower_eta - along);
  sums.add_force(3, along - (upper_xi + upper_eta));
  sums.add_force(4, upper_xi + along);
  sums.add_force(5, upper_eta + along);
}

/// The map at one of the two points.
template <class P>
struct WedgePoint {
  P zeta;
  MapAxes<P> n;
  P j;
  CRUMPLE_INLINE WedgePoint(const WedgeModes<P>& x, int point)
      : zeta(typename P::value_type(point ? 0.57735026918962576451 : -0.57735026918962576451)) {  // 1 / sqrt(3)
    const MapAxes<P> t = derivatives(x, zeta);
    n = area_vectors(t);
    j = dot(t.xi, n.xi);
  }
};

/// The map at both points, and the volume.
template <class P>
struct WedgeGeometry {
  WedgePoint<P> point[2];
  P volume;
  CRUMPLE_INLINE explicit WedgeGeometry(const WedgeModes<P>& x)
      : point{WedgePoint<P>(x, 0), WedgePoint<P>(x, 1)}, volume(P(0.5) * (point[0].j + point[1].j)) {}
  CRUMPLE_INLINE typename P::mask_type is_inverted() const { return !(point[0].j > P(0) && point[1].j > P(0)); }
};

/// Torsion of the mean prism, of the area A, the edges e_1 to e_3 and the length l: its torque over the difference of
/// the points' turns about the axis, which are l / sqrt(3) apart. The polar moment is A (e_1^2 + e_2^2 + e_3^2) / 36;
/// of it 0.6 resist the torsion of an equilateral triangle whose section may warp (Saint-Venant), and are taken for
/// any.
template <class P>
struct WedgeTorsion {
  Vec3<P> axis;      // of unit length
  P edges, squared;  // e_1^2 + e_2^2 + e_3^2, l^2
  P stiffness;       // [force length]
  P largest;         // torque at yield [force length]

  CRUMPLE_INLINE WedgeTorsion(const WedgeModes<P>& x, P shear_modulus, P yield_shear) {
    const Vec3<P> third = x.b - x.a, n = cross(x.a, x.b);
    edges = dot(x.a, x.a) + dot(x.b, x.b) + dot(third, third);
    squared = P(4) * dot(x.c, x.c);
    const P length = sqrt(squared), half(0.5);
    axis = (P(2) / length) * x.c;
    // 3 G (0.6 A edges / 36) / l
    stiffness = P(typename P::value_type(0.05)) * shear_modulus * (half * sqrt(dot(n, n))) * edges / length;
    // the shear strain at the radius of gyration, sqrt(edges) / 6, is that at yield
    largest = stiffness * yield_shear * length * P(typename P::value_type(6 / 1.7320508075688772)) / sqrt(edges);
  }
};

template <class Real>
struct Solid015 {
  using P = Pack<Real>;
  using Law = SolidLaw<Real>;
  using Constants = SolidConstants<Real>;
  static constexpr bool shell = false;
  static constexpr int number = 15, nodes_per_element = 6, points = 2;
  static constexpr std::array element_names{"torque", "bulk viscous pressure"};
  static constexpr auto stress_names = solid_stress_names;
  static constexpr int B = block_lanes<Real>;

  /// Length of the stable step, by a bound of the element's largest eigenvalue: w^2 <= 6 c^2 times the mean over the
  /// points of the sum of the squared gradients, 2/3 of those of the triangle, S, and |grad zeta|^2 / 6. The torsion,
  /// whose gradients are the difference of the two points', adds its stiffness times S / 6.
  static CRUMPLE_INLINE P reach_of(const WedgeGeometry<P>& g, const WedgeTorsion<P>& torsion, P shear_over_modulus) {
    const P quarter(0.25), half(0.5);
    P sum(0), triangles(0);
    for (const WedgePoint<P>& p : g.point) {
      const Vec3<P> first = p.n.xi + p.n.eta;
      const P triangle = (dot(first, first) + dot(p.n.xi, p.n.xi) + dot(p.n.eta, p.n.eta)) / p.j;  // J S
      sum = sum + half * (triangle + quarter * dot(p.n.zeta, p.n.zeta) / p.j);
      triangles = triangles + half * triangle;
    }
    const P of_torsion = P(Real(0.0125)) * shear_over_modulus * torsion.edges / torsion.squared;
    return sqrt(g.volume / (sum + of_torsion * triangles));
  }

  /// The element is deleted with the first point that fails, and inverted where the map is at one of them.
  template <class C>
  CRUMPLE_APART static void forces(const ForceCall<Real>& call, const C& c, int block, int first_lane) {
    const ElementPack<Real> pack(call, block, first_lane);
    const auto& [e, n, at_block, lane, next, i, dt, alive] = pack;
    if (!any(alive)) return store(e.dt + i, P(no_limit));

    const Prefetch<6, false, Real> prefetch(pack, points * (6 + c.material_fields));
    const PackNodes<6> nodes(e, at_block, lane);
    const WedgeModes<P> x = gather_wedge_modes<P>(n.position, nodes), v = gather_wedge_modes<P>(n.velocity, nodes);
    prefetch.nodes(0);
    const WedgeGeometry<P> mid(moved_back(x, P(0.5) * dt, v)), now(x);
    const P zero(0), one(1), half(0.5), third(Real(1.0 / 3));
    const Vec3<P> none{zero, zero, zero};
    const auto inverted = mid.is_inverted() || now.is_inverted();
    const auto intact = alive && !inverted;
    const P volume = select(intact, now.volume, one);

    P D = zero;  // rate of the volume over it
    for (const WedgePoint<P>& p : mid.point) {
      const MapAxes<P> slopes = derivatives(v, p.zeta);
      D = D + half * (dot(slopes.xi, p.n.xi) + dot(slopes.eta, p.n.eta) + dot(slopes.zeta, p.n.zeta));
    }
    D = select(intact, D / select(intact, mid.volume, one), zero);

    const P reference = load<P>(e.reference_volume + i), density = P(c.density) * reference / volume;
    Real* const history = pack.history();
    Real* const stresses = history + int(element_names.size()) * B;
    StressStep<P> point;
    point.n_points = points;
    point.added = stresses + points * (6 + c.material_fields) * B;
    SolidWaves<P> waves(c, density, load<P>(e.mass_scale + i), point.added);
    waves.dilatation = min(D, zero);
    const P shear_modulus = P(Real(0.75)) * P(c.shear_part);
    const WedgeTorsion<P> torsion(x, shear_modulus, P(c.assumed_strain.yield_shear));
    const P reach = reach_of(now, torsion, shear_modulus / P(c.modulus));
    const P length = SolidWaves<P>::viscous_length(cbrt(volume), reach);
    const P viscous = select(intact, waves.pressure(length), zero);
    point.viscous_pressure = update_bulk_pressure(history + B, viscous);
    point.volumetric_strain = one - select(intact, volume / reference, one);

    prefetch.nodes(2);
    WedgeModes<P> deviatoric{none, none, none, none, none}, volumetric = deviatoric;  // sums
    P work = zero, pressure = zero;                                                   // times twice the volume
    Vec3<P> turn = none;  // twice the rate by which the second point turns against the first
    auto failed = !alive;
    for (int k = 0; k < points; ++k) {
      const WedgePoint<P>& p = now.point[k];
      const P j_half = select(intact, mid.point[k].j, one);
      Tensor<P> L = gradient_of_mean_volume(derivatives(v, p.zeta), mid.point[k].n, one / j_half, D);
      L = {select(intact, L.x, none), select(intact, L.y, none), select(intact, L.z, none)};
      const Vec3<P> curl{L.z.y - L.y.z, L.x.z - L.z.x, L.y.x - L.x.y};
      turn = k == 0 ? none - curl : turn + curl;
      set_increments(L, dt, point);
      point.point = k;
      point.history = stresses + k * (6 + c.material_fields) * B;
      c.update_stress(c, point);
      waves.update(c, point);
      point.added = point.added + c.material->added_fields() * B;
      failed = failed || point.failed;
      work = work + j_half * point.work;

      P(&s)[6] = point.s;
      const P mean_stress = third * (s[0] + s[1] + s[2]);
      pressure = pressure - p.j * mean_stress;
      const Tensor<P> S = {
          {s[0] - mean_stress, s[3], s[5]}, {s[3], s[1] - mean_stress, s[4]}, {s[5], s[4], s[2] - mean_stress}};
      add_to_modes<P>({apply(S, p.n.xi), apply(S, p.n.eta), apply(S, p.n.zeta)}, p.zeta, deviatoric);
      add_to_modes(p.n, p.zeta, volumetric);
    }
    prefetch.nodes(4);
    const P energy = select(intact, half * work - mid.volume * point.viscous_pressure * (dt * D), zero);
    store(e.internal_energy + i, load<P>(e.internal_energy + i) + energy);

    const P angle = select(intact, dt * (half * dot(torsion.axis, turn)), zero), old_torque = load<P>(history);
    const P bound = select(intact, torsion.largest, zero);
    const P torque = min(max(old_torque + select(intact, torsion.stiffness, zero) * angle, zero - bound), bound);
    store(history, torque);
    store(e.hourglass_energy + i, load<P>(e.hourglass_energy + i) + half * (old_torque + torque) * angle);
    for (int k = 0; k < points; ++k) {
      const WedgePoint<P>& p = now.point[k];
      const Vec3<P> arm = ((k == 0 ? zero - torque : torque) / select(intact, p.j, one)) * torsion.axis;
      add_to_modes<P>({cross(arm, p.n.xi), cross(arm, p.n.eta), cross(arm, p.n.zeta)}, p.zeta, deviatoric);
    }

    const auto acting = intact && !failed;
    prefetch.values();
    pressure = half * pressure / volume + viscous;
    const auto force = [&](const Vec3<P>& of_stress, const Vec3<P>& of_volume) CRUMPLE_LAMBDA_INLINE {
      return select(acting, half * (pressure * of_volume - of_stress), none);
    };
    add_mode_forces<P>({force(deviatoric.a, volumetric.a), force(deviatoric.b, volumetric.b),
                        force(deviatoric.c, volumetric.c), force(deviatoric.a1, volumetric.a1),
                        force(deviatoric.b1, volumetric.b1)},
                       {nodes, n});

    prefetch.other_values();
    const P step = waves.stable_step(reach, length);
    store(e.alive + i, select(alive && !failed, one, zero));
    store(e.dt + i, select(acting, step, select(alive && inverted, P(-1), P(no_limit))));
  }

  CRUMPLE_DEVICE static void volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first,
                                     int last) {
    using D = Pack<double>;
    for (int block = first; block < last; ++block)
      for (int lane = 0; lane < B; lane += lanes_of<D>) {
        const WedgeGeometry<D> geometry(gather_wedge_modes<D>(n.position, PackNodes<6>(e, block, lane)));
        store(out + std::int64_t(block) * B + lane, geometry.volume);
      }
  }
};

}  // namespace crumple::kernels
