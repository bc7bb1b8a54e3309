// The edge-to-edge contact law: contact and force of pairs of edges. Called by edge_pairing.cpp in each step. Near
// nodes the node-to-segment law (penalty.hpp) acts; this one acts between the ends of both edges, and only where each
// of them is the outermost part of its sheet, so that flat sheets in contact are not counted twice.
#pragma once

#include "physics/contact/edges.hpp"
#include "physics/contact/pair_force.hpp"

namespace crumple {

struct LawInput;  // pair_law.hpp

/// Computes the forces of all pairs at the current positions, on the first edges; updates their history. Rules:
/// - Two edges are in contact if their closest points are between their ends, closer than the sum of half thicknesses.
///   They are pushed apart along the common normal, to the side of first contact, even if they have been driven through
///   each other.
/// - Two edges of solids, which have no thickness, are in contact once they have been driven through each other, and
///   are pushed out of both solids; they act if the push direction is between the normals of their faces, flush faces
///   included.
/// - The share of an edge depends on how far the other is beyond all of its faces: 0 along a flat sheet, 1 from 6
///   degrees on. It also decreases the more parallel the edges are, because their nodes act there.
/// - Penetration of two edges when they first come near without motion, or first act, is ignored.
void find_edge_forces(EdgePairs& pairs, const LawInput& input, PairForces& forces);

}  // namespace crumple
