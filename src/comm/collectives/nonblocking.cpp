// collectives=nonblocking: MPI_Iallreduce and MPI_Ibcast for all values at once, which overlap with the work between
// start and finish; required for hardware offload of collectives.
#include <mpi.h>

#include "comm/collectives/mpi_operation.hpp"
#include "comm/world.hpp"

namespace crumple {
namespace {

class NonblockingCollective : public Collective {
 public:
  using Collective::Collective;
  ~NonblockingCollective() override {
    if (must_finish()) end();
  }

 private:
  void begin() override {
    const int n = int(values.size());
    if (shape_.operation == Operation::broadcast)
      MPI_Ibcast(values.data(), n, MPI_DOUBLE, 0, MPI_COMM_WORLD, &request_);
    else
      MPI_Iallreduce(MPI_IN_PLACE, values.data(), n, MPI_DOUBLE, mpi_op(shape_.operation), MPI_COMM_WORLD, &request_);
  }
  void end() override { MPI_Wait(&request_, MPI_STATUS_IGNORE); }

  MPI_Request request_ = MPI_REQUEST_NULL;
};

}  // namespace

extern const CollectiveMode nonblocking_collectives;
const CollectiveMode nonblocking_collectives = {"nonblocking",
                                                "MPI_Iallreduce and MPI_Ibcast, overlapped with other work", false, "",
                                                [](const World&, CollectiveShape shape) -> std::unique_ptr<Collective> {
                                                  return std::make_unique<NonblockingCollective>(std::move(shape));
                                                }};

}  // namespace crumple
