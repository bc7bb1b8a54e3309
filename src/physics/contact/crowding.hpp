// Where many pairs act on one light node, as when heavy nodes rest on a light face, their springs together may be
// unstable at the time step although each of them is within its own limit. By Gershgorin's theorem the square of the
// frequency of contact springs is at most the largest sum over a node of k w (sum of all weights of the pair) / m = 2 k
// w / m. The sums of one step divide the stiffness of the next one's pairs (pair_law.hpp). A rank sees every pair of
// its own nodes, so it knows their sums; those of copies are sent with their positions. Of a rigid body, with the mass
// that a force at each node moves (RigidBodies::moved_mass), the largest eigenvalue of a sum of springs is at most the
// sum of theirs: its nodes all count with the sum over the body, which is summed with the body's forces
// (rigid_bodies.cpp). Called by contact.cpp after the forces of all contacts.
#pragma once

#include <memory>
#include <span>

namespace crumple {

struct ContactNodes;  // contact_nodes.hpp
class Pairing;        // pairing.hpp

/// Finds ContactNodes::crowding from the pairs of this step, with the stiffness that each would have by itself.
/// `dt`: the step that limits stiffness [time].
void renew_frequency_bounds(std::span<const std::unique_ptr<Pairing>> pairings, double dt, ContactNodes& nodes);

}  // namespace crumple
