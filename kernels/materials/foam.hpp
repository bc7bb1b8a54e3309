// Foams without lateral contraction: nominal stress over nominal strain in each principal direction, in compression by
// a curve or by a table of curves over strain rate, in tension with E up to a cut-off; unloading loses energy. Sources:
// LS-DYNA theory manual, material models 57 and 83 (Chang, Song, Lu & DeSilva 1998); unloading by the damage
//   sigma = (1 - d) sigma, d = (1 - HU) (1 - (W / W_max)^SHAPE),
// with W the energy under the curve and W_max the largest that has been, which decays to W at the rate BETA.
// l principal stretches, J relative volume; Cauchy stress = nominal stress l / J.
// History: b - 1, W_max, whether it has torn; with rates also the strain rate, averaged over steps, turned with the
// stress.
#pragma once

#include "kernels/materials/johnson_cook.hpp"
#include "kernels/materials/left_stretch.hpp"
#include "kernels/simd/elementary.hpp"

namespace crumple::kernels {

/// What these foams have in common; their curves are nominal stress over nominal strain in compression.
struct FoamParameters {
  double cutoff = 0;            ///< TC: largest tension [force/area]; 0: unlimited
  double tears = 0;             ///< FAIL: 1: no tension any more once it was reached
  double hysteretic = 1;        ///< HU: 1: no energy is lost [1]
  double shape = 1;             ///< SHAPE: of unloading [1]
  double bulk_viscosity = 0;    ///< BVFLAG: 1: that of all solids, else DAMP alone
  double damping = 0;           ///< DAMP: linear coefficient of the bulk viscosity [1]
  double decay = 0;             ///< BETA: MAT_057 [1/time]; 0: the strain that has been is never forgotten
  double engineering_rate = 0;  ///< SFLAG: MAT_083: 1: rates are those of the nominal strain
  /// There is no lateral contraction, and the curves are no yield stresses.
  void set_up(MaterialConstants& c) const {
    c.poisson = 0;
    c.bulk_viscosity = bulk_viscosity == 1;
    c.linear_viscosity = damping;
  }
};

template <class P, bool with_rates>
struct Foam {
  using Real = typename P::value_type;
  static constexpr int left_stretch = 0, largest_energy = 6, torn = 7, mean_rate = 8;
  static constexpr int rotated_tensor = with_rates ? mean_rate : no_tensor;
  static constexpr bool solids_only = true, varying_modulus = true;
  /// Share of a step in the average of the rate: a mean age of six steps, as that of LS-DYNA's average over twelve.
  static constexpr Real rate_share = Real(1.0 / 6);

  const HardeningConstants *curves, *energy;
  Real young, cutoff, hysteretic, decay, shape, steps;
  bool tears, engineering_rate;

  Foam(const MaterialConstants& c, const FoamParameters& p)
      : curves(c.hardening),
        energy(p.hysteretic < 1 ? c.energy : nullptr),
        young(Real(c.young)),
        cutoff(Real(p.cutoff > 0 ? p.cutoff : 1e20)),
        hysteretic(Real(p.hysteretic)),
        decay(Real(p.decay)),
        shape(Real(p.shape)),
        steps(Real(1 / curves->strain_step)),
        tears(p.tears == 1),
        engineering_rate(p.engineering_rate == 1) {}

  CRUMPLE_INLINE P solid(const P* de, MaterialPoint<P>& at, const P& e_v) const {
    const P one(1), inverse_J = one / (one - e_v);
    const PrincipalValues<P> b = principal_stretches(at.h);
    if constexpr (with_rates) average_rate(de, at);
    P sigma[3], work(0), modulus(0), most(0);
    for (int k = 0; k < 3; ++k) {
      const P l = sqrt(one + b.value[k]), strain = b.value[k] / (one + l), crushed = max(P(0) - strain, P(0));
      const CurvePoint in = compression(crushed, rate(at, b.direction[k], l));
      const P pull = P(young) * max(strain, P(0));
      most = max(most, pull);
      sigma[k] = l * inverse_J * (min(pull, P(cutoff)) - in.stress);
      modulus = max(modulus, l * l * inverse_J * max(in.slope, P(young)));
      if (energy) work = work + energy_of(crushed) + P(Real(0.5)) * min(pull, P(cutoff)) * max(strain, P(0));
    }
    if (tears) tear(at, most, sigma);
    if (energy) lose_energy(at, work, sigma);
    compose(sigma, b.direction, at.s);
    return modulus;
  }

 private:
  struct CurvePoint {
    P stress, slope;
  };
  CRUMPLE_INLINE CurvePoint on_curve(const HardeningConstants& table, const P& number, const P& strain) const {
    const P place = P(steps) * strain, segment = to_real<P>(to_index(place, curve_points - 2));
    const Index<P> index = to_index(number * P(Real(curve_points)) + segment, table.n_rates * curve_points - 2);
    const P left = gather<P>(table.stress, index), rise = gather<P>(table.stress + 1, index) - left;
    return {left + (place - segment) * rise, P(steps) * rise};
  }
  CRUMPLE_INLINE P energy_of(const P& strain) const { return on_curve(*energy, P(0), strain).stress; }

  /// Linear between the curves of two rates; below the first and beyond the last rate those curves hold.
  CRUMPLE_INLINE CurvePoint compression(const P& strain, const P& at_rate) const {
    if (!with_rates || curves->n_rates == 1) return on_curve(*curves, P(0), strain);
    P lower(0), weight(0);
    for (int k = 0; k + 1 < curves->n_rates; ++k) {
      const P above = at_rate - P(Real(curves->rate[k]));
      const auto here = above >= P(0);
      lower = select(here, P(Real(k)), lower);
      weight = select(here, above * P(Real(curves->inverse_rate_step[k])), weight);
    }
    weight = min(weight, P(1));
    const CurvePoint low = on_curve(*curves, lower, strain), high = on_curve(*curves, lower + P(1), strain);
    return {low.stress + weight * (high.stress - low.stress), max(low.slope, high.slope)};
  }

  CRUMPLE_INLINE void average_rate(const P* de, MaterialPoint<P>& at) const {
    const auto moves = at.dt > P(0);
    const P inverse_dt = P(1) / select(moves, at.dt, P(1));
    for (int i = 0; i < 6; ++i) {
      P& mean = at.h[mean_rate + i];
      const P now = (i < 3 ? de[i] : P(Real(0.5)) * de[i]) * inverse_dt;
      mean = select(moves, mean + P(rate_share) * (now - mean), mean);
    }
  }
  /// Of compression along n.
  CRUMPLE_INLINE P rate(const MaterialPoint<P>& at, const Vec3<P>& n, const P& l) const {
    if constexpr (with_rates) {
      const P* d = at.h + mean_rate;
      const P along = n.x * n.x * d[0] + n.y * n.y * d[1] + n.z * n.z * d[2] +
                      P(2) * (n.x * n.y * d[3] + n.y * n.z * d[4] + n.z * n.x * d[5]);
      return max(P(0) - along, P(0)) * (engineering_rate ? l : P(1));
    }
    return P(0);
  }

  CRUMPLE_INLINE void tear(MaterialPoint<P>& at, const P& most, P* sigma) const {
    const auto is_torn = at.h[torn] > P(Real(0.5)) || most >= P(cutoff);
    at.h[torn] = select(is_torn, P(1), P(0));
    for (int k = 0; k < 3; ++k) sigma[k] = select(is_torn, min(sigma[k], P(0)), sigma[k]);
  }

  CRUMPLE_INLINE void lose_energy(MaterialPoint<P>& at, const P& work, P* sigma) const {
    const P fading = decay > 0 ? exp(P(0) - P(decay) * at.dt) : P(1);
    const P most = max(work, work + fading * (at.h[largest_energy] - work));
    at.h[largest_energy] = most;
    const auto unloads = work < most;
    if (!any(unloads)) return;
    const P tiny(Real(1e-30)), share = max(work, tiny) / max(most, tiny);
    const P left = shape == 1 ? share : power(share, P(shape));
    const P factor = select(unloads, P(1) - P(1 - hysteretic) * (P(1) - left), P(1));
    for (int k = 0; k < 3; ++k) sigma[k] = factor * sigma[k];
  }
};

}  // namespace crumple::kernels
