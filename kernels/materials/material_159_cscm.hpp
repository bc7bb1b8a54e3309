// *MAT_159 the continuous surface cap model (CSCM) of concrete, for solids only. J1 is three times the pressure
// (compression positive), J2 and J3 are the invariants of the deviator; at yield
//   sqrt(J2) = R(J3) Ff(J1) sqrt(Fc(J1)),  Ff = alpha - lambda exp(-beta J1) + theta J1,
//   Fc = 1 up to L, 1 - ((J1 - L) / (X - L))^2 beyond,  X = L + R Ff(L), a cap that plastic compaction moves:
//   compaction = W (1 - exp(-D1 (X - X0) - D2 (X - X0)^2)).
// The stress of plasticity alone, sigma_p, is followed by a viscous one (Duvaut & Lions), which damage d reduces:
//   tau_t = sqrt(E e_max) and tau_c = sqrt(sigma_p : e / 2) above the values r that they have when plasticity begins:
//   d_t = (0.999 / D) ((1 + D) / (1 + D exp(-C (tau_t - r_t))) - 1),  d_c likewise of B and A.
// C and A are such that a crack through an element costs GFT to GFS, and its crushing GFC to GFS, per area.
// Sources: Murray, Users Manual for LS-DYNA Concrete Material Model 159, FHWA-HRT-05-062 (2007), of which the yield
// surface was at hand; cap, damage and rate effects are from memory; three invariants: Rubin (1991).
// Simpler than there: the deviator returns along its own direction, and the normal leaves out how R changes with J1.
// Damage of compression begins with the first flow that dilates.
// History: damage, r_t, r_c, d_t, d_c, compaction, how far L has moved, size of the element, b - 1, viscous - sigma_p.
#pragma once

#include <array>
#include <cmath>

#include "kernels/element_size.hpp"
#include "kernels/materials/elasticity.hpp"
#include "kernels/materials/principal_values.hpp"
#include "kernels/simd/elementary.hpp"

namespace crumple::kernels {

/// alpha - lambda exp(-beta J1) + theta J1; its numbers in the order of the card.
struct CapMeridian {
  double alpha;   ///< [force/area]; of a ratio [1]
  double theta;   ///< [1]; of a ratio [area/force]
  double lambda;  ///< as alpha
  double beta;    ///< [area/force]
  explicit CapMeridian(const std::array<double, 4>& given)
      : alpha(given[0]), theta(given[1]), lambda(given[2]), beta(given[3]) {}
  double fading(double j) const { return exp(PackDouble(-beta * j))[0]; }
  double at(double j) const { return alpha - lambda * fading(j) + theta * j; }
  double slope(double j) const { return lambda * beta * fading(j) + theta; }
};

struct Cscm {
  static constexpr int number = 159;
  double bulk = 0, shear = 0;                           ///< K, G [force/area]
  /// CapMeridian of sqrt(J2) in triaxial compression; of Q1 and Q2, its share in shear and in triaxial extension.
  std::array<double, 4> compression{}, torsion{}, extension{};
  double ratio = 0, first_cap = 0;                      ///< R [1], X0 [force/area]
  double compaction = 0, d1 = 0, d2 = 0;                ///< W [1], D1 [area/force], D2 [area^2/force^2]
  double ductile = 100, brittle = 0.1;                  ///< B, D [1]
  double energy_c = 0, energy_t = 0, energy_s = 0;      ///< GFC, GFT, GFS [energy/area]
  double power_c = 5, power_t = 1, power_of_rest = 0;   ///< PWRC, PWRT, PMOD [1]
  double rates = 0;                                     ///< IRATE: 1: with rate effects
  double time_c = 0, rate_power_c = 0;                  ///< ETA0C, NC: relaxation time over rate^-NC [time^(1-NC)], [1]
  double time_t = 0, rate_power_t = 0;                  ///< ETA0T, NT
  double most_c = 0, most_t = 0;                        ///< OVERC, OVERT: largest viscous stress [force/area]; 0: none
  double shear_time = 1, energy_power = 1;              ///< SRATE, REPOW [1]
  double erosion = 0;                                   ///< ERODE: 1 + strain of a broken element that goes; < 1: none
  double kept = 0;                                      ///< RECOV: share of d_t that acts in compression [1]
  double young() const { return 9 * bulk * shear / (3 * bulk + shear); }
  /// L of a cap that ends at X, by Newton's method on a concave function from the left.
  double start_of_cap(double x) const {
    const CapMeridian shear_strength(compression);
    double l = 0;
    for (int i = 0; i < 50; ++i) l -= (l + ratio * shear_strength.at(l) - x) / (1 + ratio * shear_strength.slope(l));
    return l;
  }
  /// J1 of the least stress that there is, where Ff = 0, by Newton's method.
  double apex() const {
    const CapMeridian shear_strength(compression);
    double j = 0;
    for (int i = 0; i < 50; ++i) j -= shear_strength.at(j) / shear_strength.slope(j);
    return j;
  }
  /// Minus the dilogarithm of -b: the integral of ln(1 + t) / t from 0 to b, by the trapezoidal rule over ln t.
  static double minus_dilogarithm(double b) {
    constexpr int steps = 4000;
    const double low = log(PackDouble(1e-9))[0], high = log(PackDouble(b))[0], width = (high - low) / steps;
    double sum = 1e-9;
    for (int i = 0; i <= steps; ++i)
      sum += (i == 0 || i == steps ? 0.5 : 1.0) * width * log_of_one_and(exp(PackDouble(low + i * width))[0]);
    return sum;
  }
  static double log_of_one_and(double x) { return log(PackDouble(1 + x))[0]; }
  void set_up(MaterialConstants& c) const {
    c.first_yield = std::sqrt(3.0) * CapMeridian(compression).at(0);
    c.can_fail = erosion >= 1;
  }
};

template <class P>
struct Material159 {
  using Real = typename P::value_type;
  using Mask = typename P::mask_type;
  using Parameters = Cscm;
  static constexpr HistoryNames<20> history_names{
      "damage",       "tensile threshold", "compressive threshold", "tensile damage", "compressive damage",
      "compaction",   "cap",               element_size_name,       "b - 1 xx",       "b - 1 yy",
      "b - 1 zz",     "b xy",              "b yz",                  "b zx",           "viscous xx",
      "viscous yy",   "viscous zz",        "viscous xy",            "viscous yz",     "viscous zx"};
  static constexpr int damage_of_stress = 0, threshold_t = 1, threshold_c = 2, damage_t = 3, damage_c = 4,
                       compacted = 5, cap = 6, size = 7, left_stretch = 8, viscous = 14;
  static constexpr int rotated_tensor = viscous;
  static constexpr bool solids_only = true;

  /// a - l exp(-b J1) + t J1 in the precision of the run.
  struct Meridian {
    Real alpha, lambda, beta, theta;
    explicit Meridian(const CapMeridian& m)
        : alpha(Real(m.alpha)), lambda(Real(m.lambda)), beta(Real(m.beta)), theta(Real(m.theta)) {}
    CRUMPLE_INLINE P at(const P& j, const P& fading) const { return P(alpha) - P(lambda) * fading + P(theta) * j; }
    CRUMPLE_INLINE P fading(const P& j) const { return exp(P(-beta) * j); }
    CRUMPLE_INLINE P at(const P& j) const { return at(j, fading(j)); }
    CRUMPLE_INLINE P slope(const P& fading) const { return P(lambda * beta) * fading + P(theta); }
  };

  Elasticity<P> elastic;
  Meridian compression, torsion, extension;
  Real three_K, inverse_3K, half_9K_over_G, root_E, inverse_E;
  Real apex, ratio, first_cap, first_start;
  Real W, inverse_W, d1, four_d2;
  Real B, D, energy_c, energy_t, energy_s, power_c, power_t, power_of_rest;
  Real of_log_B, of_dilogarithm_B, of_log_D;  ///< ln(1 + B) (1 + B) / B, -Li2(-B) (1 + B) / B, ln(1 + D) (1 + D) / D
  Real time_c, time_t, rate_power_c, rate_power_t, most_c, most_t, shear_time, energy_power;
  Real erosion, kept;
  bool has_rates;

  Material159(const MaterialConstants& c, const Cscm& p)
      : elastic(c),
        compression(CapMeridian(p.compression)),
        torsion(CapMeridian(p.torsion)),
        extension(CapMeridian(p.extension)),
        three_K(Real(3 * p.bulk)),
        inverse_3K(Real(1 / (3 * p.bulk))),
        half_9K_over_G(Real(4.5 * p.bulk / p.shear)),
        root_E(Real(std::sqrt(p.young()))),
        inverse_E(Real(1 / p.young())),
        apex(Real(p.apex())),
        ratio(Real(p.ratio)),
        first_cap(Real(p.first_cap)),
        first_start(Real(p.start_of_cap(p.first_cap))),
        W(Real(p.compaction)),
        inverse_W(Real(1 / p.compaction)),
        d1(Real(p.d1)),
        four_d2(Real(4 * p.d2)),
        B(Real(p.ductile)),
        D(Real(p.brittle)),
        energy_c(Real(p.energy_c)),
        energy_t(Real(p.energy_t)),
        energy_s(Real(p.energy_s)),
        power_c(Real(p.power_c)),
        power_t(Real(p.power_t)),
        power_of_rest(Real(p.power_of_rest)),
        of_log_B(Real(p.log_of_one_and(p.ductile) * (1 + p.ductile) / p.ductile)),
        of_dilogarithm_B(Real(Cscm::minus_dilogarithm(p.ductile) * (1 + p.ductile) / p.ductile)),
        of_log_D(Real(p.log_of_one_and(p.brittle) * (1 + p.brittle) / p.brittle)),
        time_c(Real(p.time_c)),
        time_t(Real(p.time_t)),
        rate_power_c(Real(p.rate_power_c)),
        rate_power_t(Real(p.rate_power_t)),
        most_c(Real(p.most_c > 0 ? p.most_c : 1e30)),
        most_t(Real(p.most_t > 0 ? p.most_t : 1e30)),
        shear_time(Real(p.shear_time)),
        energy_power(Real(p.energy_power)),
        erosion(Real(p.erosion - 1)),
        kept(Real(p.kept)),
        has_rates(p.rates != 0) {}

  CRUMPLE_INLINE void solid(const P* de, MaterialPoint<P>& at) const {
    const P one(1), zero(0);
    P* const h = at.h;
    const P recover = one / (one - h[damage_of_stress]);
    P free[6], sigma[6];  // the viscous stress without relaxation in this step; sigma_p
    for (int i = 0; i < 6; ++i) {
      free[i] = recover * at.s[i];
      sigma[i] = free[i] - h[viscous + i];
    }
    elastic.add_solid(de, free);
    elastic.add_solid(de, sigma);
    const Flow flow = plastic_return(sigma, h);
    const Invariants now(sigma);
    const Rate rate(*this, de, at.dt, now);
    const P relaxed = has_rates ? at.dt / max(at.dt + rate.time, P(Real(1e-30))) : one;
    P s[6];
    for (int i = 0; i < 6; ++i) s[i] = relaxed * sigma[i] + (one - relaxed) * free[i];
    const P d = damage(sigma, now, rate, flow, at);
    for (int i = 0; i < 6; ++i) {
      h[viscous + i] = has_rates ? s[i] - sigma[i] : zero;
      at.s[i] = (one - d) * s[i];
    }
    h[damage_of_stress] = d;
  }

 private:
  /// J1, sqrt(J2) and where between compression and extension in the deviatoric plane.
  struct Invariants {
    P j1, q, s[6];
    CRUMPLE_INLINE explicit Invariants(const P* stress) {
      const P mean = P(Real(1.0 / 3)) * (stress[0] + stress[1] + stress[2]);
      j1 = P(-3) * mean;
      for (int i = 0; i < 6; ++i) s[i] = i < 3 ? stress[i] - mean : stress[i];
      q = sqrt(P(Real(0.5)) * (s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) + s[3] * s[3] + s[4] * s[4] + s[5] * s[5]);
    }
    /// |J1| / sqrt(3 J2), at most 1.
    CRUMPLE_INLINE P pressure_share() const {
      return min(abs(j1) / max(P(Real(1.7320508075688772)) * q, P(Real(1e-30))), P(1));
    }
    /// sqrt(3 J2) / |J1|, at most 1.
    CRUMPLE_INLINE P shear_share() const {
      return min(P(Real(1.7320508075688772)) * q / max(abs(j1), P(Real(1e-30))), P(1));
    }
  };

  /// Lode's angle from pure shear, positive to triaxial compression.
  struct Lode {
    P cosine, sine;
    CRUMPLE_INLINE explicit Lode(const Invariants& v) {
      const P per_q = P(1) / max(v.q, P(Real(1e-30)));
      P a[6];
      for (int i = 0; i < 6; ++i) a[i] = per_q * v.s[i];
      const auto value = principal_values(a).value;
      const P most = max(max(value[0], value[1]), value[2]), least = min(min(value[0], value[1]), value[2]);
      sine = max(min(P(Real(-0.8660254037844386)) * (most + least), P(Real(0.5))), P(Real(-0.5)));
      cosine = sqrt(P(1) - sine * sine);
    }
  };

  struct Flow {
    Mask any_flow, dilates;
  };

  /// The square of the strength in sqrt(J2) under J1, and half of its slope.
  struct Strength {
    P square, half_slope;
    CRUMPLE_INLINE Strength(const Material159& law, const P& j, const Lode& lode, const P& start, const P& end) {
      const P zero(0), fading = law.compression.fading(j), shear = law.compression.at(j, fading);
      const P R = law.third_invariant(j, lode), width = P(1) / (end - start), over = width * max(j - start, zero);
      const P of_cap = P(1) - over * over, product = R * shear;
      square = product * product * of_cap;
      half_slope = R * R * shear * (law.compression.slope(fading) * of_cap - shear * (over * width));
    }
  };

  /// R of Rubin: 1 in triaxial compression, Q1 in shear, Q2 in triaxial extension.
  CRUMPLE_INLINE P third_invariant(const P& j, const Lode& lode) const {
    const P one(1), two(2), root3(Real(1.7320508075688772)), pressed = max(j, P(0));
    const auto presses = j > P(0);
    const P q1 = select(presses, min(torsion.at(pressed), one), P(Real(0.5773502691896258)));
    const P q2 = select(presses, min(extension.at(pressed), one), P(Real(0.5)));
    const P less = q2 - one, a1 = root3 * q2 + two * q1 * less, a0 = two * q1 * q1 * less;
    const P a = (sqrt(max(a1 * a1 - P(4) * q2 * a0, P(0))) - a1) / (two * q2);
    const P sum = two * q1 + a, b = sum * sum - P(3);
    const P t = lode.cosine - a * lode.sine, b2 = t * t + b * (lode.sine * lode.sine), b1 = a * t;
    const P b0 = P(Real(0.25)) * (a * a - P(3) - b);
    return (sqrt(max(b1 * b1 - P(4) * b2 * b0, P(0))) - b1) / (two * b2);
  }

  /// The end of the cap, X, of a plastic compaction.
  CRUMPLE_INLINE P end_of_cap(const P& compaction) const {
    const P t = P(0) - log(P(1) - min(compaction * P(inverse_W), P(Real(1 - 1e-6))));
    return P(first_cap) + P(2) * t / (P(d1) + sqrt(P(d1) * P(d1) + P(four_d2) * t));
  }
  /// Its start, L, by Newton's method from `near`.
  CRUMPLE_INLINE P start_of_cap(const P& end, const P& near) const {
    P l = near;
    for (int i = 0; i < 5; ++i) {
      const P fading = compression.fading(l);
      l = l - (l + P(ratio) * compression.at(l, fading) - end) / (P(1) + P(ratio) * compression.slope(fading));
    }
    return l;
  }

  /// Returns sigma, outside the yield surface, to its closest point in the norm of elastic energy, by bisection on J1.
  CRUMPLE_INLINE Flow plastic_return(P* sigma, P* h) const {
    const P zero(0), half(Real(0.5));
    const Invariants trial(sigma);
    const P start = P(first_start) + h[cap], within = max(trial.j1, P(apex));
    const Flow none{Mask(false), Mask(false)};
    const Mask maybe = trial.q >= P(Real(0.3)) * compression.at(within) || trial.j1 > start || trial.j1 <= P(apex);
    if (!any(maybe)) return none;
    const Lode lode(trial);
    const P end = start + P(ratio) * compression.at(start);
    const Strength at_trial(*this, within, lode, start, end);
    const Mask yields = maybe && (trial.q * trial.q > at_trial.square || trial.j1 <= P(apex));
    if (!any(yields)) return none;
    P low(apex), high = max(trial.j1, end), l = start, j = trial.j1, x = end;
    constexpr int halvings = sizeof(Real) == 4 ? 28 : 50;
    const P tiny(Real(1e-30));
    for (int i = 0; i < halvings; ++i) {
      j = half * (low + high);
      x = end_of_cap(h[compacted] + P(inverse_3K) * max(trial.j1 - j, zero));
      l = start_of_cap(x, start);
      const Strength at_j(*this, j, lode, l, x);
      const P q = sqrt(max(at_j.square, zero));
      const Mask inside = at_j.square > zero, beyond = trial.q < q;
      const Mask steep = (j - trial.j1) * q - P(half_9K_over_G) * P(2) * at_j.half_slope * (trial.q - q) > zero;
      const Mask rising = at_j.half_slope >= zero, far = j > trial.j1;
      const Mask on_rise = far && (beyond || steep), on_fall = far || (!beyond && steep);
      const Mask too_large = !inside || (rising && on_rise) || (!rising && on_fall);
      high = select(too_large, j, high);
      low = select(too_large, low, j);
    }
    const Strength last(*this, j, lode, l, x);
    const P q = min(sqrt(max(last.square, zero)), trial.q);
    const P share = q / max(trial.q, tiny), mean = P(Real(-1.0 / 3)) * j;
    for (int i = 0; i < 6; ++i)
      sigma[i] = select(yields, i < 3 ? share * trial.s[i] + mean : share * trial.s[i], sigma[i]);
    const Mask compacts = yields && j < trial.j1;
    h[compacted] = select(compacts, min(h[compacted] + P(inverse_3K) * (trial.j1 - j), P(W * Real(1 - 1e-6))),
                          h[compacted]);
    h[cap] = select(compacts, max(l - P(first_start), h[cap]), h[cap]);
    return {yields, yields && !compacts};
  }

  /// Relaxation time of the step and the viscous stress that it allows, E rate eta.
  struct Rate {
    P time, excess;
    CRUMPLE_INLINE Rate(const Material159& law, const P* de, const P& dt, const Invariants& v)
        : time(P(0)), excess(P(0)) {
      if (!law.has_rates) return;
      const P growth = P(Real(1.0 / 3)) * (de[0] + de[1] + de[2]);
      const P e[6] = {de[0] - growth, de[1] - growth, de[2] - growth, de[3], de[4], de[5]};
      const P rate = max(effective_strain_solid(e) / max(dt, P(Real(1e-30))), P(Real(1e-12)));
      const P logarithm = log(rate), limit = P(law.inverse_E) / rate;
      const P of_t = min(P(law.time_t) * exp(P(-law.rate_power_t) * logarithm), P(law.most_t) * limit);
      const P of_c = min(P(law.time_c) * exp(P(-law.rate_power_c) * logarithm), P(law.most_c) * limit);
      const P of_s = P(law.shear_time) * of_t, share = v.pressure_share();
      const auto pressed = v.j1 > P(0);
      const P weight = law.transition(share, pressed);
      time = of_s + weight * (select(pressed, of_c, of_t) - of_s);
      excess = time * rate / P(law.inverse_E);
    }
  };

  /// From shear to uniaxial stress: the pressure's share to the power PWRC or PWRT.
  CRUMPLE_INLINE P transition(const P& share, const Mask& pressed) const {
    const P logarithm = log(max(share, P(Real(1e-30))));
    return exp(select(pressed, P(power_c), P(power_t)) * logarithm);
  }

  /// 1 - (1 + b) / b (1 - 1 / (1 + b exp(-a y))), which is 0 at y = 0 and 1 far beyond.
  static CRUMPLE_INLINE P softening(const P& y, const P& rate, Real b) {
    return P(1 / b) * (P(1 + b) / (P(1) + P(b) * exp(P(0) - rate * y)) - P(1));
  }

  /// Damage that acts at the end of the step.
  CRUMPLE_INLINE P damage(const P* sigma, const Invariants& v, const Rate& rate, const Flow& flow,
                          MaterialPoint<P>& at) const {
    const P zero(0), one(1), tiny(Real(1e-30));
    P* const h = at.h;
    const Mask begins = flow.any_flow || h[threshold_t] > zero || h[threshold_c] > zero;
    if (!any(begins)) return zero;
    const P* const c = h + left_stretch;
    const auto value = principal_values(c).value;
    const P largest = max(max(value[0], value[1]), value[2]), strain = max(largest / (P(2) + largest), zero);
    const P work = P(Real(0.25)) * (sigma[0] * c[0] + sigma[1] * c[1] + sigma[2] * c[2]) +
                   P(Real(0.5)) * (sigma[3] * c[3] + sigma[4] * c[4] + sigma[5] * c[5]);
    const P tau_t = P(root_E) * strain, tau_c = sqrt(max(work, zero));
    const Mask pressed = v.j1 > zero;
    P &r_t = h[threshold_t], &r_c = h[threshold_c], &d_t = h[damage_t], &d_c = h[damage_c];
    const Mask first_t = flow.any_flow && !pressed && r_t <= zero, first_c = flow.dilates && pressed && r_c <= zero;
    r_t = select(first_t, max(tau_t, tiny), r_t);
    r_c = select(first_c, max(tau_c, tiny), r_c);
    const P raised = rate.excess * P(root_E * inverse_E), weight = transition(v.pressure_share(), pressed);
    const P length = max(h[size], tiny), least(Real(1e-20));
    const P of_t = r_t + raised, of_c = r_c + raised;
    const P energy = P(energy_s) + weight * (select(pressed, P(energy_c), P(energy_t)) - P(energy_s));
    const P grown = one + raised / max(select(pressed, r_c, r_t), least);
    const P spent = has_rates ? energy * exp(P(energy_power) * log(grown)) : energy;
    const P rate_t = P(of_log_D) * of_t * length / spent;
    const P new_t = P(Real(0.999)) * softening(max(tau_t - of_t, zero), min(rate_t, P(Real(1e25))), D);
    const P quarter = P(Real(0.25)) * spent / length, linear = P(of_log_B) * of_c;
    const P rate_c = (linear + sqrt(linear * linear + P(4) * quarter * P(of_dilogarithm_B))) / (P(2) * quarter);
    const P most = P(Real(0.999)) * exp(P(Real(1.5)) * log(max(v.shear_share(), tiny)));
    const P rest = power_of_rest == 0 ? one : exp(P(power_of_rest) * log(most + P(Real(1e-3))));
    const P new_c = most * softening(max(tau_c - of_c, zero), min(rest * rate_c, P(Real(1e25))), B);
    d_t = select(!pressed && r_t > zero, max(d_t, new_t), d_t);
    d_c = select(pressed && r_c > zero, max(d_c, new_c), d_c);
    const P acting = max(select(pressed, P(kept) * d_t, d_t), d_c);
    at.failed = at.failed || (acting > P(Real(0.99)) && strain > P(erosion) && P(erosion) >= zero);
    return acting;
  }
};

}  // namespace crumple::kernels
