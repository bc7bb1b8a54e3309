#include "decomp/methods/metis.hpp"

#include <fmt/format.h>
#include <metis.h>

#include <algorithm>
#include <numeric>

#include "base/error.hpp"
#include "decomp/methods/graph.hpp"
#include "decomp/partition.hpp"

namespace crumple {
namespace {

/// The columns of weights that are balanced, each by itself; without what costs nothing.
std::vector<std::vector<double>> balanced_columns(const Cut& cut) {
  const std::size_t n = cut.weight.size();
  std::vector<std::vector<double>> columns(std::size_t(cut.n_constraints), std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i) {
    columns[0][i] = cut.weight[i];
    if (cut.n_constraints > 1) columns[0][i] -= columns[1][i] = cut.node_weight[i];
    if (cut.n_constraints > 2) columns[0][i] -= columns[2][i] = cut.contact_weight[i];
  }
  const auto is_positive = [](double weight) { return weight > 0; };
  std::erase_if(columns, [&](const auto& column) { return !std::ranges::any_of(column, is_positive); });
  return columns;
}

/// Weights as METIS wants them: whole numbers, the mean about 1000, the sum far below 2^31. One column per constraint.
std::vector<idx_t> whole_weights(const std::vector<std::vector<double>>& columns) {
  const std::size_t n = columns[0].size(), n_columns = columns.size();
  std::vector<idx_t> weights(n * n_columns);
  const double sum = std::min(1000.0 * double(n), 1e9);
  for (std::size_t c = 0; c < n_columns; ++c) {
    const double total = std::accumulate(columns[c].begin(), columns[c].end(), 0.0);
    for (std::size_t i = 0; i < n; ++i)
      weights[i * n_columns + c] = idx_t(sum * std::max(0.0, columns[c][i]) / total + 0.5);
  }
  return weights;
}

}  // namespace

std::vector<int> partition_by_metis(const Cut& cut, MetisScheme scheme) {
  if (cut.n_ranks() == 1) return std::vector<int>(cut.weight.size(), 0);
  const std::vector<std::vector<double>> columns = balanced_columns(cut);
  idx_t n_items = cut.n_items(), n_parts = cut.n_ranks(), n_constraints = idx_t(columns.size()), edges_cut = 0;
  std::vector<idx_t> weights = whole_weights(columns);
  std::vector<real_t> shares;
  for (const double share : cut.share) shares.insert(shares.end(), std::size_t(n_constraints), real_t(share));
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;  // the same partition every time
  // 1 % imbalance in place of 3: the slowest rank is what a step waits for
  options[METIS_OPTION_UFACTOR] = scheme == MetisScheme::kway ? 10 : 1;
  Graph graph = graph_of(cut);
  std::vector<idx_t> part(cut.weight.size());
  auto* const run = scheme == MetisScheme::kway ? METIS_PartGraphKway : METIS_PartGraphRecursive;
  const int status = run(&n_items, &n_constraints, graph.first.data(), graph.neighbour.data(), weights.data(), nullptr,
                         graph.shared.data(), &n_parts, shares.data(), nullptr, options, &edges_cut, part.data());
  if (status != METIS_OK)
    throw Error(fmt::format("METIS cannot cut {} items into {} pieces (status {})", n_items, n_parts, status));
  return {part.begin(), part.end()};
}

std::string metis_version() { return fmt::format("{}.{}.{}", METIS_VER_MAJOR, METIS_VER_MINOR, METIS_VER_SUBMINOR); }

}  // namespace crumple
