// The cross section of a Hughes-Liu beam (*SECTION_BEAM ELFORM 1): integration points, each with an axial stress and
// two shear stresses, with plasticity. Called by beam_step.cpp; beams.cpp stores the history.
// Sources: Hughes and Liu (1981), with one point along the beam; LS-DYNA Keyword Manual, *SECTION_BEAM (QR/IRID, CST).
// Plasticity: von Mises with zero transverse stress, implicit radial return (Simo and Hughes 1998, 3.3).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "model/model.hpp"

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

/// Section and law of a part.
struct BeamSectionLaw {
  std::vector<BeamPoint> points;
  double young = 0, shear_modulus = 0;  ///< [force/area]
  double shear_root = 1;                ///< square root of the shear factor
  double yield = 0;                     ///< 0: elastic [force/area]
  double hardening = 0;                 ///< plastic modulus without a curve [force/area]
  double isotropic = 1;                 ///< share of the hardening; the rest is kinematic
  double failure_strain = 0;            ///< 0: none
  const Curve* curve = nullptr;         ///< yield stress over plastic strain

  double yield_stress(double plastic_strain) const;
};

/// For a part with ELFORM 1.
BeamSectionLaw beam_section_law(const Section& section, const Material& material);

/// Elastic section stiffness, in the order of Resultants.
Resultants stiffness_of(const BeamSectionLaw& law);

/// Sums and maxima over the points.
struct SectionState {
  Resultants resultant{};
  double stress = 0, plastic_strain = 0;  ///< equivalent; maximum over the points
};

/// Updates the stresses to t(n) from strain increments of the section (stretch, shears, twist and curvatures).
SectionState advance_points(const BeamSectionLaw& law, const Resultants& strain, std::span<BeamPointHistory> points);

}  // namespace crumple
