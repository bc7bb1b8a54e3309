// Who owns what: the rank of each element, found before the run (or at a rebalance) from the whole model on one rank.
// Called by `app/distribute`.
#pragma once

#include <string>
#include <vector>

#include "decomp/options.hpp"
#include "decomp/weights.hpp"
#include "model/model.hpp"

namespace crumple {

/// The rank of every element: shells first, then solids, then beams, in the order of the model.
struct Partition {
  int n_ranks = 1;
  std::string method;
  std::vector<int> rank;
  ElementCosts costs;  ///< that the method balanced
};

/// Cuts the model into `n_ranks` pieces: first the regions, in their order, then the rest, so that in the end every
/// rank has its share of the cost. `speed` [rank] makes shares unequal; empty: equal. The same input gives the same
/// partition. Where `options.file` exists, the partition is read from it and no method runs; else it is written.
/// Errors: fewer elements than ranks, unknown ids in a region, a file that belongs to another model.
Partition make_partition(const Model& model, int n_ranks, const DecompositionOptions& options, ElementCosts costs,
                         const std::vector<double>& speed = {});

/// The names of the methods, in alphabetical order.
std::vector<std::string> method_names();

/// Of the METIS library in use, e.g. "5.1.0".
std::string metis_version();

}  // namespace crumple
