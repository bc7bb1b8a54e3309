#include "decomp/methods/metis.hpp"

#include <fmt/format.h>
#include <metis.h>

#include <algorithm>

#include "base/error.hpp"
#include "decomp/methods/graph.hpp"
#include "decomp/partition.hpp"

namespace crumple {
namespace {

/// Weights as METIS wants them: whole numbers, the mean about 1000, the sum far below 2^31. One column per constraint.
std::vector<idx_t> whole_weights(const Cut& cut, int n_constraints) {
  const std::size_t n = cut.weight.size();
  std::vector<double> total(n_constraints, 0.0);
  auto value = [&](std::size_t i, int c) {
    if (n_constraints == 1) return double(cut.weight[i]);
    return c == 0 ? double(cut.weight[i]) - cut.contact_weight[i] : double(cut.contact_weight[i]);
  };
  for (std::size_t i = 0; i < n; ++i)
    for (int c = 0; c < n_constraints; ++c) total[c] += value(i, c);
  const double sum = std::min(1000.0 * double(n), 1e9);
  std::vector<idx_t> weights(n * n_constraints);
  for (std::size_t i = 0; i < n; ++i)
    for (int c = 0; c < n_constraints; ++c)
      weights[i * n_constraints + c] = total[c] > 0 ? idx_t(sum * value(i, c) / total[c] + 0.5) : 0;
  return weights;
}

}  // namespace

std::vector<int> partition_by_metis(const Cut& cut, MetisScheme scheme) {
  if (cut.n_ranks() == 1) return std::vector<int>(cut.weight.size(), 0);
  const bool any_contact =
      std::any_of(cut.contact_weight.begin(), cut.contact_weight.end(), [](float w) { return w > 0; });
  idx_t n_items = cut.n_items(), n_parts = cut.n_ranks(), n_constraints = cut.n_constraints == 2 && any_contact ? 2 : 1,
        edges_cut = 0;
  std::vector<idx_t> weights = whole_weights(cut, n_constraints);
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
