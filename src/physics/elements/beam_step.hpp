// One beam through one step: a two-node beam with shear and one point in its middle, a spot weld (*MAT_100), an elastic
// resultant beam, a truss, one with points in its section (beam_points.hpp), or a discrete beam
// (discrete_beam_step.hpp). Called by beams.cpp; beam_setup.cpp asks for the stable step. Sources: co-rotational beam:
// Belytschko, Schwer, Klein (1977), Hughes and Liu (1981); failure by resultants: LS-DYNA Keyword Manual,
// *MAT_SPOTWELD; bending of a resultant beam with one point, exact in its nodes by the residual bending flexibility:
// MacNeal (1978).
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

/// What does not change. Sizes are those at t = 0.
struct BeamConstants {
  double length = 0;  ///< [length]
  double area = 0;    ///< [length^2]
  /// EA, of shear along s and t [force]; GJ, E times the second moments about s and t [force length^2]; of a truss EA
  /// alone
  Resultants stiffness{};
  Resultants unit_stress{};  ///< resultants that alone make an equivalent stress of 1 [length^2], [length^3]
  double own_mass = 0;       ///< [mass]
  double mass = 0;           ///< with mass scaling [mass]
  double node_inertia = 0;   ///< of each node, so large that no rotation limits the step [mass length^2]
  Resultants damping{};      ///< of discrete beams, as the stiffness [force time/length], [force length time]
  bool is_discrete = false;  ///< ELFORM 6: the stiffness is that of springs [force/length], [force length/rad]
  bool has_couple = false;   ///< of discrete beams: moments balance the couple of their forces
  bool has_stress = true;    ///< false of rigid and null material: mass alone
};

/// What bounds a beam's resultants: those of a spot weld together, or the axial stress of a truss, or the stresses of
/// the section's points, or nothing.
struct BeamLaw {
  const MaterialSpotWeld* weld = nullptr;
  const kernels::PlasticKinematic* truss = nullptr;
  const BeamSectionLaw* section = nullptr;
  std::optional<double> axial_force;  ///< given at t(n) by a preload [force]
  std::optional<DiscreteBeamLaw> discrete = {};
};

/// What a beam keeps beside its history, according to its law.
struct BeamMemory {
  std::vector<Resultants> filter;        ///< the last NF resultants of a weld, in turn
  std::vector<BeamPointHistory> points;  ///< of the section
  std::optional<DiscreteBeamHistory> discrete;  ///< of a discrete beam
};

/// What changes from step to step.
struct BeamHistory {
  Vec3 s_axis;                  ///< unit vector across the beam
  Resultants resultant{};       ///< [force], [force length]
  double stress = 0;            ///< equivalent, of the resultants over unit_stress [force/area]
  double plastic_strain = 0;    ///< effective [1]
  double back_stress = 0;       ///< of a truss, of kinematic hardening [force/area]
  double internal_energy = 0;   ///< [energy]
  double dt = 1e30;             ///< stable time step [time]
  double failure_time = 0;      ///< when it failed [time]
  std::int64_t n_filtered = 0;  ///< resultants that have gone into the filter
  std::uint8_t alive = 1;
  std::uint8_t was_alive = 1;  ///< at the last look for deletions
};

/// What a beam puts on its nodes.
struct BeamForces {
  Vec3 force;                  ///< on the first node; the second gets the opposite [force]
  std::array<Vec3, 2> moment;  ///< [force length]
};

/// 2 over the highest frequency of a free beam of this length now, less with dampers [time].
double stable_dt(const BeamConstants& constants, double length);

/// Where a beam's ends are at t(n), and how they moved since t(n-1).
struct BeamMotion {
  std::array<Vec3, 2> position;                    ///< [length]
  std::array<Vec3, 2> velocity, angular_velocity;  ///< [length/time], [1/time]
  double time = 0, dt = 0;                         ///< t(n), t(n) - t(n-1) [time]
};

/// Resultants at t(n) from those at t(n-1), with yielding; energy and time step; whether it fails now. Returns its
/// forces, 0 if it has failed.
BeamForces advance_beam(const BeamConstants& constants, const BeamLaw& law, const BeamMotion& motion,
                        BeamMemory& memory, BeamHistory& history);

/// It carries nothing from now on.
void fail(BeamHistory& history, double time);

}  // namespace crumple
