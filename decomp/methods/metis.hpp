// METIS (Karypis and Kumar 1998): multilevel graph partitioning. Used by method_metis (k-way) and
// method_metis_recursive.
#pragma once

#include "decomp/methods/methods.hpp"

namespace crumple {

enum class MetisScheme { kway, recursive };

/// Cuts the graph of the mesh so that few nodes are shared between ranks. With `cut.n_constraints` 2, the cost of the
/// elements' forces and that of contact are balanced each by itself. Errors: METIS fails.
std::vector<int> partition_by_metis(const Cut& cut, MetisScheme scheme);

}  // namespace crumple
