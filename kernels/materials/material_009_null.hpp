// *MAT_009 null, for solids only: no stiffness against change of shape, but viscosity; the pressure is that of an
// equation of state, which takes the place of the mean stress behind the law (law_additions.cpp). An element goes when
// its volume has become too large or too small. Source: the law's card in LS-DYNA's keyword manual.
#pragma once

#include "kernels/materials/history.hpp"
#include "kernels/simd/pack.hpp"

namespace crumple::kernels {

struct NullMaterial {
  static constexpr int number = 9;
  double viscosity = 0;       ///< MU [force time/area]
  double largest_volume = 0;  ///< TEROD: relative volume at erosion in tension [1]; 0: none
  double least_volume = 0;    ///< CEROD: the same in compression
  void set_up(MaterialConstants& c) const { c.can_fail = least_volume > 0 || largest_volume > 0; }
};

template <class P>
struct Material009 {
  using Real = typename P::value_type;
  using Parameters = NullMaterial;
  static constexpr HistoryNames<0> history_names{};
  static constexpr int rotated_tensor = no_tensor;
  static constexpr bool solids_only = true;

  Real viscosity;       ///< MU [force time/area]
  Real least, largest;  ///< relative volumes CEROD and TEROD; huge where there is none [1]

  Material009(const MaterialConstants&, const NullMaterial& p)
      : viscosity(Real(p.viscosity)),
        least(Real(p.least_volume > 0 ? p.least_volume : -1e30)),
        largest(Real(p.largest_volume > 0 ? p.largest_volume : 1e30)) {}

  /// s' = 2 MU de' / dt, of the step before where dt is 0; the mean stress stays. e_v = 1 - V/V0 at the end of the
  /// step.
  CRUMPLE_INLINE void solid(const P* de, MaterialPoint<P>& at, const P& e_v) const {
    const P third(Real(1.0 / 3)), mean = third * (at.s[0] + at.s[1] + at.s[2]);
    const auto moves = at.dt > P(0);
    const P per_strain = P(viscosity) / max(at.dt, P(Real(1e-30))), dilatation = third * (de[0] + de[1] + de[2]);
    for (int i = 0; i < 3; ++i) at.s[i] = select(moves, mean + P(2) * per_strain * (de[i] - dilatation), at.s[i]);
    for (int i = 3; i < 6; ++i) at.s[i] = select(moves, per_strain * de[i], at.s[i]);
    const P volume = P(1) - e_v;
    at.failed = at.failed || volume < P(least) || volume > P(largest);
  }
};

}  // namespace crumple::kernels
