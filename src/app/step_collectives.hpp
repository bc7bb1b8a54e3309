// The collectives of a step: the agreement on the next time step, the control broadcast, the sums of energies and the
// interface forces, with the contributions of features. Created once; used by the step, listed by reports and plans.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "app/feature_exchange.hpp"

namespace crumple {

/// Number of summed values of this rank: accumulated accounts, failures not yet reported to root, added mass, and CPU
/// time.
inline constexpr std::size_t ledger_size = EnergyLedger::n_sums * ExactSum::n_parts, accounts_size = ledger_size + 3;

struct StepCollectives {
  /// Collective.
  StepCollectives(const World& world, const FeatureList& features);

  FeatureExchange agreement, accounts, interfaces;  ///< see Reduction
  std::unique_ptr<Collective> control;              ///< broadcast: 1 if a report is due | SenseSwitch
};

/// The calls of a step without output, in the world's mode, the same on all ranks; including root's broadcast. In mode
/// shared, each represents a call between the leaders of nodes.
std::vector<CollectiveCall> calls_of_step(const World& world, const StepCollectives& own, const FeatureList& features);

}  // namespace crumple
