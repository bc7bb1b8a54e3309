// What the command line asks for: a run, help or information.
#pragma once

namespace crumple {

/// Runs the program on this rank and returns its exit status: 0 normal, 1 error. Starts and ends MPI and Kokkos.
int run_program(int argc, char** argv);

}  // namespace crumple
