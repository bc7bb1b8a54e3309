// Energies of the whole model and of its parts. All sums are exact, so they are the same on any number of ranks.
#pragma once

#include <span>
#include <vector>

#include "comm/world.hpp"
#include "physics/elements/elements.hpp"

namespace crumple {

struct GivenBody;  // state/given_body.hpp
struct PartSum;  // state/part_sum.hpp

/// Velocity between the half steps: the velocities before and after the kick, each weighted by the other's step.
void interpolate_velocity(const Rows& before, const Rows& after, const Clock& clock, Rows& out);

/// The model at t(n).
struct MovingModel {
  const Elements& elements;
  const NodeState& state;
  const MidVelocity& mid;
};

/// Summands beside the nodes and elements.
struct OtherEnergies {
  EnergyLedger& ledger;                        ///< summed over all ranks already
  const std::vector<std::uint8_t>& leave_out;  ///< nodes whose kinetic energy is in `kinetic`; empty: none
  const ExactSum& kinetic;   ///< this rank's contribution to that of rigid bodies [energy]
  double initial_total = 0;  ///< [energy]
};

/// Collective.
void sum_over_ranks(const World& world, std::span<ExactSum* const> sums);

/// Sums the energies over all ranks. Errors, on all ranks: a sum that is not exact. Collective.
Energies sum_energies(const World& world, const Domain& domain, const MovingModel& moving, const OtherEnergies& other);

/// On root, one entry for each part, in their order; on other ranks their own contributions. A part's kinetic energy
/// and momentum are those of its elements' share of nodal mass and of its point masses; of a rigid body whose mass is
/// given, those of the body, in its first part. `bodies`: those that this rank accounts for. Collective.
std::vector<PartSum> sum_parts(const World& world, const Domain& domain, const Elements& elements,
                               const MidVelocity& mid, std::span<const GivenBody> bodies);

/// Total mass and momentum of the model over its nodes and such bodies. Errors, on all ranks: a sum that is not exact.
/// Collective.
struct Momentum {
  double mass = 0;  ///< [mass]
  Vec3 momentum;    ///< [mass length/time]
};
Momentum sum_momentum(const World& world, const Domain& domain, const NodeState& state, const MidVelocity& mid,
                      std::span<const GivenBody> bodies);

}  // namespace crumple
