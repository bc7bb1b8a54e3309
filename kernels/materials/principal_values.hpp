// Principal values and directions of a symmetric tensor by Jacobi's rotations, a pack at a time: a fixed number of
// sweeps, so that no lane depends on its neighbours. Called by materials that limit principal stresses.
// Source: Jacobi (1846); the rotation in a form that needs no special case: Golub & Van Loan, Matrix Computations, 8.5.
// a: xx, yy, zz, xy, yz, zx. t, c, s: tangent, cosine and sine of the rotation in the plane of axes p and q.
#pragma once

#include "kernels/simd/vec3.hpp"

namespace crumple::kernels {

template <class P>
struct PrincipalValues {
  P value[3];
  Vec3<P> direction[3];
};

/// One rotation that makes a_pq zero; r is the third axis.
template <class P>
CRUMPLE_INLINE void jacobi_rotation(P& a_pp, P& a_qq, P& a_pq, P& a_rp, P& a_rq, Vec3<P>& v_p, Vec3<P>& v_q) {
  using Real = typename P::value_type;
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
  const Vec3<P> p = v_p, q = v_q;
  v_p = c * p - s * q;
  v_q = s * p + c * q;
}

/// Entries of `a` must be such that their squares neither overflow nor underflow where they matter.
template <class P>
CRUMPLE_INLINE PrincipalValues<P> principal_values(const P* a) {
  constexpr int sweeps = sizeof(typename P::value_type) == 4 ? 4 : 5;  // each squares what is left
  const P one(1), zero(0);
  P xx = a[0], yy = a[1], zz = a[2], xy = a[3], yz = a[4], zx = a[5];
  Vec3<P> x{one, zero, zero}, y{zero, one, zero}, z{zero, zero, one};
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    jacobi_rotation(xx, yy, xy, zx, yz, x, y);
    jacobi_rotation(yy, zz, yz, xy, zx, y, z);
    jacobi_rotation(zz, xx, zx, yz, xy, z, x);
  }
  return {{xx, yy, zz}, {x, y, z}};
}

}  // namespace crumple::kernels
