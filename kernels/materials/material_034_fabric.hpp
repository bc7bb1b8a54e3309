// *MAT_034 fabric, for shells: linear elastic in the sum of the strain increments, without transverse shear; with CSE a
// sheet that wrinkles instead of bearing compression. Sources: the card in LS-DYNA's keyword manual, FORM = 0;
// wrinkling: the relaxed strain energy of Pipkin, IMA J. Applied Mathematics 36 (1986) 85-99, which is a function of
// the strains alone, so that no energy is made or lost. Strains e1 >= e2 are the principal ones (isotropic) or those
// along the yarns:
//   taut      both stresses of the linear law are positive
//   wrinkled  across one of them: the other is E e, as in a uniaxial pull
//   slack     no stress
// The shear of yarns stays: it is that of the weave. Isotropic where EB = 0, with E = EA, nu = PRBA. A liner is LRATIO
// of the thickness (the share of both as the manual's words have it): isotropic, linear, and not relieved of
// compression.
// With curves (FORM 4, 14, 24) each yarn has its own, without contraction across, and keeps its force while the other
// one is stretched: for the nominal stress P(l) at the stretch l = exp(e), with a thickness that stays,
//   aa = P_a / l_b,  bb = P_b / l_a,  ab = sgn(e_ab) P_ab(|e_ab|)
// FORM 4 has curves of the second Piola-Kirchhoff stress S over Green's strain (l^2 - 1) / 2: P = l S. From the largest
// strain x_m so far the stress goes back along the unloading curve U, scaled so that its end comes to x_m:
//   P(x) = P(x_m) U(x_u x / x_m) / U(x_u)
// CSE leaves out negative P.
#pragma once

#include "kernels/materials/orthotropy.hpp"
#include "kernels/simd/elementary.hpp"

namespace crumple::kernels {

struct Fabric : OrthotropicElasticity {
  static constexpr int number = 34;
  double is_isotropic = 0;  ///< EB = 0
  double slackens = 0;      ///< CSE: 1: no compression
  double liner_young = 0, liner_poisson = 0;  ///< EL [force/area], PRL [1]
  double liner_share = 0;   ///< LRATIO: of the thickness [1]; 0: no liner
  /// Curves instead of the moduli: aa, bb, ab of loading, then of unloading over the strain x_last x / x_m, x_last the
  /// end of the tabulated range, of the stress over that at x_m.
  double has_curves = 0;
  double green_strain = 0;         ///< FORM = 4
  std::array<double, 3> unloads{};  ///< LCUA, LCUB, LCUAB are given
};

template <class P>
struct Material034 {
  using Real = typename P::value_type;
  using Parameters = Fabric;
  static constexpr HistoryNames<6> history_names{"strain aa",         "strain bb",         "strain ab",
                                                 "largest strain aa", "largest strain bb", "largest strain ab"};
  static constexpr bool shells_only = true;
  static constexpr int largest = 3;

  Orthotropy<P> elastic;
  const HardeningConstants* curves;  // null: none
  Real first, last, steps;           // strains of the curves [1], steps per strain [1]
  bool slackens, is_isotropic, green_strain, unloads[3];
  Real liner_plane, liner_poisson, liner_shear, liner_share;  // E / (1 - nu^2) [force/area], nu, G [force/area]

  Material034(const MaterialConstants& c, const Fabric& p)
      : elastic(p),
        curves(p.has_curves == 1 ? c.hardening : nullptr),
        first(Real(curves ? curves->first_strain : 0)),
        last(Real(curves ? curves->first_strain + (curve_points - 1) * curves->strain_step : 0)),
        steps(Real(curves ? 1 / curves->strain_step : 0)),
        slackens(p.slackens == 1),
        is_isotropic(p.is_isotropic == 1),
        green_strain(p.green_strain == 1),
        unloads{p.unloads[0] == 1, p.unloads[1] == 1, p.unloads[2] == 1},
        liner_plane(Real(p.liner_young / (1 - p.liner_poisson * p.liner_poisson))),
        liner_poisson(Real(p.liner_poisson)),
        liner_shear(Real(p.liner_young / (2 * (1 + p.liner_poisson)))),
        liner_share(Real(p.liner_share)) {}

  CRUMPLE_INLINE P plane_stress(const P* de, MaterialPoint<P>& at, const P&) const {
    P* const e = at.h;
    for (int i = 0; i < 3; ++i) e[i] = e[i] + de[i];
    const P before[2] = {at.s[0], at.s[1]};
    if (curves) {
      pull_yarns(at);
    } else if (slackens && is_isotropic) {
      pull_isotropic(e, at.s);
    } else {
      P s[3];
      elastic.in_plane(e, s);
      if (slackens) pull(e[0], e[1], s);
      for (int i = 0; i < 3; ++i) at.s[i] = s[i];
    }
    if (liner_share > 0) add_liner(e, at.s);
    at.s[3] = at.s[4] = P(0);
    if (curves) return P(0);
    return elastic.thickness_strain(at.s[0] - before[0], at.s[1] - before[1]);
  }

 private:
  CRUMPLE_INLINE P on_curve(int number, const P& x) const {
    const P place = (x - P(first)) * P(steps);
    const Index<P> index = to_index(place, curve_points - 2);
    const Neighbours<P> point = gather_neighbours<P>(curves->stress + number * curve_points, index);
    return point.left + (place - to_real<P>(index)) * (point.right - point.left);
  }
  /// The curve's stress at the strain x, the largest of which so far is kept.
  CRUMPLE_INLINE P loaded(int component, const P& x, P& x_m) const {
    x_m = max(x_m, x);
    const P loading = on_curve(component, x);
    if (!unloads[component]) return loading;
    const P share = max(x, P(0)) / max(x_m, P(Real(1e-30)));
    return select(x > P(0) && x < x_m, on_curve(component, x_m) * on_curve(component + 3, P(last) * share), loading);
  }
  CRUMPLE_INLINE void pull_yarns(MaterialPoint<P>& at) const {
    const P one(1), zero(0), half(Real(0.5));
    P* const h = at.h;
    const P stretch[2] = {exp(h[0]), exp(h[1])};
    for (int i = 0; i < 2; ++i) {
      const P& l = stretch[i];
      const P nominal = green_strain ? l * loaded(i, half * (l * l - one), h[largest + i])
                                     : loaded(i, l - one, h[largest + i]);
      at.s[i] = (slackens ? max(nominal, zero) : nominal) / stretch[1 - i];
    }
    const P shear = loaded(2, abs(h[2]), h[largest + 2]);
    at.s[2] = select(h[2] < zero, zero - shear, shear);
  }
  CRUMPLE_INLINE void add_liner(const P* e, P* s) const {
    const P share(liner_share), rest = P(1) - share, plane = share * P(liner_plane), nu(liner_poisson);
    s[0] = rest * s[0] + plane * (e[0] + nu * e[1]);
    s[1] = rest * s[1] + plane * (e[1] + nu * e[0]);
    s[2] = rest * s[2] + share * P(liner_shear) * e[2];
  }
  /// What is left of the stresses s along two directions with strains e.
  CRUMPLE_INLINE void pull(const P& e_a, const P& e_b, P* s) const {
    const P zero(0), a_alone = max(P(elastic.alone_a) * e_a, zero), b_alone = max(P(elastic.alone_b) * e_b, zero);
    const auto a_taut = s[0] > zero, b_taut = s[1] > zero;
    // Where only one of the linear stresses is positive, the other direction is wrinkled; where none is, each strain
    // that is positive would make it so with the other one free.
    const auto both = a_taut && b_taut;
    const P a = select(both, s[0], select(b_taut, zero, a_alone)),
            b = select(both, s[1], select(a_taut, zero, b_alone));
    s[0] = a;
    s[1] = b;
  }
  CRUMPLE_INLINE void pull_isotropic(const P* e, P* s) const {
    const P half(Real(0.5)), mean = half * (e[0] + e[1]), deviator = half * (e[0] - e[1]), shear = half * e[2];
    const P radius = sqrt(deviator * deviator + shear * shear), per_radius = P(1) / max(radius, P(Real(1e-30)));
    const P e1 = mean + radius, e2 = mean - radius;
    P principal[2] = {P(elastic.aa) * e1 + P(elastic.ab) * e2, P(elastic.aa) * e2 + P(elastic.ab) * e1};
    pull(e1, e2, principal);
    const P middle = half * (principal[0] + principal[1]), difference = half * (principal[0] - principal[1]);
    s[0] = middle + difference * deviator * per_radius;
    s[1] = middle - difference * deviator * per_radius;
    s[2] = difference * shear * per_radius;
  }
};

}  // namespace crumple::kernels
