// Vectors over the equations that are distributed over ranks: each has whole chunks of a fixed number of equations, so
// that sums over chunks are the same on any number of ranks. Used by decided_solver, lanczos and physics/implicit.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "comm/world.hpp"

namespace crumple {

/// This rank's equations of up to 8 columns, side by side, as loops over columns need them.
struct ColumnBlock {
  static constexpr std::size_t width = 8;
  int n_columns = 0;
  std::vector<double> value;  ///< [own equation][width], 0 beyond n_columns

  ColumnBlock() = default;
  ColumnBlock(std::size_t n_own, int n) : n_columns(n), value(n_own * width, 0.0) {}
  std::size_t n_own() const { return value.size() / width; }
  double& at(std::size_t own, std::size_t column) { return value[own * width + column]; }
  double at(std::size_t own, std::size_t column) const { return value[own * width + column]; }
};

inline constexpr std::size_t column_width = ColumnBlock::width;  ///< for short

class EquationSlices {
 public:
  EquationSlices(const World& world, std::int32_t n_equations);

  const World& world() const { return *world_; }
  std::int32_t n_equations() const { return n_equations_; }
  /// This rank's equations are first(), first() + 1, ...
  std::int32_t first() const { return first_of(world_->rank()); }
  std::size_t n_own() const { return std::size_t(first_of(world_->rank() + 1) - first()); }
  int rank_of(std::int32_t equation) const;

  /// Of root's columns, [column][equation], those from `from` to less than `to`. Collective.
  ColumnBlock from_root(const std::vector<double>& columns, int from, int to) const;
  /// Some columns of a block on root, [which][equation]. Collective.
  std::vector<double> to_root(const ColumnBlock& block, std::span<const int> which) const;
  /// All of them.
  std::vector<double> to_root(const ColumnBlock& block) const;

  /// [vector][column] Inner products of vectors, [vector][own equation], with the columns of a block, in an order of
  /// additions that does not depend on ranks: within chunks, then over chunks. `for_each` calls `add(vectors,
  /// n_vectors)` for parts of at most `most_vectors` of them; an exception of it on a rank becomes an Error on all.
  /// Collective.
  static constexpr std::size_t most_vectors = 8;
  using TakeVectors = std::function<void(const double* vectors, std::size_t n_vectors)>;
  std::vector<double> products(std::size_t n_vectors, const std::function<void(const TakeVectors& add)>& for_each,
                               const ColumnBlock& block) const;
  /// [column] Inner products of the columns of two blocks. Collective.
  std::vector<double> products(const ColumnBlock& a, const ColumnBlock& b) const;

 private:
  std::int32_t first_of(int rank) const;
  std::vector<double> sum_over_chunks(std::vector<double>& of_chunk, std::size_t n) const;

  const World* world_;
  std::int32_t n_equations_, chunk_, n_chunks_;
};

}  // namespace crumple
