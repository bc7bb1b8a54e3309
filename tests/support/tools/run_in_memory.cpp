// A run whose ranks are all in one process: run_in_memory RANKS ARGUMENTS..., as mpirun -np RANKS crumple ARGUMENTS...
// Started by support/run_crumple.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "app/program.hpp"

int main(int argc, char** argv) {
  const int n_ranks = argc > 1 ? std::atoi(argv[1]) : 0;
  if (n_ranks < 1) {
    std::fputs("usage: run_in_memory RANKS ARGUMENTS...\n", stderr);
    return 2;
  }
  try {
    return crumple::run_program_in_memory(n_ranks, {argv + 2, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "Error: %s\n", error.what());
    return 1;
  }
}
