// Laws of the whole deformation: the left Cauchy-Green tensor b = F F^T, which the update keeps as b - 1, its principal
// stretches, and stresses given in its principal directions. Called by foams and rubbers.
// l principal stretches, J relative volume.
#pragma once

#include "kernels/materials/history.hpp"
#include "kernels/materials/principal_values.hpp"

namespace crumple::kernels {

/// The principal values of b - 1, l^2 - 1, and their directions.
template <class P>
CRUMPLE_INLINE PrincipalValues<P> principal_stretches(const P* b_less_1) {
  return principal_values(b_less_1);
}

/// The tensor of principal values in these directions.
template <class P>
CRUMPLE_INLINE void compose(const P* value, const Vec3<P>* direction, P* s) {
  for (int i = 0; i < 6; ++i) s[i] = P(0);
  for (int k = 0; k < 3; ++k) {
    const Vec3<P>& n = direction[k];
    const Vec3<P> v = value[k] * n;
    s[0] = s[0] + v.x * n.x;
    s[1] = s[1] + v.y * n.y;
    s[2] = s[2] + v.z * n.z;
    s[3] = s[3] + v.x * n.y;
    s[4] = s[4] + v.y * n.z;
    s[5] = s[5] + v.z * n.x;
  }
}

}  // namespace crumple::kernels
