// decomposition.vtkhdf: the undeformed mesh with the rank and the cost of every element, for `show` of the pfile and
// scripts/plot-decomposition. Written by root from the whole model.
// Source: VTKHDF file format 2.1, unstructured grid.
#pragma once

#include <string>

#include "comm/world.hpp"
#include "decomp/partition.hpp"

namespace crumple {

/// Cells are all shells, then all solids, with the fields rank, part, element_id, cost (with that of
/// nodes), contact_cost. Collective; model and partition are those of root, and may be empty elsewhere. A failure is
/// an Error on all ranks.
void write_decomposition_mesh(const World& world, const Model& model, const Partition& partition,
                              const std::string& path);

}  // namespace crumple
