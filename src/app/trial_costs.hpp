// costs=measured: what elements, nodes, bodies, welds, ties and walls of a deck take on this machine, from steps of a
// piece of the model before it is decomposed. Called by app/distribute.
#pragma once

#include <string>

#include "decomp/partition.hpp"
#include "decomp/unit_costs.hpp"
#include "kernels/interface.hpp"
#include "kernels/step/interface.hpp"
#include "physics/state/domain.hpp"

namespace crumple {

struct TrialCosts {
  MeasuredCosts costs;
  std::string note;  ///< for the user, one line
};

/// Rank 0 has the elements that are tried: equal numbers of each part.
Partition elements_to_try(const Model& model);

/// Steps the piece of rank 0 with all that is at its nodes but loads, supports and contact, for 0.3 s on this process.
/// What has no part in that, faces and messages, costs what the table says times the mean ratio of what was measured to
/// what it says. Elements are strained beyond the yield strain of steels, as at the front of a crash. `model`: the
/// whole one. Errors: elements that cannot be computed.
TrialCosts measure_by_trial(const Model& model, Domain piece, const kernels::KernelTable& kernels, Precision precision);

}  // namespace crumple
