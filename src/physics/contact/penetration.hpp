// Who is deeper in a contact, or behind a rigid wall, than should be: looked at when energies are written, not in every
// step. A contact node is too deep if it has passed more than half of the distance over which the pair acts (both half
// thicknesses together, and the depth to which a solid's face holds nodes). Also how stiff contact is for the
// time step: which nodes' stiffness is cut by the limit, and the step that the springs around each node would bear.
#pragma once

#include "physics/contact/contact.hpp"
#include "physics/state/results.hpp"
#include "physics/walls/rigid_walls.hpp"

namespace crumple {

/// How far behind a rigid wall a node may be without being counted: 1e-4 of the model's diagonal at t = 0, so
/// about half a sheet's thickness on a car [length]. Collective.
double wall_tolerance(const World& world, const Model& model);

/// Looks at t(n), after the forces: needs the candidates and the memory that contact has of this step. The result is
/// complete on root. Collective.
PenetrationCounts count_penetrations(const World& world, Contacts& contacts, const Clock& clock,
                                     const RigidWalls& walls, const WallState& wall_state, double wall_tolerance,
                                     const NodeState& nodes);

/// Adds the counts of time [time] to those of the run. On root.
void note(const PenetrationCounts& counts, double time, PenetrationRecords& records);

}  // namespace crumple
