// One step of one beam: a two-node beam with shear and one integration point along it, a spot weld (*MAT_100), an
// elastic resultant beam, a truss, a beam with section points (beam_points.hpp), or a discrete beam
// (discrete_beam_step.hpp). Called by beams.cpp; beam_setup.cpp computes the stable step by it. Sources: co-rotational
// beam: Belytschko, Schwer, Klein (1977), Hughes and Liu (1981); failure by resultants: LS-DYNA Keyword Manual,
// *MAT_SPOTWELD; bending of a resultant beam with one point, nodally exact by the residual bending flexibility: MacNeal
// (1978).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/vec3.hpp"
#include "model/materials.hpp"
#include "physics/elements/beam_points.hpp"
#include "physics/elements/discrete_beam_step.hpp"

namespace crumple {
namespace kernels {
struct PlasticKinematic;  // kernels/materials/material_003_plastic_kinematic.hpp
}

/// Constants of a beam. Sizes are those at t = 0.
struct BeamConstants {
  double length = 0;  ///< [length]
  double area = 0;    ///< [length^2]
  /// EA, of shear along s and t [force]; GJ, E times the second moments about s and t [force length^2]; of a truss EA
  /// alone
  Resultants stiffness{};
  Resultants unit_stress{};  ///< resultants that alone cause a unit equivalent stress [length^2], [length^3]
  double own_mass = 0;       ///< [mass]
  double mass = 0;           ///< with mass scaling [mass]
  double node_inertia = 0;   ///< of each node, large enough that rotations do not limit the step [mass length^2]
  Resultants damping{};      ///< of discrete beams, as the stiffness [force time/length], [force length time]
  bool is_discrete = false;  ///< ELFORM 6: the stiffness is that of springs [force/length], [force length/rad]
  bool has_couple = false;   ///< of discrete beams: moments balance the couple of their forces
  bool has_stress = true;    ///< false for rigid and null material, which has only mass
};

/// The limits of a beam's resultants: the failure resultants of a spot weld, the axial yield stress of a truss, the
/// yield stresses of the section points, or none.
struct BeamLaw {
  const MaterialSpotWeld* weld = nullptr;
  const kernels::PlasticKinematic* truss = nullptr;
  const BeamSectionLaw* section = nullptr;
  std::optional<double> axial_force;  ///< prescribed at t(n) by a preload [force]
  std::optional<DiscreteBeamLaw> discrete = {};
  const MaterialMuscle* muscle = nullptr;
};

/// The line of trusses of *PART_AVERAGED, which are strained alike, as one.
struct TrussLine {
  double stretch = 1;  ///< its length over that at t = 0
  double rate = 0;     ///< of its length, over its length, at t(n-1/2) [1/time]
};

/// Further history of a beam, depending on its law.
struct BeamMemory {
  std::vector<Resultants> filter;        ///< ring buffer of the last NF resultants of a weld
  std::vector<BeamPointHistory> points;  ///< of the section
  std::optional<DiscreteBeamHistory> discrete;  ///< of a discrete beam
};

/// The history of a beam.
struct BeamHistory {
  Vec3 s_axis;                  ///< unit vector across the beam
  Resultants resultant{};       ///< [force], [force length]
  double stress = 0;            ///< equivalent, of the resultants over unit_stress [force/area]
  double plastic_strain = 0;    ///< effective [1]
  double back_stress = 0;       ///< of a truss, of kinematic hardening [force/area]
  double internal_energy = 0;   ///< [energy]
  double dt = 1e30;             ///< stable time step [time]
  double failure_time = 0;      ///< when it failed [time]
  std::int64_t n_filtered = 0;  ///< number of resultants filtered so far
  std::uint8_t alive = 1;
  std::uint8_t was_alive = 1;  ///< at the last check for deletions
};

/// The nodal forces of a beam.
struct BeamForces {
  Vec3 force;                  ///< on the first node; the second gets the opposite [force]
  std::array<Vec3, 2> moment;  ///< [force length]
};

/// 2 over the highest frequency of a free beam of this current length, smaller with dampers [time].
double stable_dt(const BeamConstants& constants, double length);
/// The same of a muscle at a stretch of its part's line, or its own, since t = 0 [time].
double stable_dt(const BeamConstants& constants, const MaterialMuscle& muscle, double length, double stretch);

/// Positions of a beam's ends at t(n), and their motion since t(n-1).
struct BeamMotion {
  std::array<Vec3, 2> position;                    ///< [length]
  std::array<Vec3, 2> velocity, angular_velocity;  ///< [length/time], [1/time]
  double time = 0, dt = 0;                         ///< t(n), t(n) - t(n-1) [time]
  const TrussLine* line = nullptr;                 ///< of a truss that belongs to one
  std::optional<std::array<Vec3, 2>> triad = {};   ///< axes r and s of a discrete beam that other nodes define
};

/// The length of a beam at t(n-1/2), and its rate [length], [length/time].
struct Lengthening {
  double length = 0, rate = 0;
};
Lengthening lengthening_of(const BeamMotion& motion);

/// Updates the resultants from t(n-1) to t(n) with plasticity, the energy, the time step and the failure. Returns the
/// nodal forces, 0 after failure.
BeamForces advance_beam(const BeamConstants& constants, const BeamLaw& law, const BeamMotion& motion,
                        BeamMemory& memory, BeamHistory& history);

/// Deletes the beam: its forces are 0 from now on.
void fail(BeamHistory& history, double time);

}  // namespace crumple
