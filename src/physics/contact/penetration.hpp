// Who is deeper in a contact than should be: looked at when energies are written, not in every step. A contact node is
// too deep if it has passed more than half of the distance over which the pair acts (both half thicknesses together,
// and the depth to which a solid's face holds nodes). Also how stiff contact is for the time step: at which
// nodes it is cut, and the step for which the springs around each node would be stable if nodes were not crowded.
#pragma once

#include "physics/contact/penetration_counts.hpp"

namespace crumple {

struct Clock;     // state/state.hpp
struct Contacts;  // contact.hpp
class World;      // comm/world.hpp

/// Looks at t(n), after the forces: needs the candidates and the memory that contact has of this step. Of contacts, not
/// of walls. The result is complete on root. Collective.
PenetrationCounts count_penetrations(const World& world, Contacts& contacts, const Clock& clock);

}  // namespace crumple
