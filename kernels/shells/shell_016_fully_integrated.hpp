// ELFORM 16: four-node shell with 2 x 2 points in the plane and layers through the thickness in each. Needs no
// hourglass control: what form 2 controls, the five modes of quad.hpp, is strain here.
//   membrane   the strains that belong to Pian & Sumihara's stresses (Int. J. Num. Meth. Engrg. 20 (1984) 1685-1695) in
//              the assumed-strain form of Simo & Hughes (J. Appl. Mech. 53 (1986) 51-54); solved in closed form
//   bending    bilinear rotations
//   shear      linear between the middles of the sides, Bathe & Dvorkin (ibid. 21 (1985) 367-383)
// LS-DYNA's form 16 is said to be built of the same; how it differs in detail is not known. Strains from the geometry
// in mid-step, forces on the geometry at its end. Called through the kernel table by physics.
//
// x = x_0 + a xi + b eta + c xi eta in the element's frame, J = (A / 4) (1 + j1 xi + j2 eta), c = j1 b + j2 a
// q_x ...   amplitudes of xi eta, a quarter of the hourglass rates of quad.hpp
// phi       = (w_y, -w_x), the velocity in the plane over the height of a layer
#pragma once

#include "kernels/shells/quad.hpp"

namespace crumple::kernels {

/// A vector in the plane.
template <class P>
struct Vec2 {
  P x, y;
};
template <class P>
CRUMPLE_INLINE P dot(const Vec2<P>& a, const Vec2<P>& b) {
  return a.x * b.x + a.y * b.y;
}

/// The bilinear map.
template <class P>
struct QuadMap {
  Vec2<P> a, b, c;
  Vec2<P> xi, eta;  // gradients of xi and eta at the centre
  P j1, j2;         // not beyond -1..1, which only concave elements exceed
};
template <class P>
CRUMPLE_INLINE QuadMap<P> quad_map(const QuadFrame<P>& g) {
  const P quarter(0.25), one(1), k = P(8) * g.inverse_area2;  // 4 / A
  QuadMap<P> m;
  m.a = {quarter * (g.x31 - g.x42), quarter * (g.y31 - g.y42)};
  m.b = {quarter * (g.x31 + g.x42), quarter * (g.y31 + g.y42)};
  m.c = {quarter * g.hx, quarter * g.hy};
  m.xi = {k * m.b.y, -(k * m.b.x)};
  m.eta = {-(k * m.a.y), k * m.a.x};
  m.j1 = min(max(dot(m.eta, m.c), -one), one);
  m.j2 = min(max(dot(m.xi, m.c), -one), one);
  return m;
}

/// One of the 2 x 2 points.
template <class P>
struct QuadPoint {
  P xi, eta;
  P weight;  // of the area [1]
  CRUMPLE_INLINE QuadPoint(const QuadMap<P>& m, int point)
      : xi(typename P::value_type(point == 1 || point == 2 ? gauss : -gauss)),
        eta(typename P::value_type(point >= 2 ? gauss : -gauss)),
        weight(P(0.25) * max(P(1) + m.j1 * xi + m.j2 * eta, P(typename P::value_type(0.05)))) {}
  static constexpr double gauss = 0.57735026918962576451;  // 1 / sqrt(3)
};

/// Membrane strains beyond the mean ones: alpha (eta - eta0) A + beta (xi - xi0) B, where A and B are the strains of a
/// uniaxial stress along a and along b, and H (alpha, beta) = (a.q / a.a, b.q / b.b).
template <class P>
struct QuadMembrane {
  P a_xx, a_yy, a_xy, b_xx, b_yy, b_xy;  // A, B
  P xi0, eta0;                           // means of xi and eta over the area
  Vec2<P> qa, qb;                        // a / a.a, b / b.b
  P aa, ab, bb;                          // the inverse of H
};
template <class P>
CRUMPLE_INLINE QuadMembrane<P> quad_membrane(const QuadMap<P>& m, P poisson) {
  const P one(1), third(typename P::value_type(1.0 / 3)), shear = P(2) * (one + poisson);
  const P per_a = one / dot(m.a, m.a), per_b = one / dot(m.b, m.b), a_b = dot(m.a, m.b);
  QuadMembrane<P> f;
  f.qa = {per_a * m.a.x, per_a * m.a.y};
  f.qb = {per_b * m.b.x, per_b * m.b.y};
  const P ax = m.a.x * f.qa.x, ay = m.a.y * f.qa.y, bx = m.b.x * f.qb.x, by = m.b.y * f.qb.y;
  f.a_xx = ax - poisson * ay;
  f.a_yy = ay - poisson * ax;
  f.a_xy = shear * m.a.x * f.qa.y;
  f.b_xx = bx - poisson * by;
  f.b_yy = by - poisson * bx;
  f.b_xy = shear * m.b.x * f.qb.y;
  f.xi0 = third * m.j1;
  f.eta0 = third * m.j2;
  const P h_aa = one - f.eta0 * m.j2, h_bb = one - f.xi0 * m.j1;
  const P h_ab = f.xi0 * m.j2 * (poisson - (one + poisson) * a_b * a_b * per_a * per_b);
  const P inverse = one / (h_aa * h_bb - h_ab * h_ab);
  f.aa = inverse * h_bb;
  f.bb = inverse * h_aa;
  f.ab = -(inverse * h_ab);
  return f;
}

/// Shears along xi, xi0 + xi1 eta, and along eta, eta0 + eta1 xi; or what does work on their coefficients.
template <class P>
struct QuadShears {
  P xi0, xi1, eta0, eta1;
};

/// What the strains at the points are made of.
template <class P>
struct QuadStrainModes {
  ShellStrains<P> mean;  // those of quad.hpp; its shears are not used
  P alpha, beta;         // membrane
  P q_bx, q_by;          // bending
  QuadShears<P> shear;
};
template <class P>
CRUMPLE_INLINE QuadStrainModes<P> strain_modes(const QuadMap<P>& m, const QuadMembrane<P>& f, const QuadRates<P>& r) {
  const P quarter(0.25);
  QuadStrainModes<P> e;
  e.mean = strain_rates(r);
  const Vec2<P> q = {quarter * r.q.x, quarter * r.q.y}, g = {e.mean.zx, e.mean.yz};
  const P along_a = dot(f.qa, q), along_b = dot(f.qb, q);
  e.alpha = f.aa * along_a + f.ab * along_b;
  e.beta = f.ab * along_a + f.bb * along_b;
  e.q_bx = quarter * r.q.bx;
  e.q_by = quarter * r.q.by;
  const auto phi_along = [&](const Vec2<P>& d) CRUMPLE_LAMBDA_INLINE {
    return Vec2<P>{r.oy.x * d.x + r.oy.y * d.y, -(r.ox.x * d.x + r.ox.y * d.y)};
  };
  const Vec2<P> phi_a = phi_along(m.a), phi_b = phi_along(m.b);
  const P both = quarter * r.q.w + dot(g, m.c);
  e.shear = {dot(g, m.a) + dot(m.c, phi_b), both + dot(m.a, phi_b), dot(g, m.b) + dot(m.c, phi_a),
             both + dot(m.b, phi_a)};
  return e;
}

/// Strain rates at a point.
template <class P>
CRUMPLE_INLINE ShellStrains<P> strain_rates(const QuadMap<P>& m, const QuadMembrane<P>& f, const QuadPoint<P>& p,
                                            const QuadStrainModes<P>& r) {
  ShellStrains<P> e;
  const P a = r.alpha * (p.eta - f.eta0), b = r.beta * (p.xi - f.xi0);
  e.xx = r.mean.xx + (a * f.a_xx + b * f.b_xx);
  e.yy = r.mean.yy + (a * f.a_yy + b * f.b_yy);
  e.xy = r.mean.xy + (a * f.a_xy + b * f.b_xy);

  const P per_j = P(0.25) / p.weight;  // A / (4 J)
  const Vec2<P> h = {per_j * (p.eta * m.xi.x + p.xi * m.eta.x), per_j * (p.eta * m.xi.y + p.xi * m.eta.y)};
  e.kxx = r.mean.kxx + r.q_by * h.x;
  e.kyy = r.mean.kyy - r.q_bx * h.y;
  e.kxy = r.mean.kxy + (r.q_by * h.y - r.q_bx * h.x);

  // Gradients of xi and eta at the point from those at the centre: c = j1 b + j2 a.
  const P g_xi = per_j * (r.shear.xi0 + r.shear.xi1 * p.eta), g_eta = per_j * (r.shear.eta0 + r.shear.eta1 * p.xi);
  const P along_xi = g_xi * (P(1) + m.j1 * p.xi) - g_eta * (m.j1 * p.eta);
  const P along_eta = g_eta * (P(1) + m.j2 * p.eta) - g_xi * (m.j2 * p.xi);
  e.zx = along_xi * m.xi.x + along_eta * m.eta.x;
  e.yz = along_xi * m.xi.y + along_eta * m.eta.y;
  return e;
}

/// What does work on the modes, per area, for a thickness of 1: sums over the points.
template <class P>
struct QuadPointSums {
  P nxx{0}, nyy{0}, nxy{0}, mxx{0}, myy{0}, mxy{0};
  P alpha{0}, beta{0}, q_bx{0}, q_by{0};
  QuadShears<P> shear{P(0), P(0), P(0), P(0)};
};
/// Adds the resultants of a point: the transpose of strain_rates.
template <class P>
CRUMPLE_INLINE void add_point(const QuadMap<P>& m, const QuadMembrane<P>& f, const QuadPoint<P>& p,
                              const ShellResultants<P>& r, QuadPointSums<P>& sums) {
  const P w = p.weight, quarter(0.25);
  const P nxx = w * r.nxx, nyy = w * r.nyy, nxy = w * r.nxy;
  sums.nxx = sums.nxx + nxx;
  sums.nyy = sums.nyy + nyy;
  sums.nxy = sums.nxy + nxy;
  sums.alpha = sums.alpha + (p.eta - f.eta0) * (nxx * f.a_xx + nyy * f.a_yy + nxy * f.a_xy);
  sums.beta = sums.beta + (p.xi - f.xi0) * (nxx * f.b_xx + nyy * f.b_yy + nxy * f.b_xy);

  sums.mxx = sums.mxx + w * r.mxx;
  sums.myy = sums.myy + w * r.myy;
  sums.mxy = sums.mxy + w * r.mxy;
  const P hx = quarter * (p.eta * m.xi.x + p.xi * m.eta.x), hy = quarter * (p.eta * m.xi.y + p.xi * m.eta.y);
  sums.q_by = sums.q_by + (r.mxx * hx + r.mxy * hy);
  sums.q_bx = sums.q_bx - (r.myy * hy + r.mxy * hx);

  const P along_xi = quarter * (r.nzx * m.xi.x + r.nyz * m.xi.y);
  const P along_eta = quarter * (r.nzx * m.eta.x + r.nyz * m.eta.y);
  const P q_xi = along_xi * (P(1) + m.j1 * p.xi) - along_eta * (m.j2 * p.xi);
  const P q_eta = along_eta * (P(1) + m.j2 * p.eta) - along_xi * (m.j1 * p.eta);
  sums.shear.xi0 = sums.shear.xi0 + q_xi;
  sums.shear.xi1 = sums.shear.xi1 + p.eta * q_xi;
  sums.shear.eta0 = sums.shear.eta0 + q_eta;
  sums.shear.eta1 = sums.shear.eta1 + p.xi * q_eta;
}

/// What does work on the rates of quad.hpp, for thickness t: the transpose of strain_modes.
template <class P>
CRUMPLE_INLINE QuadResultants<P> quad_resultants(const QuadFrame<P>& g, const QuadMap<P>& m, const QuadMembrane<P>& f,
                                                 const QuadPointSums<P>& sums, P t) {
  const P tt = t * t, quarter_area = P(0.125) * g.area2;
  const auto& [xi0, xi1, eta0, eta1] = sums.shear;
  const P both = xi1 + eta1;
  const P zx = t * (xi0 * m.a.x + eta0 * m.b.x + both * m.c.x), yz = t * (xi0 * m.a.y + eta0 * m.b.y + both * m.c.y);
  // On the gradient of phi: p (x) b + q (x) a.
  const Vec2<P> p = {t * (xi0 * m.c.x + xi1 * m.a.x), t * (xi0 * m.c.y + xi1 * m.a.y)};
  const Vec2<P> q = {t * (eta0 * m.c.x + eta1 * m.b.x), t * (eta0 * m.c.y + eta1 * m.b.y)};
  const P nxy = t * sums.nxy, mxy = tt * sums.mxy;

  QuadResultants<P> r;
  r.nx = {t * sums.nxx, nxy};
  r.ny = {nxy, t * sums.nyy};
  r.nz = {zx, yz};
  r.mx = {-(mxy + (p.y * m.b.x + q.y * m.a.x)), -(tt * sums.myy + (p.y * m.b.y + q.y * m.a.y))};
  r.my = {tt * sums.mxx + (p.x * m.b.x + q.x * m.a.x), mxy + (p.x * m.b.y + q.x * m.a.y)};
  r.shear_x = zx;
  r.shear_y = yz;
  r.drill = P(0);
  const P in_plane = quarter_area * t, bending = quarter_area * tt;
  const P along_a = in_plane * (f.aa * sums.alpha + f.ab * sums.beta);
  const P along_b = in_plane * (f.ab * sums.alpha + f.bb * sums.beta);
  r.h = {along_a * f.qa.x + along_b * f.qb.x, along_a * f.qa.y + along_b * f.qb.y, in_plane * both, bending * sums.q_bx,
         bending * sums.q_by};
  return r;
}

template <class Real>
struct Shell016 {
  using P = Pack<Real>;
  using Law = ShellLaw<Real>;
  using Constants = ShellConstants<Real>;
  static constexpr bool shell = true;
  static constexpr int number = 16, nodes_per_element = 4, points = 4;
  static constexpr std::array<const char*, 0> element_names{};
  static constexpr auto stress_names = shell_stress_names;
  static constexpr int B = block_lanes<Real>;

  /// `twisted`: IHQ 8.
  template <bool twisted, class C>
  CRUMPLE_APART static void pack_forces(const ForceCall<Real>& call, const C& c, int block, int first_lane) {
    const ElementPack<Real> pack(call, block, first_lane);
    const auto& [e, n, at_block, lane, next, i, dt, alive] = pack;
    if (!any(alive)) return store(e.dt + i, P(no_limit));

    const Prefetch<4, true, Real> prefetch(pack, points * c.n_layers * c.layer_fields);
    const PackNodes<4> nodes(e, at_block, lane);
    const QuadDifferences<P> d = quad_differences<P>(n.position, nodes), u = quad_differences<P>(n.velocity, nodes);
    const QuadDifferences<P> w = quad_differences<P>(n.angular_velocity, nodes);
    const P back = P(0.5) * dt, poisson(c.poisson);
    const QuadFrame<P> mid = quad_frame<P>({d.n2 - back * u.n2, d.n3 - back * u.n3, d.n4 - back * u.n4});
    prefetch.nodes(0);
    const QuadFrame<P> now = quad_frame(d);
    const QuadMap<P> mid_map = quad_map(mid), now_map = quad_map(now);
    const QuadMembrane<P> mid_membrane = quad_membrane(mid_map, poisson),
                          now_membrane = quad_membrane(now_map, poisson);

    const Vec3<P> mean_w = quad_mean(n.angular_velocity, nodes, w);
    QuadRates<P> rates;
    add_velocity_rates(mid, u, rates);
    add_rotation_rates(mid, w, mean_w, rates);
    QuadStrainModes<P> modes = strain_modes(mid_map, mid_membrane, rates);
    if constexpr (twisted) add_twist_rates(quad_twist(mid), rates, dot(mean_w, mid.e3), modes.mean);

    prefetch.nodes(2);
    P thickness = load<P>(e.thickness + i);
    LayersStep<P> layers;
    layers.thickness = thickness;
    layers.dt = dt;
    layers.n_points = points;
    layers.axes = pack.axes();
    QuadPointSums<P> sums;
    P work(0), thickness_strain(0);
    typename P::mask_type failed(true);
    for (int k = 0; k < points; ++k) {
      const QuadPoint<P> at_mid(mid_map, k), at_now(now_map, k);
      layers.strain = strain_rates(mid_map, mid_membrane, at_mid, modes);
      make_increments(layers.strain, dt, alive);
      layers.history = pack.history() + k * c.n_layers * c.layer_fields * B;
      layers.added = pack.history() + c.n_layers * (points * c.layer_fields + k * c.material->added_fields()) * B;
      layers.point = k;
      c.update_layers(c, layers);
      work = work + at_mid.weight * layers.result.work;
      thickness_strain = thickness_strain + at_mid.weight * layers.result.thickness_strain;
      failed = failed && layers.result.failed;
      add_point(now_map, now_membrane, at_now, layers.result, sums);
    }
    prefetch.values();
    work = P(0.5) * mid.area2 * thickness * work;
    store(e.internal_energy + i, load<P>(e.internal_energy + i) + select(alive, work, P(0)));

    layers.result.thickness_strain = thickness_strain;
    thickness = update_thickness(c, layers.result, thickness, alive, e.thickness + i);
    const auto acting = alive && !failed;
    QuadResultants<P> resultants = quad_resultants(now, now_map, now_membrane, sums, thickness);
    if constexpr (twisted) {
      const P tt = thickness * thickness;
      add_twist_resultants(quad_twist(now), tt * sums.mxx, tt * sums.myy, tt * sums.mxy, resultants);
    }
    add_quad_forces<P, twisted>(now, resultants, acting, {nodes, n});
    prefetch.other_values();
    store(e.alive + i, select(acting, P(1), P(0)));
    store(e.dt + i, select(acting, quad_stable_step(c, now, d, load<P>(e.mass_scale + i)), P(no_limit)));
  }

  template <class C>
  static CRUMPLE_INLINE void forces(const ForceCall<Real>& call, const C& c, int block, int lane) {
    c.twisted ? pack_forces<true>(call, c, block, lane) : pack_forces<false>(call, c, block, lane);
  }

  CRUMPLE_DEVICE static void volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first,
                                     int last) {
    shell_volumes<4>(e, n, out, first, last);
  }
};

}  // namespace crumple::kernels
