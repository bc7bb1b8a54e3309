// *MAT_002 orthotropic elastic, for shells: hypoelastic in axes that turn with the element. Source: orthotropy.hpp.
#pragma once

#include "kernels/materials/orthotropy.hpp"

namespace crumple::kernels {

struct OrthotropicElastic : OrthotropicElasticity {
  static constexpr int number = 2;
};

template <class P>
struct Material002 {
  using Parameters = OrthotropicElastic;
  static constexpr HistoryNames<0> history_names{};
  static constexpr bool shells_only = true;

  Orthotropy<P> elastic;

  Material002(const MaterialConstants&, const OrthotropicElastic& p) : elastic(p) {}

  CRUMPLE_INLINE P plane_stress(const P* de, MaterialPoint<P>& at, const P& shear_factor) const {
    P ds[3];
    elastic.in_plane(de, ds);
    for (int i = 0; i < 3; ++i) at.s[i] = at.s[i] + ds[i];
    elastic.add_transverse(de, shear_factor, at.s);
    return elastic.thickness_strain(ds[0], ds[1]);
  }
};

}  // namespace crumple::kernels
