// Limits of principal stresses, for foams that yield in each principal direction by itself. Called by MAT_053 and 063.
#pragma once

#include "kernels/materials/principal_values.hpp"

namespace crumple::kernels {

template <class P>
struct PrincipalLimits {
  P compression, tension;  ///< both positive, over Young's modulus
};

/// Takes from the stress s what its principal values have beyond limits(), which are asked for only if a lane's norm
/// exceeds `least`: no limit is below it. Stresses are multiplied by 1 / E, so that their squares fit in a float.
template <class P, class Limits>
CRUMPLE_INLINE void limit_principal_stresses(P* s, const P& E, const P& inverse_E, const P& least,
                                             const Limits& limits) {
  P a[6];
  for (int i = 0; i < 6; ++i) a[i] = inverse_E * s[i];
  // No principal value is larger than the norm of the tensor.
  const P norm = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + P(2) * (a[3] * a[3] + a[4] * a[4] + a[5] * a[5]));
  const auto large = norm > least;
  if (!any(large)) return;
  const PrincipalLimits<P> limit = limits();
  const auto [value, direction] = principal_values(a);
  for (int k = 0; k < 3; ++k) {
    const P allowed = max(min(value[k], limit.tension), P(0) - limit.compression);
    const P excess = select(large, E * (value[k] - allowed), P(0));
    const Vec3<P>& n = direction[k];
    s[0] = s[0] - excess * n.x * n.x;
    s[1] = s[1] - excess * n.y * n.y;
    s[2] = s[2] - excess * n.z * n.z;
    s[3] = s[3] - excess * n.x * n.y;
    s[4] = s[4] - excess * n.y * n.z;
    s[5] = s[5] - excess * n.z * n.x;
  }
}

}  // namespace crumple::kernels
