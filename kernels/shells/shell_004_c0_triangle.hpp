// ELFORM 4: three-node shell with one point in the plane and layers through the thickness.
// Belytschko, Stolarski & Carpenter, Int. J. Num. Meth. Engrg. 20 (1984) 787-802 (LS-DYNA theory manual, "C0
// triangular shell"). Membrane and curvatures are constant; the transverse shear is that of the three edges, which is
// BSC's B_s written without its 2 x 6 matrix (each term checked) and without separating the rigid rotation.
// Strains from the geometry in mid-step, forces on the geometry at its end. Called through the kernel table.
//
// e1 e2 e3  element frame: e1 along side 1-2, e3 normal;  x2, x3, y3  nodes 2 and 3 in it;  A area, 2A = x2 y3
// s12 ...   edge shears s_ij = w_j - w_i + x_ij (oy_i + oy_j) / 2 - y_ij (ox_i + ox_j) / 2
// r, s      shears along sides 1-2 and 1-3 at the centroid
#pragma once

#include "kernels/shells/shell_pack.hpp"

namespace crumple::kernels {

template <class P>
struct TriangleFrame {
  Vec3<P> e1, e2, e3;
  P area2, inverse_area2;  // 2A, 1/(2A)
  P x2, x3, y3;
};

template <class P>
CRUMPLE_INLINE TriangleFrame<P> triangle_frame(const Vec3<P>& d2, const Vec3<P>& d3) {
  TriangleFrame<P> g;
  const Vec3<P> s3 = cross(d2, d3);
  g.area2 = sqrt(dot(s3, s3));
  g.x2 = sqrt(dot(d2, d2));
  g.inverse_area2 = P(1) / g.area2;
  const P inverse_x2 = P(1) / g.x2;
  g.e3 = g.inverse_area2 * s3;
  g.e1 = inverse_x2 * d2;
  g.e2 = cross(g.e3, g.e1);
  g.x3 = dot(d3, g.e1);
  g.y3 = g.area2 * inverse_x2;
  return g;
}

template <class P>
struct TriangleVelocities {
  Vec3<P> u2, u3;      // less that of node 1
  Vec3<P> w1, w2, w3;  // angular; w2, w3 less w1
};

/// Strain rates.
template <class P>
CRUMPLE_INLINE ShellStrains<P> triangle_rates(const TriangleFrame<P>& g, const TriangleVelocities<P>& v) {
  const auto& [u2, u3, w1, w2, w3] = v;
  const auto along_x = [&](P a2) CRUMPLE_LAMBDA_INLINE { return g.y3 * a2 * g.inverse_area2; };
  const auto along_y = [&](P a2, P a3) CRUMPLE_LAMBDA_INLINE { return (g.x2 * a3 - g.x3 * a2) * g.inverse_area2; };
  const P vx2 = dot(u2, g.e1), vy2 = dot(u2, g.e2), vz2 = dot(u2, g.e3);
  const P vx3 = dot(u3, g.e1), vy3 = dot(u3, g.e2), vz3 = dot(u3, g.e3);
  const P ox1 = dot(w1, g.e1), oy1 = dot(w1, g.e2);
  const P ox2 = dot(w2, g.e1), oy2 = dot(w2, g.e2), ox3 = dot(w3, g.e1), oy3 = dot(w3, g.e2);

  const P half(0.5), third(typename P::value_type(1.0 / 3));
  const P s12 = vz2 + g.x2 * (oy1 + half * oy2);
  const P s13 = vz3 + g.x3 * (oy1 + half * oy3) - g.y3 * (ox1 + half * ox3);
  const P s23 = (vz3 - vz2) + (g.x3 - g.x2) * (oy1 + half * (oy2 + oy3)) - g.y3 * (ox1 + half * (ox2 + ox3));
  const P r = third * (P(2) * s12 + s13 - s23), s = third * (s12 + P(2) * s13 + s23);

  ShellStrains<P> e;
  e.xx = along_x(vx2);
  e.yy = along_y(vy2, vy3);
  e.xy = along_y(vx2, vx3) + along_x(vy2);
  e.kxx = along_x(oy2);
  e.kyy = -along_y(ox2, ox3);
  e.kxy = along_y(oy2, oy3) - along_x(ox2);
  e.zx = along_x(r);
  e.yz = along_y(r, s);
  return e;
}

/// Nodal forces and moments of resultants r: the transpose of triangle_rates.
template <class P>
CRUMPLE_INLINE void add_triangle_forces(const TriangleFrame<P>& g, const ShellResultants<P>& r,
                                        const typename P::mask_type& acting, const NodalSums<3>& sums) {
  const P zero(0), half(0.5), third(typename P::value_type(1.0 / 3));
  const auto to_space = [&](P x, P y, P z) CRUMPLE_LAMBDA_INLINE {
    return select(acting, x * g.e1 + y * g.e2 + z * g.e3, Vec3<P>{zero, zero, zero});
  };
  const P b2x = half * g.y3, b2y = -(half * g.x3), b3y = half * g.x2;  // A B_aI; B_x3 = 0
  const P shear_r = b2x * r.nzx + b2y * r.nyz, shear_s = b3y * r.nyz;
  const P g12 = third * (P(2) * shear_r + shear_s), g13 = third * (shear_r + P(2) * shear_s),
          g23 = third * (shear_s - shear_r);

  const Vec3<P> f2 = to_space(b2x * r.nxx + b2y * r.nxy, b2x * r.nxy + b2y * r.nyy, g12 - g23);
  const Vec3<P> f3 = to_space(b3y * r.nxy, b3y * r.nyy, g13 + g23);
  const Vec3<P> none{zero, zero, zero};
  sums.add_force(0, f2 + f3);
  sums.add_force(1, none - f2);
  sums.add_force(2, none - f3);

  // Moments of the edge shears on both their nodes, and of the curvatures.
  const P y12 = half * g.x2 * g12, y13 = half * g.x3 * g13, y23 = half * (g.x3 - g.x2) * g23;
  const P x13 = -(half * g.y3 * g13), x23 = -(half * g.y3 * g23);
  const P x2 = -(b2x * r.mxy + b2y * r.myy), y2 = b2x * r.mxx + b2y * r.mxy;
  const P x3 = -(b3y * r.myy), y3 = b3y * r.mxy;
  sums.add_moment(0, none - to_space(x13 - x2 - x3, y12 + y13 - y2 - y3, zero));
  sums.add_moment(1, none - to_space(x23 + x2, y12 + y23 + y2, zero));
  sums.add_moment(2, none - to_space(x13 + x23 + x3, y13 + y23 + y3, zero));
}

template <class Real>
struct Shell004 {
  using P = Pack<Real>;
  using Law = ShellLaw<Real>;
  using Constants = ShellConstants<Real>;
  static constexpr bool shell = true;
  static constexpr int number = 4, nodes_per_element = 3, points = 1;
  static constexpr std::array<const char*, 0> element_names{};
  static constexpr auto stress_names = shell_stress_names;

  /// Stable step: shortest height, 2 A / longest side, over the plate wave speed (LS-DYNA, ISDO = 0).
  static CRUMPLE_INLINE P stable_step(const Constants& c, const TriangleFrame<P>& g, const Vec3<P>& d2,
                                      const Vec3<P>& d3, P mass_scale) {
    const Vec3<P> r32 = d3 - d2;
    const P longest = max(max(dot(d2, d2), dot(r32, r32)), dot(d3, d3));
    return g.area2 * P(c.slowness) * sqrt(mass_scale / longest);
  }

  template <class C>
  static CRUMPLE_INLINE void forces(const ForceCall<Real>& call, const C& c, int block, int first_lane) {
    const ElementPack<Real> pack(call, block, first_lane);
    const auto& [e, n, at_block, lane, next, i, dt, alive] = pack;
    if (!any(alive)) return store(e.dt + i, P(no_limit));

    const Prefetch<3, true, Real> prefetch(pack, c.n_layers * c.layer_fields);
    const PackNodes<3> nodes(e, at_block, lane);
    const auto differences = [&](const double* rows, int k)
                                 CRUMPLE_LAMBDA_INLINE { return gather_differences<P>(rows, nodes[k], nodes[0]); };
    const Vec3<P> d2 = differences(n.position, 1), d3 = differences(n.position, 2);
    const TriangleVelocities<P> v{differences(n.velocity, 1), differences(n.velocity, 2),
                                  gather_rows<P>(n.angular_velocity, nodes[0]), differences(n.angular_velocity, 1),
                                  differences(n.angular_velocity, 2)};

    const P back = P(0.5) * dt;
    const TriangleFrame<P> mid = triangle_frame<P>(d2 - back * v.u2, d3 - back * v.u3);
    prefetch.nodes(0);
    LayersStep<P> layers;
    layers.strain = triangle_rates(mid, v);
    make_increments(layers.strain, dt, alive);

    P thickness = load<P>(e.thickness + i);
    layers.thickness = thickness;
    layers.dt = dt;
    layers.history = pack.history();
    layers.added = layers.history + c.n_layers * c.layer_fields * block_lanes<Real>;
    layers.axes = pack.axes();
    prefetch.nodes(2);
    c.update_layers(c, layers);
    prefetch.values();
    ShellResultants<P>& r = layers.result;
    const P work = P(0.5) * mid.area2 * thickness * r.work;
    store(e.internal_energy + i, load<P>(e.internal_energy + i) + select(alive, work, P(0)));
    thickness = update_thickness(c, r, thickness, alive, e.thickness + i);
    scale_by_thickness(r, thickness);

    const auto& x2 = kept(d2, [&]() CRUMPLE_LAMBDA_INLINE { return differences(n.position, 1); });
    const auto& x3 = kept(d3, [&]() CRUMPLE_LAMBDA_INLINE { return differences(n.position, 2); });
    const TriangleFrame<P> now = triangle_frame(x2, x3);
    const auto acting = alive && !r.failed;
    add_triangle_forces<P>(now, r, acting, {nodes, n});
    prefetch.other_values();
    store(e.alive + i, select(acting, P(1), P(0)));
    store(e.dt + i, select(acting, stable_step(c, now, x2, x3, load<P>(e.mass_scale + i)), P(no_limit)));
  }

  CRUMPLE_DEVICE static void volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first,
                                     int last) {
    shell_volumes<3>(e, n, out, first, last);
  }
};

}  // namespace crumple::kernels
