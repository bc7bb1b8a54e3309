// IHQ 6: hourglass stiffness of the one-point hex from assumed strains in a co-rotational frame, Belytschko & Bindeman,
// Comput. Meth. Appl. Mech. Engrg. 105 (1993) 225-260, "ASQBI". The frame, the strains and the rule for lateral strains
// are theirs, written from memory: nobody has looked the paper up. The stiffness below is derived here from the
// strains.
//
// In the frame, the element is taken as a box of half-lengths l1 l2 l3 with natural coordinates s1 s2 s3, -1..1. With
// modes h1 = s2 s3, h2 = s3 s1, h3 = s1 s2, h4 = s1 s2 s3, hourglass amplitudes q_im (direction i, mode m; those of the
// kernel are 8 times those of h) give u_i = sum over m of h_m q_im / 8. Let i j k differ and h_m,i = dh_m / dx_i:
//   e_ii = (h_j,i q_ij + h_k,i q_ik + h_4,i q_i4) / 8     bending is linear in s_k and s_j; the last goes with s_j s_k
//   to bending in s_k belongs e_kk = - nu / (1 - nu) (e_ii + e_jj), so that a plate of normal k bends with s_kk = 0
//   to h_4,i q_i4 belong e_jj = e_kk = - nu e_ii: uniaxial stress
//   2 e_ij = (h_i,j q_ii + h_j,i q_jj) / 8               torsion; bending shears nothing, so it does not lock
// h_j,i = s_k / l_i, so integrals over the box V = 8 l1 l2 l3 are H_ii = V / (3 l_i^2) of h_j,i^2, H_ij = V / (3 l_i
// l_j) of h_i,j h_j,i, and H_ii / 3 of h_4,i^2. The derivatives of the energy of an elastic material are the forces
//   Q_ij = [2 mu / (1 - nu)] (H_ii q_ij + nu H_ij q_ji) / 64
//   Q_ii = mu [(H_jj + H_kk) q_ii + H_ij q_jj + H_ik q_kk] / 64
//   Q_i4 = [2 mu (1 + nu) / 3] H_ii q_i4 / 64
// times QM. As rates they are turned with the material, as those of the other kinds.
#pragma once

#include "kernels/solids/hex.hpp"

namespace crumple::kernels {

/// The box that stands for an element.
template <class P>
struct HexBox {
  Tensor<P> axes;  // rows
  Vec3<P> length;  // half of its edges
};

/// From the amplitudes of the modes xi, eta, zeta: axis 1 along xi, 2 in the plane of xi and eta. Lengths are the
/// heights of that parallelepiped, edge by edge, and not below `least`, which only matters in elements nearly inverted.
template <class P>
CRUMPLE_INLINE HexBox<P> hex_box(const Vec3<P>& a, const Vec3<P>& b, const Vec3<P>& c, P least) {
  const P one(1), tiny(typename P::value_type(1e-30));
  const auto unit = [&](const Vec3<P>& v) CRUMPLE_LAMBDA_INLINE { return (one / sqrt(max(dot(v, v), tiny))) * v; };
  const Vec3<P> first = unit(a);
  const Vec3<P> second = unit(b - dot(b, first) * first);
  const Vec3<P> third = cross(first, second);
  return {{first, second, third}, {max(dot(a, first), least), max(dot(b, second), least), max(dot(c, third), least)}};
}

/// Of each amplitude, mode by mode, in the frame of the box.
template <class P>
struct HexAmplitudes {
  Vec3<P> mode[4];
};

/// dQ/dt from dq/dt.
template <class P>
CRUMPLE_INLINE HexAmplitudes<P> assumed_strain_rates(const AssumedStrainConstants<typename P::value_type>& c,
                                                     const HexBox<P>& box, const HexAmplitudes<P>& q) {
  const Vec3<P>& l = box.length;
  const Vec3<P> g = {l.y * l.z / l.x, l.z * l.x / l.y, l.x * l.y / l.z};  // 3 H_ii / 8; 3 H_ij / 8 = l_k
  HexAmplitudes<P> Q;
  const P bending(c.bending), coupling(c.coupling), torsion(c.torsion), product(c.product);
  using Axis = P Vec3<P>::*;
  const auto direction = [&](Axis i, Axis j, Axis k, int mode_i, int mode_j, int mode_k) CRUMPLE_LAMBDA_INLINE {
    const Vec3<P>&q_i = q.mode[mode_i], &q_j = q.mode[mode_j], &q_k = q.mode[mode_k];
    const P stiff = bending * g.*i;
    Q.mode[mode_j].*i = stiff * q_j.*i + coupling * (l.*k) * (q_i.*j);
    Q.mode[mode_k].*i = stiff * q_k.*i + coupling * (l.*j) * (q_i.*k);
    Q.mode[mode_i].*i = torsion * ((g.*j + g.*k) * (q_i.*i) + (l.*k) * (q_j.*j) + (l.*j) * (q_k.*k));
    Q.mode[3].*i = product * (g.*i) * (q.mode[3].*i);
  };
  direction(&Vec3<P>::x, &Vec3<P>::y, &Vec3<P>::z, 0, 1, 2);
  direction(&Vec3<P>::y, &Vec3<P>::z, &Vec3<P>::x, 1, 2, 0);
  direction(&Vec3<P>::z, &Vec3<P>::x, &Vec3<P>::y, 2, 0, 1);
  return Q;
}

/// Largest |Q|: what each amplitude alone gives where its largest strain is the yield strain (q = 8 l_i e), or its
/// largest shear the yield strain in shear.
template <class P>
CRUMPLE_INLINE HexAmplitudes<P> assumed_strain_limits(const AssumedStrainConstants<typename P::value_type>& c,
                                                      const HexBox<P>& box) {
  const Vec3<P>& l = box.length;
  const P strain(8 * c.yield_strain), shear(8 * c.yield_shear);
  const P bending = P(c.bending) * strain, torsion = P(c.torsion) * shear, product = P(c.product) * strain;
  HexAmplitudes<P> Q;
  using Axis = P Vec3<P>::*;
  const auto direction = [&](Axis i, Axis j, Axis k, int mode_i, int mode_j, int mode_k) CRUMPLE_LAMBDA_INLINE {
    const P area = (l.*j) * (l.*k), shorter = min(l.*j, l.*k), longer = max(l.*j, l.*k);
    Q.mode[mode_j].*i = Q.mode[mode_k].*i = bending * area;
    Q.mode[mode_i].*i = torsion * (l.*i) * (longer + shorter * shorter / longer);
    Q.mode[3].*i = product * area;
  };
  direction(&Vec3<P>::x, &Vec3<P>::y, &Vec3<P>::z, 0, 1, 2);
  direction(&Vec3<P>::y, &Vec3<P>::z, &Vec3<P>::x, 1, 2, 0);
  direction(&Vec3<P>::z, &Vec3<P>::x, &Vec3<P>::y, 2, 0, 1);
  return Q;
}

/// v, a vector in space, with its components along the axes not beyond -limit..limit in the lanes of `alive`.
template <class P>
CRUMPLE_INLINE Vec3<P> limited(const Vec3<P>& v, const Tensor<P>& axes, const Vec3<P>& limit,
                               const typename P::mask_type& alive) {
  const Vec3<P> local = apply(axes, v);
  const auto excess = [](const P& value, const P& most) CRUMPLE_LAMBDA_INLINE {
    return value - min(max(value, P(0) - most), most);
  };
  const Vec3<P> out = {excess(local.x, limit.x), excess(local.y, limit.y), excess(local.z, limit.z)};
  const auto is_beyond = alive && dot(out, out) > P(0);
  if (!any(is_beyond)) return v;
  return select(is_beyond, v - apply_transposed(axes, out), v);
}

}  // namespace crumple::kernels
