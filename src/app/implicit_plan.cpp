#include "app/implicit_plan.hpp"

#include <fmt/format.h>

#include "app/rank_state.hpp"
#include "base/error.hpp"
#include "io/text_file.hpp"
#include "physics/implicit/stiffness.hpp"
#include "solver/elimination_tree.hpp"
#include "solver/nested_dissection.hpp"

namespace crumple {
namespace {

constexpr double bytes_per_number = 8, bytes_per_mb = 1e6;

double megabytes(double n_numbers) { return bytes_per_number * n_numbers / bytes_per_mb; }

std::string factor_table(const std::vector<FactorShares>& plans) {
  std::string text = fmt::format("  {:>7}{:>12}{:>11}{:>14}{:>14}{:>12}{:>13}{:>11}\n  {:>7}{:>12}{:>11}{:>14}{:>14}"
                                 "{:>12}{:>13}{:>11}\n",
                                 "ranks", "operations", "imbalance", "critical path", "memory [MB]", "", "disk [MB]",
                                 "sent [MB]", "", "mean", "", "of mean", "in core", "out of core", "all", "all");
  for (const FactorShares& on : plans) {
    const double mean = on.n_operations / on.n_ranks;
    text += fmt::format("  {:7}{:12.3E}{:10.1f}%{:14.2f}{:14.0f}{:12.0f}{:13.0f}{:11.0f}\n", on.n_ranks, mean,
                        100 * (on.most_operations / mean - 1), on.critical_path / mean,
                        megabytes(on.most_entries + on.most_active), megabytes(on.most_active),
                        megabytes(on.n_entries), megabytes(on.sent));
  }
  return text;
}

std::string csv_of(const std::vector<FactorShares>& plans) {
  std::string text = "ranks,operations,most_operations,critical_path,entries,most_entries,most_active,memory_in_core,"
                     "memory_out_of_core,disk,sent\n";
  for (const FactorShares& on : plans)
    text += fmt::format("{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g}\n", on.n_ranks,
                        on.n_operations, on.most_operations, on.critical_path, on.n_entries, on.most_entries,
                        on.most_active, bytes_per_number * (on.most_entries + on.most_active),
                        bytes_per_number * on.most_active, bytes_per_number * on.n_entries,
                        bytes_per_number * on.sent);
  return text;
}

}  // namespace

void plan_factors(const World& world, const Options& options, Domain& domain,
                  const kernels::KernelTable& kernels, const std::string& prefix) {
  if (options.precision != "double")
    throw Error("implicit analysis is computed in double precision: expected precision=double");
  RankState state(world, domain, kernels, Precision::double_precision);
  const FeatureList features = make_features(state);
  const Stiffness stiffness(state.step, state.elements, features, state.clock.dt);
  const SymmetricEntries entries = stiffness.matrix().entries();
  const EliminationTree tree(entries, nested_dissection(world, entries));
  std::vector<FactorShares> plans;
  for (const int n_ranks : options.plan_ranks) plans.push_back(tree.on(n_ranks));
  fmt::print("\n P l a n   of the factors of {}\n  {} equations, {} entries on and below the diagonal; by nested "
             "dissection {} fronts,\n  {:.3E} entries of the factors, {:.3E} operations\n\n{}",
             options.deck, tree.n_equations(), entries.value.size(), tree.n_fronts(), plans.front().n_entries,
             plans.front().n_operations, factor_table(plans));
  write_file(prefix + "plan-factors.csv", csv_of(plans));
}

}  // namespace crumple
