// *MAT_098 simplified Johnson-Cook: power law hardening, logarithmic strain rate effect, no temperature, failure at an
// effective plastic strain, limits of the static and of the whole yield stress.
// Source: Johnson & Cook (1983); the law's card in LS-DYNA's keyword manual.
#pragma once

#include "kernels/materials/j2_plasticity.hpp"
#include "kernels/materials/johnson_cook.hpp"

namespace crumple::kernels {

template <class P>
struct Material098 : J2Plasticity<P, false, JohnsonCookLaw<P, false>> {
  static constexpr int number = 98;
  static constexpr HistoryNames<1> history_names{plastic_strain_name};
  static constexpr int rotated_tensor = no_tensor;

  explicit Material098(const MaterialConstants& c) : Material098::J2Plasticity(c, 1) {}
};

}  // namespace crumple::kernels
