// *MAT_163 modified crushable foam, for solids only: MAT_063 whose yield stress depends on the rate of the volumetric
// strain, too, by a table. Source: the card in LS-DYNA's keyword manual; stresses as in MAT_063.
// History: the rate, averaged over steps.
#pragma once

#include <algorithm>

#include "kernels/materials/elasticity.hpp"
#include "kernels/materials/hardening.hpp"
#include "kernels/materials/principal_limits.hpp"

namespace crumple::kernels {

/// Its curve or table is the yield stress over the volumetric strain 1 - V/V0 and its rate.
struct ModifiedCrushableFoam {
  static constexpr int number = 163;
  double tension_cutoff = 0;       ///< TSC [force/area]
  double rate_change = 1e20;       ///< SRCLMT: largest change of the averaged rate in a step [1/time]
  double engineering_rate = 0;     ///< SRFLAG: 1: the rate is that of 1 - V/V0, else that of -ln(V/V0)
  double averaged_steps = 12;      ///< NCYCLE: over which the rate is averaged [1]
  /// PR is for contact: the law knows no lateral contraction.
  void set_up(MaterialConstants& c) const {
    c.poisson = 0;
    c.first_yield = c.curve_begins(tension_cutoff);
  }
};

template <class P>
struct Material163 {
  using Real = typename P::value_type;
  using Parameters = ModifiedCrushableFoam;
  static constexpr HistoryNames<1> history_names{"mean rate"};
  static constexpr int rotated_tensor = no_tensor;
  static constexpr bool solids_only = true;

  Elasticity<P> elastic;
  HardeningLaw<P> crush;  ///< stresses are divided by E, so that their squares fit in a float
  Real tension, least, rate_change, share;
  bool engineering_rate;

  Material163(const MaterialConstants& c, const ModifiedCrushableFoam& p)
      : elastic(c),
        crush(c.hardening, c.young),
        tension(Real(p.tension_cutoff / c.young)),
        least(Real(std::min(*std::min_element(c.hardening->stress,
                                              c.hardening->stress + c.hardening->n_rates * curve_points),
                            p.tension_cutoff) /
                   c.young)),
        rate_change(Real(std::min(p.rate_change, 1e20))),
        share(Real(2 / (1 + std::max(1.0, p.averaged_steps)))),  // of the mean age of an average over NCYCLE steps
        engineering_rate(p.engineering_rate == 1) {}

  /// e_v at the end of the step.
  CRUMPLE_INLINE void solid(const P* de, MaterialPoint<P>& at, const P& e_v) const {
    P* const s = at.s;
    elastic.add_solid(de, s);
    const P zero(0), strain = max(e_v, zero);
    if (crush.table) average_rate(de, at, e_v);
    const P rate = crush.table ? at.h[0] : zero;
    limit_principal_stresses(s, P(Real(elastic.E)), P(crush.scale), P(least), [&]() CRUMPLE_LAMBDA_INLINE {
      return PrincipalLimits<P>{yield(strain, rate), P(tension)};
    });
  }

 private:
  CRUMPLE_INLINE P yield(const P& strain, const P& rate) const {
    if (crush.table) return table_yield(crush, TablePoint<P>{strain, rate, P(0)}).stress;
    return on_curve(crush, P(0), to_real<P>(to_index(strain * P(crush.steps_per_strain), last_segment)), strain).stress;
  }
  /// A step of no time leaves it.
  CRUMPLE_INLINE void average_rate(const P* de, MaterialPoint<P>& at, const P& e_v) const {
    const P volume = engineering_rate ? P(1) - e_v : P(1);
    const auto moves = at.dt > P(0);
    const P now = abs(volume * (de[0] + de[1] + de[2])) / select(moves, at.dt, P(1));
    const P change = max(min(P(share) * (now - at.h[0]), P(rate_change)), P(0) - P(rate_change));
    at.h[0] = select(moves, at.h[0] + change, at.h[0]);
  }
};

}  // namespace crumple::kernels
