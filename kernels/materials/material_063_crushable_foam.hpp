// *MAT_063 crushable foam, for solids only: elastic without lateral contraction, but no principal stress goes beyond
// the yield stress of the volumetric strain in compression or beyond a cut-off in tension; so it crushes along the
// curve, unloads with E and yields in each direction by itself. Source: LS-DYNA theory manual, material model 63. e_v =
// 1 - V/V0 volumetric strain, TSC tension cut-off.
#pragma once

#include <algorithm>

#include "kernels/materials/elasticity.hpp"
#include "kernels/materials/principal_limits.hpp"

namespace crumple::kernels {

/// Its curve is the yield stress over the volumetric strain 1 - V/V0.
struct CrushableFoam {
  static constexpr int number = 63;
  double tension_cutoff = 0;  ///< TSC [force/area]
  /// PR is for contact: the law knows no lateral contraction.
  void set_up(MaterialConstants& c) const {
    c.poisson = 0;
    c.first_yield = c.curve_begins(tension_cutoff);
  }
};

template <class P>
struct Material063 {
  using Real = typename P::value_type;
  using Parameters = CrushableFoam;
  static constexpr HistoryNames<0> history_names{};
  static constexpr int rotated_tensor = no_tensor;
  static constexpr bool solids_only = true;

  Elasticity<P> elastic;
  const HardeningConstants* curve;  ///< yield stress over e_v
  Real scale;                       ///< 1 / E: stresses below are divided by E, so that their squares fit in a float
  Real steps_per_strain, strain_step, tension, least;

  Material063(const MaterialConstants& c, const CrushableFoam& p)
      : elastic(c),
        curve(c.hardening),
        scale(Real(1 / c.young)),
        steps_per_strain(Real(1 / curve->strain_step)),
        strain_step(Real(curve->strain_step)),
        tension(Real(p.tension_cutoff / c.young)),
        least(Real(std::min(*std::min_element(curve->stress, curve->stress + curve_points), p.tension_cutoff) /
                   c.young)) {}

  /// Yield stress / E; beyond the curve's end its last slope goes on.
  CRUMPLE_INLINE P yield(const P& e_v) const {
    const P strain = max(e_v, P(0));
    const Index<P> index = to_index(strain * P(steps_per_strain), curve_points - 2);
    const P left = gather<P>(curve->stress, index), right = gather<P>(curve->stress + 1, index);
    const P above = strain * P(steps_per_strain) - to_real<P>(index);
    return P(scale) * (left + above * (right - left));
  }

  /// e_v at the end of the step.
  CRUMPLE_INLINE void solid(const P* de, MaterialPoint<P>& at, const P& e_v) const {
    P* const s = at.s;
    elastic.add_solid(de, s);
    limit_principal_stresses(s, P(Real(elastic.E)), P(scale), P(least), [&]() CRUMPLE_LAMBDA_INLINE {
      return PrincipalLimits<P>{yield(e_v), P(tension)};
    });
  }
};

}  // namespace crumple::kernels
