// *MAT_003 plastic kinematic: bilinear, isotropic (beta = 1), kinematic (0) or mixed hardening, strain rate effect of
// Cowper & Symonds on the whole yield stress, failure at an effective plastic strain.
// Source: Krieg & Key (1976); the law's card in LS-DYNA's keyword manual.
// History: effective plastic strain; back stress, in solids xx, yy, zz, xy, yz, zx, rotated as they rotate the stress,
// in shells xx, yy, xy, yz, zx, in the frame of their stress.
#pragma once

#include "kernels/materials/j2_plasticity.hpp"

namespace crumple::kernels {

template <class P>
struct Material003 : J2Plasticity<P, true, YieldLaw<P, false>> {
  static constexpr int number = 3;
  static constexpr HistoryNames<7> history_names{plastic_strain_name, "back stress 1", "back stress 2", "back stress 3",
                                                 "back stress 4",     "back stress 5", "back stress 6"};
  static constexpr int rotated_tensor = back_stress;

  explicit Material003(const MaterialConstants& c) : Material003::J2Plasticity(c, c.beta) {}
};

}  // namespace crumple::kernels
