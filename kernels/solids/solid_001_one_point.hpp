// ELFORM 1: eight-node solid with one point, mean-gradient B and exact volume, hourglass control and bulk viscosity.
// Flanagan & Belytschko, Int. J. Num. Meth. Engrg. 17 (1981) 679-706; objective stress update of Hughes & Winget, ibid.
// 15 (1980) 1862-1867; bulk viscosity and time step as in LS-DYNA's theory manual. Hexes with repeated nodes (wedges,
// tetrahedra) are integrated exactly too. Called through the kernel table by physics. Symbols as in hex.hpp;
// q_m = 8 (v_m - L x_m), m = 1 2 3 g, are the hourglass rates gamma_mI v_I; Q_m the hourglass forces.
#pragma once

#include "kernels/simd/elementary.hpp"
#include "kernels/solids/hex_assumed_strain.hpp"

namespace crumple::kernels {

/// q_m, free of linear fields, in the axes of mid-step.
template <class P>
struct HexHourglassRates {
  Vec3<P> q[4];
  CRUMPLE_INLINE HexHourglassRates(const HexModes<P>& x, const HexModes<P>& v, const Tensor<P>& L) {
    const Vec3<P>* const amplitude[4] = {&v.d1, &v.d2, &v.d3, &v.g};
    const Vec3<P>* const shape[4] = {&x.d1, &x.d2, &x.d3, &x.g};
    for (int m = 0; m < 4; ++m) q[m] = P(8) * (*amplitude[m] - apply(L, *shape[m]));
  }
};

/// Hourglass forces Q_m, m = 1 2 3 g, at the end of the step.
template <class P>
struct HexHourglassStep {
  const HexHourglassRates<P>& rates;
  const Tensor<P>&R, &H;  // as in StressStep
  const P& dt;
  const typename P::mask_type& alive;
  typename P::value_type* history;  // the pack's first field; fields lie a block apart
  Vec3<P> Q[4];                     // out

  static constexpr int B = block_lanes<typename P::value_type>;
  CRUMPLE_INLINE Vec3<P> none() const { return {P(0), P(0), P(0)}; }
  /// q_m turned to the end of the step as the strain increments are.
  CRUMPLE_INLINE Vec3<P> rate(int m) const { return select(alive, apply(H, rates.q[m]), none()); }
  /// Q_m of the last step, turned with the material.
  CRUMPLE_INLINE Vec3<P> turned(int m) const {
    const typename P::value_type* h = history + 3 * m * B;
    return select(alive, apply(R, Vec3<P>{load<P>(h), load<P>(h + B), load<P>(h + 2 * B)}), none());
  }
  CRUMPLE_INLINE void keep(int m) const {
    typename P::value_type* h = history + 3 * m * B;
    store(h, Q[m].x);
    store(h + B, Q[m].y);
    store(h + 2 * B, Q[m].z);
  }
};
/// Shortens the vectors to `length` where they are longer; side by side, as each is a root and a division.
template <class P>
CRUMPLE_INLINE void limit(Vec3<P> (&v)[4], P length) {
  const P most = length * length;
  P squared[4];
  auto is_any = typename P::mask_type(false);
  for (int m = 0; m < 4; ++m) {
    squared[m] = dot(v[m], v[m]);
    is_any = is_any || squared[m] > most;
  }
  if (!any(is_any)) return;
  for (int m = 0; m < 4; ++m) v[m] = select(squared[m] > most, length / sqrt(squared[m]), P(1)) * v[m];
}

/// Forces in proportion to q: Q (viscous) or Q' (stiffness) = coefficient q.
/// Stiffness: QM (lambda + 2 mu) / 8 (B_I.B_I / V), turned with the material (Flanagan & Belytschko 1981, sec. 5);
/// |Q_m| does not grow beyond `limit`, its value at that amplitude of the mode whose largest strain is the yield strain
/// e, q = 4 e V^(1/3), as for shells. Viscous: QM rho c V^(2/3) / 4 (LS-DYNA theory manual, "hourglass control").
template <class P>
struct HexProportional {
  bool viscous;
  P coefficient, limit;
};
/// Returns the work of the mean of old and new forces.
template <class P>
CRUMPLE_INLINE P update_hourglass(const HexProportional<P>& law, HexHourglassStep<P>& step) {
  Vec3<P> q[4], old[4];
  for (int m = 0; m < 4; ++m) {
    q[m] = step.rate(m);
    old[m] = step.turned(m);
    const Vec3<P> rate = select(step.alive, law.coefficient * q[m], step.none());
    step.Q[m] = law.viscous ? rate : old[m] + step.dt * rate;
  }
  if (!law.viscous) limit(step.Q, law.limit);
  P work(0);
  for (int m = 0; m < 4; ++m) {
    work = work + step.dt * dot(old[m] + step.Q[m], q[m]);
    step.keep(m);
  }
  return P(0.5) * work;
}
/// The same of IHQ 6. Forces stay in space, so that those within their limits are turned by R alone.
template <class P>
CRUMPLE_INLINE P update_hourglass(const AssumedStrainConstants<typename P::value_type>& c, const HexBox<P>& box,
                                  HexHourglassStep<P>& step) {
  Vec3<P> q[4];
  HexAmplitudes<P> local;
  for (int m = 0; m < 4; ++m) local.mode[m] = apply(box.axes, q[m] = step.rate(m));
  const HexAmplitudes<P> rates = assumed_strain_rates(c, box, local), limits = assumed_strain_limits(c, box);
  P work(0);
  for (int m = 0; m < 4; ++m) {
    const Vec3<P> old = step.turned(m);
    const Vec3<P> rate = select(step.alive, apply_transposed(box.axes, rates.mode[m]), step.none());
    step.Q[m] = limited(old + step.dt * rate, box.axes, limits.mode[m], step.alive);
    work = work + step.dt * dot(old + step.Q[m], q[m]);
    step.keep(m);
  }
  return P(0.5) * work;
}

/// Adds - (s B_I + sum over m of Q_m gamma_mI) to the nodes.
template <class P>
struct HexStresses {
  const P (&s)[6];
  const Vec3<P> (&Q)[4];
  P inverse_volume;
  typename P::mask_type acting;
};
template <class P>
CRUMPLE_INLINE void add_solid_forces(const HexModes<P>& x, const HexGeometry<P>& B, const HexStresses<P>& stresses,
                                     const NodalSums<8>& sums) {
  const auto& s = stresses.s;
  const auto& Q = stresses.Q;
  // gamma_mI = Gamma_mI - (8 / V) B_I.x_m, so the hourglass forces lessen the stress by (8 / V) Q_m (x) x_m.
  const P k = P(8) * stresses.inverse_volume;
  const auto row = [&](P Vec3<P>::*i, P sx, P sy, P sz) CRUMPLE_LAMBDA_INLINE {
    const Vec3<P> h = (Q[0].*i) * x.d1 + (Q[1].*i) * x.d2 + (Q[2].*i) * x.d3 + (Q[3].*i) * x.g;
    return Vec3<P>{sx, sy, sz} - k * h;
  };
  const Tensor<P> S = {row(&Vec3<P>::x, s[0], s[3], s[5]), row(&Vec3<P>::y, s[3], s[1], s[4]),
                       row(&Vec3<P>::z, s[5], s[4], s[2])};
  const Vec3<P> zero{P(0), P(0), P(0)};
  const auto force = [&](const Vec3<P>& f) CRUMPLE_LAMBDA_INLINE { return select(stresses.acting, zero - f, zero); };
  add_mode_forces<P>({force(apply(S, B.a)), force(apply(S, B.b)), force(apply(S, B.c)), force(apply(S, B.d1) + Q[0]),
                      force(apply(S, B.d2) + Q[1]), force(apply(S, B.d3) + Q[2]), force(Q[3])},
                     sums);
}

template <class Real>
struct Solid001 {
  using P = Pack<Real>;
  using Law = SolidLaw<Real>;
  using Constants = SolidConstants<Real>;
  static constexpr bool shell = false;
  static constexpr int number = 1, nodes_per_element = 8, points = 1;
  /// The hourglass forces Q_1 Q_2 Q_3 Q_g, then q.
  static constexpr std::array element_names{
      "hourglass 1 x", "hourglass 1 y", "hourglass 1 z", "hourglass 2 x", "hourglass 2 y", "hourglass 2 z",
      "hourglass 3 x", "hourglass 3 y", "hourglass 3 z", "hourglass 4 x", "hourglass 4 y", "hourglass 4 z",
      "bulk viscous pressure"};
  static constexpr auto stress_names = solid_stress_names;
  static constexpr int element_fields = int(element_names.size()), bulk_pressure = element_fields - 1;
  static constexpr int B = block_lanes<Real>;

  /// `assumed_strain`: IHQ 6, compiled apart on CPUs, so that the others do not pay for its registers.
  template <bool assumed_strain, class C>
  static CRUMPLE_INLINE void pack_forces(const ForceCall<Real>& call, const C& c, int block, int first_lane) {
    const ElementPack<Real> pack(call, block, first_lane);
    const auto& [e, n, at_block, lane, next, i, dt, alive] = pack;
    if (!any(alive)) return store(e.dt + i, P(no_limit));

    const Prefetch<8, false, Real> prefetch(pack, element_fields + 6 + c.material_fields);
    const PackNodes<8> nodes(e, at_block, lane);
    const HexModes<P> x = gather_hex_modes<P>(n.position, nodes), v = gather_hex_modes<P>(n.velocity, nodes);
    const HexModes<P> x_mid = x - (P(0.5) * dt) * v;
    prefetch.nodes(0);
    const HexGeometry<P> mid = hex_geometry(x_mid), now = hex_geometry(x);
    prefetch.nodes(2);
    const P zero(0), one(1);
    const auto inverted = !(mid.volume > zero && now.volume > zero);
    const auto intact = alive && !inverted;
    const P volume = select(intact, now.volume, one), mid_volume = select(intact, mid.volume, one);

    Tensor<P> L = velocity_gradient(mid, v, one / mid_volume);
    const Vec3<P> none{zero, zero, zero};
    L = {select(intact, L.x, none), select(intact, L.y, none), select(intact, L.z, none)};
    StressStep<P> point;
    set_increments(L, dt, point);
    const HexHourglassRates<P> rates(x_mid, v, L);

    // Before the stress update, so that one's divisions and roots fill the other's waits.
    const P inverse_volume = one / volume;
    const P reference = load<P>(e.reference_volume + i), density = P(c.density) * reference * inverse_volume;
    Real* const history = pack.history();
    point.history = history + element_fields * B;
    point.added = point.history + (6 + c.material_fields) * B;
    SolidWaves<P> waves(c, density, load<P>(e.mass_scale + i), point.added);
    const P length = cbrt(volume), reach = volume / sqrt(largest_face_squared(x));
    const P viscous_length = SolidWaves<P>::viscous_length(length, reach);
    waves.dilatation = min(L.x.x + L.y.y + L.z.z, zero);
    const P pressure = select(intact, waves.pressure(viscous_length), zero);
    point.viscous_pressure = update_bulk_pressure(history + bulk_pressure * B, pressure);
    const P squares = dot(now.a, now.a) + dot(now.b, now.b) + dot(now.c, now.c) + dot(now.d1, now.d1) +
                      dot(now.d2, now.d2) + dot(now.d3, now.d3);  // B_I.B_I / 8

    point.volumetric_strain = one - select(intact, volume / reference, one);
    prefetch.nodes(4);
    c.update_stress(c, point);
    prefetch.nodes(6);
    waves.update(c, point);
    P(&s)[6] = point.s;
    const auto failed = point.failed;
    P work = point.work;

    work = work - point.viscous_pressure * (point.de[0] + point.de[1] + point.de[2]);
    store(e.internal_energy + i, load<P>(e.internal_energy + i) + select(intact, mid_volume * work, zero));

    const auto again = [&]() CRUMPLE_LAMBDA_INLINE { return gather_hex_modes<P>(n.position, nodes); };
    HexHourglassStep<P> hourglass{rates, point.R, point.H, dt, intact, history, {}};
    P hourglass_work(0);
    if constexpr (assumed_strain) {
      const auto& sides = kept(x, again);
      const HexBox<P> box = hex_box(sides.a, sides.b, sides.c, P(0.5) * reach);
      hourglass_work = update_hourglass(c.assumed_strain, box, hourglass);
    } else {
      const bool viscous = c.hourglass_kind == SolidHourglass::viscous;
      const P coefficient = viscous ? P(Real(0.25) * c.hourglass) * density * waves.c * length * length
                                    : P(c.hourglass * c.modulus) * squares * inverse_volume;
      const P limit = coefficient * (P(4 * c.yield_strain) * length);
      hourglass_work = update_hourglass<P>({viscous, coefficient, limit}, hourglass);
    }
    store(e.hourglass_energy + i, load<P>(e.hourglass_energy + i) + select(intact, hourglass_work, zero));

    prefetch.values();
    for (int f = 0; f < 3; ++f) s[f] = s[f] - pressure;
    const auto& x_end = kept(x, again);
    const auto& end = kept(now, [&]() CRUMPLE_LAMBDA_INLINE { return hex_geometry(x_end); });
    const auto acting = intact && !failed;
    add_solid_forces<P>(x_end, end, {s, hourglass.Q, inverse_volume, acting}, {nodes, n});

    prefetch.other_values();
    const P step = waves.stable_step(reach, viscous_length);
    store(e.alive + i, select(alive && !failed, one, zero));
    store(e.dt + i, select(acting, step, select(alive && inverted, P(-1), P(no_limit))));
  }

  template <class C>
  CRUMPLE_APART static void pack_forces_apart(const ForceCall<Real>& call, const C& c, int block, int lane) {
    pack_forces<true>(call, c, block, lane);
  }

  template <class C>
  static CRUMPLE_INLINE void forces(const ForceCall<Real>& call, const C& c, int block, int lane) {
    if (c.hourglass_kind == SolidHourglass::assumed_strain)
      pack_forces_apart(call, c, block, lane);
    else
      pack_forces<false>(call, c, block, lane);
  }

  CRUMPLE_DEVICE static void volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first,
                                     int last) {
    hex_volumes(e, n, out, first, last);
  }
};

}  // namespace crumple::kernels
