// *MAT_098 simplified Johnson-Cook: power law hardening, logarithmic strain rate effect, no temperature, failure at an
// effective plastic strain, limits of the static and of the whole yield stress.
// Source: Johnson & Cook (1983); the law's card in LS-DYNA's keyword manual.
#pragma once

#include "kernels/materials/j2_plasticity.hpp"
#include "kernels/materials/johnson_cook.hpp"

namespace crumple::kernels {

template <class P>
struct Material098 {
  using Mask = typename P::mask_type;
  static constexpr int number = 98;
  static constexpr HistoryNames<1> history_names{plastic_strain_name};
  static constexpr int rotated_tensor = no_tensor;

  J2Plasticity<P, false, JohnsonCookLaw<P, false>> law;

  explicit Material098(const MaterialConstants& c) : law(c, 1) {}

  CRUMPLE_INLINE P plane_stress(const P de[5], P s[5], P* h, P dt, P shear_factor, Mask& failed) const {
    return law.plane_stress(de, s, h, dt, shear_factor, failed);
  }
  CRUMPLE_INLINE void solid(const P de[6], P s[6], P* h, P dt, Mask& failed) const { law.solid(de, s, h, dt, failed); }

  double young() const { return law.elastic.E; }
  double shear() const { return law.elastic.G; }
  double bulk() const { return law.elastic.K; }
};

}  // namespace crumple::kernels
