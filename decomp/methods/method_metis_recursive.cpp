// METIS, recursive bisection: tighter balance than k-way, for few ranks; slower for many.
#include "decomp/methods/metis.hpp"

namespace crumple {

std::vector<int> partition_metis_recursive(const Cut& cut) { return partition_by_metis(cut, MetisScheme::recursive); }

}  // namespace crumple
