// METIS, direct k-way: few shared nodes; the default of most codes that use METIS.
#include "decomp/methods/metis.hpp"

namespace crumple {

namespace methods {
extern const NamedMethod metis{
    .name = "metis",
    .partition = [](const Cut& cut) { return partition_by_metis(cut, MetisScheme::kway); },
    .sees_places = false};
}

}  // namespace crumple
