// The modes of K x = lambda B x nearest to a shift: block Lanczos iteration with the shifted and inverted operator (K -
// shift B)^-1 B and full reorthogonalisation. Grimes, Lewis and Simon (1994), "A shifted block Lanczos algorithm for
// solving sparse symmetric generalized eigenproblems": vibration, where B is the mass and the operator symmetric in the
// product by it, and buckling, where B is the geometric stiffness with the opposite sign, which is indefinite, and the
// product is by K. Vectors are on root; all ranks take part in the solves.
#pragma once

#include <functional>
#include <vector>

#include "comm/world.hpp"
#include "solver/sparse_matrix.hpp"

namespace crumple {

struct Mode {
  double eigenvalue = 0;      ///< lambda
  std::vector<double> shape;  ///< [equation], of length 1 by the product, its largest component positive
};

struct LanczosResult {
  std::vector<Mode> modes;  ///< on root, ascending eigenvalues
  int n_vectors = 0;        ///< of the basis
};

/// Solves for root's columns in place, as DecidedSolver::solve. Collective.
using ShiftedSolve = std::function<void(std::vector<double>& columns, int n_columns)>;

/// Matrices on root.
struct Eigenproblem {
  const ShiftedSolve& solve;
  const SymmetricMatrix& operand;  ///< B
  const SymmetricMatrix& product;  ///< positive (semi-)definite
  double shift = 0;
  bool only_above = false;  ///< modes below the shift do not count
};

/// Fewer modes than wanted where there are no more. Errors: they do not converge. Collective.
LanczosResult find_modes(const World& world, const Eigenproblem& problem, int n_wanted);

}  // namespace crumple
