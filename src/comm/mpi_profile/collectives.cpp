// Wrappers of collectives: blocking, nonblocking (names with I) and persistent (names with _init).
// The size of a call is what this rank sends; of a broadcast, the message.
#include "comm/mpi_profile/communicators.hpp"
#include "comm/mpi_profile/delays.hpp"
#include "comm/mpi_profile/persistent.hpp"
#include "comm/mpi_profile/recorder.hpp"

using namespace crumple;
using namespace crumple::mpi_profile;

namespace {

template <class Work>
int blocking(const char* function, std::int64_t bytes, Work&& work) {
  return record(function, bytes, [&] {
    pay_latency();
    return work();
  });
}

/// A collective that no rank leaves before all have entered.
template <class Work>
int meeting(const char* function, std::int64_t bytes, MPI_Comm comm, Work&& work) {
  return blocking(function, bytes, [&] {
    WaitSample sample(function, comm);
    return work();
  });
}

template <class Work>
int nonblocking(const char* function, std::int64_t bytes, MPI_Request* request, Work&& work) {
  return record(function, bytes, [&] {
    const int status = work();
    hold(*request);
    return status;
  });
}

/// Messages of a neighbourhood collective: bytes by destination. counts: by neighbour; null: `count` for each.
std::vector<std::pair<int, std::int64_t>> neighbour_messages(MPI_Comm comm, const int* counts, int count,
                                                             MPI_Datatype type) {
  std::vector<std::pair<int, std::int64_t>> messages;
  for (const int to : destinations(comm))
    messages.push_back({to, bytes_of(counts ? counts[messages.size()] : count, type)});
  return messages;
}

std::int64_t total(const std::vector<std::pair<int, std::int64_t>>& messages) {
  std::int64_t bytes = 0;
  for (const auto& message : messages) bytes += message.second;
  return bytes;
}

std::int64_t note_all(MPI_Comm comm, const int* counts, int count, MPI_Datatype type) {
  if (inside || !recording) return 0;
  const auto messages = neighbour_messages(comm, counts, count, type);
  for (const auto& [to, bytes] : messages) note_sent(to, comm, bytes);
  return total(messages);
}

std::int64_t bytes_of_all(const int* counts, MPI_Comm comm, MPI_Datatype type) {
  std::int64_t count = 0;
  for (int r = 0; r < size_of(comm); ++r) count += counts[r];
  return bytes_of(count, type);
}

}  // namespace

extern "C" {

int MPI_Barrier(MPI_Comm comm) {
  return meeting("Barrier", 0, comm, [&] { return PMPI_Barrier(comm); });
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return blocking("Bcast", bytes_of(count, type), [&] { return PMPI_Bcast(buffer, count, type, root, comm); });
}

int MPI_Allreduce(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return meeting("Allreduce", bytes_of(count, type), comm,
                 [&] { return PMPI_Allreduce(in, out, count, type, op, comm); });
}

int MPI_Reduce(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  return blocking("Reduce", bytes_of(count, type), [&] { return PMPI_Reduce(in, out, count, type, op, root, comm); });
}

int MPI_Scan(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return blocking("Scan", bytes_of(count, type), [&] { return PMPI_Scan(in, out, count, type, op, comm); });
}

int MPI_Exscan(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return blocking("Exscan", bytes_of(count, type), [&] { return PMPI_Exscan(in, out, count, type, op, comm); });
}

int MPI_Gather(const void* in, int n_in, MPI_Datatype in_type, void* out, int n_out, MPI_Datatype out_type, int root,
               MPI_Comm comm) {
  return blocking("Gather", bytes_of(n_in, in_type),
                  [&] { return PMPI_Gather(in, n_in, in_type, out, n_out, out_type, root, comm); });
}

int MPI_Gatherv(const void* in, int n_in, MPI_Datatype in_type, void* out, const int* n_out, const int* at,
                MPI_Datatype out_type, int root, MPI_Comm comm) {
  return blocking("Gatherv", bytes_of(n_in, in_type),
                  [&] { return PMPI_Gatherv(in, n_in, in_type, out, n_out, at, out_type, root, comm); });
}

int MPI_Scatter(const void* in, int n_in, MPI_Datatype in_type, void* out, int n_out, MPI_Datatype out_type, int root,
                MPI_Comm comm) {
  return blocking("Scatter", bytes_of(n_out, out_type),
                  [&] { return PMPI_Scatter(in, n_in, in_type, out, n_out, out_type, root, comm); });
}

int MPI_Scatterv(const void* in, const int* n_in, const int* at, MPI_Datatype in_type, void* out, int n_out,
                 MPI_Datatype out_type, int root, MPI_Comm comm) {
  return blocking("Scatterv", bytes_of(n_out, out_type),
                  [&] { return PMPI_Scatterv(in, n_in, at, in_type, out, n_out, out_type, root, comm); });
}

int MPI_Allgather(const void* in, int n_in, MPI_Datatype in_type, void* out, int n_out, MPI_Datatype out_type,
                  MPI_Comm comm) {
  return meeting("Allgather", bytes_of(n_out, out_type), comm,
                 [&] { return PMPI_Allgather(in, n_in, in_type, out, n_out, out_type, comm); });
}

int MPI_Allgatherv(const void* in, int n_in, MPI_Datatype in_type, void* out, const int* n_out, const int* at,
                   MPI_Datatype out_type, MPI_Comm comm) {
  return meeting("Allgatherv", bytes_of(n_in, in_type), comm,
                 [&] { return PMPI_Allgatherv(in, n_in, in_type, out, n_out, at, out_type, comm); });
}

int MPI_Alltoall(const void* in, int n_in, MPI_Datatype in_type, void* out, int n_out, MPI_Datatype out_type,
                 MPI_Comm comm) {
  return meeting("Alltoall", bytes_of(std::int64_t(n_out) * size_of(comm), out_type), comm,
                 [&] { return PMPI_Alltoall(in, n_in, in_type, out, n_out, out_type, comm); });
}

int MPI_Alltoallv(const void* in, const int* n_in, const int* in_at, MPI_Datatype in_type, void* out, const int* n_out,
                  const int* out_at, MPI_Datatype out_type, MPI_Comm comm) {
  return meeting("Alltoallv", bytes_of_all(n_out, comm, out_type), comm,
                 [&] { return PMPI_Alltoallv(in, n_in, in_at, in_type, out, n_out, out_at, out_type, comm); });
}

int MPI_Neighbor_alltoall(const void* in, int n_in, MPI_Datatype in_type, void* out, int n_out, MPI_Datatype out_type,
                          MPI_Comm comm) {
  return blocking("Neighbor_alltoall", note_all(comm, nullptr, n_in, in_type),
                  [&] { return PMPI_Neighbor_alltoall(in, n_in, in_type, out, n_out, out_type, comm); });
}

int MPI_Neighbor_alltoallv(const void* in, const int* n_in, const int* in_at, MPI_Datatype in_type, void* out,
                           const int* n_out, const int* out_at, MPI_Datatype out_type, MPI_Comm comm) {
  return blocking("Neighbor_alltoallv", note_all(comm, n_in, 0, in_type), [&] {
    return PMPI_Neighbor_alltoallv(in, n_in, in_at, in_type, out, n_out, out_at, out_type, comm);
  });
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  return nonblocking("Ibarrier", 0, request, [&] { return PMPI_Ibarrier(comm, request); });
}

int MPI_Ibcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request) {
  return nonblocking("Ibcast", bytes_of(count, type), request,
                     [&] { return PMPI_Ibcast(buffer, count, type, root, comm, request); });
}

int MPI_Iallreduce(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   MPI_Request* request) {
  return nonblocking("Iallreduce", bytes_of(count, type), request,
                     [&] { return PMPI_Iallreduce(in, out, count, type, op, comm, request); });
}

int MPI_Ireduce(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
                MPI_Request* request) {
  return nonblocking("Ireduce", bytes_of(count, type), request,
                     [&] { return PMPI_Ireduce(in, out, count, type, op, root, comm, request); });
}

int MPI_Iallgather(const void* in, int n_in, MPI_Datatype in_type, void* out, int n_out, MPI_Datatype out_type,
                   MPI_Comm comm, MPI_Request* request) {
  return nonblocking("Iallgather", bytes_of(n_out, out_type), request,
                     [&] { return PMPI_Iallgather(in, n_in, in_type, out, n_out, out_type, comm, request); });
}

int MPI_Ineighbor_alltoall(const void* in, int n_in, MPI_Datatype in_type, void* out, int n_out, MPI_Datatype out_type,
                           MPI_Comm comm, MPI_Request* request) {
  return nonblocking("Ineighbor_alltoall", note_all(comm, nullptr, n_in, in_type), request,
                     [&] { return PMPI_Ineighbor_alltoall(in, n_in, in_type, out, n_out, out_type, comm, request); });
}

int MPI_Ineighbor_alltoallv(const void* in, const int* n_in, const int* in_at, MPI_Datatype in_type, void* out,
                            const int* n_out, const int* out_at, MPI_Datatype out_type, MPI_Comm comm,
                            MPI_Request* request) {
  return nonblocking("Ineighbor_alltoallv", note_all(comm, n_in, 0, in_type), request, [&] {
    return PMPI_Ineighbor_alltoallv(in, n_in, in_at, in_type, out, n_out, out_at, out_type, comm, request);
  });
}

#ifdef CRUMPLE_PERSISTENT

int CRUMPLE_PERSISTENT(MPI, Barrier_init)(MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return record("Barrier_init", no_size, [&] {
    const int status = CRUMPLE_PERSISTENT(PMPI, Barrier_init)(comm, info, request);
    remember(*request, {"Start Barrier", 0, {}, comm, true});
    return status;
  });
}

int CRUMPLE_PERSISTENT(MPI, Bcast_init)(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
                                        MPI_Info info, MPI_Request* request) {
  return record("Bcast_init", no_size, [&] {
    const int status = CRUMPLE_PERSISTENT(PMPI, Bcast_init)(buffer, count, type, root, comm, info, request);
    remember(*request, {"Start Bcast", bytes_of(count, type), {}, comm, true});
    return status;
  });
}

int CRUMPLE_PERSISTENT(MPI, Allreduce_init)(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op,
                                            MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  return record("Allreduce_init", no_size, [&] {
    const int status = CRUMPLE_PERSISTENT(PMPI, Allreduce_init)(in, out, count, type, op, comm, info, request);
    remember(*request, {"Start Allreduce", bytes_of(count, type), {}, comm, true});
    return status;
  });
}

int CRUMPLE_PERSISTENT(MPI, Neighbor_alltoallv_init)(const void* in, const int* n_in, const int* in_at,
                                                     MPI_Datatype in_type, void* out, const int* n_out,
                                                     const int* out_at, MPI_Datatype out_type, MPI_Comm comm,
                                                     MPI_Info info, MPI_Request* request) {
  return record("Neighbor_alltoallv_init", no_size, [&] {
    const int status = CRUMPLE_PERSISTENT(PMPI, Neighbor_alltoallv_init)(in, n_in, in_at, in_type, out, n_out, out_at,
                                                                         out_type, comm, info, request);
    const auto messages = neighbour_messages(comm, n_in, 0, in_type);
    remember(*request, {"Start Neighbor_alltoallv", total(messages), messages, comm, true});
    return status;
  });
}

#endif

}  // extern "C"
