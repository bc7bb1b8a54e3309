// The map from xi, eta, zeta to space at a point of a solid, for formulations of several points.
//
// n     area vectors dx/deta x dx/dzeta, ...: J times the gradients of xi, eta, zeta, J the determinant of the map
#pragma once

#include "kernels/solids/solid_pack.hpp"

namespace crumple::kernels {

/// A vector for each of xi, eta, zeta.
template <class P>
struct MapAxes {
  Vec3<P> xi, eta, zeta;
};

template <class P>
CRUMPLE_INLINE MapAxes<P> area_vectors(const MapAxes<P>& x) {
  return {cross(x.eta, x.zeta), cross(x.zeta, x.xi), cross(x.xi, x.eta)};
}

/// L = (1 / J) sum of v_,xi (x) n_xi and so on, with the trace D in place of its own.
template <class P>
CRUMPLE_INLINE Tensor<P> gradient_of_mean_volume(const MapAxes<P>& v, const MapAxes<P>& n, P inverse_j, P D) {
  const auto row = [&](P Vec3<P>::* i) CRUMPLE_LAMBDA_INLINE {
    return inverse_j * ((v.xi.*i) * n.xi + (v.eta.*i) * n.eta + (v.zeta.*i) * n.zeta);
  };
  Tensor<P> L = {row(&Vec3<P>::x), row(&Vec3<P>::y), row(&Vec3<P>::z)};
  const P missing = P(typename P::value_type(1.0 / 3)) * (D - (L.x.x + L.y.y + L.z.z));
  L.x.x = L.x.x + missing;
  L.y.y = L.y.y + missing;
  L.z.z = L.z.z + missing;
  return L;
}

}  // namespace crumple::kernels
