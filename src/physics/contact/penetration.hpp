// Excessive penetrations, counted when energies are written. A slave node is too deep if its penetration exceeds half
// of the distance over which the pair acts (the sum of half thicknesses and, of solids, the depth of the face). Also
// the nodes whose contact stiffness is limited, and the time step at which the contact springs of each node would be
// stable without that limit.
#pragma once

#include "physics/contact/penetration_counts.hpp"

namespace crumple {

struct Clock;     // state/state.hpp
struct Contacts;  // contact.hpp
class World;      // comm/world.hpp

/// At t(n), after the forces: needs the candidates and histories of this step. Of contacts, not
/// of walls. The result is complete on root. Collective.
PenetrationCounts count_penetrations(const World& world, Contacts& contacts, const Clock& clock);

}  // namespace crumple
