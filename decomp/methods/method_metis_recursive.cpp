// METIS, recursive bisection: tighter balance than k-way, for few ranks; slower for many.
#include "decomp/methods/metis.hpp"

namespace crumple {

namespace methods {
extern const NamedMethod metis_recursive{
    .name = "metis_recursive",
    .partition = [](const Cut& cut) { return partition_by_metis(cut, MetisScheme::recursive); },
    .sees_places = false};
}

}  // namespace crumple
