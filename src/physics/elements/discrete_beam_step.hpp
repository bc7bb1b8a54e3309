// One discrete beam (*SECTION_BEAM ELFORM 6) through one step: springs and dampers along and about the axes r, s, t of
// a triad that turns with its nodes, or one force along the line of the nodes (cables, elastic springs). Called by
// beams.cpp; beam_setup.cpp asks for the first triad and the stable step.
// Sources: LS-DYNA Keyword Manual, *SECTION_BEAM (SCOOR) and *MAT_066, 067, 068, 071, 074. From memory of it: the laws'
// formulas, SCOOR beyond 1, curves that hold for both directions; ours: isotropic hardening of 068, curves that go on
// beyond their ends, but for the yield forces of 068, which stay.
#pragma once

#include "model/model.hpp"
#include "physics/elements/beam_points.hpp"

namespace crumple {

/// What does not change. The references live as long as the model.
struct DiscreteBeamLaw {
  const Material& material;
  const Section& section;
};

/// What changes, beside the resultants: components are those of the triad.
struct DiscreteBeamHistory {
  Vec3 r_axis, s_axis;       ///< unit vectors of the triad
  Resultants deformation{};  ///< of node 2 as the triad sees it from node 1 [length], [rad]
  Resultants plastic{};      ///< of *MAT_068: plastic way, however often it turned back [length], [rad]
  Resultants permanent{};    ///< of *MAT_068: deformation that is left without force [length], [rad]
  double slack = 0;          ///< of a cable: what its unstressed length has become longer by [length]
};

/// Where the nodes are, and how they move.
struct DiscreteBeamMotion {
  Vec3 span;                            ///< from node 1 to node 2 at t(n) [length]
  Vec3 velocity;                        ///< of node 2 less that of node 1 at t(n-1/2) [length/time]
  std::array<Vec3, 2> angular_velocity; ///< of the nodes at t(n-1/2) [1/time]
  double first_length = 0;              ///< at t = 0 [length]
  double time = 0, dt = 0;              ///< t(n), t(n) - t(n-1) [time]
};

/// What a step has brought.
struct DiscreteBeamStep {
  Resultants increment{};  ///< of the deformation [length], [rad]
  Vec3 force;              ///< on node 1; node 2 gets the opposite [force]
  std::array<Vec3, 2> moment;  ///< on the nodes [force length]
  bool fails = false;
};

/// Brings triad, deformation and `resultant` (tension positive) to t(n). With |SCOOR| > 1 the couple of the forces is
/// balanced by a moment on the node that turns the triad, which then sees the other node's motion less its own
/// turning; otherwise the nodes are taken to be at the same place.
DiscreteBeamStep advance_discrete_beam(const DiscreteBeamLaw& law, const DiscreteBeamMotion& motion,
                                       Resultants& resultant, DiscreteBeamHistory& history);

/// At most 2 over the highest frequency of the beam with its own mass and inertia alone, half of each at either node;
/// with dampers, whose force is that of the last half step, so much shorter that they are stable, too: with the squared
/// frequency a = k / m and b = c / 2 m, 2 / (b + sqrt(b^2 + a)) [time]. `length` is that of the lever of its forces; 0
/// where they have none.
double stable_discrete_beam_dt(const Resultants& stiffness, const Resultants& damping, double mass, double inertia,
                               double length);

}  // namespace crumple
