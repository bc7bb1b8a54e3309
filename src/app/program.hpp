// What the command line asks for: a run, help or information.
#pragma once

#include <string>
#include <vector>

namespace crumple {

/// Runs the program on this rank and returns its exit status: 0 normal, 1 error. Starts and ends MPI and Kokkos.
int run_program(int argc, char** argv);

/// The same with all ranks in this process (comm/planned_ranks.hpp) and without MPI, for tests: a run takes as long as
/// its arithmetic. Once a process, as Kokkos starts once. What needs MPI is left out: its profile (profile=off), the
/// modes of communication, and files that several ranks write (io=aggregated with io_ranks=1 takes the place of all
/// modes but async).
/// Errors: in the arguments; ranks that wait for different things.
int run_program_in_memory(int n_ranks, const std::vector<std::string>& arguments);

}  // namespace crumple
