// Data of communicators for the recorder: world ranks, neighbours in the topology, numbers of calls. Kept from a
// communicator's first use until it is freed.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace crumple::mpi_profile {

/// The rank, in MPI_COMM_WORLD, of a rank of `comm`.
int world_rank(int rank, MPI_Comm comm);
/// The same for the ranks of a window.
int world_rank(int rank, MPI_Win window);
/// The destinations of a neighbourhood collective, as ranks of `comm`.
const std::vector<int>& destinations(MPI_Comm comm);
/// Number of this collective call on `comm`, from 0.
std::int64_t count_collective(MPI_Comm comm);
int size_of(MPI_Comm comm);
/// Called when `comm` is freed: its handle may be reused.
void forget(MPI_Comm comm);
void forget(MPI_Win window);

}  // namespace crumple::mpi_profile
