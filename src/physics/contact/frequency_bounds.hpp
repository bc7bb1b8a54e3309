// Limits the contact stiffness where many pairs act on one light node, as when heavy nodes rest on a light face: their
// springs together may be unstable at the time step although each of them is within its own limit. By Gershgorin's
// theorem the squared frequency of contact springs is at most the largest sum over a node of k w (sum of all weights of
// the pair) / m = 2 k w / m. The stiffness of pairs is divided by the sums of the previous step (pair_law.hpp). A rank
// evaluates every pair of its own nodes and thus their sums; those of copies are sent with their positions. For a rigid
// body, with the effective mass at each node (RigidBodies::effective_mass), the largest eigenvalue of a sum of springs
// is at most the sum of theirs: all its nodes get the sum over the body, which is reduced with the body's forces
// (rigid_bodies.cpp). Called by contact.cpp after the forces of all contacts.
#pragma once

#include <memory>
#include <span>

namespace crumple {

struct ContactNodes;  // contact_nodes.hpp
class Pairing;        // pairing.hpp

/// Computes ContactNodes::frequency_bound from the pairs of this step, with the stiffness of each pair before its limit
/// by them. `dt`: the step that limits stiffness [time].
void renew_frequency_bounds(std::span<const std::unique_ptr<Pairing>> pairings, double dt, ContactNodes& nodes);

}  // namespace crumple
