// Wrappers of the Fortran interface, by which the direct solver of implicit analysis communicates. Names and lengths as
// gfortran has them. They record calls, without the delays of latency_us=.
#include <mpi.h>

#include "comm/mpi_profile/recorder.hpp"

using namespace crumple;
using namespace crumple::mpi_profile;

using Fint = MPI_Fint;

namespace {

std::int64_t bytes_of_fortran(const Fint* count, const Fint* type) {
  return inside || !recording ? 0 : bytes_of(*count, PMPI_Type_f2c(*type));
}

/// Records the call of a procedure of the library, which returns its error in its last argument.
template <class... Given, class... Taken>
void call(const char* function, std::int64_t bytes, void (*procedure)(Given...), Taken... arguments) {
  record(function, bytes, [&] {
    procedure(arguments...);
    return MPI_SUCCESS;
  });
}

template <class... Given, class... Taken>
void send_timed(const char* function, const Fint* count, const Fint* type, const Fint* to, const Fint* comm,
          void (*procedure)(Given...), Taken... arguments) {
  const std::int64_t bytes = bytes_of_fortran(count, type);
  if (recording && !inside) note_sent(*to, PMPI_Comm_f2c(*comm), bytes);
  call(function, bytes, procedure, arguments...);
}

}  // namespace

extern "C" {

// clang-format off
void pmpi_send_(void*, Fint*, Fint*, Fint*, Fint*, Fint*, Fint*);
void pmpi_ssend_(void*, Fint*, Fint*, Fint*, Fint*, Fint*, Fint*);
void pmpi_isend_(void*, Fint*, Fint*, Fint*, Fint*, Fint*, Fint*, Fint*);
void pmpi_recv_(void*, Fint*, Fint*, Fint*, Fint*, Fint*, Fint*, Fint*);
void pmpi_irecv_(void*, Fint*, Fint*, Fint*, Fint*, Fint*, Fint*, Fint*);
void pmpi_probe_(Fint*, Fint*, Fint*, Fint*, Fint*);
void pmpi_iprobe_(Fint*, Fint*, Fint*, Fint*, Fint*, Fint*);
void pmpi_test_(Fint*, Fint*, Fint*, Fint*);
void pmpi_wait_(Fint*, Fint*, Fint*);
void pmpi_waitall_(Fint*, Fint*, Fint*, Fint*);
void pmpi_waitany_(Fint*, Fint*, Fint*, Fint*, Fint*);
void pmpi_barrier_(Fint*, Fint*);
void pmpi_bcast_(void*, Fint*, Fint*, Fint*, Fint*, Fint*);
void pmpi_reduce_(void*, void*, Fint*, Fint*, Fint*, Fint*, Fint*, Fint*);
void pmpi_allreduce_(void*, void*, Fint*, Fint*, Fint*, Fint*, Fint*);
void pmpi_reduce_scatter_(void*, void*, Fint*, Fint*, Fint*, Fint*, Fint*);
void pmpi_gather_(void*, Fint*, Fint*, void*, Fint*, Fint*, Fint*, Fint*, Fint*);
void pmpi_alltoall_(void*, Fint*, Fint*, void*, Fint*, Fint*, Fint*, Fint*);
// clang-format on

void mpi_send_(void* buffer, Fint* count, Fint* type, Fint* to, Fint* tag, Fint* comm, Fint* error) {
  send_timed("Send", count, type, to, comm, pmpi_send_, buffer, count, type, to, tag, comm, error);
}
void mpi_ssend_(void* buffer, Fint* count, Fint* type, Fint* to, Fint* tag, Fint* comm, Fint* error) {
  send_timed("Ssend", count, type, to, comm, pmpi_ssend_, buffer, count, type, to, tag, comm, error);
}
void mpi_isend_(void* buffer, Fint* count, Fint* type, Fint* to, Fint* tag, Fint* comm, Fint* request, Fint* error) {
  send_timed("Isend", count, type, to, comm, pmpi_isend_, buffer, count, type, to, tag, comm, request, error);
}
void mpi_recv_(void* buffer, Fint* count, Fint* type, Fint* from, Fint* tag, Fint* comm, Fint* status, Fint* error) {
  call("Recv", bytes_of_fortran(count, type), pmpi_recv_, buffer, count, type, from, tag, comm, status, error);
}
void mpi_irecv_(void* buffer, Fint* count, Fint* type, Fint* from, Fint* tag, Fint* comm, Fint* request, Fint* error) {
  call("Irecv", bytes_of_fortran(count, type), pmpi_irecv_, buffer, count, type, from, tag, comm, request, error);
}
void mpi_probe_(Fint* from, Fint* tag, Fint* comm, Fint* status, Fint* error) {
  call("Probe", no_size, pmpi_probe_, from, tag, comm, status, error);
}
void mpi_iprobe_(Fint* from, Fint* tag, Fint* comm, Fint* found, Fint* status, Fint* error) {
  call("Iprobe", no_size, pmpi_iprobe_, from, tag, comm, found, status, error);
}
void mpi_test_(Fint* request, Fint* done, Fint* status, Fint* error) {
  call("Test", no_size, pmpi_test_, request, done, status, error);
}
void mpi_wait_(Fint* request, Fint* status, Fint* error) {
  call("Wait", no_size, pmpi_wait_, request, status, error);
}
void mpi_waitall_(Fint* n, Fint* requests, Fint* statuses, Fint* error) {
  call("Waitall", no_size, pmpi_waitall_, n, requests, statuses, error);
}
void mpi_waitany_(Fint* n, Fint* requests, Fint* index, Fint* status, Fint* error) {
  call("Waitany", no_size, pmpi_waitany_, n, requests, index, status, error);
}
void mpi_barrier_(Fint* comm, Fint* error) { call("Barrier", 0, pmpi_barrier_, comm, error); }
void mpi_bcast_(void* buffer, Fint* count, Fint* type, Fint* root, Fint* comm, Fint* error) {
  call("Bcast", bytes_of_fortran(count, type), pmpi_bcast_, buffer, count, type, root, comm, error);
}
void mpi_reduce_(void* in, void* out, Fint* count, Fint* type, Fint* op, Fint* root, Fint* comm, Fint* error) {
  call("Reduce", bytes_of_fortran(count, type), pmpi_reduce_, in, out, count, type, op, root, comm, error);
}
void mpi_allreduce_(void* in, void* out, Fint* count, Fint* type, Fint* op, Fint* comm, Fint* error) {
  call("Allreduce", bytes_of_fortran(count, type), pmpi_allreduce_, in, out, count, type, op, comm, error);
}
void mpi_reduce_scatter_(void* in, void* out, Fint* counts, Fint* type, Fint* op, Fint* comm, Fint* error) {
  call("Reduce_scatter", no_size, pmpi_reduce_scatter_, in, out, counts, type, op, comm, error);
}
void mpi_gather_(void* in, Fint* n_in, Fint* in_type, void* out, Fint* n_out, Fint* out_type, Fint* root, Fint* comm,
                 Fint* error) {
  call("Gather", bytes_of_fortran(n_in, in_type), pmpi_gather_, in, n_in, in_type, out, n_out, out_type, root, comm,
       error);
}
void mpi_alltoall_(void* in, Fint* n_in, Fint* in_type, void* out, Fint* n_out, Fint* out_type, Fint* comm,
                   Fint* error) {
  call("Alltoall", bytes_of_fortran(n_in, in_type), pmpi_alltoall_, in, n_in, in_type, out, n_out, out_type, comm,
       error);
}

}  // extern "C"
