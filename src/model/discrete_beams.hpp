// The laws of discrete beams (*SECTION_BEAM ELFORM 6): springs and dampers in six directions between two nodes that may
// be at one place, and cables. Components are those of the triad r, s, t: forces along them, then moments about them.
// Those with curves are templates (spring_laws.hpp).
// Part of the Model (model.hpp), read by `physics/elements/discrete_beam_step`.
#pragma once

#include <array>
#include <cstdint>

#include "model/curve.hpp"

namespace crumple {

/// Numbers of the three translations and the three rotations of a triad.
using SixNumbers = std::array<double, 6>;
/// Curves of them; one without points acts nowhere.
template <class Curve> using SixCurves = std::array<Curve, 6>;

/// When a beam of several directions fails: the squares of forces over their limits add up to 1, or those of
/// displacements; a limit of 0 leaves its component out.
struct DiscreteBeamFailure {
  SixNumbers force{};         ///< FFAILR..MFAILT [force], [force length]
  SixNumbers displacement{};  ///< UFAILR..TFAILT [length], [rad]
  CRUMPLE_DESCRIBE(plain(force, displacement))
};

/// *MAT_066 LINEAR_ELASTIC_DISCRETE_BEAM
struct MaterialLinearDiscreteBeam {
  static constexpr int number = 66;
  SixNumbers stiffness{};  ///< TKR..RKT [force/length], [force length/rad]
  SixNumbers damping{};    ///< TDR..RDT [force time/length], [force length time]
  SixNumbers preload{};    ///< FOR..MOT [force], [force length]
  CRUMPLE_DESCRIBE(plain(stiffness, damping, preload))
};

/// *MAT_067 NONLINEAR_ELASTIC_DISCRETE_BEAM. A curve that begins at 0 or later holds for both directions.
template <class Curve> struct NonlinearDiscreteBeam {
  static constexpr int number = 67;
  SixCurves<Curve> force;      ///< LCIDTR..LCIDRT: [force] over displacement [length], [force length] over [rad]
  SixCurves<Curve> damping;    ///< LCIDTDR..LCIDRDT: the same over rates
  SixNumbers preload{};
  DiscreteBeamFailure failure;
  CRUMPLE_DESCRIBE(plain(force, damping, preload, failure))
};
using MaterialNonlinearDiscreteBeam = NonlinearDiscreteBeam<Curve>;

/// *MAT_068 NONLINEAR_PLASTIC_DISCRETE_BEAM; components without a curve are elastic.
template <class Curve> struct PlasticDiscreteBeam {
  static constexpr int number = 68;
  SixNumbers stiffness{}, damping{}, preload{};
  SixCurves<Curve> yield;  ///< LCPDR..LCPMT: [force] over plastic displacement [length], [force length] over [rad]
  DiscreteBeamFailure failure;
  CRUMPLE_DESCRIBE(plain(stiffness, damping, preload, yield, failure))
};
using MaterialPlasticDiscreteBeam = PlasticDiscreteBeam<Curve>;

/// *MAT_071 CABLE_DISCRETE_BEAM: tension alone, F = max(F0 + K (L - (L0 - OFFSET)), 0).
template <class Curve> struct Cable {
  static constexpr int number = 71;
  double young = 0;      ///< E > 0: K = E A / (L0 - OFFSET) [force/area]
  double stiffness = 0;  ///< -E where E < 0: K [force/length]
  Curve stress;          ///< LCID, instead of both: [force/area] over (L - L0 + OFFSET) / (L0 - OFFSET)
  double preload = 0;    ///< F0 [force]
  double held_until = 0;           ///< TMAXF0: until then the force is F0, whatever the length [time]
  double ramp = 0, ramp_from = 0;  ///< TRAMP, TSTART: F0 grows over that time from there [time]
  double failure_strain = 1e20;    ///< MXEPS
  double failure_force = 1e20;     ///< MXFRC [force]
  CRUMPLE_DESCRIBE(plain(young, stiffness, stress, preload, held_until, ramp, ramp_from, failure_strain,
                         failure_force))
};
using MaterialCable = Cable<Curve>;

/// *MAT_074 ELASTIC_SPRING_DISCRETE_BEAM, along the line of its nodes: with the change in length d and its rate v,
/// F = F0 + K f(d) (1 + C1 v + C2 sgn(v) ln(max(1, |v|/DLE))) + D v + g(d) h(v), f(d) = d without a curve, when C1 and
/// C2 have no part. *MAT_094 INELASTIC_SPRING_DISCRETE_BEAM: K d yields, see 068.
template <class Curve> struct ElasticSpringBeam {
  static constexpr int number = 74;
  double stiffness = 0;  ///< K [force/length]; with a curve a factor
  double preload = 0;    ///< F0 [force]
  double damping = 0;    ///< D [force time/length]
  double compression_at_failure = 0, tension_at_failure = 0;  ///< CDF, TDF; 0: none [length]
  Curve force;           ///< FLCID: f [force] over [length]
  Curve yield;           ///< FLCID of 094: yield force over plastic change in length [force] over [length]
  Curve damping_force;   ///< HLCID: h [force] over [length/time]
  Curve damping_scale;   ///< GLCID: g over [length]; without points 1
  double c1 = 0, c2 = 0; ///< C1 [time/length], C2
  double reference_rate = 1;  ///< DLE [length/time]
  CRUMPLE_DESCRIBE(plain(stiffness, preload, damping, compression_at_failure, tension_at_failure, force, yield,
                         damping_force, damping_scale, c1, c2, reference_rate))
};
using MaterialElasticSpringBeam = ElasticSpringBeam<Curve>;

/// How a general discrete beam unloads (IUNLD, UNLDOPT).
enum class Unloading : std::uint8_t {
  elastic,    ///< 0: along the loading curve
  shifted,    ///< 1: along the unloading curve, shifted to where it begins
  stiff,      ///< 2: with KT or KR to the unloading curve, and along it
  quadratic   ///< 3: along a parabola to the permanent displacement OFFSET times the largest
};

/// *MAT_119 GENERAL_NONLINEAR_6DOF_DISCRETE_BEAM, and *MAT_121 with the translation along r alone.
template <class Curve> struct GeneralDiscreteBeam {
  static constexpr int number = 119;
  Unloading unloading = Unloading::elastic;
  double translational = 0, rotational = 0;  ///< KT [force/length], KR [force length/rad]
  double offset = 0;             ///< OFFSET
  bool of_strain = false;        ///< IFLAG = 1: displacements and velocities are divided by the first length
  SixCurves<Curve> force;               ///< LCIDTR..LCIDRT, of loading, over displacement [length] or [rad]
  SixCurves<Curve> unload;              ///< LCIDTUR..LCIDRUT
  SixCurves<Curve> damping;             ///< LCIDTDR..LCIDRDT, over rates
  SixCurves<Curve> damping_scale;       ///< LCIDTER..LCIDRET: factor on damping over displacement; without points 1
  SixNumbers tension_limit{}, compression_limit{};  ///< UTFAILR.., UCFAILR..: displacement at failure; 0: none
  bool one_criterion = false;    ///< FCRIT = 1: both signs count in one sum
  SixNumbers first_displacement{};  ///< IUR..IWT [length], [rad]
  CRUMPLE_DESCRIBE(plain(unloading, translational, rotational, offset, of_strain, force, unload, damping, damping_scale,
                         tension_limit, compression_limit, one_criterion, first_displacement))
};
using MaterialGeneralDiscreteBeam = GeneralDiscreteBeam<Curve>;

}  // namespace crumple
