// *MAT_003 plastic kinematic: bilinear, isotropic (beta = 1), kinematic (0) or mixed hardening, strain rate effect of
// Cowper & Symonds on the whole yield stress, failure at an effective plastic strain.
// Source: Krieg & Key (1976); the law's card in LS-DYNA's keyword manual.
// History: effective plastic strain; back stress, in solids xx, yy, zz, xy, yz, zx, rotated as they rotate the stress,
// in shells xx, yy, xy, yz, zx, in the frame of their stress.
#pragma once

#include "kernels/materials/j2_plasticity.hpp"

namespace crumple::kernels {

struct PlasticKinematic : YieldParameters {
  static constexpr int number = 3;
  double beta = 0;  ///< BETA: 0 kinematic ... 1 isotropic hardening [1]
};

template <class P>
struct Material003 : J2Plasticity<P, true, YieldLaw<P, false>> {
  using Parameters = PlasticKinematic;
  static constexpr HistoryNames<7> history_names{plastic_strain_name, "back stress 1", "back stress 2", "back stress 3",
                                                 "back stress 4",     "back stress 5", "back stress 6"};
  static constexpr int rotated_tensor = back_stress;

  Material003(const MaterialConstants& c, const PlasticKinematic& p) : Material003::J2Plasticity(c, p, p.beta) {}
};

}  // namespace crumple::kernels
