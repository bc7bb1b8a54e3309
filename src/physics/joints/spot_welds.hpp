// Spot welds: *CONSTRAINED_SPOTWELD, rigid massless links of two nodes. Welds that share nodes form a cluster, which
// moves as a small rigid body; a rank that has one node of a cluster has all, so no communication is needed.
// Source: constraint with the angular momentum of the nodes, sum of m r(n) x v + J w, conserved exactly (SHAKE:
// Ryckaert, Ciccotti, Berendsen 1977) and Cayley's rotation, which keeps lengths with + - * / only. Failure: LS-DYNA
// Keyword Manual, *CONSTRAINED_SPOTWELD.
//
// Order in a step: advance_spot_welds after the kick, fix_velocities and prescribe_velocities; before walls and drift.
#pragma once

#include <array>
#include <vector>

#include "physics/conditions/constraints.hpp"
#include "physics/joints/weld_state.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/half_steps.hpp"
#include "physics/state/results.hpp"
#include "physics/state/state.hpp"

namespace crumple {

/// `in_body`: RigidBodies::in_body; a weld to a rigid body's node is an error.
WeldState make_weld_state(const Domain& domain, const std::vector<std::uint8_t>& in_body);

/// Replaces v and w of clusters' nodes by a rigid motion with the same momentum and angular momentum; a node fixed by
/// constraints or motions stays as it is and the others turn about it. Nodes without rotational inertia keep their w.
/// The link direction serves as the normal of the weld: fn is the constraint force along it, fs across it; as in
/// LS-DYNA fn counts in tension only (a link of no length: all force counts as tension). A weld that fails holds for
/// this step and is gone in the next. Returns the welds that failed. EP is not checked.
std::vector<Index> advance_spot_welds(const Domain& domain, const Clock& clock, const PreviousVelocity& before,
                                      WeldState& state, NodeState& nodes, EnergyLedger& ledger);

/// Of the welds whose first node this rank owns.
std::vector<WeldForce> weld_forces(const WeldState& state, const Domain& domain);

}  // namespace crumple
