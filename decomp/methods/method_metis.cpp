// METIS, direct k-way: few shared nodes; the default of most codes that use METIS.
#include "decomp/methods/metis.hpp"

namespace crumple {

std::vector<int> partition_metis(const Cut& cut) { return partition_by_metis(cut, MetisScheme::kway); }

}  // namespace crumple
