// The modes of K x = lambda M x nearest to a shift: block Lanczos iteration with the shifted and inverted operator (K -
// shift M)^-1 M and full reorthogonalisation. Grimes, Lewis and Simon (1994), "A shifted block Lanczos algorithm for
// solving sparse symmetric generalized eigenproblems". Vectors are on root; all ranks take part in the solves.
#pragma once

#include <functional>
#include <vector>

#include "comm/world.hpp"
#include "solver/sparse_matrix.hpp"

namespace crumple {

struct Mode {
  double eigenvalue = 0;      ///< lambda
  std::vector<double> shape;  ///< [equation], x^T M x = 1, its largest component positive
};

struct LanczosResult {
  std::vector<Mode> modes;  ///< on root, ascending eigenvalues
  int n_vectors = 0;        ///< of the basis
};

/// Solves for root's columns in place, as DecidedSolver::solve. Collective.
using ShiftedSolve = std::function<void(std::vector<double>& columns, int n_columns)>;

/// `mass`: M, on root. Fewer modes than wanted where there are no more. Errors: they do not
/// converge. Collective.
LanczosResult find_modes(const World& world, const ShiftedSolve& solve, const SymmetricMatrix& mass, double shift,
                         int n_wanted);

}  // namespace crumple
