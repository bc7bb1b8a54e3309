// *MAT_193 Drucker-Prager, of solids: soil whose shear strength grows with the pressure, with another angle of the
// flow. Perfectly plastic. With the mean stress m, tension positive,
//   sqrt(J2) + eta m <= xi c,  flow along s / (2 sqrt(J2)) + eta' / 3,
// a cone that has the strength of Mohr-Coulomb in triaxial compression: eta = 6 sin phi / (sqrt(3) (3 - sin phi)), xi
// = 6 cos phi / (sqrt(3) (3 - sin phi)), eta' as eta of psi. Beyond the apex, m = xi c / eta. Source: de Souza Neto,
// Peric & Owen, Computational Methods for Plasticity (2008), section 8.3, without hardening (from memory); that
// LS-DYNA's cone passes through these points of Mohr-Coulomb is an assumption.
#pragma once

#include "kernels/materials/elasticity.hpp"
#include "kernels/materials/history.hpp"

namespace crumple::kernels {

struct DruckerPrager {
  static constexpr int number = 193;
  double slope = 0;      ///< eta [1]
  double strength = 0;   ///< xi c [force/area]
  double dilation = 0;   ///< eta' [1]
};

template <class P>
struct Material193 {
  using Real = typename P::value_type;
  using Parameters = DruckerPrager;
  static constexpr HistoryNames<0> history_names{};
  static constexpr int rotated_tensor = no_tensor;
  static constexpr bool solids_only = true;

  Real E, inverse_E;  ///< stresses below are divided by E, so that their squares fit in a float
  Real two_G, K, slope, strength, dilation, apex;

  Material193(const MaterialConstants& c, const DruckerPrager& p)
      : E(Real(c.young)),
        inverse_E(Real(1 / c.young)),
        two_G(Real(1 / (1 + c.poisson))),
        K(Real(1 / (3 * (1 - 2 * c.poisson)))),
        slope(Real(p.slope)),
        strength(Real(p.strength / c.young)),
        dilation(Real(p.dilation)),
        apex(Real(p.slope > 1e-6 ? p.strength / (p.slope * c.young) : 1e12)) {}

  CRUMPLE_INLINE void solid(const P* de, MaterialPoint<P>& at) const {
    const P third(Real(1.0 / 3)), half(Real(0.5)), zero(0), growth = third * (de[0] + de[1] + de[2]);
    const P old_mean = P(inverse_E) * third * (at.s[0] + at.s[1] + at.s[2]), mean = old_mean + P(3 * K) * growth;
    P s[6];
    for (int i = 0; i < 3; ++i) s[i] = P(inverse_E) * at.s[i] - old_mean + P(two_G) * (de[i] - growth);
    for (int i = 3; i < 6; ++i) s[i] = P(inverse_E) * at.s[i] + half * P(two_G) * de[i];
    const P shear = sqrt(half * (s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) + s[3] * s[3] + s[4] * s[4] + s[5] * s[5]);
    const P excess = shear + P(slope) * mean - P(strength);
    const P flow = max(excess, zero) / (half * P(two_G) + P(K) * P(slope) * P(dilation));
    const P left = shear - half * P(two_G) * flow;
    const auto at_apex = left < zero;
    const P scale = select(at_apex, zero, left / max(shear, P(Real(1e-30))));
    const P kept = select(at_apex, P(apex), mean - P(K) * P(dilation) * flow);
    const P factor = select(excess > zero, scale, P(1)), m = select(excess > zero, kept, mean);
    for (int i = 0; i < 6; ++i) at.s[i] = P(E) * (factor * s[i] + (i < 3 ? m : zero));
  }
};

}  // namespace crumple::kernels
