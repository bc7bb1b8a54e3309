// The modes of K x = lambda B x around a shift: block Lanczos iteration with the shifted and inverted operator (K -
// shift B)^-1 B and full reorthogonalisation. Grimes, Lewis and Simon (1994), "A shifted block Lanczos algorithm for
// solving sparse symmetric generalized eigenproblems": vibration, where B is the mass and the operator symmetric in the
// product by it, and buckling, where B is the geometric stiffness with the opposite sign, which is indefinite, and the
// product is by K. Vectors are distributed over ranks, in memory or in files. Used by spectrum.
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "solver/sparse_matrix.hpp"
#include "solver/vector_store.hpp"

namespace crumple {

/// Which modes: how many above and below the shift, the nearest ones, or how many on both sides together.
struct WantedModes {
  int above = 0, below = 0, nearest = 0;
  double from = -std::numeric_limits<double>::infinity();  ///< the latter from this lambda
  double to = std::numeric_limits<double>::infinity();     ///< to this one
  int count() const { return above + below + nearest; }
};

struct LanczosResult {
  std::vector<double> eigenvalues;  ///< lambda, ascending
  VectorStore shapes;  ///< in the order of the eigenvalues, of length 1 by the product, the largest component positive
  int n_vectors = 0;   ///< of the basis
};

/// Solves in place, as DecidedSolver::solve. Collective.
using ShiftedSolve = std::function<void(ColumnBlock& block)>;
/// A store for vectors of this length. Errors are of this rank alone.
using MakeStore = std::function<VectorStore(std::size_t length)>;

struct Eigenproblem {
  const ShiftedSolve& solve;
  const SymmetricMatrix& operand;  ///< B
  const SymmetricMatrix& product;  ///< positive (semi-)definite
  double shift = 0;
  const MakeStore& make_store;
};

/// Fewer modes than wanted where there are no more. The same on all ranks but for the shapes. Errors: they do not
/// converge. Collective.
LanczosResult find_modes(const Eigenproblem& problem, const WantedModes& wanted);

}  // namespace crumple
