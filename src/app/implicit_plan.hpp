// The part of `crumple plan` for implicit analysis: what the factors of the model's stiffness need on each number of
// ranks, in memory and on disk, and how far their work divides. From the graph of the matrix alone, on one process
// without the solver's library.
#pragma once

#include <string>

#include "app/options.hpp"
#include "comm/world.hpp"
#include "kernels/interface.hpp"
#include "physics/state/domain.hpp"

namespace crumple {

/// Writes a table to the terminal and `prefix` + plan-factors.csv, a line for each of options.plan_ranks. `domain`: the
/// whole model. Errors: those of a run; the file cannot be written.
void plan_factors(const World& world, const Options& options, Domain& domain,
                  const kernels::KernelTable& kernels, const std::string& prefix);

}  // namespace crumple
