// Energies of the whole model and of its parts. All sums are exact, so they are the same on any number of ranks.
#pragma once

#include <vector>

#include "comm/world.hpp"
#include "physics/elements/element_groups.hpp"
#include "physics/state/results.hpp"

namespace crumple {

/// v(n) and w(n) between the half steps: the velocities before and after the kick, weighted by the other's step.
struct MidVelocity {
  Rows velocity, angular_velocity;
};
void interpolate_velocity(const Rows& before, const Rows& after, const Clock& clock, Rows& out);

/// Sums the energies over all ranks; `ledger` is summed already; `leave_out` marks nodes whose kinetic energy is in
/// `other_kinetic` (rigid bodies with given inertia), this rank's share of it in multiples of the quantum. Collective.
template <class Real>
Energies sum_energies(const World& world, const Domain& domain, const Elements<Real>& elements, const NodeState& state,
                      const MidVelocity& mid, const EnergyLedger& ledger, const std::vector<std::uint8_t>& leave_out,
                      double other_kinetic, double initial_total);

/// One entry for each part, in their order. A part's kinetic energy and momentum are its elements' share of nodal mass.
/// Collective.
template <class Real>
std::vector<PartSum> sum_parts(const World& world, const Domain& domain, const Elements<Real>& elements,
                               const MidVelocity& mid);

/// Total mass and momentum of the model over its nodes. Collective.
struct Momentum {
  double mass = 0;  ///< [mass]
  Vec3 momentum;    ///< [mass length/time]
};
Momentum sum_momentum(const World& world, const Domain& domain, const NodeState& state, const MidVelocity& mid);

}  // namespace crumple
