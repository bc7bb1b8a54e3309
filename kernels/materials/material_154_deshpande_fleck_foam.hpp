// *MAT_154 metallic foam of Deshpande and Fleck, for solids only: an ellipse in the mean stress and von Mises' stress
// that grows by itself with the equivalent plastic strain; flow is associated. Sources: Deshpande & Fleck (2000); the
// hardening: Reyes, Hopperstad, Berstad, Hanssen & Langseth (2003), as LS-DYNA's keyword manual gives it. Backward
// Euler. With A = 1 + (ALPHA / 3)^2, q von Mises' and m the mean stress, e the equivalent plastic strain, x = e / EPSD:
//   S^2 = (q^2 + ALPHA^2 m^2) / A <= Y^2,  Y = SIGP + GAMMA x + ALPHA2 ln(1 / (1 - x^BETA))
//   d(plastic strain) = de dS/d(stress), so that S de is the plastic work
// With k = de / (A S) the end of a step has q = q_t / (1 + 3 G k), m = m_t / (1 + K ALPHA^2 k), of the trial stress.
// Y is followed up to x = 0.999 and is linear from there on. Stresses are divided by E.
// History: e, plastic volumetric strain.
#pragma once

#include <cmath>

#include "kernels/materials/elasticity.hpp"
#include "kernels/materials/johnson_cook.hpp"
#include "kernels/materials/return_mapping.hpp"

namespace crumple::kernels {

struct DeshpandeFleckFoam {
  static constexpr int number = 154;
  double alpha = 0;                       ///< ALPHA: shape of the ellipse [1]
  double gamma = 0, alpha2 = 0, beta = 0;  ///< GAMMA, ALPHA2 [force/area], BETA [1]
  double densification = 0;               ///< EPSD [1]
  double yield = 0;                       ///< SIGP [force/area]
  double failure = 0;                     ///< CFAIL: plastic volumetric strain in tension [1]; 0: none
  void set_up(MaterialConstants& its) const {
    its.first_yield = yield;
    its.can_fail = failure > 0;
  }
};

template <class P>
struct Material154 {
  using Real = typename P::value_type;
  using Parameters = DeshpandeFleckFoam;
  static constexpr HistoryNames<2> history_names{plastic_strain_name, "plastic volumetric strain"};
  static constexpr int volumetric = 1;
  static constexpr int rotated_tensor = no_tensor;
  static constexpr bool solids_only = true;
  static constexpr Real last = Real(0.999);

  Elasticity<P> elastic;
  Real scale;                           // 1 / E
  Real a, squared;                      // A, ALPHA^2
  Real shear, bulk;                     // 3 G / E, K ALPHA^2 / E
  Real yield, gamma, alpha2, beta;      // over E
  Real per_densification, failure;
  Real last_power;                      // 0.999^BETA

  Material154(const MaterialConstants& c, const DeshpandeFleckFoam& p)
      : elastic(c),
        scale(Real(1 / c.young)),
        a(Real(1 + p.alpha * p.alpha / 9)),
        squared(Real(p.alpha * p.alpha)),
        shear(Real(3 * elastic.G / c.young)),
        bulk(Real(elastic.K * p.alpha * p.alpha / c.young)),
        yield(Real(p.yield / c.young)),
        gamma(Real(p.gamma / c.young)),
        alpha2(Real(p.alpha2 / c.young)),
        beta(Real(p.beta)),
        per_densification(Real(1 / p.densification)),
        failure(Real(p.failure)),
        last_power(Real(pow(PackDouble(double(last)), PackDouble(p.beta))[0])) {}

  /// Y and its slope over e.
  CRUMPLE_INLINE Yield<P> hardened(const P& e) const {
    const P x = P(per_densification) * e, one(1), within = min(x, P(last));
    P stress = P(yield) + P(gamma) * x, slope(gamma);
    if (alpha2 > 0) {
      const P raised = select(x < P(last), power(max(within, P(Real(1e-30))), P(beta)), P(last_power));
      const P rest = one / (one - raised), rise = P(alpha2 * beta) * raised * rest / max(within, P(Real(1e-30)));
      stress = stress + P(alpha2) * log(rest) + rise * (x - within);
      slope = slope + rise;
    }
    return {stress, P(per_densification) * slope};
  }

  CRUMPLE_INLINE void solid(const P* de, MaterialPoint<P>& at) const {
    const P third(Real(1.0 / 3)), one(1);
    P* const s = at.s;
    P &e = at.h[plastic_strain], &volume = at.h[volumetric];
    P strain[6];  // points that have failed carry no stress and flow no more
    for (int i = 0; i < 6; ++i) strain[i] = failure > 0 ? select(volume < P(failure), de[i], P(0)) : de[i];
    elastic.add_solid(strain, s);
    const P mean = third * (s[0] + s[1] + s[2]), m = P(scale) * mean;
    P dev[6];
    for (int i = 0; i < 6; ++i) dev[i] = i < 3 ? s[i] - mean : s[i];
    const P x = P(scale) * dev[0], y = P(scale) * dev[1], z = P(scale) * dev[2];
    const P xy = P(scale) * dev[3], yz = P(scale) * dev[4], zx = P(scale) * dev[5];
    const P q2 = P(Real(1.5)) * (x * x + y * y + z * z) + P(3) * (xy * xy + yz * yz + zx * zx);
    const P m2 = P(squared) * m * m;
    const auto flows = sqrt((q2 + m2) * P(1 / a)) > hardened(e).stress;
    if (any(flows)) {
      const Flow flow = return_of(q2, m2, e, flows);
      const P of_dev = one / (one + P(shear) * flow.k), of_mean = one / (one + P(bulk) * flow.k);
      e = e + flow.increment;
      volume = volume + select(flows, P(squared) * flow.k * of_mean * m, P(0));
      for (int i = 0; i < 6; ++i) s[i] = select(flows, of_dev * dev[i] + (i < 3 ? of_mean * mean : P(0)), s[i]);
    }
    if (failure > 0) at.failed = at.failed || volume >= P(failure);
  }

 private:
  struct Flow {
    P k, increment;
  };
  /// Solves S(k) = Y(e + k A S(k)); a lane stops at its own convergence. 0 in lanes that do not flow.
  CRUMPLE_INLINE Flow return_of(const P& q2, const P& m2, const P& e, const typename P::mask_type& flows) const {
    const P one(1);
    Flow flow{P(0), P(0)};
    Bracket<P> bracket;
    auto open = flows;
    for (int i = 0; i < max_iterations && any(open); ++i) {
      const P d = one / (one + P(shear) * flow.k), v = one / (one + P(bulk) * flow.k);
      const P S = sqrt((q2 * d * d + m2 * v * v) * P(1 / a));
      const P fall = (q2 * d * d * d * P(shear) + m2 * v * v * v * P(bulk)) * P(1 / a);
      const P S_slope = P(0) - fall / max(S, P(Real(1e-30)));
      flow.increment = select(open, P(a) * flow.k * S, flow.increment);
      const Yield<P> Y = hardened(e + flow.increment);
      const P excess = S - Y.stress, slope = S_slope - Y.slope * P(a) * (S + flow.k * S_slope);
      open = open && abs(excess) > P(yield_tolerance<Real>) * Y.stress;
      bracket.narrow(excess > P(0), flow.k);
      flow.k = select(open, bracket.accept(flow.k - excess / slope), flow.k);
    }
    return {select(flows, flow.k, P(0)), select(flows, flow.increment, P(0))};
  }
};

}  // namespace crumple::kernels
