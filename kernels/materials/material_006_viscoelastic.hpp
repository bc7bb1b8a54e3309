// *MAT_006 viscoelastic solid: elastic in volume, the deviator s' = 2 GI e' + h, where h remembers with the relaxation
// 2 (G0 - GI) exp(-BETA t) and turns with the material. Exact for strain that grows uniformly in a step: h -> h exp(-x)
// + 2 (G0 - GI) de' (1 - exp(-x)) / x, x = BETA dt. Source: Herrmann & Peterson, Proc. 7th ICRPG Mechanical Behavior
// Working Group, CPIA 177 (1968), as LS-DYNA's theory manual gives it, material model 6. History: h.
#pragma once

#include "kernels/materials/history.hpp"
#include "kernels/simd/elementary.hpp"

namespace crumple::kernels {

template <class P>
struct Material006 {
  using Real = typename P::value_type;
  static constexpr int number = 6;
  static constexpr HistoryNames<6> history_names{"viscous stress xx", "viscous stress yy", "viscous stress zz",
                                                 "viscous stress xy", "viscous stress yz", "viscous stress zx"};
  static constexpr int rotated_tensor = 0;
  static constexpr bool solids_only = true;

  Real bulk, twice_long, twice_fading, decay;

  explicit Material006(const MaterialConstants& c)
      : bulk(Real(c.viscoelastic.bulk)),
        twice_long(Real(2 * c.viscoelastic.long_shear)),
        twice_fading(Real(2 * (c.viscoelastic.short_shear - c.viscoelastic.long_shear))),
        decay(Real(c.viscoelastic.decay)) {}

  CRUMPLE_INLINE void solid(const P* de, MaterialPoint<P>& at) const {
    const P one(1), half(0.5), third(Real(1.0 / 3)), x = P(decay) * at.dt;
    const P kept = exp(P(0) - x);
    const P gained =
        select(x > P(Real(1e-3)), (one - kept) / max(x, P(Real(1e-3))), one - half * x + P(Real(1.0 / 6)) * x * x);
    const P growth = de[0] + de[1] + de[2];
    for (int i = 0; i < 6; ++i) {
      const P e = i < 3 ? de[i] - third * growth : half * de[i];
      const P remembered = kept * at.h[i] + gained * P(twice_fading) * e;
      at.s[i] = at.s[i] + P(twice_long) * e + (remembered - at.h[i]);
      if (i < 3) at.s[i] = at.s[i] + P(bulk) * growth;
      at.h[i] = remembered;
    }
  }
};

}  // namespace crumple::kernels
