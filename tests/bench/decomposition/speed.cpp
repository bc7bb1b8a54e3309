// Time and memory of one decomposition method on a synthetic mesh; how docs/decomposition.md got its table.
//   bench_decomposition METHOD ELEMENTS RANKS [solids]
// The mesh is a rippled tube of quads, or a block of hexes; every eighth column of elements costs twice as much, and
// half the shells have contact cost. Memory is what the method takes beyond the mesh, at its peak.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <numbers>
#include <numeric>

#include "base/error.hpp"
#include "decomp/partition.hpp"

namespace {

using namespace crumple;

/// Peak resident memory so far [GB].
double peak_memory() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return double(usage.ru_maxrss) * 1024 / 1e9;
}

Model tube_of_shells(long n) {
  const Index around = Index(std::sqrt(double(n) / 4)), along = Index(n / around);
  Model model;
  for (Index i = 0; i <= along; ++i)
    for (Index j = 0; j < around; ++j) {
      const double angle = 2 * std::numbers::pi * j / around,
                   r = around * (1 + 0.1 * std::sin(0.05 * i)) / (2 * std::numbers::pi);
      model.nodes.id.push_back(Id(model.nodes.id.size()) + 1);
      model.nodes.position.push_back({double(i), r * std::cos(angle), r * std::sin(angle)});
    }
  auto node = [&](Index i, Index j) { return i * around + j % around; };
  for (Index i = 0; i < along; ++i)
    for (Index j = 0; j < around; ++j)
      model.shells.push_back(
          {Id(model.shells.size()) + 1, 0, {node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)}, {}});
  return model;
}

Model block_of_solids(long n) {
  const Index side = Index(std::cbrt(double(n)));
  Model model;
  auto node = [&](Index i, Index j, Index k) { return (i * (side + 1) + j) * (side + 1) + k; };
  for (Index i = 0; i <= side; ++i)
    for (Index j = 0; j <= side; ++j)
      for (Index k = 0; k <= side; ++k) {
        model.nodes.id.push_back(Id(model.nodes.id.size()) + 1);
        model.nodes.position.push_back({double(i), double(j), double(k)});
      }
  for (Index i = 0; i < side; ++i)
    for (Index j = 0; j < side; ++j)
      for (Index k = 0; k < side; ++k)
        model.solids.push_back(
            {Id(model.solids.size()) + 1,
             0,
             {node(i, j, k), node(i + 1, j, k), node(i + 1, j + 1, k), node(i, j + 1, k), node(i, j, k + 1),
              node(i + 1, j, k + 1), node(i + 1, j + 1, k + 1), node(i, j + 1, k + 1)}});
  return model;
}

ElementCosts synthetic_costs(std::size_t n) {
  ElementCosts costs(n);
  for (std::size_t e = 0; e < n; ++e) {
    costs.element[e] = e / 64 % 8 == 0 ? 2.0f : 1.0f;
    costs.contact[e] = e < n / 2 ? 0.5f : 0.0f;
  }
  return costs;
}

/// Nodes that are on several ranks, counted once for each rank beyond the first.
long count_copies(const Model& model, const std::vector<int>& rank) {
  std::vector<std::pair<Index, int>> places;
  auto place = [&](const auto& nodes, std::size_t e) {
    for (const Index node : nodes) places.push_back({node, rank[e]});
  };
  for (std::size_t s = 0; s < model.shells.size(); ++s) place(model.shells[s].nodes, s);
  for (std::size_t s = 0; s < model.solids.size(); ++s) place(model.solids[s].nodes, model.shells.size() + s);
  std::sort(places.begin(), places.end());
  return long(std::unique(places.begin(), places.end()) - places.begin()) - long(model.nodes.id.size());
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 4) throw Error("usage: bench_decomposition METHOD ELEMENTS RANKS [solids]");
  DecompositionOptions options;
  options.method = argv[1];
  const int n_ranks = std::atoi(argv[3]);
  const Model model = argc > 4 ? block_of_solids(std::atol(argv[2])) : tube_of_shells(std::atol(argv[2]));
  const std::size_t n = model.shells.size() + model.solids.size();
  ElementCosts costs = synthetic_costs(n);
  const double memory_before = peak_memory();
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu_start = std::clock();
  const Partition partition = make_partition(model, n_ranks, options, std::move(costs));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double cpu = double(std::clock() - cpu_start) / CLOCKS_PER_SEC;
  const double memory = peak_memory() - memory_before;
  std::vector<double> load(std::size_t(n_ranks), 0.0);
  for (std::size_t e = 0; e < n; ++e) load[std::size_t(partition.rank[e])] += partition.costs.total(e);
  const double mean = std::accumulate(load.begin(), load.end(), 0.0) / n_ranks;
  fmt::print(
      "{:16} {} elements {} ranks: {:.2f} s ({:.2f} s of CPU), {:.2f} GB, {:.0f} bytes an element, max/mean weight "
      "{:.4f}, {} copies of nodes\n",
      options.method, n, n_ranks, seconds, cpu, memory, memory * 1e9 / double(n),
      *std::max_element(load.begin(), load.end()) / mean, count_copies(model, partition.rank));
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
