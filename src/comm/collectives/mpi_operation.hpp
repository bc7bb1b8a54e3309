// Shared by the modes that call MPI collectives.
#pragma once

#include <mpi.h>

#include <span>

#include "comm/collectives.hpp"

namespace crumple {

inline MPI_Op mpi_op(Operation operation) { return operation == Operation::max ? MPI_MAX : MPI_SUM; }

/// The blocking collective, in place.
inline void call(Operation operation, std::span<double> values, MPI_Comm comm = MPI_COMM_WORLD) {
  if (operation == Operation::broadcast)
    MPI_Bcast(values.data(), int(values.size()), MPI_DOUBLE, 0, comm);
  else
    MPI_Allreduce(MPI_IN_PLACE, values.data(), int(values.size()), MPI_DOUBLE, mpi_op(operation), comm);
}

}  // namespace crumple
