// One step of one discrete beam (*SECTION_BEAM ELFORM 6): springs and dampers along and about the axes r, s, t of a
// triad that rotates with its nodes, or one force along the line of the nodes (cables, elastic springs). Called by
// beams.cpp; beam_setup.cpp computes the initial triad and the stable step by it.
// Sources: LS-DYNA Keyword Manual, *SECTION_BEAM (SCOOR) and *MAT_066, 067, 068, 071, 074, 119 and 121. From memory of
// it: the laws' formulas, SCOOR beyond 1, curves that apply to both directions, the shift of unloading curves of 119.
// Ours: isotropic hardening of 068; a beam of 119 is loaded again along its way of unloading; curves are extrapolated,
// except the yield forces of 068, which are constant beyond their ends.
#pragma once

#include <optional>

#include "model/model.hpp"
#include "physics/elements/beam_points.hpp"

namespace crumple {

/// Constants. The references live as long as the model.
struct DiscreteBeamLaw {
  const Material& material;
  const Section& section;
};

/// History, beside the resultants: components are in the triad.
struct DiscreteBeamHistory {
  Vec3 r_axis, s_axis;       ///< unit vectors of the triad
  Resultants deformation{};  ///< of node 2 relative to node 1, in the triad [length], [rad]
  Resultants plastic{};      ///< of *MAT_068: accumulated absolute plastic deformation [length], [rad]
  Resultants permanent{};    ///< of *MAT_068: deformation at zero force [length], [rad]
  /// Of *MAT_119: the largest deformation in tension and in compression, in size; with IUNLD = 1, where the unloading
  /// curve has its origin [length], [rad]
  Resultants tension{}, compression{};
  double slack = 0;          ///< of a cable: growth of its unstressed length [length]
};

/// Relative position and motion of the nodes.
struct DiscreteBeamMotion {
  Vec3 span;                            ///< from node 1 to node 2 at t(n) [length]
  Vec3 velocity;                        ///< of node 2 less that of node 1 at t(n-1/2) [length/time]
  std::array<Vec3, 2> angular_velocity; ///< of the nodes at t(n-1/2) [1/time]
  double first_length = 0;              ///< at t = 0 [length]
  /// Axes r and s at t(n) of a coordinate system that moves with other nodes; none: the triad turns as SCOOR says
  std::optional<std::array<Vec3, 2>> axes = {};
  double time = 0, dt = 0;              ///< t(n), t(n) - t(n-1) [time]
};

/// The result of a step.
struct DiscreteBeamStep {
  Resultants increment{};  ///< of deformation [length], [rad]
  Vec3 force;              ///< on node 1; node 2 gets the opposite [force]
  std::array<Vec3, 2> moment;  ///< on the nodes [force length]
  bool fails = false;
};

/// Updates triad, deformation and `resultant` (tension positive) to t(n). With |SCOOR| > 1 the couple of the forces is
/// balanced by a moment on the node that defines the triad, relative to which the other node's motion is measured;
/// otherwise the nodes are assumed to coincide. With given axes, SCOOR only chooses who takes the couple (ours).
DiscreteBeamStep advance_discrete_beam(const DiscreteBeamLaw& law, const DiscreteBeamMotion& motion,
                                       Resultants& resultant, DiscreteBeamHistory& history);

/// Upper bound of the stable step of the beam with its own mass and inertia, half of each at either node: 2 over the
/// highest frequency; with dampers, whose force lags by half a step, 2 / (b + sqrt(b^2 + a)) with the squared frequency
/// a = k / m and b = c / 2 m [time]. `length`: the lever arm of its forces; 0 without one.
double stable_discrete_beam_dt(const Resultants& stiffness, const Resultants& damping, double mass, double inertia,
                               double length);

}  // namespace crumple
