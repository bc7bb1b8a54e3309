// *MAT_098 simplified Johnson-Cook: power law hardening, logarithmic strain rate effect, no temperature, failure at an
// effective plastic strain, limits of the static and of the whole yield stress.
// Source: Johnson & Cook (1983); the law's card in LS-DYNA's keyword manual.
#pragma once

#include "kernels/materials/j2_plasticity.hpp"
#include "kernels/materials/johnson_cook.hpp"

namespace crumple::kernels {

struct SimplifiedJohnsonCook : JohnsonCookFlow {
  static constexpr int number = 98;
  void set_up(MaterialConstants& its) const {
    its.first_yield = a;
    its.can_fail = failure_strain > 0;
  }
};

template <class P>
struct Material098 : J2Plasticity<P, false, JohnsonCookLaw<P, false>> {
  using Parameters = SimplifiedJohnsonCook;
  static constexpr HistoryNames<1> history_names{plastic_strain_name};
  static constexpr int rotated_tensor = no_tensor;

  Material098(const MaterialConstants& c, const SimplifiedJohnsonCook& p) : Material098::J2Plasticity(c, p, 1) {}
};

}  // namespace crumple::kernels
