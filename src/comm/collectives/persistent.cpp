// collectives=persistent: as nonblocking, but planned once: MPI_Allreduce_init and MPI_Bcast_init of MPI 4, or MPIX_ of
// the same name in Open MPI 4. If the library has neither, the mode reports it.
#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include "comm/collectives/mpi_operation.hpp"
#include "comm/world.hpp"

#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
#define CRUMPLE_PERSISTENT(name) MPI_##name
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define CRUMPLE_PERSISTENT(name) MPIX_##name
#endif

namespace crumple {
namespace {

#ifdef CRUMPLE_PERSISTENT

class PersistentCollective : public Collective {
 public:
  explicit PersistentCollective(CollectiveShape shape) : Collective(std::move(shape)) {
    const int n = int(values.size());
    if (shape_.operation == Operation::broadcast)
      CRUMPLE_PERSISTENT(Bcast_init)(values.data(), n, MPI_DOUBLE, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request_);
    else
      CRUMPLE_PERSISTENT(Allreduce_init)
    (MPI_IN_PLACE, values.data(), n, MPI_DOUBLE, mpi_op(shape_.operation), MPI_COMM_WORLD, MPI_INFO_NULL, &request_);
  }
  ~PersistentCollective() override {
    if (must_finish()) end();
    if (!is_started()) MPI_Request_free(&request_);
  }

 private:
  void begin() override { MPI_Start(&request_); }
  void end() override { MPI_Wait(&request_, MPI_STATUS_IGNORE); }

  MPI_Request request_ = MPI_REQUEST_NULL;
};

std::unique_ptr<Collective> make(const World&, CollectiveShape shape) {
  return std::make_unique<PersistentCollective>(std::move(shape));
}
constexpr const char* missing = "";

#else

constexpr auto make = nullptr;
constexpr const char* missing = "persistent collectives (MPI 4, or Open MPI 4's extension pcollreq)";

#endif

}  // namespace

extern const CollectiveMode persistent_collectives;
const CollectiveMode persistent_collectives = {
    "persistent", "as nonblocking, with persistent requests (MPI_Allreduce_init)", false, missing, make};

}  // namespace crumple
