// *MAT_006 viscoelastic solid: elastic in volume, the deviator s' = 2 GI e' + h, where h remembers with the relaxation
// 2 (G0 - GI) exp(-BETA t) and turns with the material. Exact for strain that grows uniformly in a step: h -> h exp(-x)
// + 2 (G0 - GI) de' (1 - exp(-x)) / x, x = BETA dt. Source: Herrmann & Peterson, Proc. 7th ICRPG Mechanical Behavior
// Working Group, CPIA 177 (1968), as LS-DYNA's theory manual gives it, material model 6. History: h.
#pragma once

#include "kernels/materials/relaxation.hpp"

namespace crumple::kernels {

struct Viscoelastic {
  static constexpr int number = 6;
  double bulk = 0;                         ///< BULK [force/area]
  double short_shear = 0, long_shear = 0;  ///< G0, GI [force/area]
  double decay = 0;                        ///< BETA [1/time]
};

template <class P>
struct Material006 {
  using Real = typename P::value_type;
  using Parameters = Viscoelastic;
  static constexpr HistoryNames<6> history_names{"viscous stress xx", "viscous stress yy", "viscous stress zz",
                                                 "viscous stress xy", "viscous stress yz", "viscous stress zx"};
  static constexpr int rotated_tensor = 0;
  static constexpr bool solids_only = true;

  Real bulk, twice_long, twice_fading, decay;

  Material006(const MaterialConstants&, const Viscoelastic& p)
      : bulk(Real(p.bulk)),
        twice_long(Real(2 * p.long_shear)),
        twice_fading(Real(2 * (p.short_shear - p.long_shear))),
        decay(Real(p.decay)) {}

  CRUMPLE_INLINE void solid(const P* de, MaterialPoint<P>& at) const {
    const P half(0.5), third(Real(1.0 / 3));
    const Fading<P> fading(P(decay) * at.dt);
    const P growth = de[0] + de[1] + de[2];
    for (int i = 0; i < 6; ++i) {
      const P e = i < 3 ? de[i] - third * growth : half * de[i];
      const P remembered = fading.kept * at.h[i] + fading.gained * P(twice_fading) * e;
      at.s[i] = at.s[i] + P(twice_long) * e + (remembered - at.h[i]);
      if (i < 3) at.s[i] = at.s[i] + P(bulk) * growth;
      at.h[i] = remembered;
    }
  }
};

}  // namespace crumple::kernels
