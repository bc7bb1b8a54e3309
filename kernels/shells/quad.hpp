// Four-node shells: frame, rates of nodal velocities and the nodal forces that do work on them, for all formulations.
// Belytschko, Lin & Tsay, Comput. Meth. Appl. Mech. Engrg. 42 (1984) 225-251; the twist of warped elements below.
//
// e1 e2 e3  element frame: e3 normal to both diagonals, e1 along side 1-2
// A         area;  B_1I, B_2I  gradients of the shape functions at the centre
// h         hourglass pattern (1, -1, 1, -1);  gamma = h - (h.x) B_1 - (h.y) B_2 its part free of linear fields
// a31, a42  differences of a nodal quantity over the diagonals; one-point gradients need nothing else
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
CRUMPLE_INLINE QuadDifferences<P> quad_differences(const double* rows, const PackNodes<4>& n) {
  return {gather_differences<P>(rows, n[1], n[0]), gather_differences<P>(rows, n[2], n[0]),
          gather_differences<P>(rows, n[3], n[0])};
}
/// Mean over the nodes of a quantity w whose differences are d.
template <class P>
CRUMPLE_INLINE Vec3<P> quad_mean(const double* rows, const PackNodes<4>& n, const QuadDifferences<P>& d) {
  return gather_rows<P>(rows, n[0]) + P(0.25) * (d.n2 + d.n3 + d.n4);
}

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

/// Rates of nodal velocities v and angular velocities w: gradients at the centre, hourglass rates gamma_I v_I, and the
/// mean rotation. They vanish in every rigid motion but for vz and the mean rotation, which cancel in the shears.
template <class P>
struct QuadRates {
  Gradient<P> vx, vy, vz;
  Gradient<P> ox, oy;  // of w.e1 and w.e2
  P mean_ox, mean_oy;
  QuadHourglass<P> q;
};

template <class P>
CRUMPLE_INLINE void add_velocity_rates(const QuadFrame<P>& g, const QuadDifferences<P>& u, QuadRates<P>& r) {
  const Vec3<P> u31 = u.over31(), u42 = u.over42(), uh = u.hourglass();
  r.vx = gradient(g, dot(u31, g.e1), dot(u42, g.e1));
  r.vy = gradient(g, dot(u31, g.e2), dot(u42, g.e2));
  r.vz = gradient(g, dot(u31, g.e3), dot(u42, g.e3));
  // The terms in h.z take the rigid rotation of a warped element out of its membrane hourglass rates.
  r.q.x = dot(uh, g.e1) - g.hx * r.vx.x - g.hy * r.vx.y + g.hz * r.vz.x;
  r.q.y = dot(uh, g.e2) - g.hx * r.vy.x - g.hy * r.vy.y + g.hz * r.vz.y;
  r.q.w = dot(uh, g.e3) - g.hx * r.vz.x - g.hy * r.vz.y;
}

template <class P>
CRUMPLE_INLINE void add_rotation_rates(const QuadFrame<P>& g, const QuadDifferences<P>& w, const Vec3<P>& mean_w,
                                       QuadRates<P>& r) {
  const Vec3<P> w31 = w.over31(), w42 = w.over42(), wh = w.hourglass();
  r.ox = gradient(g, dot(w31, g.e1), dot(w42, g.e1));
  r.oy = gradient(g, dot(w31, g.e2), dot(w42, g.e2));
  r.q.bx = dot(wh, g.e1) - g.hx * r.ox.x - g.hy * r.ox.y;
  r.q.by = dot(wh, g.e2) - g.hx * r.oy.x - g.hy * r.oy.y;
  r.mean_ox = dot(mean_w, g.e1);
  r.mean_oy = dot(mean_w, g.e2);
}

/// Strain rates at the centre.
template <class P>
CRUMPLE_INLINE ShellStrains<P> strain_rates(const QuadRates<P>& r) {
  ShellStrains<P> e;
  e.xx = r.vx.x;
  e.yy = r.vy.y;
  e.xy = r.vx.y + r.vy.x;
  e.yz = r.vz.y - r.mean_ox;
  e.zx = r.vz.x + r.mean_oy;
  e.kxx = r.oy.x;
  e.kyy = -r.ox.y;
  e.kxy = r.oy.y - r.ox.x;
  return e;
}

/// Second derivatives of the surface z = (h.z / 4) xi eta of a warped element at its centre [1/length].
template <class P>
struct QuadTwist {
  P xx, yy, xy;
};
template <class P>
CRUMPLE_INLINE QuadTwist<P> quad_twist(const QuadFrame<P>& g) {
  const P k = P(2) * g.hz * g.inverse_area2 * g.inverse_area2;
  return {k * (g.y42 * g.y42 - g.y31 * g.y31), k * (g.x42 * g.x42 - g.x31 * g.x31),
          k * (g.x31 * g.y31 - g.x42 * g.y42)};
}

/// Curvature rates of a twisted surface with second derivatives K and normal p = e3 - K x: besides the gradient of the
/// rotation of e3 there are those of w_z e3 x p and of the stretching, - (dv/dx)(dp/dx). A rotation of all nodes about
/// e3 then bends nothing, and one about their own normals does no more than in a flat element. To first order in K;
/// the term in dv/dx is the b^c of Belytschko, Wong & Chiang, Comput. Meth. Appl. Mech. Engrg. 96 (1992) 93-107.
template <class P>
CRUMPLE_INLINE void add_twist_rates(const QuadTwist<P>& K, const QuadRates<P>& r, P mean_oz, ShellStrains<P>& e) {
  const P xy = r.vx.y + mean_oz, yx = r.vy.x - mean_oz;
  e.kxx = e.kxx + (r.vx.x * K.xx + xy * K.xy);
  e.kyy = e.kyy + (r.vy.y * K.yy + yx * K.xy);
  e.kxy = e.kxy + ((r.vx.x + r.vy.y) * K.xy + xy * K.yy + yx * K.xx);
}

/// What does work on the rates, per area: on the gradients of vx, vy, vz, ox, oy, and with the shear on the mean
/// rotation; the hourglass resultants are those of the whole element.
template <class P>
struct QuadResultants {
  Gradient<P> nx, ny, nz, mx, my;
  P shear_x, shear_y;  // on mean_oy and -mean_ox
  P drill;             // on the mean of w.e3; of twisted elements only
  QuadHourglass<P> h;
};

/// Of resultants r at the centre: the transpose of strain_rates.
template <class P>
CRUMPLE_INLINE QuadResultants<P> quad_resultants(const ShellResultants<P>& r, const QuadHourglass<P>& h) {
  return {{r.nxx, r.nxy}, {r.nxy, r.nyy}, {r.nzx, r.nyz}, {-r.mxy, -r.myy}, {r.mxx, r.mxy}, r.nzx, r.nyz, P(0), h};
}

/// The transpose of add_twist_rates for moments mxx, myy, mxy.
template <class P>
CRUMPLE_INLINE void add_twist_resultants(const QuadTwist<P>& K, P mxx, P myy, P mxy, QuadResultants<P>& r) {
  const P xy = mxx * K.xy + mxy * K.yy, yx = myy * K.xy + mxy * K.xx;
  r.nx.x = r.nx.x + (mxx * K.xx + mxy * K.xy);
  r.nx.y = r.nx.y + xy;
  r.ny.x = r.ny.x + yx;
  r.ny.y = r.ny.y + (myy * K.yy + mxy * K.xy);
  r.drill = xy - yx;
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

/// Nodal forces and moments: the transpose of the rates. `twisted`: with moments about e3.
template <class P, bool twisted = false>
CRUMPLE_INLINE void add_quad_forces(const QuadFrame<P>& g, const QuadResultants<P>& r,
                                    const typename P::mask_type& acting, const NodalSums<4>& sums) {
  const QuadHourglass<P>& h = r.h;
  const P zero(0), half(0.5), k = P(2) * g.inverse_area2;  // 1/A
  const auto to_space = [&](P x, P y, P z) CRUMPLE_LAMBDA_INLINE {
    return select(acting, x * g.e1 + y * g.e2 + z * g.e3, Vec3<P>{zero, zero, zero});
  };
  const auto in_plane = [&](P x, P y) CRUMPLE_LAMBDA_INLINE {
    return select(acting, x * g.e1 + y * g.e2, Vec3<P>{zero, zero, zero});
  };
  const P khx = k * g.hx, khy = k * g.hy, khz = k * g.hz;
  const P n1x = r.nx.x - khx * h.x, n2x = r.nx.y - khy * h.x;
  const P n1y = r.ny.x - khx * h.y, n2y = r.ny.y - khy * h.y;
  const P n1z = r.nz.x + khz * h.x - khx * h.w, n2z = r.nz.y + khz * h.y - khy * h.w;
  const P x31 = half * g.x31, y31 = half * g.y31, x42 = half * g.x42, y42 = half * g.y42;
  const Vec3<P> p = to_space(y42 * n1x - x42 * n2x, y42 * n1y - x42 * n2y, y42 * n1z - x42 * n2z);
  const Vec3<P> q = to_space(y31 * n1x - x31 * n2x, y31 * n1y - x31 * n2y, y31 * n1z - x31 * n2z);
  const QuadActions<P> forces{p, q, to_space(h.x, h.y, h.w), {zero, zero, zero}};
  share_among_nodes(forces, [&](int k, const Vec3<P>& f) CRUMPLE_LAMBDA_INLINE { sums.add_force(k, f); });

  const P m1x = r.mx.x - khx * h.bx, m2x = r.mx.y - khy * h.bx;
  const P m1y = r.my.x - khx * h.by, m2y = r.my.y - khy * h.by;
  const P quarter_area = P(0.125) * g.area2;
  const Vec3<P> pm = in_plane(y42 * m1x - x42 * m2x, y42 * m1y - x42 * m2y);
  const Vec3<P> qm = in_plane(y31 * m1x - x31 * m2x, y31 * m1y - x31 * m2y);
  Vec3<P> mean = in_plane(-(quarter_area * r.shear_y), quarter_area * r.shear_x);
  if constexpr (twisted) mean = mean + select(acting, (quarter_area * r.drill) * g.e3, Vec3<P>{zero, zero, zero});
  const QuadActions<P> moments{pm, qm, in_plane(h.bx, h.by), mean};
  share_among_nodes(moments, [&](int k, const Vec3<P>& m) CRUMPLE_LAMBDA_INLINE { sums.add_moment(k, m); });
}

/// Stable step: A / longest side over the plate wave speed (LS-DYNA, ISDO = 0).
template <class P>
CRUMPLE_INLINE P quad_stable_step(const ShellConstants<typename P::value_type>& c, const QuadFrame<P>& g,
                                  const QuadDifferences<P>& d, P mass_scale) {
  const Vec3<P> r32 = d.n3 - d.n2, r43 = d.n4 - d.n3;
  const P longest = max(max(dot(d.n2, d.n2), dot(r32, r32)), max(dot(r43, r43), dot(d.n4, d.n4)));
  return P(0.5) * g.area2 * P(c.slowness) * sqrt(mass_scale / longest);
}

}  // namespace crumple::kernels
