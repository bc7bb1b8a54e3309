// Determines the faces that push a node out of a solid: those it has passed, not the nearest ones. Near an edge of the
// solid the side face may be closer than the face that was passed; pushed out there, the node would keep the energy of
// the impact, and two flush bodies would pass through each other. Called by touches.cpp.
#pragma once

#include "physics/contact/penalty.hpp"

namespace crumple {

/// Factor on the distance that a node travels in a step, as faces rotate during the step.
inline constexpr double crossing_slack = 1.1;

/// Of the touches from behind (nearest first) keeps:
/// - for each face that the node has been in contact with from outside or entered through: that face, or a nearer one
///   of the same surface (with a common node and less than 60 degrees between the normals);
/// - faces whose plane the node has passed in the last step, the last passed first, unless they meet a kept face in a
///   convex edge;
/// - if a part has neither, the node has been inside from the start: the nearest face with the node within its outline,
///   or a nearer concave edge; only at the start one deeper than the contact depth.
/// All but concave edges have side = 1. They push along the face's normal; the node may leave their outline by a tenth
/// of the face's size, where the push fades from 2 % on. Faces of the same surface across a convex fold from such a
/// face are kept, too. The others get share = 0.
void choose_faces_of_entry(const Pass& pass, const LawInput& input, Index entry, std::vector<Touch>& touches);

/// True if contact on an edge or corner is handled by a segment around the node or by a nearer one.
bool is_answered_for(const Pass& pass, const ContactNodes& nodes, Index entry, const std::vector<Touch>& touches,
                     const Touch& touch);

}  // namespace crumple
