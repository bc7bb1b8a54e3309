// The order in which the equations of a sparse symmetric matrix are eliminated with little fill, by METIS' nested
// dissection of its graph: Karypis and Kumar (1998), "A fast and high quality multilevel scheme for partitioning
// irregular graphs". For libraries of solvers that were built without METIS.
#pragma once

#include <cstdint>
#include <vector>

#include "comm/world.hpp"
#include "solver/sparse_matrix.hpp"

namespace crumple {

/// [equation] its place in the order, from 0; on root. Collective.
std::vector<std::int32_t> nested_dissection(const World& world, const SymmetricEntries& matrix);

}  // namespace crumple
