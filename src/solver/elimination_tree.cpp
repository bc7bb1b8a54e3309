#include "solver/elimination_tree.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace crumple {
namespace {

constexpr std::int32_t no_parent = -1;

}  // namespace

EliminationTree::EliminationTree(const SymmetricEntries& matrix, const std::vector<std::int32_t>& place)
    : parent_(std::size_t(matrix.n_equations), no_parent) {
  std::vector<std::vector<std::int32_t>> lower(parent_.size());  // [place] earlier ones in its row
  for (std::size_t k = 0; k < matrix.row.size(); ++k) {
    const auto [first, second] =
        std::minmax(place[std::size_t(matrix.row[k])], place[std::size_t(matrix.column[k])]);
    if (first != second) lower[std::size_t(second)].push_back(first);
  }
  find_parents(lower);
  // Row i of L is filled from each earlier entry of the row along the tree up to i.
  std::vector<std::int64_t> sizes(parent_.size(), 1);
  std::vector<std::int32_t> last(parent_.size(), no_parent);
  for (std::int32_t i = 0; i < n_equations(); ++i) {
    last[std::size_t(i)] = i;
    for (std::int32_t j : lower[std::size_t(i)])
      for (; last[std::size_t(j)] != i; j = parent_[std::size_t(j)]) {
        last[std::size_t(j)] = i;
        ++sizes[std::size_t(j)];
      }
  }
  find_fronts(sizes);
}

/// Liu's algorithm with compressed paths.
void EliminationTree::find_parents(const std::vector<std::vector<std::int32_t>>& lower) {
  std::vector<std::int32_t> ancestor(parent_.size(), no_parent);
  for (std::int32_t i = 0; i < n_equations(); ++i)
    for (std::int32_t j : lower[std::size_t(i)])
      while (j != no_parent && j < i) {
        const std::int32_t next = std::exchange(ancestor[std::size_t(j)], i);
        if (next == no_parent) parent_[std::size_t(j)] = i;
        j = next;
      }
}

/// `column_sizes`: of L with the diagonal. A column joins the front of its only child if that has one more row.
void EliminationTree::find_fronts(const std::vector<std::int64_t>& column_sizes) {
  std::vector<std::int32_t> n_children(parent_.size(), 0), front_of(parent_.size());
  for (const std::int32_t parent : parent_)
    if (parent != no_parent) ++n_children[std::size_t(parent)];
  std::vector<std::int32_t> only_child(parent_.size(), no_parent);
  for (std::int32_t j = 0; j < n_equations(); ++j)
    if (const std::int32_t parent = parent_[std::size_t(j)]; parent != no_parent) only_child[std::size_t(parent)] = j;
  for (std::size_t j = 0; j < parent_.size(); ++j) {
    const std::int32_t child = only_child[j];
    const bool joins = n_children[j] == 1 && column_sizes[std::size_t(child)] == column_sizes[j] + 1;
    front_of[j] = joins ? front_of[std::size_t(child)] : std::int32_t(fronts_.size());
    if (!joins) fronts_.push_back({.n_eliminated = 0, .size = column_sizes[j], .children = {}});
    Front& front = fronts_[std::size_t(front_of[j])];
    ++front.n_eliminated;
    const double rows = double(column_sizes[j] - 1);
    front.entries += rows + 1;
    front.operations += rows + rows * (rows + 1);
  }
  std::vector<std::int32_t> parent_front(fronts_.size(), no_parent);
  for (std::size_t j = 0; j < parent_.size(); ++j)
    if (const std::int32_t parent = parent_[j];
        parent == no_parent || front_of[std::size_t(parent)] != front_of[j])
      parent_front[std::size_t(front_of[j])] = parent == no_parent ? no_parent : front_of[std::size_t(parent)];
  for (std::size_t f = 0; f < fronts_.size(); ++f) {  // a front's first column comes before those of its parent
    const std::int32_t parent = parent_front[f];
    (parent == no_parent ? roots_ : fronts_[std::size_t(parent)].children).push_back(std::int32_t(f));
  }
  for (std::size_t f = 0; f < fronts_.size(); ++f) {
    Front& front = fronts_[f];
    double waiting = 0;
    front.subtree_entries = front.entries;
    front.subtree_operations = front.operations;
    for (const std::int32_t child : front.children) {
      const Front& below = fronts_[std::size_t(child)];
      front.subtree_entries += below.subtree_entries;
      front.subtree_operations += below.subtree_operations;
      front.peak = std::max(front.peak, waiting + below.peak);
      waiting += below.contribution();
    }
    front.peak = std::max(front.peak, waiting + double(front.size) * double(front.size));
  }
}

/// [rank]
struct EliminationTree::Mapping {
  std::vector<double> operations, entries, active;
  double sent = 0;
};

/// Subtrees for the ranks from `first` on: halved by operations until a part has one rank, or one tree, whose root is
/// shared. Returns the operations on the longest path.
double EliminationTree::map(std::vector<std::int32_t> forest, int first, int n, Mapping& to) const {
  const auto operations_of = [&](std::int32_t f) { return fronts_[std::size_t(f)].subtree_operations; };
  double path = 0;
  if (forest.empty()) return path;
  if (n == 1) {
    const auto rank = std::size_t(first);
    for (const std::int32_t f : forest) {
      const Front& front = fronts_[std::size_t(f)];
      to.operations[rank] += front.subtree_operations;
      to.entries[rank] += front.subtree_entries;
      to.active[rank] = std::max(to.active[rank], front.peak);
      path += front.subtree_operations;
    }
    return path;
  }
  if (forest.size() == 1) {
    const Front& front = fronts_[std::size_t(forest[0])];
    for (int rank = first; rank < first + n; ++rank) {
      to.operations[std::size_t(rank)] += front.operations / n;
      to.entries[std::size_t(rank)] += front.entries / n;
      double& active = to.active[std::size_t(rank)];
      active = std::max(active, double(front.size) * double(front.size) / n);
    }
    for (const std::int32_t child : front.children) to.sent += fronts_[std::size_t(child)].contribution();
    if (!front.children.empty()) path = map(front.children, first, n, to);
    return path + front.operations / n;
  }
  std::ranges::sort(forest, [&](std::int32_t a, std::int32_t b) {
    return std::pair(operations_of(b), a) < std::pair(operations_of(a), b);
  });
  std::vector<std::int32_t> halves[2];
  double sums[2] = {0, 0};
  for (const std::int32_t f : forest) {
    const int lighter = sums[1] < sums[0];
    halves[lighter].push_back(f);
    sums[lighter] += operations_of(f);
  }
  const double share = sums[0] + sums[1] > 0 ? sums[0] / (sums[0] + sums[1]) : 0.5;
  const int n_first = std::max(int(share * n + 0.5), 1), n_second = std::max(n - n_first, 1);
  path = map(std::move(halves[0]), first, n_first, to);
  return std::max(path, map(std::move(halves[1]), first + n - n_second, n_second, to));
}

FactorShares EliminationTree::on(int n_ranks) const {
  Mapping to;
  for (auto* of_ranks : {&to.operations, &to.entries, &to.active}) of_ranks->assign(std::size_t(n_ranks), 0.0);
  FactorShares shares;
  shares.n_ranks = n_ranks;
  if (!roots_.empty()) shares.critical_path = map(roots_, 0, n_ranks, to);
  shares.n_entries = std::accumulate(to.entries.begin(), to.entries.end(), 0.0);
  shares.n_operations = std::accumulate(to.operations.begin(), to.operations.end(), 0.0);
  shares.most_operations = std::ranges::max(to.operations);
  shares.most_entries = std::ranges::max(to.entries);
  shares.most_active = std::ranges::max(to.active);
  shares.sent = to.sent;
  return shares;
}

}  // namespace crumple
