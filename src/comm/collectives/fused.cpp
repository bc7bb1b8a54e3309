// collectives=fused: one blocking call for all values, as soon as they are available.
#include <mpi.h>

#include "comm/collectives/mpi_operation.hpp"
#include "comm/world.hpp"

namespace crumple {
namespace {

class FusedCollective : public Collective {
  using Collective::Collective;
  void begin() override { call(shape_.operation, values); }
};

}  // namespace

extern const CollectiveMode fused_collectives;
const CollectiveMode fused_collectives = {"fused", "one blocking call for all interfaces, bodies and walls", false, "",
                                          [](const World&, CollectiveShape shape) -> std::unique_ptr<Collective> {
                                            return std::make_unique<FusedCollective>(std::move(shape));
                                          }};

}  // namespace crumple
