// Eight-node solids: the trilinear map in modes, volume and mean velocity gradient, nodal forces, for all formulations.
// Flanagan & Belytschko, Int. J. Num. Meth. Engrg. 17 (1981) 679-706. Hexes with repeated nodes (wedges, tetrahedra)
// have their exact volume too.
//
// All nodal fields are written in the eight modes of the trilinear map, x = sum over modes of Phi(xi, eta, zeta) x_m:
// modes a b c (xi, eta, zeta), 1 2 3 (eta zeta, zeta xi, xi eta), g (xi eta zeta). In them the volume is
//   V = 8 { a.(b x c) - [a.(d2 x d3) + b.(d3 x d1) + c.(d1 x d2)] / 3 }      (the mode g drops out)
// so dV/dx_I, Flanagan & Belytschko's B_I, is the mode sum of six vectors (B.a .. B.d3), and its sum with nodal
// velocities gives the mean velocity gradient L = (8 / V) sum over modes of v_m (x) B_m.
#pragma once

#include "kernels/solids/solid_pack.hpp"

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

/// Amplitudes of the rows of a pack's nodes.
template <class P>
CRUMPLE_INLINE HexModes<P> gather_hex_modes(const double* rows, const PackNodes<8>& nodes) {
  Vec3<P> d[7];
  for (int k = 0; k < 7; ++k) d[k] = gather_differences<P>(rows, nodes[k + 1], nodes[0]);
  return hex_modes(d);
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
  const auto row = [&](P Vec3<P>::* i) CRUMPLE_LAMBDA_INLINE {
    const Vec3<P> sum =
        (v.a.*i) * B.a + (v.b.*i) * B.b + (v.c.*i) * B.c + (v.d1.*i) * B.d1 + (v.d2.*i) * B.d2 + (v.d3.*i) * B.d3;
    return (P(8) * inverse_volume) * sum;
  };
  return {row(&Vec3<P>::x), row(&Vec3<P>::y), row(&Vec3<P>::z)};
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

/// Adds the forces of mode sums f to the nodes: the signs of hex_modes backwards.
template <class P>
CRUMPLE_INLINE void add_mode_forces(const HexModes<P>& f, const NodalSums<8>& sums) {
  const auto& [a, b, c, d1, d2, d3, g] = f;
  const Vec3<P> zero{P(0), P(0), P(0)};
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
CRUMPLE_DEVICE void hex_volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first, int last) {
  using D = Pack<double>;
  constexpr int B = block_lanes<Real>;
  for (int block = first; block < last; ++block)
    for (int lane = 0; lane < B; lane += lanes_of<D>)
      store(out + std::int64_t(block) * B + lane,
            hex_geometry(gather_hex_modes<D>(n.position, PackNodes<8>(e, block, lane))).volume);
}

}  // namespace crumple::kernels
