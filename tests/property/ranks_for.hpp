// How many ranks a run of implicit analysis has: those that factor together are processes of MPI.
#pragma once

#include <string_view>

#include "tests/support/run_crumple.hpp"

namespace crumple::test {

inline Ranks ranks_for(int n, std::string_view options) {
  return options.find("solve_alone=0") == std::string_view::npos ? Ranks(n) : on_mpi(n);
}

}  // namespace crumple::test
