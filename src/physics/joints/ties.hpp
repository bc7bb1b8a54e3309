// Tied contacts: a tied node follows the face under it, by constraint. Without an offset v = sum of N_i v_i of the
// corners; a node that keeps an offset d turns about its foot with the face: omega = I^-1 sum of r_i x v_i, the rigid
// rotation that fits the corners best (r_i from their centre, I = sum of r^2 1 - r r). Forces go the same way back, f_i
// = N_i f + (I^-1 (d x f)) x r_i, so momentum, angular momentum and power are conserved. The node's mass is added to
// the corners'. Sources: LS-DYNA Theory Manual, Kinematic Constraint Method (tied interfaces); least squares: Horn
// (1987).
//
// Order in a step: gather_tied_forces when all forces are there; set_tied_velocities after all else that sets
// velocities; place_tied_nodes after the drift; release_ties after elements were deleted.
#pragma once

#include <memory>
#include <vector>

#include "comm/halo.hpp"
#include "physics/contact/contact_results.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/state.hpp"

namespace crumple {

struct Ties {
  std::unique_ptr<HaloExchange> halo;  ///< of the corners
  std::vector<Index> corners;          ///< of this rank's ties, ascending, unique
  Rows force, moment;                  ///< [node] what this rank's ties add; 0 between steps
  std::vector<std::uint8_t> is_home;   ///< [tie] 1 on the one rank that hands on its force: its face's element is there
  std::vector<std::uint8_t> turns_corners;  ///< [tie] 1: the corners have rotations, which the node's is tied to
  std::vector<double> mass, inertia;        ///< [tie] of the node, given to the corners [mass], [mass length^2]
};

struct TieState {
  std::vector<std::uint8_t> released;  ///< [tie] 1: the element behind the face has been deleted
  std::vector<Vec3> force_on_nodes;    ///< [tied contact] the faces' on the nodes that this rank is home of [force]
  template <class A>
  void serialize(A& a) {
    a(released);
  }
};

/// Gives the tied nodes' mass and inertia to the corners and sets their velocities. Needs masses in `nodes`.
/// Collective, also where there are no ties.
Ties make_ties(const World& world, const Domain& domain, HaloExchange& halo, NodeState& nodes, TieState& state);

/// Hands the total forces and moments of tied nodes on to their corners, on all ranks that have these. Collective if
/// there are ties on any rank.
void gather_tied_forces(Ties& ties, const Domain& domain, NodeState& nodes, TieState& state);

/// Velocities of tied nodes from their corners'.
void set_tied_velocities(const Ties& ties, const Domain& domain, const TieState& state, NodeState& nodes);

/// Nodes without offset onto their foot, free of rounding and of the arcs of rigid faces.
void place_tied_nodes(const Ties& ties, const Domain& domain, const TieState& state, NodeState& nodes);

/// [tie] 1: the element behind its face has been deleted. On the tie's home; 0 elsewhere.
std::vector<std::uint8_t> overdue_ties(const Ties& ties, const Domain& domain, const ElementStatus& status);

/// Releases the nodes of ties whose home says so in `going`: they get their mass back. Collective; call on all ranks in
/// the step after any element was deleted, and when a saved state has been loaded.
void release_ties(const Ties& ties, const Domain& domain, const std::vector<std::uint8_t>& going, HaloExchange& halo,
                  NodeState& nodes, TieState& state);

/// Three numbers for each tied contact, to be summed over ranks: the force on the tied nodes.
std::vector<double> tie_partials(const TieState& state);
std::vector<ContactForce> tie_forces(const Domain& domain, std::span<const double> sums);

}  // namespace crumple
