// The collectives of a step: the agreement on the next time step and root's decisions, the sums of energies and the
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

/// Of root's decisions: 1 if a report is due | SenseSwitch. They travel with the agreement, as maxima, as they are 0 on
/// other ranks; in modes with a call for each piece by a broadcast of their own, as in LS-DYNA.
inline constexpr std::size_t control_size = 2;

struct StepCollectives {
  /// Collective.
  StepCollectives(const World& world, const FeatureList& features);

  FeatureExchange agreement, accounts, interfaces;  ///< see Reduction
  std::unique_ptr<Collective> control;              ///< broadcast of control_size values, or nothing: see below
};

/// The calls of a step without output, in the world's mode, the same on all ranks; including root's broadcast. In mode
/// shared, each represents a call between the leaders of nodes.
std::vector<CollectiveCall> calls_of_step(const World& world, const StepCollectives& own, const FeatureList& features);

}  // namespace crumple
