// *MAT_187 SAMP-1, plasticity of polymers whose yield stress depends on the pressure: the von Mises stress q and the
// pressure p (compression positive) at yield satisfy
//   q^2 = A0 + A1 p + A2 p^2,
//   A0 = 3 s_s^2,  A1 = 9 s_s^2 (s_c - s_t) / (s_c s_t),  A2 = 9 (s_c s_t - 3 s_s^2) / (s_c s_t)
// with the yield stresses s_t, s_c, s_s of tension, compression and shear over the equivalent plastic strain ep, and
// plastic strains are normal to g^2 = q^2 + a p^2, a = 9/2 (1 - 2 nu_p) / (1 + nu_p), nu_p the plastic Poisson's ratio.
// Sources: Kolling, Haufe, Feucht & Du Bois (2005), the card in LS-DYNA's keyword manual. From memory: ep is the axial
// plastic strain of a pull, 3 / (2 (1 + nu_p)) times sqrt(2/3 e':e') of its deviator.
// With z = 3 G times the flow over g, all parts of the stress shrink by factors of z alone: in solids the deviator by
// 1 / (1 + z) and p by 1 / (1 + K a z / (3 G)), in plane stress the sum of the normal stresses by
// 1 / (1 + E (1/2 + 2 a / 9) z / (3 G (1 - nu))). So z is the root of one equation. Stresses are divided by 3 G.
// History: ep.
#pragma once

#include <algorithm>
#include <cmath>

#include "kernels/materials/elasticity.hpp"
#include "kernels/materials/return_mapping.hpp"

namespace crumple::kernels {

/// Its curves are s_t, one at least or one for each rate, then s_c and s_s.
struct Samp {
  static constexpr int number = 187;
  double plastic_poisson = 0.5;  ///< NUEP [1]
  double fading = 1e5;           ///< EPFAIL: plastic strain from which stresses fade [1]
  double fading_width = 0;       ///< DEPRPT: over which they fade [1]
  void set_up(MaterialConstants& c) const { c.first_yield = c.curve_begins(0); }
};

template <class P>
struct Material187 {
  using Real = typename P::value_type;
  using Mask = typename P::mask_type;
  using Parameters = Samp;
  static constexpr HistoryNames<1> history_names{plastic_strain_name};
  static constexpr int rotated_tensor = no_tensor;

  Elasticity<P> elastic;
  HardeningLaw<P> strength;
  int n_tension;                         ///< rows of s_t
  Real unit;                             ///< 1 / (3 G) [area/force]
  Real alpha, per_flow;                  ///< a; ep over z q [1]
  Real sum_stiffness, volume_stiffness;  ///< of the sum in plane stress, of the pressure in solids, over that of q [1]
  Real fading, per_width;                ///< EPFAIL, 1 / DEPRPT [1]
  bool fades;

  Material187(const MaterialConstants& c, const Samp& p)
      : elastic(c),
        strength(c.hardening, 3 * elastic.G),
        n_tension(c.hardening->n_rates - 2),
        unit(Real(1 / (3 * elastic.G))),
        alpha(Real(4.5 * (1 - 2 * p.plastic_poisson) / (1 + p.plastic_poisson))),
        per_flow(Real(1.5 / (1 + p.plastic_poisson))),
        sum_stiffness(Real(elastic.E / (1 - elastic.nu) * (0.5 + 2.0 / 9 * double(alpha)) / (3 * elastic.G))),
        volume_stiffness(Real(elastic.K * double(alpha) / (3 * elastic.G))),
        fading(Real(p.fading)),
        per_width(Real(p.fading_width > 0 ? 1 / p.fading_width : 0)),
        fades(p.fading_width > 0) {
    strength.table = n_tension > 1;
  }

  CRUMPLE_INLINE P plane_stress(const P* de, MaterialPoint<P>& at, const P& kappa) const {
    P* const s = at.s;
    recover<5>(at);
    elastic.add_plane_stress(de, kappa, s);
    const P one(1), u(unit), sum = s[0] + s[1], difference = s[0] - s[1];
    Trial trial{.squares = {P(Real(0.25)) * (u * sum) * (u * sum),
                            P(Real(0.75)) * (u * difference) * (u * difference) + P(3) * (u * s[2]) * (u * s[2]),
                            P(3) * ((u * s[3]) * (u * s[3]) + (u * s[4]) * (u * s[4]))},
                .stiffness = {P(sum_stiffness), one, kappa},
                .pressure = P(Real(-1.0 / 3)) * (u * sum),
                .of_pressure = P(sum_stiffness)};
    P thickness_strain = elastic.thickness_strain(de, P(0));
    const P z = flow(trial, at);
    if (const Mask flows = z > P(0); any(flows)) {  // lanes without flow keep their bits
      const P sum_end = sum / (one + P(sum_stiffness) * z), of_sum = u * sum_end * z;
      const P in_plane = one / (one + z), across = one / (one + kappa * z);
      s[0] = select(flows, P(Real(0.5)) * (sum_end + in_plane * difference), s[0]);
      s[1] = select(flows, P(Real(0.5)) * (sum_end - in_plane * difference), s[1]);
      s[2] = select(flows, in_plane * s[2], s[2]);
      s[3] = select(flows, across * s[3], s[3]);
      s[4] = select(flows, across * s[4], s[4]);
      const P plastic = P(Real(0.5) + Real(2.0 / 9) * alpha) * of_sum;
      thickness_strain = select(
          flows, elastic.thickness_strain(de, plastic) + P(alpha * Real(1.0 / 3)) * of_sum, thickness_strain);
    }
    fade<5>(at);
    return thickness_strain;
  }

  CRUMPLE_INLINE void solid(const P* de, MaterialPoint<P>& at) const {
    P* const s = at.s;
    recover<6>(at);
    elastic.add_solid(de, s);
    const P one(1), u(unit), mean = P(Real(1.0 / 3)) * (s[0] + s[1] + s[2]);
    P squares(0);
    for (int i = 0; i < 6; ++i) {
      const P part = i < 3 ? u * (s[i] - mean) : u * s[i];
      squares = squares + (i < 3 ? P(Real(1.5)) : P(3)) * (part * part);
    }
    const Trial trial{.squares = {squares, P(0), P(0)},
                      .stiffness = {one, one, one},
                      .pressure = P(0) - u * mean,
                      .of_pressure = P(volume_stiffness)};
    const P z = flow(trial, at);
    if (const Mask flows = z > P(0); any(flows)) {
      const P ratio = one / (one + z), mean_end = mean / (one + P(volume_stiffness) * z);
      for (int i = 0; i < 6; ++i)
        s[i] = select(flows, i < 3 ? ratio * (s[i] - mean) + mean_end : ratio * s[i], s[i]);
    }
    fade<6>(at);
  }

 private:
  /// q^2 as a sum of three parts, which shrink by the square of 1 / (1 + stiffness z); p by 1 / (1 + of_pressure z).
  struct Trial {
    P squares[3], stiffness[3], pressure, of_pressure;
    CRUMPLE_INLINE P q(const P& z) const {
      P sum(0);
      for (int i = 0; i < 3; ++i) {
        const P ratio = P(1) / (P(1) + stiffness[i] * z);
        sum = sum + squares[i] * (ratio * ratio);
      }
      return sqrt(sum);
    }
    CRUMPLE_INLINE P p(const P& z) const { return pressure / (P(1) + of_pressure * z); }
  };

  /// q at yield under the pressure p.
  CRUMPLE_INLINE P yield(const P& ep, const P& rate, const P& p) const {
    const P segment = to_real<P>(to_index(ep * P(strength.steps_per_strain), last_segment));
    const auto row = [&](int k) CRUMPLE_LAMBDA_INLINE { return on_curve(strength, P(Real(k)), segment, ep).stress; };
    P tension = max(row(0), P(strength.floor)), compression = max(row(n_tension), P(strength.floor)),
      shear = max(row(n_tension + 1), P(strength.floor));
    if (strength.table) {  // all three rise with the rate as that of tension
      const P raised = table_yield(strength, TablePoint<P>{ep, rate, P(0)}).stress / tension;
      tension = raised * tension;
      compression = raised * compression;
      shear = raised * shear;
    }
    const P product = compression * tension, squared = P(3) * (shear * shear);
    const P linear = P(3) * squared * (compression - tension) / product, square = P(9) * (product - squared) / product;
    return sqrt(max(squared + p * (linear + square * p), P(0)));
  }

  /// z of the step; adds to the plastic strain.
  CRUMPLE_INLINE P flow(const Trial& trial, MaterialPoint<P>& at) const {
    P& ep = at.h[plastic_strain];
    const P zero(0), inverse_dt = select(at.dt > zero, P(1) / at.dt, zero);
    const auto excess = [&](const P& z) CRUMPLE_LAMBDA_INLINE {
      const P q = trial.q(z), increment = P(per_flow) * (z * q);
      return q - yield(ep + increment, increment * inverse_dt, trial.p(z));
    };
    const P at_once = trial.q(zero);
    P last_z(zero), last = excess(zero), z(zero);
    const Mask plastic = last > zero;
    if (!any(plastic)) return zero;
    Bracket<P> bracket;
    z = select(plastic, bracket.accept(last / max(at_once - last, P(strength.floor))), zero);
    auto active = plastic;
    for (int i = 0; i < max_iterations && any(active); ++i) {
      const P now = excess(z), q = trial.q(z);
      active = active && abs(now) > P(yield_tolerance<Real>) * max(q, P(Real(1.0 / 32)) * at_once);
      bracket.narrow(now > zero, z);
      const P next = bracket.accept(z - now * (z - last_z) / (now - last));
      last_z = select(active, z, last_z);
      last = select(active, now, last);
      z = select(active, next, z);
    }
    ep = select(plastic, ep + P(per_flow) * (z * trial.q(z)), ep);
    return z;
  }

  /// What is left of the stress of the law.
  CRUMPLE_INLINE P remainder(const P& ep) const {
    return P(1) - min(max((ep - P(fading)) * P(per_width), P(0)), P(Real(1 - 1e-6)));
  }
  template <int n>
  CRUMPLE_INLINE void recover(MaterialPoint<P>& at) const {
    if (!fades || !any(at.h[plastic_strain] > P(fading))) return;
    const P inverse = P(1) / remainder(at.h[plastic_strain]);
    for (int i = 0; i < n; ++i) at.s[i] = inverse * at.s[i];
  }
  template <int n>
  CRUMPLE_INLINE void fade(MaterialPoint<P>& at) const {
    if (!fades || !any(at.h[plastic_strain] > P(fading))) return;
    const P left = remainder(at.h[plastic_strain]);
    for (int i = 0; i < n; ++i) at.s[i] = left * at.s[i];
  }
};

}  // namespace crumple::kernels
