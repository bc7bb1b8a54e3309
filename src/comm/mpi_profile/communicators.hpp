// What the recorder knows of communicators: ranks in terms of all ranks, neighbours of a topology, counts of calls.
// Kept from a communicator's first use until it is freed.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace crumple::mpi_profile {

/// The rank, in MPI_COMM_WORLD, of a rank of `comm`.
int world_rank(int rank, MPI_Comm comm);
/// The same for a window's ranks.
int world_rank(int rank, MPI_Win window);
/// Those that a neighbourhood collective sends to, as ranks of `comm`.
const std::vector<int>& destinations(MPI_Comm comm);
/// Number of this collective call on `comm`, from 0.
std::int64_t count_collective(MPI_Comm comm);
int size_of(MPI_Comm comm);
/// Its handle may be given to another one.
void forget(MPI_Comm comm);
void forget(MPI_Win window);

}  // namespace crumple::mpi_profile
