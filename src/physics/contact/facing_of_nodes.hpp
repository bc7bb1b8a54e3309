// Updates the directions that the nodes of solids in contact face (facing.hpp). Called by contact.cpp.
#pragma once

namespace crumple {

struct ContactSurfaces;  // contact_surfaces.hpp
class World;             // comm/world.hpp

/// Computes the facing of this rank's nodes at their current positions, from the live faces of all contacts; copies
/// receive theirs when they are made. For nodes of shells and faces without an element any direction is allowed.
/// Collective.
void renew_facing(const World& world, ContactSurfaces& surfaces);

}  // namespace crumple
