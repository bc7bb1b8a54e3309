// *MAT_062 viscous foam, of solids: an elastic stress whose modulus grows as the foam is crushed, beside a damper that
// does, too. V is the relative volume, e' the deviator of the strain:
//   dsigma/dt = C(E1 V^-N1, PR) de/dt;   s' = 2 G2 e' at once, and flows as 2 V2 |1 - V|^N2 de'/dt,
// G2 = E2 / (2 (1 + PR)): E2 in series with the damper limits the stiffness of fast steps. Source: LS-DYNA's keyword
// manual (from memory), which states both powers and the shear stress of the damper; that the damper acts on the whole
// deviator, and E2 through its shear modulus, is the simplest reading of it.
// History: the stress of the damper.
#pragma once

#include "kernels/materials/elasticity.hpp"
#include "kernels/materials/relaxation.hpp"

namespace crumple::kernels {

struct DampedFoam {
  static constexpr int number = 62;
  double young = 0;           ///< E1 [force/area]
  double stiffening = 0;      ///< N1 [1]
  double viscosity = 0;       ///< V2 [force time/area]
  double viscous_young = 0;   ///< E2 [force/area]
  double thickening = 0;      ///< N2 [1]
};

template <class P>
struct Material062 {
  using Real = typename P::value_type;
  using Parameters = DampedFoam;
  static constexpr HistoryNames<6> history_names{"viscous xx", "viscous yy", "viscous zz",
                                                 "viscous xy", "viscous yz", "viscous zx"};
  static constexpr int rotated_tensor = 0;
  static constexpr bool solids_only = true, varying_modulus = true;

  Real lame, two_G;  ///< of a Young's modulus of 1 [1]
  Real young, stiffening, viscosity, thickening;
  Real viscous_G;  ///< G2 [force/area]

  Material062(const MaterialConstants& c, const DampedFoam& p)
      : lame(Real(c.poisson / ((1 + c.poisson) * (1 - 2 * c.poisson)))),
        two_G(Real(1 / (1 + c.poisson))),
        young(Real(p.young)),
        stiffening(Real(p.stiffening)),
        viscosity(Real(p.viscosity)),
        thickening(Real(p.thickening)),
        viscous_G(Real(p.viscous_young / (2 * (1 + c.poisson)))) {}

  /// e_v = 1 - V at the end of the step.
  CRUMPLE_INLINE P solid(const P* de, MaterialPoint<P>& at, const P& e_v) const {
    const P volume = max(P(1) - e_v, P(Real(1e-3))), modulus = P(young) * pow(volume, P(-stiffening));
    const P third(Real(1.0 / 3)), dilatation = de[0] + de[1] + de[2];
    const P damper = P(viscosity) * pow(max(abs(e_v), P(Real(1e-12))), P(thickening));
    const Fading<P> fading(min(P(viscous_G) * at.dt / max(damper, P(Real(1e-30))), P(Real(1e6))));
    for (int i = 0; i < 6; ++i) {
      const P elastic = i < 3 ? P(lame) * dilatation + P(two_G) * de[i] : P(Real(0.5)) * P(two_G) * de[i];
      const P shape = i < 3 ? P(2) * (de[i] - third * dilatation) : de[i];
      const P viscous = fading.kept * at.h[i] + fading.gained * P(viscous_G) * shape;
      at.s[i] = at.s[i] - at.h[i] + modulus * elastic + viscous;
      at.h[i] = viscous;
    }
    return modulus * P(lame + two_G) + P(Real(4.0 / 3)) * P(viscous_G);
  }
};

}  // namespace crumple::kernels
