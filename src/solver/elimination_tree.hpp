// What the factors L D L^T of a matrix cost on any number of ranks, from its graph and an order of elimination alone:
// the fronts of a multifrontal solver, and who computes them if ranks share a front's subtrees in proportion to their
// operations. Called by app/implicit_plan.
// Sources: Liu 1990, "The role of elimination trees in sparse factorization" (tree, columns of L); Duff and Reid 1983
// (fronts); Pothen and Sun 1993, "A mapping algorithm for parallel sparse Cholesky factorization" (shares of ranks).
#pragma once

#include <cstdint>
#include <vector>

#include "solver/sparse_matrix.hpp"

namespace crumple {

/// A factorisation on some ranks. What is of a rank is that of the one that has most.
struct FactorShares {
  int n_ranks = 1;
  double n_entries = 0, n_operations = 0;  ///< of L and D; of the elimination
  double most_operations = 0;              ///< of a rank
  double critical_path = 0;                ///< operations one after another, as the ranks share the fronts
  double most_entries = 0;                 ///< of the factors, on a rank
  double most_active = 0;                  ///< numbers in its fronts and in contributions that wait for one
  double sent = 0;                         ///< numbers in contributions to fronts of several ranks
};

class EliminationTree {
 public:
  /// `matrix`: all of it, on one rank. `place`: [equation] in the order of elimination.
  EliminationTree(const SymmetricEntries& matrix, const std::vector<std::int32_t>& place);

  std::int32_t n_equations() const { return std::int32_t(parent_.size()); }
  std::size_t n_fronts() const { return fronts_.size(); }
  FactorShares on(int n_ranks) const;

 private:
  /// Equations that are eliminated together, in a dense matrix with those of later ones that they change.
  struct Front {
    std::int64_t n_eliminated = 0, size = 0;
    std::vector<std::int32_t> children;
    double entries = 0, operations = 0;  ///< its own
    double subtree_entries = 0, subtree_operations = 0;
    double peak = 0;  ///< of a rank that goes through the subtree, children first: numbers in fronts and contributions
    double contribution() const {
      const double rest = double(size - n_eliminated);
      return 0.5 * rest * (rest + 1);
    }
  };
  void find_parents(const std::vector<std::vector<std::int32_t>>& lower);
  void find_fronts(const std::vector<std::int64_t>& column_sizes);
  struct Mapping;
  double map(std::vector<std::int32_t> forest, int first, int n, Mapping& to) const;

  std::vector<std::int32_t> parent_;  ///< [place]
  std::vector<Front> fronts_;         ///< children before parents
  std::vector<std::int32_t> roots_;
};

}  // namespace crumple
