// The effects of deleted elements on contact: free nodes are removed, faces are removed with their elements, and in
// eroding contacts the faces behind a deleted solid are exposed, with their nodes. All of it follows from the remaining
// elements, so nothing has to be archived. Called at searches by contact.cpp.
#pragma once

namespace crumple {

struct ContactSurfaces;  // contact_surfaces.hpp
struct ElementStatus;    // state/state.hpp
struct NodeState;
class World;             // comm/world.hpp

/// Sets `live` of this rank's slaves: 1 with live elements; for inner nodes once an element around them is deleted.
void mark_live_slaves(const NodeState& state, ContactSurfaces& surfaces);

/// Sets `live` of this rank's segments: 1 if their element is live and no live solid covers them. Collective.
void mark_live_segments(const World& world, const ElementStatus& status, ContactSurfaces& surfaces);

}  // namespace crumple
