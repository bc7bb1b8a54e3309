// Renews which directions the nodes of solids in contact face (facing.hpp). Called by contact.cpp.
#pragma once

namespace crumple {

struct ContactSurfaces;  // contact_surfaces.hpp
class World;             // comm/world.hpp

/// The facing of this rank's nodes at their present positions, from the live faces of all contacts; copies get theirs
/// when they are made. Shells and faces without an element make it any direction. Collective.
void renew_facing(const World& world, ContactSurfaces& surfaces);

}  // namespace crumple
