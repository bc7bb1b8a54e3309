// Persistent operations: the messages of one start, and the names of persistent collectives, which are MPI_..._init in
// MPI 4 and MPIX_..._init in Open MPI 4. Used by the wrappers of this folder.
#pragma once

#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <cstdint>
#include <utility>
#include <vector>

// CRUMPLE_PERSISTENT(MPI, Bcast_init) is the function's name; undefined where the library has none.
#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
#define CRUMPLE_PERSISTENT(prefix, name) prefix##_##name
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define CRUMPLE_PERSISTENT(prefix, name) prefix##X_##name
#endif

namespace crumple::mpi_profile {

struct PersistentOperation {
  const char* start_name;                           ///< its name in the profile, e.g. "Start Allreduce"
  std::int64_t bytes = 0;                           ///< of one start
  std::vector<std::pair<int, std::int64_t>> sends;  ///< bytes by destination rank in `comm`
  MPI_Comm comm = MPI_COMM_NULL;
  bool brings_data = false;  ///< receives from other ranks, so that latency applies
};

void remember(MPI_Request request, PersistentOperation operation);
/// Null: not persistent, or created before recording began.
const PersistentOperation* find_persistent(MPI_Request request);
void forget_persistent(MPI_Request request);

}  // namespace crumple::mpi_profile
