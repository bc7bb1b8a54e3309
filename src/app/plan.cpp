#include "app/plan.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "app/distribute.hpp"
#include "app/isa.hpp"
#include "app/rank_load.hpp"
#include "app/rank_state.hpp"
#include "app/result_folder.hpp"
#include "app/step_collectives.hpp"
#include "base/error.hpp"
#include "base/profile.hpp"
#include "comm/planned_ranks.hpp"
#include "io/plan_report.hpp"

namespace crumple {
namespace {

/// A decomposition that the pfile keeps in a file is used where the file exists, and a plan writes none. Machines do
/// not show, so neither do their speeds.
void leave_files_alone(DecompositionOptions& options) {
  for (std::string* file : {&options.file, &options.rcb_log})
    if (!std::filesystem::exists(*file)) file->clear();
}

/// Contacts look anew then, when nodes have been moved out of penetrations of the deck.
void search_as_the_first_step(RankState& state) {
  for (const auto& feature : state.features) feature->begin_step(state.step);
  for (const auto& feature : state.features) feature->search(state.step);
}

/// All ranks of one run.
Plan plan_run(const Options& options, const WholeModel& whole, int n_ranks) {
  const auto start = Profile::Clock::now();
  const kernels::KernelTable& kernels = choose_kernels(options.isa);
  const Precision precision = options.precision == "double" ? Precision::double_precision : Precision::single_precision;
  const Partition partition = decompose(whole, n_ranks);
  const ModelCutter cutter(whole.model, partition);
  Plan plan{options.deck,    whole.model.title, partition.method, options.collectives,
            options.transport, n_ranks,         options.threads,  weights_of_ranks(whole.model, partition), {},
            1e-9 * partition.costs.unit};
  run_planned_ranks(n_ranks, {options.collectives, options.transport}, [&](const World& world) {
    Domain domain = piece_of(cutter, whole, world.rank());
    RankState state(world, domain, kernels, precision);
    search_as_the_first_step(state);
    const StepCollectives collectives(world, state.features);
    RankLoad load = describe_rank(domain, state.features);
    RankLoad& weights = plan.loads[std::size_t(world.rank())];
    take_weights(weights, load);
    weights = std::move(load);
    if (world.is_root()) plan.calls = calls_of_step(world, collectives, state.features);
  });
  plan.seconds = std::chrono::duration<double>(Profile::Clock::now() - start).count();
  return plan;
}

}  // namespace

void plan_runs(const World& world, const Options& options) {
  if (world.size() > 1) throw Error("plan: one process plans all ranks: start it without mpirun");
  flush_denormals();
  Pfile pfile;
  if (!options.pfile.empty()) pfile = read_pfile(options.pfile);
  const std::string folder = !options.output.empty()            ? options.output
                             : pfile.global_directory.empty() ? "."
                                                              : pfile.global_directory;
  WholeModel whole = read_whole_model(options, std::move(pfile));
  leave_files_alone(whole.pfile.decomposition);
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) throw Error(fmt::format("o={}: {}", folder, failure.message()));
  const std::string prefix = result_prefix(folder, options.job_id);
  std::vector<Plan> plans;
  for (const int n_ranks : options.plan_ranks) {
    plans.push_back(plan_run(options, whole, n_ranks));
    write_plan(prefix, plans.back());
    fmt::print("{}", format_plan(plans.back()));
    std::fflush(stdout);
  }
  fmt::print("{}", format_plans(plans));
}

}  // namespace crumple
