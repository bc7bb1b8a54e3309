// *MAT_003 plastic kinematic: bilinear, isotropic (beta = 1), kinematic (0) or mixed hardening, strain rate effect of
// Cowper & Symonds on the whole yield stress, failure at an effective plastic strain.
// Source: Krieg & Key (1976); the law's card in LS-DYNA's keyword manual.
// History: effective plastic strain; back stress, in solids xx, yy, zz, xy, yz, zx, rotated as they rotate the stress,
// in shells xx, yy, xy, yz, zx, in the frame of their stress.
#pragma once

#include "kernels/materials/j2_plasticity.hpp"

namespace crumple::kernels {

template <class P>
struct Material003 {
  using Mask = typename P::mask_type;
  static constexpr int number = 3;
  static constexpr HistoryNames<7> history_names{plastic_strain_name, "back stress 1", "back stress 2", "back stress 3",
                                                 "back stress 4",     "back stress 5", "back stress 6"};
  static constexpr int rotated_tensor = back_stress;

  J2Plasticity<P, true, YieldLaw<P, false>> law;

  explicit Material003(const MaterialConstants& c) : law(c, c.beta) {}

  CRUMPLE_INLINE P plane_stress(const P de[5], P s[5], P* h, P dt, P shear_factor, Mask& failed) const {
    return law.plane_stress(de, s, h, dt, shear_factor, failed);
  }
  CRUMPLE_INLINE void solid(const P de[6], P s[6], P* h, P dt, Mask& failed) const { law.solid(de, s, h, dt, failed); }

  double young() const { return law.elastic.E; }
  double shear() const { return law.elastic.G; }
  double bulk() const { return law.elastic.K; }
};

}  // namespace crumple::kernels
