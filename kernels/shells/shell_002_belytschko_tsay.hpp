// ELFORM 2: four-node shell with one point in the plane, layers through the thickness and hourglass control.
// Belytschko, Lin & Tsay, Comput. Meth. Appl. Mech. Engrg. 42 (1984) 225-251; coefficients as in LS-DYNA's theory
// manual, chapter "Belytschko-Lin-Tsay shell". Strains from the geometry in mid-step, forces on the geometry at its
// end, so a finite rigid rotation gives no strain. Called through the kernel table by physics.
//
// e1 e2 e3  element frame: e3 normal to both diagonals, e1 along side 1-2
// A         area;  B_1I, B_2I  gradients of the shape functions at the centre
// h         hourglass pattern (1, -1, 1, -1);  gamma = h - (h.x) B_1 - (h.y) B_2 its part free of linear fields
// a31, a42  differences of a nodal quantity over the diagonals; one-point gradients need nothing else
// q, Q      rates and resultants of the hourglass modes
#pragma once

#include "kernels/shells/shell_pack.hpp"

namespace crumple::kernels {

/// A quantity at nodes 2, 3, 4 less that at node 1.
template <class P>
struct QuadDifferences {
  Vec3<P> n2, n3, n4;
  CRUMPLE_INLINE Vec3<P> over31() const { return n3; }
  CRUMPLE_INLINE Vec3<P> over42() const { return n4 - n2; }
  CRUMPLE_INLINE Vec3<P> hourglass() const { return n3 - n2 - n4; }
};

template <class P>
struct QuadFrame {
  Vec3<P> e1, e2, e3;
  P area2, inverse_area2;  // 2A, 1/(2A)
  P x31, y31, x42, y42;    // diagonals
  P hx, hy, hz;            // h.x, h.y, h.z; h.z is four times the warp
};

template <class P>
CRUMPLE_INLINE QuadFrame<P> quad_frame(const QuadDifferences<P>& d) {
  QuadFrame<P> g;
  const Vec3<P> r31 = d.over31(), r42 = d.over42(), h = d.hourglass();
  const Vec3<P> s3 = cross(r31, r42);
  g.area2 = sqrt(dot(s3, s3));
  g.inverse_area2 = P(1) / g.area2;
  g.e3 = g.inverse_area2 * s3;
  const Vec3<P> s1 = d.n2 - dot(d.n2, g.e3) * g.e3;
  g.e1 = (P(1) / sqrt(dot(s1, s1))) * s1;
  g.e2 = cross(g.e3, g.e1);
  g.x31 = dot(r31, g.e1);
  g.y31 = dot(r31, g.e2);
  g.x42 = dot(r42, g.e1);
  g.y42 = dot(r42, g.e2);
  g.hx = dot(h, g.e1);
  g.hy = dot(h, g.e2);
  g.hz = dot(h, g.e3);
  return g;
}

template <class P>
struct Gradient {
  P x, y;
};
/// B_1I a_I and B_2I a_I from the differences over the diagonals.
template <class P>
CRUMPLE_INLINE Gradient<P> gradient(const QuadFrame<P>& g, P a31, P a42) {
  return {(g.y42 * a31 - g.y31 * a42) * g.inverse_area2, (g.x31 * a42 - g.x42 * a31) * g.inverse_area2};
}

/// Rates (or resultants) of the five hourglass modes: membrane x and y, warping, bending x and y.
template <class P>
struct QuadHourglass {
  P x, y, w, bx, by;
};

/// Strain rates and hourglass rates of velocities u (differences); the shear rates lack the rotation of the normal.
template <class P>
CRUMPLE_INLINE void add_velocity_rates(const QuadFrame<P>& g, const QuadDifferences<P>& u, ShellStrains<P>& e,
                                       QuadHourglass<P>& q) {
  const Vec3<P> u31 = u.over31(), u42 = u.over42(), uh = u.hourglass();
  const Gradient<P> vx = gradient(g, dot(u31, g.e1), dot(u42, g.e1));
  const Gradient<P> vy = gradient(g, dot(u31, g.e2), dot(u42, g.e2));
  const Gradient<P> vz = gradient(g, dot(u31, g.e3), dot(u42, g.e3));
  // The terms in h.z take the rigid rotation of a warped element out of its membrane hourglass rates.
  q.x = dot(uh, g.e1) - g.hx * vx.x - g.hy * vx.y + g.hz * vz.x;
  q.y = dot(uh, g.e2) - g.hx * vy.x - g.hy * vy.y + g.hz * vz.y;
  q.w = dot(uh, g.e3) - g.hx * vz.x - g.hy * vz.y;
  e.xx = vx.x;
  e.yy = vy.y;
  e.xy = vx.y + vy.x;
  e.yz = vz.y;
  e.zx = vz.x;
}

/// The same of angular velocities w (differences) and their mean over the nodes.
template <class P>
CRUMPLE_INLINE void add_rotation_rates(const QuadFrame<P>& g, const QuadDifferences<P>& w, const Vec3<P>& mean_w,
                                       ShellStrains<P>& e, QuadHourglass<P>& q) {
  const Vec3<P> w31 = w.over31(), w42 = w.over42(), wh = w.hourglass();
  const Gradient<P> ox = gradient(g, dot(w31, g.e1), dot(w42, g.e1));
  const Gradient<P> oy = gradient(g, dot(w31, g.e2), dot(w42, g.e2));
  q.bx = dot(wh, g.e1) - g.hx * ox.x - g.hy * ox.y;
  q.by = dot(wh, g.e2) - g.hx * oy.x - g.hy * oy.y;
  e.yz = e.yz - dot(mean_w, g.e1);
  e.zx = e.zx + dot(mean_w, g.e2);
  e.kxx = oy.x;
  e.kyy = -ox.y;
  e.kxy = oy.y - ox.x;
}

/// What the hourglass control of a pack takes and gives in one step.
template <class P>
struct HourglassStep {
  QuadHourglass<P> rate;
  P thickness, dt;
  typename P::mask_type alive;
  typename P::value_type* history;  // the pack's first field; fields lie a block apart
  QuadHourglass<P> resultant;       // out: at the end of the step
};

/// Sets the resultants; returns the work of the mean of old and new ones.
/// Stiffness: a sheet that yields would go on storing elastic energy in modes that its stresses do not see, so their
/// resultants have limits. Of warping: the value at that amplitude whose largest strain is the yield strain e, q =
/// 2 e A / t, where the surfaces of a square twist by e. Of the membrane: at a quarter of the same, q = 2 e sqrt(A),
/// for with all of it crushed cars are too stiff. That the yield stress sets a limit is the idea of RADIOSS'
/// elasto-plastic hourglass control (Ishell = 3). Bending has none: a strip bent over a cylinder would buckle into it.
template <class P, class Real>
CRUMPLE_INLINE P update_hourglass(const ShellConstants<Real>& c, const QuadFrame<P>& g, HourglassStep<P>& step) {
  constexpr int B = block_lanes<Real>;
  const P &t = step.thickness, &dt = step.dt;
  const QuadHourglass<P>& q = step.rate;
  QuadHourglass<P>& out = step.resultant;
  P membrane(c.membrane), bending(c.bending), warping(c.warping);
  P limit[3] = {P(0), P(0), P(0)};  // of the first resultants
  const P area = P(0.5) * g.area2, size = sqrt(area);
  if (c.viscous) {
    membrane = membrane * t * size;
    warping = warping * t * t;
    bending = bending * t * t * area;
  } else {
    const P diagonals = g.x31 * g.x31 + g.y31 * g.y31 + g.x42 * g.x42 + g.y42 * g.y42;
    const P a_bb = diagonals * g.inverse_area2, ttt = t * t * t;  // A B_aI B_aI = diagonals / (2 A)
    membrane = membrane * t * a_bb;
    warping = warping * ttt * P(2) * a_bb * g.inverse_area2;
    bending = bending * ttt * a_bb;
    const P amplitude = P(2 * c.yield_strain) * size;
    limit[0] = limit[1] = membrane * (P(0.25) * amplitude);
    limit[2] = warping * (amplitude * size / t);
  }
  const P coefficient[5] = {membrane, membrane, warping, bending, bending};
  const P rate[5] = {q.x, q.y, q.w, q.bx, q.by};
  P* const result[5] = {&out.x, &out.y, &out.w, &out.bx, &out.by};
  P work(0);
  for (int f = 0; f < 5; ++f) {
    const P old = load<P>(step.history + f * B), force = select(step.alive, coefficient[f] * rate[f], P(0));
    P now = c.viscous ? force : old + dt * force;
    if (f < 3 && !c.viscous) now = min(max(now, P(0) - limit[f]), limit[f]);
    work = work + (old + now) * select(step.alive, dt * rate[f], P(0));
    store(step.history + f * B, now);
    *result[f] = now;
  }
  return P(0.5) * work;
}

/// What acts over the diagonals (p, q), on the hourglass mode (h) and on all nodes alike (m).
template <class P>
struct QuadActions {
  Vec3<P> p, q, h, m;
};
/// Calls add(node, p - h - m), and so on: h - q - m, -p - h - m, q + h - m.
template <class P, class Add>
CRUMPLE_INLINE void share_among_nodes(const QuadActions<P>& a, Add&& add) {
  const Vec3<P> minus = Vec3<P>{P(0), P(0), P(0)} - a.m;
  add(0, (a.p - a.h) - a.m);
  add(1, (a.h - a.q) - a.m);
  add(2, minus - (a.p + a.h));
  add(3, (a.q + a.h) - a.m);
}

/// Nodal forces and moments of resultants r and hourglass resultants h: the transpose of the rates.
template <class P>
CRUMPLE_INLINE void add_quad_forces(const QuadFrame<P>& g, const ShellResultants<P>& r, const QuadHourglass<P>& h,
                                    const typename P::mask_type& acting, const NodalSums<4>& sums) {
  const P zero(0), half(0.5), k = P(2) * g.inverse_area2;  // 1/A
  const auto to_space = [&](P x, P y, P z) CRUMPLE_LAMBDA_INLINE {
    return select(acting, x * g.e1 + y * g.e2 + z * g.e3, Vec3<P>{zero, zero, zero});
  };
  const auto in_plane = [&](P x, P y) CRUMPLE_LAMBDA_INLINE {
    return select(acting, x * g.e1 + y * g.e2, Vec3<P>{zero, zero, zero});
  };
  const P khx = k * g.hx, khy = k * g.hy, khz = k * g.hz;
  const P n1x = r.nxx - khx * h.x, n2x = r.nxy - khy * h.x;
  const P n1y = r.nxy - khx * h.y, n2y = r.nyy - khy * h.y;
  const P n1z = r.nzx + khz * h.x - khx * h.w, n2z = r.nyz + khz * h.y - khy * h.w;
  const P x31 = half * g.x31, y31 = half * g.y31, x42 = half * g.x42, y42 = half * g.y42;
  const Vec3<P> p = to_space(y42 * n1x - x42 * n2x, y42 * n1y - x42 * n2y, y42 * n1z - x42 * n2z);
  const Vec3<P> q = to_space(y31 * n1x - x31 * n2x, y31 * n1y - x31 * n2y, y31 * n1z - x31 * n2z);
  const QuadActions<P> forces{p, q, to_space(h.x, h.y, h.w), {zero, zero, zero}};
  share_among_nodes(forces, [&](int k, const Vec3<P>& f) CRUMPLE_LAMBDA_INLINE { sums.add_force(k, f); });

  const P m1x = -r.mxy - khx * h.bx, m2x = -r.myy - khy * h.bx;
  const P m1y = r.mxx - khx * h.by, m2y = r.mxy - khy * h.by;
  const P quarter_area = P(0.125) * g.area2;
  const Vec3<P> pm = in_plane(y42 * m1x - x42 * m2x, y42 * m1y - x42 * m2y);
  const Vec3<P> qm = in_plane(y31 * m1x - x31 * m2x, y31 * m1y - x31 * m2y);
  const QuadActions<P> moments{pm, qm, in_plane(h.bx, h.by), in_plane(-(quarter_area * r.nyz), quarter_area * r.nzx)};
  share_among_nodes(moments, [&](int k, const Vec3<P>& m) CRUMPLE_LAMBDA_INLINE { sums.add_moment(k, m); });
}

template <class Real>
struct Shell002 {
  using P = Pack<Real>;
  using Law = ShellLaw<Real>;
  using Constants = ShellConstants<Real>;
  static constexpr bool shell = true;
  static constexpr int number = 2, nodes_per_element = 4;
  static constexpr std::array element_names{"hourglass membrane x", "hourglass membrane y", "hourglass warping",
                                            "hourglass bending x", "hourglass bending y"};
  static constexpr auto stress_names = shell_stress_names;
  static constexpr int element_fields = int(element_names.size());
  static constexpr int B = block_lanes<Real>;

  static CRUMPLE_INLINE QuadDifferences<P> differences(const double* rows, const PackNodes<4>& n) {
    return {gather_differences<P>(rows, n[1], n[0]), gather_differences<P>(rows, n[2], n[0]),
            gather_differences<P>(rows, n[3], n[0])};
  }

  /// Stable step: A / longest side over the plate wave speed (LS-DYNA, ISDO = 0).
  static CRUMPLE_INLINE P stable_step(const Constants& c, const QuadFrame<P>& g, const QuadDifferences<P>& d,
                                      P mass_scale) {
    const Vec3<P> r32 = d.n3 - d.n2, r43 = d.n4 - d.n3;
    const P longest = max(max(dot(d.n2, d.n2), dot(r32, r32)), max(dot(r43, r43), dot(d.n4, d.n4)));
    return P(0.5) * g.area2 * P(c.slowness) * sqrt(mass_scale / longest);
  }

  static CRUMPLE_INLINE void pack_forces(const Constants& c, const Law& law, const ElementPack<Real>& pack) {
    const auto& [e, n, block, lane, i, dt, alive] = pack;
    if (!any(alive)) return store(e.dt + i, P(no_limit));

    const PackNodes<4> nodes(e, block, lane);
    const QuadDifferences<P> d = differences(n.position, nodes), u = differences(n.velocity, nodes);
    const P back = P(0.5) * dt;
    // Side by side: each is a chain of roots and divisions that wait for one another.
    const QuadFrame<P> mid = quad_frame<P>({d.n2 - back * u.n2, d.n3 - back * u.n3, d.n4 - back * u.n4});
    const QuadFrame<P> now = quad_frame(d);
    LayersStep<P> layers;
    HourglassStep<P> hourglass;
    add_velocity_rates(mid, u, layers.strain, hourglass.rate);
    const QuadDifferences<P> w = differences(n.angular_velocity, nodes);  // not earlier: registers are few
    const Vec3<P> mean_w = gather_rows<P>(n.angular_velocity, nodes[0]) + P(0.25) * (w.n2 + w.n3 + w.n4);
    add_rotation_rates(mid, w, mean_w, layers.strain, hourglass.rate);
    make_increments(layers.strain, dt, alive);

    P thickness = load<P>(e.thickness + i);
    hourglass.thickness = layers.thickness = thickness;
    hourglass.dt = layers.dt = dt;
    hourglass.alive = alive;
    hourglass.history = pack.history();
    const P hourglass_work = update_hourglass(c, mid, hourglass);
    layers.history = hourglass.history + element_fields * B;
    law.update_layers(c, layers);
    ShellResultants<P>& r = layers.result;
    const P work = P(0.5) * mid.area2 * thickness * r.work;
    store(e.internal_energy + i, load<P>(e.internal_energy + i) + select(alive, work, P(0)));
    store(e.hourglass_energy + i, load<P>(e.hourglass_energy + i) + select(alive, hourglass_work, P(0)));

    thickness = update_thickness(c, r, thickness, alive, e.thickness + i);
    scale_by_thickness(r, thickness);
    const auto acting = alive && !r.failed;
    add_quad_forces<P>(now, r, hourglass.resultant, acting, {nodes, n});
    store(e.alive + i, select(acting, P(1), P(0)));
    store(e.dt + i, select(acting, stable_step(c, now, d, load<P>(e.mass_scale + i)), P(no_limit)));
  }

  static void forces(const ForceCall<Real>& call, const Law& law) {
    for_each_pack<Constants>(call, law, [&](const Constants& c, int block, int lane) CRUMPLE_LAMBDA_INLINE {
      if (lane == 0 && block + 2 < call.last)
        prefetch_block<4, true>(call, block + 2, element_fields + c.n_layers * law.layer_fields);
      pack_forces(c, law, ElementPack<Real>(call, block, lane));
    });
  }

  static void volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first, int last) {
    shell_volumes<4>(e, n, out, first, last);
  }
};

}  // namespace crumple::kernels
