// Wrappers of point-to-point messages. The program calls names that begin with MPI_; those of the library begin with
// PMPI_.
#include <vector>

#include "comm/mpi_profile/delays.hpp"
#include "comm/mpi_profile/persistent.hpp"
#include "comm/mpi_profile/recorder.hpp"

using namespace crumple;
using namespace crumple::mpi_profile;

namespace {

/// A call that sends bytes to a rank.
template <class Work>
int send(const char* function, int count, MPI_Datatype type, int to, MPI_Comm comm, Work&& work) {
  if (inside || !recording) return work();
  const std::int64_t bytes = bytes_of(count, type);
  note_sent(to, comm, bytes);
  return record(function, bytes, work);
}

/// A blocking receive: does not return before the latency after its start.
template <class Work>
int receive(const char* function, std::int64_t bytes, Work&& work) {
  const auto start = Profile::Clock::now();
  return record(function, bytes, [&] {
    const int status = work();
    pay_latency_since(start);
    return status;
  });
}

}  // namespace

extern "C" {

int MPI_Send(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  return send("Send", count, type, to, comm, [&] { return PMPI_Send(buffer, count, type, to, tag, comm); });
}

int MPI_Ssend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  return send("Ssend", count, type, to, comm, [&] { return PMPI_Ssend(buffer, count, type, to, tag, comm); });
}

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  return send("Isend", count, type, to, comm, [&] { return PMPI_Isend(buffer, count, type, to, tag, comm, request); });
}

int MPI_Issend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  return send("Issend", count, type, to, comm,
              [&] { return PMPI_Issend(buffer, count, type, to, tag, comm, request); });
}

int MPI_Recv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status) {
  return receive("Recv", bytes_of(count, type),
                 [&] { return PMPI_Recv(buffer, count, type, from, tag, comm, status); });
}

int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request* request) {
  return record("Irecv", bytes_of(count, type), [&] {
    const int status = PMPI_Irecv(buffer, count, type, from, tag, comm, request);
    hold(*request);
    return status;
  });
}

int MPI_Sendrecv(const void* outgoing, int n_out, MPI_Datatype out_type, int to, int out_tag, void* incoming, int n_in,
                 MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm, MPI_Status* status) {
  if (recording && !inside) note_sent(to, comm, bytes_of(n_out, out_type));
  return receive("Sendrecv", bytes_of(n_out, out_type), [&] {
    return PMPI_Sendrecv(outgoing, n_out, out_type, to, out_tag, incoming, n_in, in_type, from, in_tag, comm, status);
  });
}

int MPI_Probe(int from, int tag, MPI_Comm comm, MPI_Status* status) {
  return record("Probe", no_size, [&] { return PMPI_Probe(from, tag, comm, status); });
}

int MPI_Iprobe(int from, int tag, MPI_Comm comm, int* found, MPI_Status* status) {
  return record("Iprobe", no_size, [&] { return PMPI_Iprobe(from, tag, comm, found, status); });
}

int MPI_Mprobe(int from, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
  return record("Mprobe", no_size, [&] { return PMPI_Mprobe(from, tag, comm, message, status); });
}

int MPI_Improbe(int from, int tag, MPI_Comm comm, int* found, MPI_Message* message, MPI_Status* status) {
  return record("Improbe", no_size, [&] { return PMPI_Improbe(from, tag, comm, found, message, status); });
}

int MPI_Mrecv(void* buffer, int count, MPI_Datatype type, MPI_Message* message, MPI_Status* status) {
  return receive("Mrecv", bytes_of(count, type), [&] { return PMPI_Mrecv(buffer, count, type, message, status); });
}

int MPI_Imrecv(void* buffer, int count, MPI_Datatype type, MPI_Message* message, MPI_Request* request) {
  return record("Imrecv", bytes_of(count, type), [&] {
    const int status = PMPI_Imrecv(buffer, count, type, message, request);
    hold(*request);
    return status;
  });
}

int MPI_Send_init(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  return record("Send_init", no_size, [&] {
    const int status = PMPI_Send_init(buffer, count, type, to, tag, comm, request);
    remember(*request, {"Start Send", bytes_of(count, type), {{to, bytes_of(count, type)}}, comm, false});
    return status;
  });
}

int MPI_Recv_init(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request* request) {
  return record("Recv_init", no_size, [&] {
    const int status = PMPI_Recv_init(buffer, count, type, from, tag, comm, request);
    remember(*request, {"Start Recv", bytes_of(count, type), {}, comm, true});
    return status;
  });
}

}  // extern "C"
