// collectives=separate: one small blocking call for each contact, wall, group of bodies, energy and the time step, as
// in LS-DYNA's MPI profile.
#include <mpi.h>

#include "comm/collectives/mpi_operation.hpp"
#include "comm/world.hpp"

namespace crumple {
namespace {

class SeparateCollective : public Collective {
  using Collective::Collective;
  void begin() override {
    std::size_t first = 0;
    for (const std::size_t n : shape_.pieces) {
      call(shape_.operation, values.subspan(first, n));
      first += n;
    }
  }
};

}  // namespace

extern const CollectiveMode separate_collectives;
const CollectiveMode separate_collectives = {
    .name = "separate",
    .summary = "one blocking call per interface, wall, group of bodies, ... (as in LS-DYNA)",
    .sums_every_step = true,
    .missing = "",
    .make = [](const World&, CollectiveShape shape) -> std::unique_ptr<Collective> {
      return std::make_unique<SeparateCollective>(std::move(shape));
    },
    .calls_by_piece = true};

}  // namespace crumple
