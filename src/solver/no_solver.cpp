// In place of mumps.cpp where the program is built without it.
#include "base/error.hpp"
#include "solver/sparse_solver.hpp"

namespace crumple {

std::string sparse_solver_name() { return {}; }

std::unique_ptr<SparseSolver> make_sparse_solver(const World&, const SolverSettings&) {
  throw Error("implicit analysis: this program was built without a direct solver; install MUMPS (Debian: "
              "libmumps-dev) and build again");
}

}  // namespace crumple
