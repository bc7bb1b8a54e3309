// The law of edge against edge: when two edges push each other apart, and with what force. Called by edge_pairing.cpp
// in each step. Where a node is nearest, the law of node and face (penalty.hpp) decides; this one acts between the ends
// of both edges, and only where each of them is the outermost part of its sheet, so flat sheets in contact answer once.
#pragma once

#include "physics/contact/edges.hpp"
#include "physics/contact/pair_force.hpp"

namespace crumple {

struct LawInput;  // pair_law.hpp

/// Forces of all pairs at these positions, on the first edges; updates their memory. Rules:
/// - Two edges touch where they come closest between their ends, at less than both half thicknesses. They are pushed
///   apart along the common normal, to the side on which they met, even if they have been driven through each other.
/// - Two edges of solids, which have no thickness, touch once they have been driven through each other, and are pushed
///   out of both solids; they answer where that way lies between the normals of their faces, faces that meet flat
///   included.
/// - An edge answers as far as the other lies beyond all of its faces: not at all along a flat sheet, fully from 6
///   degrees on. Likewise edges answer less the more parallel they are, for there their nodes do.
/// - Penetration that two edges have when they first come near without motion, or when they answer at last, is
///   forgiven.
void find_edge_forces(EdgePairs& pairs, const LawInput& input, PairForces& forces);

}  // namespace crumple
