// The law of edge against edge: when two edges push each other apart, and with what force. Called by contact.cpp in
// each step. Where a node is nearest, the law of node and face (penalty.hpp) has the say; this one acts between the
// ends of both edges, and only where each of them is the outermost part of its sheet, so flat sheets in contact answer
// once.
#pragma once

#include "base/exact_sum.hpp"
#include "physics/contact/contact_results.hpp"
#include "physics/contact/edges.hpp"

namespace crumple {

/// Forces of all pairs at these positions, into `pairs.forces`; updates their memory. Rules:
/// - Two edges touch where they come closest between their ends, at less than both half thicknesses. They are pushed
///   apart along the common normal, to the side on which they met, even if they have been driven through each other.
/// - An edge answers as far as the other lies beyond all of its faces: not at all along a flat sheet, fully from 6
///   degrees on. Likewise edges answer less the more parallel they are, for there their nodes do.
/// - Penetration that two edges have when they first come near without motion, or when they answer at last, is
/// forgiven.
void find_edge_forces(EdgePairs& pairs, const ContactNodes& nodes, const LawInput& input);

/// Calls use(i, part) with what node i of the pair gets of `force` on the first edge (rounded): exactly nothing in all.
template <class Use>
void share_among_ends(const EdgeForce& f, const Vec3& force, const Quantum& quantum, Use use) {
  for (int edge = 0; edge < 2; ++edge) {
    const Vec3 whole = edge == 0 ? force : -force, part = rounded(f.at[edge] * whole, quantum);
    use(2 * edge, whole - part);
    use(2 * edge + 1, part);
  }
}

/// Adds the forces to the rows of this rank's nodes, action and reaction exactly equal. Returns their sum on side A, of
/// the pairs that this rank counts: those whose first node it owns [force].
Vec3 add_edge_forces(const EdgePairs& pairs, const ContactNodes& nodes, const std::vector<std::uint8_t>& owns_node,
                     const Rows& rows, const Quantum& quantum);

/// Work of the forces over half a step of `dt`, with the velocity of now, of the pairs that this rank counts [energy].
SlidingEnergy edge_energy(const EdgePairs& pairs, const ContactNodes& nodes, const std::vector<std::uint8_t>& owns_node,
                          double dt, const Quantum& quantum);

}  // namespace crumple
