// *MAT_001 elastic: hypoelastic, isotropic. Called by the elements with strain increments in the frame in which they
// keep the stress (corotational in shells, Jaumann-rotated in solids).
// Source: see elasticity.hpp.
#pragma once

#include "kernels/materials/elasticity.hpp"

namespace crumple::kernels {

struct Elastic {
  static constexpr int number = 1;
};

template <class P>
struct Material001 {
  using Parameters = Elastic;
  static constexpr HistoryNames<0> history_names{};
  static constexpr int rotated_tensor = no_tensor;

  Elasticity<P> elastic;

  Material001(const MaterialConstants& c, const Elastic&) : elastic(c) {}

  CRUMPLE_INLINE P plane_stress(const P* de, MaterialPoint<P>& at, const P& shear_factor) const {
    elastic.add_plane_stress(de, shear_factor, at.s);
    return elastic.thickness_strain(de, P(0));
  }

  CRUMPLE_INLINE void solid(const P* de, MaterialPoint<P>& at) const { elastic.add_solid(de, at.s); }
};

}  // namespace crumple::kernels
