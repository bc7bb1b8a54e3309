// Wrappers of one-sided communication, and of functions that create and free windows and communicators. Direct reads of
// other ranks' memory (MPI_Win_allocate_shared) are not recorded: only the synchronisation is.
#include "comm/mpi_profile/communicators.hpp"
#include "comm/mpi_profile/delays.hpp"
#include "comm/mpi_profile/recorder.hpp"

using namespace crumple;
using namespace crumple::mpi_profile;

namespace {

/// A call that transfers bytes between this rank and another one of the window.
template <class Work>
int transfer(const char* function, int count, MPI_Datatype type, int to, MPI_Win window, Work&& work) {
  if (inside || !recording) return work();
  const std::int64_t bytes = bytes_of(count, type);
  note_sent(to, window, bytes);
  return record(function, bytes, work);
}

/// Synchronisation after which other ranks' data are visible.
template <class Work>
int synchronise(const char* function, Work&& work) {
  return record(function, no_size, [&] {
    pay_latency();
    return work();
  });
}

}  // namespace

extern "C" {

int MPI_Put(const void* from, int count, MPI_Datatype type, int to, MPI_Aint at, int to_count, MPI_Datatype to_type,
            MPI_Win window) {
  return transfer("Put", count, type, to, window,
                  [&] { return PMPI_Put(from, count, type, to, at, to_count, to_type, window); });
}

int MPI_Get(void* into, int count, MPI_Datatype type, int from, MPI_Aint at, int from_count, MPI_Datatype from_type,
            MPI_Win window) {
  return record("Get", bytes_of(count, type),
                [&] { return PMPI_Get(into, count, type, from, at, from_count, from_type, window); });
}

int MPI_Accumulate(const void* from, int count, MPI_Datatype type, int to, MPI_Aint at, int to_count,
                   MPI_Datatype to_type, MPI_Op op, MPI_Win window) {
  return transfer("Accumulate", count, type, to, window,
                  [&] { return PMPI_Accumulate(from, count, type, to, at, to_count, to_type, op, window); });
}

int MPI_Fetch_and_op(const void* from, void* result, MPI_Datatype type, int to, MPI_Aint at, MPI_Op op,
                     MPI_Win window) {
  return transfer("Fetch_and_op", 1, type, to, window,
                  [&] { return PMPI_Fetch_and_op(from, result, type, to, at, op, window); });
}

int MPI_Win_fence(int assertion, MPI_Win window) {
  return synchronise("Win_fence", [&] { return PMPI_Win_fence(assertion, window); });
}

int MPI_Win_post(MPI_Group group, int assertion, MPI_Win window) {
  return record("Win_post", no_size, [&] {
    hold(window);
    return PMPI_Win_post(group, assertion, window);
  });
}

int MPI_Win_start(MPI_Group group, int assertion, MPI_Win window) {
  return record("Win_start", no_size, [&] { return PMPI_Win_start(group, assertion, window); });
}

int MPI_Win_complete(MPI_Win window) {
  return record("Win_complete", no_size, [&] { return PMPI_Win_complete(window); });
}

int MPI_Win_wait(MPI_Win window) {
  return record("Win_wait", no_size, [&] {
    const int status = PMPI_Win_wait(window);
    await(window);
    return status;
  });
}

int MPI_Win_lock(int type, int rank, int assertion, MPI_Win window) {
  return record("Win_lock", no_size, [&] { return PMPI_Win_lock(type, rank, assertion, window); });
}

int MPI_Win_unlock(int rank, MPI_Win window) {
  return synchronise("Win_unlock", [&] { return PMPI_Win_unlock(rank, window); });
}

int MPI_Win_lock_all(int assertion, MPI_Win window) {
  return record("Win_lock_all", no_size, [&] { return PMPI_Win_lock_all(assertion, window); });
}

int MPI_Win_unlock_all(MPI_Win window) {
  return synchronise("Win_unlock_all", [&] { return PMPI_Win_unlock_all(window); });
}

int MPI_Win_flush(int rank, MPI_Win window) {
  return synchronise("Win_flush", [&] { return PMPI_Win_flush(rank, window); });
}

int MPI_Win_flush_all(MPI_Win window) {
  return synchronise("Win_flush_all", [&] { return PMPI_Win_flush_all(window); });
}

int MPI_Win_sync(MPI_Win window) {
  return record("Win_sync", no_size, [&] { return PMPI_Win_sync(window); });
}

int MPI_Win_create(void* base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, MPI_Win* window) {
  return record("Win_create", no_size, [&] { return PMPI_Win_create(base, size, unit, info, comm, window); });
}

int MPI_Win_allocate(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* window) {
  return record("Win_allocate", no_size, [&] { return PMPI_Win_allocate(size, unit, info, comm, base, window); });
}

int MPI_Win_allocate_shared(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* window) {
  return record("Win_allocate_shared", no_size,
                [&] { return PMPI_Win_allocate_shared(size, unit, info, comm, base, window); });
}

int MPI_Win_free(MPI_Win* window) {
  forget(*window);
  return record("Win_free", no_size, [&] { return PMPI_Win_free(window); });
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* made) {
  return record("Comm_split", no_size, [&] { return PMPI_Comm_split(comm, color, key, made); });
}

int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made) {
  return record("Comm_split_type", no_size, [&] { return PMPI_Comm_split_type(comm, type, key, info, made); });
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* made) {
  return record("Comm_dup", no_size, [&] { return PMPI_Comm_dup(comm, made); });
}

int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int n_in, const int* sources, const int* in_weights, int n_out,
                                   const int* targets, const int* out_weights, MPI_Info info, int reorder,
                                   MPI_Comm* made) {
  return record("Dist_graph_create_adjacent", no_size, [&] {
    return PMPI_Dist_graph_create_adjacent(comm, n_in, sources, in_weights, n_out, targets, out_weights, info, reorder,
                                           made);
  });
}

int MPI_Comm_free(MPI_Comm* comm) {
  forget(*comm);
  return record("Comm_free", no_size, [&] { return PMPI_Comm_free(comm); });
}

}  // extern "C"
