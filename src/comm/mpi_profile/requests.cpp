// Wrappers of functions that start, complete and free requests, and the list of persistent ones.
#include <unordered_map>
#include <vector>

#include "comm/mpi_profile/delays.hpp"
#include "comm/mpi_profile/persistent.hpp"
#include "comm/mpi_profile/recorder.hpp"

using namespace crumple;
using namespace crumple::mpi_profile;

namespace {

std::unordered_map<MPI_Request, PersistentOperation> operations;

/// Records one start and its bytes.
std::int64_t note_start(MPI_Request request) {
  const PersistentOperation* operation = find_persistent(request);
  if (!operation) return 0;
  for (const auto& [to, bytes] : operation->sends) note_sent(to, operation->comm, bytes);
  if (operation->brings_data) hold(request);
  return operation->bytes;
}

/// Handles before a call, which changes them; needed for latency only.
std::vector<MPI_Request> copy_of(int n, const MPI_Request* requests) {
  return has_latency() ? std::vector<MPI_Request>(requests, requests + n) : std::vector<MPI_Request>();
}

/// Lets the library make progress on a request that must not be complete yet.
void progress(MPI_Request request) {
  int done = 0;
  PMPI_Request_get_status(request, &done, MPI_STATUS_IGNORE);
}

}  // namespace

namespace crumple::mpi_profile {

void remember(MPI_Request request, PersistentOperation operation) { operations[request] = std::move(operation); }

const PersistentOperation* find_persistent(MPI_Request request) {
  const auto found = operations.find(request);
  return found != operations.end() ? &found->second : nullptr;
}

void forget_persistent(MPI_Request request) { operations.erase(request); }

}  // namespace crumple::mpi_profile

extern "C" {

int MPI_Start(MPI_Request* request) {
  if (inside || !recording) return PMPI_Start(request);
  const PersistentOperation* operation = find_persistent(*request);
  return record(operation ? operation->start_name : "Start", note_start(*request), [&] { return PMPI_Start(request); });
}

int MPI_Startall(int n, MPI_Request* requests) {
  if (inside || !recording) return PMPI_Startall(n, requests);
  std::int64_t bytes = 0;
  for (int i = 0; i < n; ++i) bytes += note_start(requests[i]);
  return record("Startall", bytes, [&] { return PMPI_Startall(n, requests); });
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  return record("Wait", no_size, [&] {
    const MPI_Request held = *request;
    const int result = PMPI_Wait(request, status);
    await(held);
    return result;
  });
}

int MPI_Waitall(int n, MPI_Request* requests, MPI_Status* statuses) {
  return record("Waitall", no_size, [&] {
    const std::vector<MPI_Request> held = copy_of(n, requests);
    const int result = PMPI_Waitall(n, requests, statuses);
    for (const MPI_Request request : held) await(request);
    return result;
  });
}

int MPI_Waitany(int n, MPI_Request* requests, int* index, MPI_Status* status) {
  return record("Waitany", no_size, [&] {
    const std::vector<MPI_Request> held = copy_of(n, requests);
    const int result = PMPI_Waitany(n, requests, index, status);
    if (!held.empty() && *index != MPI_UNDEFINED) await(held[std::size_t(*index)]);
    return result;
  });
}

int MPI_Test(MPI_Request* request, int* done, MPI_Status* status) {
  return record("Test", no_size, [&] {
    if (is_over(*request)) return PMPI_Test(request, done, status);
    progress(*request);
    *done = 0;
    return MPI_SUCCESS;
  });
}

int MPI_Testall(int n, MPI_Request* requests, int* done, MPI_Status* statuses) {
  return record("Testall", no_size, [&] {
    for (int i = 0; i < n; ++i)
      if (!is_over(requests[i])) {
        progress(requests[i]);
        *done = 0;
        return MPI_SUCCESS;
      }
    return PMPI_Testall(n, requests, done, statuses);
  });
}

int MPI_Request_free(MPI_Request* request) {
  forget(*request);
  forget_persistent(*request);
  return record("Request_free", no_size, [&] { return PMPI_Request_free(request); });
}

}  // extern "C"
