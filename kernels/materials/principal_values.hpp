// Principal values and directions of a symmetric tensor by Jacobi's rotations, a pack at a time: a fixed number of
// sweeps, so that no lane depends on its neighbours. Called by materials that limit principal stresses.
// Source: Jacobi (1846); the rotation in a form that needs no special case: Golub & Van Loan, Matrix Computations, 8.5.
// a: xx, yy, zz, xy, yz, zx. t, c, s: tangent, cosine and sine of the rotation in the plane of axes p and q.
#pragma once

#include "kernels/simd/vec3.hpp"

namespace crumple::kernels {

/// The axes of a symmetric tensor and its entries in them, on the way to its principal ones.
template <class P>
struct TensorInAxes {
  P normal[3];     // xx, yy, zz
  P shear[3];      // yz, zx, xy: each opposite to its axis
  Vec3<P> axis[3];
};

template <class P>
struct PrincipalValues {
  P value[3];
  Vec3<P> direction[3];
};

/// One rotation that makes the shear of axes p and q zero; r is the third axis.
template <int p, int q, class P>
CRUMPLE_INLINE void rotate_axes(TensorInAxes<P>& a) {
  using Real = typename P::value_type;
  constexpr int r = 3 - p - q;
  P &a_pp = a.normal[p], &a_qq = a.normal[q], &a_pq = a.shear[r], &a_rp = a.shear[q], &a_rq = a.shear[p];
  const P d = a_qq - a_pp, twice = a_pq + a_pq;
  const P size = abs(d) + sqrt(d * d + twice * twice);
  const P t = select(size > P(0), select(d < P(0), P(0) - twice, twice) / max(size, P(Real(1e-37))), P(0));
  const P c = P(1) / sqrt(P(1) + t * t), s = t * c;
  a_pp = a_pp - t * a_pq;
  a_qq = a_qq + t * a_pq;
  a_pq = P(0);
  const P rp = a_rp, rq = a_rq;
  a_rp = c * rp - s * rq;
  a_rq = s * rp + c * rq;
  const Vec3<P> v_p = a.axis[p], v_q = a.axis[q];
  a.axis[p] = c * v_p - s * v_q;
  a.axis[q] = s * v_p + c * v_q;
}

/// Entries of `a` must be such that their squares neither overflow nor underflow where they matter.
template <class P>
CRUMPLE_INLINE PrincipalValues<P> principal_values(const P* a) {
  constexpr int sweeps = sizeof(typename P::value_type) == 4 ? 4 : 5;  // each squares what is left
  const P one(1), zero(0);
  TensorInAxes<P> t{{a[0], a[1], a[2]},
                    {a[4], a[5], a[3]},
                    {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}};
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    rotate_axes<0, 1>(t);
    rotate_axes<1, 2>(t);
    rotate_axes<2, 0>(t);
  }
  return {{t.normal[0], t.normal[1], t.normal[2]}, {t.axis[0], t.axis[1], t.axis[2]}};
}

}  // namespace crumple::kernels
