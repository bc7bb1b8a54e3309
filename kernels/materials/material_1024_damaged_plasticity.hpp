// The plasticity of *MAT_024 with the damage GISSMO of *MAT_ADD_EROSION (IDAM = 1) or *MAT_ADD_DAMAGE_GISSMO. No *MAT
// keyword has this number: it is the law of a material of 024 that has such damage.
// Source: Neukamm, Feucht & Haufe (2009), the card in LS-DYNA's keyword manual. D grows with the plastic strain ep,
//   dD = n / eps_f D^(1 - 1/n) dep, eps_f(eta) of LCSDG, n = DMGEXP,
// and F, the measure of instability, in the same way with ECRIT. From F = 1, where D is D_c, or from D = DCRIT = D_c on
//   s = s~ (1 - ((D - D_c) / (1 - D_c))^FADEXP),
// and a point fails at D = 1. Both are integrated exactly as d D^(1/n) = dep / eps_f, so the roots are the history.
// eta = mean stress over von Mises stress, s~ the stress without damage, which the law of 024 continues.
#pragma once

#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"

namespace crumple::kernels {

/// Its curves are those of 024, one at least, then eps_f and the critical strain over the triaxiality from
/// -`triaxialities` to `triaxialities`, which the whole tabulated range stands for.
struct DamagedPlasticity : PiecewiseLinear {
  static constexpr int number = 1024;
  static constexpr double triaxialities = 2;  ///< 2/3 is the largest of plane stress [1]
  double exponent = 1;         ///< DMGEXP [1]
  double fading = 1;           ///< FADEXP [1]
  double critical_damage = 0;  ///< DCRIT, without ECRIT [1]
  double has_critical = 0;     ///< 1: ECRIT is given
};

/// h[damage_of_plasticity] is D^(1/n); erosion compares it with 1.
inline constexpr int damage_of_plasticity = 1;

template <class P>
struct Material1024 {
  using Real = typename P::value_type;
  using Mask = typename P::mask_type;
  using Parameters = DamagedPlasticity;
  static constexpr HistoryNames<4> history_names{plastic_strain_name, "root of damage", "root of instability",
                                                 "damage at instability"};
  static constexpr int rotated_tensor = no_tensor;
  static constexpr int damage_root = damage_of_plasticity, instability_root = 2, onset = 3;

  PiecewiseLinearPlasticity<P, YieldKind::general> intact;
  const double* failure_strains;  ///< [2][curve_points]: the rows of eps_f and of the critical strain
  Real unit, exponent, fading, critical_damage;
  bool has_critical;

  Material1024(const MaterialConstants& c, const DamagedPlasticity& p)
      : intact(c, p),
        failure_strains(c.hardening->stress + (c.hardening->n_rates - 2) * curve_points),
        unit(intact.unit),
        exponent(Real(p.exponent)),
        fading(Real(p.fading)),
        critical_damage(Real(p.critical_damage)),
        has_critical(p.has_critical != 0) {
    if (c.hardening->n_rates > 3) return;  // a table over the strain rate
    intact.law.hardening.table = false;
    intact.law.cowper_symonds = p.rate_c > 0;
  }

  CRUMPLE_INLINE P plane_stress(const P* de, MaterialPoint<P>& at, const P& kappa) const {
    const P before = at.h[plastic_strain];
    take_damage<5>(at);
    const P thickness_strain = intact.plane_stress(de, at, kappa);
    const P* s = at.s;
    const P zero(0), full[6] = {s[0], s[1], zero, s[2], s[3], s[4]};
    grow(full, at.h[plastic_strain] - before, at);
    give_damage<5>(at);
    return thickness_strain;
  }
  CRUMPLE_INLINE void solid(const P* de, MaterialPoint<P>& at) const {
    const P before = at.h[plastic_strain];
    take_damage<6>(at);
    intact.solid(de, at);
    grow(at.s, at.h[plastic_strain] - before, at);
    give_damage<6>(at);
  }

 private:
  /// Of the stress without damage, which is left of it; at least a little, so that it can be divided by.
  CRUMPLE_INLINE P remainder(const P* h) const {
    const P one(1), root = min(h[damage_root], one);
    const P D = exponent == 1 ? root : pow(root, P(exponent));
    const P critical = has_critical ? h[onset] : P(critical_damage);
    const P share = max((D - critical) / max(one - critical, P(Real(1e-6))), P(0));
    const P faded = fading == 1 ? share : pow(share, P(fading));
    const auto acts = has_critical ? h[instability_root] >= one : D >= critical;
    return select(acts, max(one - faded, P(Real(1e-6))), one);
  }
  template <int n>
  CRUMPLE_INLINE void take_damage(MaterialPoint<P>& at) const {
    if (!any(at.h[damage_root] > P(0))) return;
    const P inverse = P(1) / remainder(at.h);
    for (int i = 0; i < n; ++i) at.s[i] = at.s[i] * inverse;
  }
  template <int n>
  CRUMPLE_INLINE void give_damage(MaterialPoint<P>& at) const {
    if (!any(at.h[damage_root] > P(0))) return;
    const P left = remainder(at.h);
    for (int i = 0; i < n; ++i) at.s[i] = left * at.s[i];
  }

  /// Damage of the plastic strain of a step, s being the stress xx, yy, zz, xy, yz, zx at its end.
  CRUMPLE_INLINE void grow(const P* s, const P& increment, MaterialPoint<P>& at) const {
    const Mask flows = increment > P(0);
    if (!any(flows)) return;
    const P mean = P(unit * Real(1.0 / 3)) * (s[0] + s[1] + s[2]);
    P squares(0);
    for (int i = 0; i < 6; ++i) {
      const P part = i < 3 ? P(unit) * s[i] - mean : P(unit) * s[i];
      squares = squares + (i < 3 ? P(Real(1.5)) : P(3)) * (part * part);
    }
    const P eta = mean / max(sqrt(squares), P(Real(1e-12)));
    constexpr double reach = DamagedPlasticity::triaxialities;
    const P place = min(max((eta + P(Real(reach))) * P(Real((curve_points - 1) / (2 * reach))), P(0)),
                        P(Real(curve_points - 1)));
    P &root = at.h[damage_root], &unstable = at.h[instability_root];
    root = select(flows, root + increment / strain_at(0, place), root);
    if (!has_critical) return;
    const Mask was_stable = unstable < P(1);
    unstable = select(flows, unstable + increment / strain_at(1, place), unstable);
    const Mask begins = was_stable && unstable >= P(1);
    if (any(begins)) at.h[onset] = select(begins, pow(min(root, P(1)), P(exponent)), at.h[onset]);
  }
  CRUMPLE_INLINE P strain_at(int row, const P& place) const {
    const Index<P> index = to_index(place, last_segment);
    const Neighbours<P> point = gather_neighbours<P>(failure_strains + row * curve_points, index);
    return max(point.left + (place - to_real<P>(index)) * (point.right - point.left), P(Real(1e-9)));
  }
};

}  // namespace crumple::kernels
