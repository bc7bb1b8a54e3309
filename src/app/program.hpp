// Executes the command line: a run, help or information.
#pragma once

#include <string>
#include <vector>

namespace crumple {

/// Runs the program on this rank and returns its exit status: 0 normal, 1 error. Starts and ends MPI and Kokkos.
int run_program(int argc, char** argv);

/// The same with all ranks in this process (comm/planned_ranks.hpp) and without MPI, for tests. Once per process,
/// because Kokkos can be initialised only once. Without the features that need MPI: its profile (profile=off), the
/// modes of communication, and files written by several ranks (io=aggregated with io_ranks=1 replaces all modes but
/// async). Errors: invalid arguments; a deadlock, where ranks wait for different operations.
int run_program_in_memory(int n_ranks, const std::vector<std::string>& arguments);

}  // namespace crumple
