// ELFORM 1: eight-node solid with one point, mean-gradient B and exact volume, hourglass control and bulk viscosity.
// Flanagan & Belytschko, Int. J. Num. Meth. Engrg. 17 (1981) 679-706; objective stress update of Hughes & Winget, ibid.
// 15 (1980) 1862-1867; bulk viscosity and time step as in LS-DYNA's theory manual. Hexes with repeated nodes (wedges,
// tetrahedra) are integrated exactly too. Called through the kernel table by physics.
//
// All nodal fields are written in the eight modes of the trilinear map, x = sum over modes of Phi(xi, eta, zeta) x_m:
// modes a b c (xi, eta, zeta), 1 2 3 (eta zeta, zeta xi, xi eta), g (xi eta zeta). In them the volume is
//   V = 8 { a.(b x c) - [a.(d2 x d3) + b.(d3 x d1) + c.(d1 x d2)] / 3 }      (the mode g drops out)
// so dV/dx_I, Flanagan & Belytschko's B_I, is the mode sum of six vectors (B.a .. B.d3), and its sum with nodal
// velocities gives the mean velocity gradient L = (8 / V) sum over modes of v_m (x) B_m.
// q_m = 8 (v_m - L x_m), m = 1 2 3 g, are the hourglass rates gamma_mI v_I; Q_m the hourglass forces.
#pragma once

#include "kernels/solids/hex_assumed_strain.hpp"

namespace crumple::kernels {

/// Mode amplitudes of a nodal field (less its mean), or the sums over nodes that belong to them.
template <class P>
struct HexModes {
  Vec3<P> a, b, c, d1, d2, d3, g;
};

template <class P>
CRUMPLE_INLINE HexModes<P> operator-(const HexModes<P>& x, const HexModes<P>& y) {
  return {x.a - y.a, x.b - y.b, x.c - y.c, x.d1 - y.d1, x.d2 - y.d2, x.d3 - y.d3, x.g - y.g};
}
template <class P>
CRUMPLE_INLINE HexModes<P> operator*(P s, const HexModes<P>& x) {
  return {s * x.a, s * x.b, s * x.c, s * x.d1, s * x.d2, s * x.d3, s * x.g};
}

/// Amplitudes from nodal values less that of node 1 (so n[0] is zero and not given): 1/8 of sums with signs.
/// Node signs (xi, eta, zeta): 1 ---, 2 +--, 3 ++-, 4 -+-, 5 --+, 6 +-+, 7 +++, 8 -++.
template <class P>
CRUMPLE_INLINE HexModes<P> hex_modes(const Vec3<P> (&n)[7]) {
  // Sums and differences over xi, then eta, then zeta. A suffix x means odd in xi, and so on.
  const Vec3<P> s12 = n[0], x12 = n[0];  // node 2 -+ node 1, node 1 being zero
  const Vec3<P> s43 = n[1] + n[2], x43 = n[1] - n[2];
  const Vec3<P> s56 = n[4] + n[3], x56 = n[4] - n[3];
  const Vec3<P> s87 = n[5] + n[6], x87 = n[5] - n[6];
  const Vec3<P> low = s43 + s12, low_y = s43 - s12, low_x = x43 + x12, low_xy = x43 - x12;
  const Vec3<P> high = s87 + s56, high_y = s87 - s56, high_x = x87 + x56, high_xy = x87 - x56;
  const P eighth(0.125);
  return {eighth * (high_x + low_x), eighth * (high_y + low_y),   eighth * (high - low),      eighth * (high_y - low_y),
          eighth * (high_x - low_x), eighth * (high_xy + low_xy), eighth * (high_xy - low_xy)};
}

/// B_m, and the volume.
template <class P>
struct HexGeometry {
  Vec3<P> a, b, c, d1, d2, d3;
  P volume;
};

template <class P>
CRUMPLE_INLINE HexGeometry<P> hex_geometry(const HexModes<P>& x) {
  const P third(typename P::value_type(1.0 / 3));
  HexGeometry<P> B;
  const Vec3<P> bc = cross(x.b, x.c), ca = cross(x.c, x.a), ab = cross(x.a, x.b);
  const Vec3<P> d23 = third * cross(x.d2, x.d3), d31 = third * cross(x.d3, x.d1), d12 = third * cross(x.d1, x.d2);
  B.a = bc - d23;
  B.b = ca - d31;
  B.c = ab - d12;
  B.d1 = third * (cross(x.c, x.d2) - cross(x.b, x.d3));
  B.d2 = third * (cross(x.a, x.d3) - cross(x.c, x.d1));
  B.d3 = third * (cross(x.b, x.d1) - cross(x.a, x.d2));
  B.volume = P(8) * (dot(x.a, B.a) - dot(x.b, d31) - dot(x.c, d12));
  return B;
}

/// L_ij = dv_i / dx_j.
template <class P>
CRUMPLE_INLINE Tensor<P> velocity_gradient(const HexGeometry<P>& B, const HexModes<P>& v, P inverse_volume) {
  const auto row = [&](P Vec3<P>::*i) CRUMPLE_LAMBDA_INLINE {
    const Vec3<P> sum =
        (v.a.*i) * B.a + (v.b.*i) * B.b + (v.c.*i) * B.c + (v.d1.*i) * B.d1 + (v.d2.*i) * B.d2 + (v.d3.*i) * B.d3;
    return (P(8) * inverse_volume) * sum;
  };
  return {row(&Vec3<P>::x), row(&Vec3<P>::y), row(&Vec3<P>::z)};
}

/// Rotation of a step, Hughes & Winget: R = (I - W/2)^-1 (I + W/2), W = dt skew(L); w its axial vector.
template <class P>
CRUMPLE_INLINE Tensor<P> hughes_winget(const Tensor<P>& L, P dt) {
  const P half_dt = P(0.5) * dt, half(0.5), one(1);
  const Vec3<P> w = half_dt * Vec3<P>{L.z.y - L.y.z, L.x.z - L.z.x, L.y.x - L.x.y};
  const P k = one / (one + P(0.25) * dot(w, w)), h = half * k;
  // R = I + k (W + W W / 2), W W = w w^T - |w|^2 I
  const P xx = h * w.x * w.x, yy = h * w.y * w.y, zz = h * w.z * w.z;
  const P xy = h * w.x * w.y, yz = h * w.y * w.z, zx = h * w.z * w.x;
  const P kx = k * w.x, ky = k * w.y, kz = k * w.z;
  return {
      {one - (yy + zz), xy - kz, zx + ky}, {xy + kz, one - (zz + xx), yz - kx}, {zx - ky, yz + kx, one - (xx + yy)}};
}

/// Hourglass forces Q_m, m = 1 2 3 g, at the end of the step. Geometry and velocities are those of mid-step.
template <class P>
struct HexHourglassStep {
  const HexModes<P>&x, &v;
  const Tensor<P>&L, &R;
  const P& dt;
  const typename P::mask_type& alive;
  typename P::value_type* history;  // the pack's first field; fields lie a block apart
  Vec3<P> Q[4];                     // out

  static constexpr int B = block_lanes<typename P::value_type>;
  CRUMPLE_INLINE Vec3<P> none() const { return {P(0), P(0), P(0)}; }
  /// q_m, free of linear fields.
  CRUMPLE_INLINE Vec3<P> rate(int m) const {
    const Vec3<P>* const amplitude[4] = {&v.d1, &v.d2, &v.d3, &v.g};
    const Vec3<P>* const shape[4] = {&x.d1, &x.d2, &x.d3, &x.g};
    return select(alive, P(8) * (*amplitude[m] - apply(L, *shape[m])), none());
  }
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
/// v, shortened to `length` where it is longer.
template <class P>
CRUMPLE_INLINE Vec3<P> limited(const Vec3<P>& v, P length) {
  const P squared = dot(v, v), most = length * length;
  const auto is_longer = squared > most;
  if (!any(is_longer)) return v;
  return select(is_longer, length / sqrt(squared), P(1)) * v;
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
  P work(0);
  for (int m = 0; m < 4; ++m) {
    const Vec3<P> q = step.rate(m), old = step.turned(m);
    const Vec3<P> rate = select(step.alive, law.coefficient * q, step.none());
    step.Q[m] = law.viscous ? rate : limited(old + step.dt * rate, law.limit);
    work = work + step.dt * dot(old + step.Q[m], q);
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

/// Square of the largest face area; the face xi = +1 has the area vector 4 (b + d3) x (c + d2), and so on.
template <class P>
CRUMPLE_INLINE P largest_face_squared(const HexModes<P>& x) {
  const auto face = [](const Vec3<P>& u, const Vec3<P>& v) CRUMPLE_LAMBDA_INLINE {
    const Vec3<P> n = cross(u, v);
    return dot(n, n);
  };
  const P xi = max(face(x.b + x.d3, x.c + x.d2), face(x.b - x.d3, x.c - x.d2));
  const P eta = max(face(x.c + x.d1, x.a + x.d3), face(x.c - x.d1, x.a - x.d3));
  const P zeta = max(face(x.a + x.d2, x.b + x.d1), face(x.a - x.d2, x.b - x.d1));
  return P(16) * max(xi, max(eta, zeta));
}

/// Adds - (s B_I + sum over m of Q_m gamma_mI) to the nodes: mode sums, then the signs of hex_modes backwards.
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
  const Vec3<P> a = force(apply(S, B.a)), b = force(apply(S, B.b)), c = force(apply(S, B.c)), g = force(Q[3]);
  const Vec3<P> d1 = force(apply(S, B.d1) + Q[0]), d2 = force(apply(S, B.d2) + Q[1]), d3 = force(apply(S, B.d3) + Q[2]);

  const Vec3<P> low = zero - c, low_x = a - d2, low_y = b - d1, low_xy = d3 - g;  // zeta = -1
  const Vec3<P> high_x = a + d2, high_y = b + d1, high_xy = d3 + g;               // zeta = +1
  sums.add_force(0, (low - low_y) - (low_x - low_xy));
  sums.add_force(1, (low - low_y) + (low_x - low_xy));
  sums.add_force(2, (low + low_y) + (low_x + low_xy));
  sums.add_force(3, (low + low_y) - (low_x + low_xy));
  sums.add_force(4, (c - high_y) - (high_x - high_xy));
  sums.add_force(5, (c - high_y) + (high_x - high_xy));
  sums.add_force(6, (c + high_y) + (high_x + high_xy));
  sums.add_force(7, (c + high_y) - (high_x + high_xy));
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

  template <class D>
  static CRUMPLE_INLINE HexModes<D> modes(const double* rows, const PackNodes<8>& nodes) {
    Vec3<D> d[7];
    for (int k = 0; k < 7; ++k) d[k] = gather_differences<D>(rows, nodes[k + 1], nodes[0]);
    return hex_modes(d);
  }

  /// `assumed_strain`: IHQ 6, compiled apart, so that the others do not pay for its registers.
  template <bool assumed_strain>
  static CRUMPLE_INLINE void pack_forces(const Constants& c, const Law& law, const ElementPack<Real>& pack) {
    const auto& [e, n, block, lane, i, dt, alive] = pack;
    if (!any(alive)) return store(e.dt + i, P(no_limit));

    const PackNodes<8> nodes(e, block, lane);
    const HexModes<P> x = modes<P>(n.position, nodes), v = modes<P>(n.velocity, nodes);
    const HexModes<P> x_mid = x - (P(0.5) * dt) * v;
    const HexGeometry<P> mid = hex_geometry(x_mid), now = hex_geometry(x);
    const P zero(0), one(1);
    const auto inverted = !(mid.volume > zero && now.volume > zero);
    const auto intact = alive && !inverted;
    const P volume = select(intact, now.volume, one), mid_volume = select(intact, mid.volume, one);

    Tensor<P> L = velocity_gradient(mid, v, one / mid_volume);
    const Vec3<P> none{zero, zero, zero};
    L = {select(intact, L.x, none), select(intact, L.y, none), select(intact, L.z, none)};
    StressStep<P> point;
    const P(&de)[6] = point.de;
    point.de[0] = dt * L.x.x;
    point.de[1] = dt * L.y.y;
    point.de[2] = dt * L.z.z;
    point.de[3] = dt * (L.x.y + L.y.x);
    point.de[4] = dt * (L.y.z + L.z.y);
    point.de[5] = dt * (L.z.x + L.x.z);
    point.R = hughes_winget(L, dt);

    // Before the stress update, so that one's divisions and roots fill the other's waits.
    const P inverse_volume = one / volume;
    const P reference = load<P>(e.reference_volume + i), density = P(c.density) * reference * inverse_volume;
    const P scale = load<P>(e.mass_scale + i), wave_density = density * scale;
    const P wave_speed = sqrt(P(c.modulus) / wave_density);
    const P length = cbrt(volume);

    Real* const history = pack.history();
    point.dt = dt;
    point.volumetric_strain = one - select(intact, volume / reference, one);
    point.history = history + element_fields * B;
    law.update_stress(c.law, point);
    P(&s)[6] = point.s;
    const auto failed = point.failed;
    P work = point.work;

    // Bulk viscosity q = rho l (Q1 l D^2 - Q2 c D) in compression, l = V^(1/3).
    const P dilatation = min(L.x.x + L.y.y + L.z.z, zero);  // rate
    const P pressure =
        select(intact,
               density * length * dilatation * (P(c.quadratic) * length * dilatation - P(c.linear) * wave_speed), zero);
    const P old_pressure = load<P>(history + bulk_pressure * B);
    store(history + bulk_pressure * B, pressure);
    work = work - P(0.5) * (old_pressure + pressure) * (de[0] + de[1] + de[2]);
    store(e.internal_energy + i, load<P>(e.internal_energy + i) + select(intact, mid_volume * work, zero));

    HexHourglassStep<P> hourglass{x_mid, v, L, point.R, dt, intact, history, {}};
    P hourglass_work(0);
    if constexpr (assumed_strain) {
      const P least = P(0.5) * mid_volume / sqrt(largest_face_squared(x_mid));
      const HexBox<P> box = hex_box(x_mid.a, x_mid.b, x_mid.c, least);
      hourglass_work = update_hourglass(c.assumed_strain, box, hourglass);
    } else {
      const P squares = dot(now.a, now.a) + dot(now.b, now.b) + dot(now.c, now.c) + dot(now.d1, now.d1) +
                        dot(now.d2, now.d2) + dot(now.d3, now.d3);  // B_I.B_I / 8
      const bool viscous = c.hourglass_kind == SolidHourglass::viscous;
      const P coefficient = viscous ? P(Real(0.25) * c.hourglass) * density * wave_speed * length * length
                                    : P(c.hourglass * c.modulus) * squares * inverse_volume;
      const P limit = coefficient * (P(4 * c.yield_strain) * length);
      hourglass_work = update_hourglass<P>({viscous, coefficient, limit}, hourglass);
    }
    store(e.hourglass_energy + i, load<P>(e.hourglass_energy + i) + select(intact, hourglass_work, zero));

    for (int f = 0; f < 3; ++f) s[f] = s[f] - pressure;
    const auto acting = intact && !failed;
    add_solid_forces<P>(x, now, {s, hourglass.Q, inverse_volume, acting}, {nodes, n});

    // Stable step: L_e / (Q + sqrt(Q^2 + c^2)), L_e = V / largest face, Q = Q2 c + Q1 L_e |D| in compression.
    const P reach = volume / sqrt(largest_face_squared(x));
    const P q = select(dilatation < zero, P(c.linear) * wave_speed - P(c.quadratic) * reach * dilatation, zero);
    const P step = reach / (q + sqrt(q * q + wave_speed * wave_speed));
    store(e.alive + i, select(alive && !failed, one, zero));
    store(e.dt + i, select(acting, step, select(alive && inverted, P(-1), P(no_limit))));
  }

  CRUMPLE_NOINLINE static void pack_forces_apart(const ForceCall<Real>& call, const Constants& c, const Law& law,
                                                 int block, int lane) {
    pack_forces<true>(c, law, ElementPack<Real>(call, block, lane));
  }

  static void forces(const ForceCall<Real>& call, const Law& law) {
    for_each_pack<Constants>(call, law, [&](const Constants& c, int block, int lane) CRUMPLE_LAMBDA_INLINE {
      if (lane == 0 && block + 2 < call.last)
        prefetch_block<8, false>(call, block + 2, element_fields + 6 + law.material_fields);
      if (c.hourglass_kind == SolidHourglass::assumed_strain)
        pack_forces_apart(call, c, law, block, lane);
      else
        pack_forces<false>(c, law, ElementPack<Real>(call, block, lane));
    });
  }

  static void volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first, int last) {
    using D = Pack<double>;
    for (int block = first; block < last; ++block)
      for (int lane = 0; lane < B; lane += lanes_of<D>)
        store(out + std::int64_t(block) * B + lane,
              hex_geometry(modes<D>(n.position, PackNodes<8>(e, block, lane))).volume);
  }
};

}  // namespace crumple::kernels
