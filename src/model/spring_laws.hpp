// The laws of springs and dampers (*SECTION_DISCRETE). They are S01 to S08 in LS-DYNA, here the numbers -1 to -8.
// Torsional ones have moments for forces, and twists [rad] for deflections.
//
// A law with curves is a template: the model has its own with each Curve, loops have CurvePoints in memory of the run
// (physics/state/run_store.hpp).
// Part of the Model (model.hpp), read by `physics/elements/spring_loops`.
#pragma once

#include "model/curve.hpp"

namespace crumple {

/// What a law cannot exceed, without the scale and the magnification of a spring; [moment] and [rad] for torsional
/// ones.
struct SpringBounds {
  double stiffness = 0;  ///< [force/length]
  double damping = 0;    ///< [force time/length]
  double force = 0;      ///< within the points of its curve [force]
};

/// *MAT_SPRING_ELASTIC
struct MaterialSpringElastic {
  static constexpr int number = -1;
  double stiffness = 0;  ///< K [force/length]
  CRUMPLE_DESCRIBE(plain(stiffness))
};

/// *MAT_DAMPER_VISCOUS
struct MaterialDamperViscous {
  static constexpr int number = -2;
  double damping = 0;  ///< DC [force time/length]
  CRUMPLE_DESCRIBE(plain(damping))
};

/// *MAT_SPRING_ELASTOPLASTIC: isotropic hardening.
struct MaterialSpringElastoplastic {
  static constexpr int number = -3;
  double stiffness = 0;  ///< K [force/length]
  double tangent = 0;    ///< KT: slope of the force while it yields [force/length]
  double yield = 0;      ///< FY [force]
  CRUMPLE_DESCRIBE(plain(stiffness, tangent, yield))
};

/// *MAT_SPRING_NONLINEAR_ELASTIC
template <class Curve> struct NonlinearSpring {
  static constexpr int number = -4;
  Curve force;         ///< LCD: [force] over deflection [length], through the origin
  Curve rate_scale{};  ///< LCR: factor on the force over the rate [length/time]; without points 1
  CRUMPLE_DESCRIBE(plain(force, rate_scale))
};
using MaterialSpringNonlinearElastic = NonlinearSpring<Curve>;

/// *MAT_DAMPER_NONLINEAR_VISCOUS
template <class Curve> struct NonlinearDamper {
  static constexpr int number = -5;
  Curve force;  ///< LCDR: [force] over the rate of deflection [length/time]
  CRUMPLE_DESCRIBE(plain(force))
};
using MaterialDamperNonlinearViscous = NonlinearDamper<Curve>;

/// *MAT_SPRING_GENERAL_NONLINEAR with BETA = 0: unloading along a curve of its own.
template <class Curve> struct GeneralSpring {
  static constexpr int number = -6;
  Curve loading, unloading;  ///< LCDL, LCDU: [force] over deflection [length], both signs; without points LCDL
  double tension_yield = 0, compression_yield = 0;  ///< TYI, -CYI: forces up to which it is elastic along LCDL [force]
  CRUMPLE_DESCRIBE(plain(loading, unloading, tension_yield, compression_yield))
};
using MaterialSpringGeneral = GeneralSpring<Curve>;

/// *MAT_SPRING_MAXWELL: the stiffness relaxes, KI + (K0 - KI) exp(-BETA t).
struct MaterialSpringMaxwell {
  static constexpr int number = -7;
  double short_stiffness = 0, long_stiffness = 0;  ///< K0, KI [force/length]
  double decay = 0;          ///< BETA [1/time]
  double cut_off_time = 0;   ///< TC: from then on the force is FC [time]
  double cut_off_force = 0;  ///< FC [force]
  CRUMPLE_DESCRIBE(plain(short_stiffness, long_stiffness, decay, cut_off_time, cut_off_force))
};

/// *MAT_SPRING_INELASTIC: in tension or in compression only.
template <class Curve> struct InelasticSpring {
  static constexpr int number = -8;
  Curve force;            ///< LCFD: force of loading [force] over deflection [length], both positive, from the origin
  double unloading = 0;   ///< the larger of KU and the steepest slope of the curve [force/length]
  bool in_tension = false;  ///< CTF = -1
  CRUMPLE_DESCRIBE(plain(force, unloading, in_tension))
};
using MaterialSpringInelastic = InelasticSpring<Curve>;

}  // namespace crumple
