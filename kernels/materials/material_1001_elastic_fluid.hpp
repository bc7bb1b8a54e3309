// *MAT_001_FLUID, of solids: a fluid whose pressure follows its volume, with a viscosity by the size of the element,
//   dp/dt = -K tr(de/dt), p >= -CP;   s' = VC L a rho de'/dt,
// L the cube root of the volume at the start, a = sqrt(K / rho), e' the deviator of the strain. Source: LS-DYNA's
// keyword manual, option FLUID of *MAT_ELASTIC (from memory), which leaves open what L is.
// The law's modulus for the step is K (sqrt(1 + x^2) + x)^2, of an oscillator with the damping x: in the fastest mode
// of an element, whose frequency is 2 a / l, x = 2/3 VC L / l. For l, its height, half of L is taken.
// History: the size of the element.
#pragma once

#include <cmath>

#include "kernels/element_size.hpp"
#include "kernels/materials/history.hpp"
#include "kernels/simd/pack.hpp"

namespace crumple::kernels {

struct ElasticFluid {
  static constexpr int number = 1001;
  double bulk = 0;        ///< K [force/area]
  double viscosity = 0;   ///< VC [1]
  double cavitation = 0;  ///< CP [force/area]
};

template <class P>
struct Material1001 {
  using Real = typename P::value_type;
  using Parameters = ElasticFluid;
  static constexpr HistoryNames<1> history_names{element_size_name};
  static constexpr int size = 0;
  static constexpr int rotated_tensor = no_tensor;
  static constexpr bool solids_only = true, varying_modulus = true;

  Real bulk;
  Real per_size;  ///< VC a rho [force time/length^3]
  Real cavitation;
  Real modulus;  ///< for the step [force/area]

  Material1001(const MaterialConstants& c, const ElasticFluid& p)
      : bulk(Real(p.bulk)),
        per_size(Real(p.viscosity * std::sqrt(p.bulk * c.density))),
        cavitation(Real(p.cavitation)),
        modulus(Real(p.bulk * slowing(4.0 / 3 * p.viscosity))) {}

  static double slowing(double x) {
    const double root = std::sqrt(1 + x * x) + x;
    return root * root;
  }

  /// The viscous stress is that of the step before where dt is 0.
  CRUMPLE_INLINE P solid(const P* de, MaterialPoint<P>& at, const P&) const {
    const P third(Real(1.0 / 3)), old = third * (at.s[0] + at.s[1] + at.s[2]);
    const P dilatation = de[0] + de[1] + de[2], mean = min(old + P(bulk) * dilatation, P(cavitation));
    const auto moves = at.dt > P(0);
    const P per_strain = P(per_size) * at.h[size] / max(at.dt, P(Real(1e-30)));
    for (int i = 0; i < 3; ++i)
      at.s[i] = mean + select(moves, per_strain * (de[i] - third * dilatation), at.s[i] - old);
    for (int i = 3; i < 6; ++i) at.s[i] = select(moves, P(Real(0.5)) * per_strain * de[i], at.s[i]);
    return P(modulus);
  }
};

}  // namespace crumple::kernels
