// The collectives of a step: the agreement on the next time step, the control broadcast, the sums of energies and the
// interface forces, with what the features add to them. Created once; used by the step, listed by reports and plans.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "app/feature_exchange.hpp"

namespace crumple {

/// This rank's part of the accounts that accumulate, failures that root has not got yet, mass that was added, and CPU
/// time, as they are summed.
inline constexpr std::size_t ledger_size = EnergyLedger::n_sums * ExactSum::n_parts, accounts_size = ledger_size + 3;

struct StepCollectives {
  /// Collective.
  StepCollectives(const World& world, const FeatureList& features);

  FeatureExchange agreement, accounts, interfaces;  ///< see Reduction
  std::unique_ptr<Collective> control;              ///< broadcast: 1 if a report is due | SenseSwitch
};

/// The calls of every step in which nothing is written, in the world's mode, the same on all ranks; root's broadcast
/// included. In mode shared, a call between the leaders of nodes stands for each.
std::vector<CollectiveCall> calls_of_step(const World& world, const StepCollectives& own, const FeatureList& features);

}  // namespace crumple
