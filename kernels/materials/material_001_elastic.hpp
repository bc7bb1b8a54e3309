// *MAT_001 elastic: hypoelastic, isotropic. Called by the elements with strain increments in the frame in which they
// keep the stress (corotational in shells, Jaumann-rotated in solids).
// Source: see elasticity.hpp.
#pragma once

#include "kernels/materials/elasticity.hpp"

namespace crumple::kernels {

template <class P>
struct Material001 {
  using Mask = typename P::mask_type;
  static constexpr int number = 1;
  static constexpr HistoryNames<0> history_names{};
  static constexpr int rotated_tensor = no_tensor;

  Elasticity<P> elastic;

  explicit Material001(const MaterialConstants& c) : elastic(c) {}

  CRUMPLE_INLINE P plane_stress(const P de[5], P s[5], P*, P, P shear_factor, Mask&) const {
    elastic.add_plane_stress(de, shear_factor, s);
    return elastic.thickness_strain(de, P(0));
  }

  CRUMPLE_INLINE void solid(const P de[6], P s[6], P*, P, Mask&) const { elastic.add_solid(de, s); }

  double young() const { return elastic.E; }
  double shear() const { return elastic.G; }
  double bulk() const { return elastic.K; }
};

}  // namespace crumple::kernels
