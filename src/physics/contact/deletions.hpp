// What deleted elements leave of a contact: nodes that are free take no part any more, faces go with their elements,
// and in contacts that erode the faces behind a deleted solid appear, with their nodes. Everything follows from which
// elements are left, so nothing has to be remembered or saved. Called at searches by contact.cpp.
#pragma once

namespace crumple {

struct ContactSurfaces;  // contact_surfaces.hpp
struct ElementStatus;    // state/state.hpp
struct NodeState;
class World;             // comm/world.hpp

/// Sets `live` of this rank's slaves: those with live elements; inner nodes once an element around them is gone.
void mark_live_slaves(const NodeState& state, ContactSurfaces& surfaces);

/// Sets `live` of this rank's segments: those whose element lives and that no live solid covers. Collective.
void mark_live_segments(const World& world, const ElementStatus& status, ContactSurfaces& surfaces);

}  // namespace crumple
