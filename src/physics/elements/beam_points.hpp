// The cross section of a Hughes-Liu beam (*SECTION_BEAM ELFORM 1): integration points, each with an axial stress and
// two shear stresses, with plasticity. Called by beam_step.hpp; beams.cpp stores the history.
// Sources: Hughes and Liu (1981), with one point along the beam; LS-DYNA Keyword Manual, *SECTION_BEAM (QR/IRID, CST).
// Plasticity: von Mises with zero transverse stress, implicit radial return (Simo and Hughes 1998, 3.3).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "model/curve.hpp"

namespace crumple {

/// Six components in the axes r (along the beam), s, t: forces rr, rs, rt and moments rr (torsion), ss, tt (bending);
/// or the conjugate strain rates.
using Resultants = std::array<double, 6>;

/// The history of a point.
struct BeamPointHistory {
  std::array<double, 3> stress{};  ///< along the beam, shear along s, shear along t [force/area]
  std::array<double, 3> back{};    ///< of kinematic hardening [force/area]
  double plastic_strain = 0;       ///< effective [1]
};

/// Section and law of a part, whose lists a RunStore keeps.
struct BeamSectionLaw {
  const BeamPoint* points = nullptr;
  std::size_t n_points = 0;
  double young = 0, shear_modulus = 0;  ///< [force/area]
  double shear_root = 1;                ///< square root of the shear factor
  double yield = 0;                     ///< 0: elastic [force/area]
  double hardening = 0;                 ///< plastic modulus without a curve [force/area]
  double isotropic = 1;                 ///< share of the hardening; the rest is kinematic
  double failure_strain = 0;            ///< 0: none
  CurvePoints curve;                    ///< yield stress over plastic strain

  CRUMPLE_DEVICE double yield_stress(double plastic_strain) const {
    if (!curve.empty()) return value_with_last_slope(curve, plastic_strain);
    return yield + isotropic * hardening * plastic_strain;
  }
};

/// Sums and maxima over the points.
struct SectionState {
  Resultants resultant{};
  double stress = 0, plastic_strain = 0;  ///< equivalent; maximum over the points
};

/// Input of the return mapping, at plastic strain increment `x` times the yield stress.
struct BeamPointReturn {
  const BeamSectionLaw& law;
  std::array<double, 3> trial;  ///< less the back stress
  double plastic_strain;        ///< before
  double kinematic;             ///< (1 - isotropic) hardening

  CRUMPLE_DEVICE double factor(int c, double x) const {
    return 1 / (1 + ((c == 0 ? law.young : 3 * law.shear_modulus) + kinematic) * x);
  }
  CRUMPLE_DEVICE double equivalent(double x) const {
    const double a = trial[0] * factor(0, x), b = trial[1] * factor(1, x), c = trial[2] * factor(2, x);
    return std::sqrt(a * a + 3 * (b * b + c * c));
  }
  /// The distance outside of the yield surface after a plastic strain increment.
  CRUMPLE_DEVICE double excess(double increment) const {
    const double yield = law.yield_stress(plastic_strain + increment);
    return equivalent(increment / yield) - yield;
  }
};

/// The plastic strain increment with zero excess, by regula falsi (Illinois: an end that stays twice counts half).
/// `first`: the excess without an increment.
CRUMPLE_DEVICE inline double plastic_increment(const BeamPointReturn& r, double yield, double first) {
  double low = 0, high = first / std::min(r.law.young, 3 * r.law.shear_modulus), at_low = first, middle = high;
  double at_high = r.excess(high);
  int kept = 0;  // 1: low has stayed, -1: high
  for (int iteration = 0; iteration < 60 && at_high < 0; ++iteration) {
    middle = (low * at_high - high * at_low) / (at_high - at_low);
    const double value = r.excess(middle);
    if (std::fabs(value) <= 1e-12 * yield) break;
    if (value > 0) {
      low = middle;
      at_low = value;
      if (kept < 0) at_high *= 0.5;
      kept = -1;
    } else {
      high = middle;
      at_high = value;
      if (kept > 0) at_low *= 0.5;
      kept = 1;
    }
  }
  return middle;
}

CRUMPLE_DEVICE inline void yield_point(const BeamSectionLaw& law, BeamPointHistory& p) {
  BeamPointReturn r{law, p.stress, p.plastic_strain, (1 - law.isotropic) * law.hardening};
  for (int c = 0; c < 3; ++c) r.trial[std::size_t(c)] -= p.back[std::size_t(c)];
  const double limit = law.yield_stress(p.plastic_strain), first = r.equivalent(0) - limit;
  if (!(first > 0)) return;
  const double increment = plastic_increment(r, limit, first);
  p.plastic_strain += increment;
  const double x = increment / law.yield_stress(p.plastic_strain);
  for (int c = 0; c < 3; ++c) {
    const double beyond = r.trial[std::size_t(c)] * r.factor(c, x);
    p.back[std::size_t(c)] += r.kinematic * x * beyond;
    p.stress[std::size_t(c)] = p.back[std::size_t(c)] + beyond;
  }
}

CRUMPLE_DEVICE inline double equivalent_stress(const std::array<double, 3>& s) {
  return std::sqrt(s[0] * s[0] + 3 * (s[1] * s[1] + s[2] * s[2]));
}

/// Updates the stresses to t(n) from strain increments of the section (stretch, shears, twist and curvatures).
CRUMPLE_DEVICE inline SectionState advance_points(const BeamSectionLaw& law, const Resultants& strain,
                                                  BeamPointHistory* points) {
  SectionState section;
  for (std::size_t i = 0; i < law.n_points; ++i) {
    const BeamPoint& at = law.points[i];
    BeamPointHistory& p = points[i];
    p.stress[0] += law.young * (strain[0] + at.t * strain[4] - at.s * strain[5]);
    p.stress[1] += law.shear_modulus * (law.shear_root * strain[1] - at.t * strain[3]);
    p.stress[2] += law.shear_modulus * (law.shear_root * strain[2] + at.s * strain[3]);
    if (law.yield > 0 || !law.curve.empty()) yield_point(law, p);
    const double along = at.area * p.stress[0], shear_s = at.area * p.stress[1], shear_t = at.area * p.stress[2];
    const Resultants part = {
        along,        law.shear_root * shear_s, law.shear_root * shear_t, at.s * shear_t - at.t * shear_s, at.t * along,
        -at.s * along};
    for (std::size_t c = 0; c < 6; ++c) section.resultant[c] += part[c];
    section.stress = std::max(section.stress, equivalent_stress(p.stress));
    section.plastic_strain = std::max(section.plastic_strain, p.plastic_strain);
  }
  return section;
}

}  // namespace crumple
