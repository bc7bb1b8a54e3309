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

/// The model in one piece, on one rank.
Domain whole_piece(const WholeModel& whole) {
  const Partition all{1, "", std::vector<int>(whole.model.n_elements(), 0), {}};
  return piece_of(ModelCutter(whole.model, all), whole, 0);
}

/// What a planned rank tells of itself; root also of the collectives, which are the same on all.
void describe_planned(const World& world, Domain domain, const RankState& uncut, Plan& plan) {
  RankState state(world, domain, uncut);
  const FeatureList features = make_features(state);
  for (const auto& feature : features) feature->search(state.step);  // as the first step does
  const StepCollectives collectives(world, features);
  RankLoad& load = plan.loads[std::size_t(world.rank())];
  const RankLoad weights = load;
  load = describe_rank(domain, features);
  take_weights(weights, load);
  if (world.is_root()) plan.calls = calls_of_step(world, collectives, features);
}

/// All ranks of one run.
Plan plan_run(const Options& options, const WholeModel& whole, const RankState& uncut, int n_ranks) {
  const auto start = Profile::Clock::now();
  const Partition partition = decompose(whole, n_ranks);
  const ModelCutter cutter(whole.model, partition);
  Plan plan;
  plan.deck = options.deck;
  plan.title = whole.model.title;
  plan.method = partition.method;
  plan.collectives = options.collectives;
  plan.transport = options.transport;
  plan.ranks = n_ranks;
  plan.threads = options.threads;
  plan.loads = weights_of_ranks(whole.model, partition);
  plan.cost_unit = 1e-9 * partition.costs.unit;
  run_planned_ranks(n_ranks, {options.collectives, options.transport}, [&](const World& world) {
    describe_planned(world, piece_of(cutter, whole, world.rank()), uncut, plan);
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
  std::string folder = options.output.empty() ? pfile.global_directory : options.output;
  if (folder.empty()) folder = ".";
  WholeModel whole = read_whole_model(options, std::move(pfile));
  leave_files_alone(whole.pfile.decomposition);
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) throw Error(fmt::format("o={}: {}", folder, failure.message()));
  const std::string prefix = result_prefix(folder, options.job_id);
  Domain domain = whole_piece(whole);
  const Precision precision = options.precision == "double" ? Precision::double_precision : Precision::single_precision;
  RankState uncut(world, domain, choose_kernels(options.isa), precision);
  uncut.elements.families.clear();  // they have given nodes and clock what they have
  std::vector<Plan> plans;
  for (const int n_ranks : options.plan_ranks) {
    plans.push_back(plan_run(options, whole, uncut, n_ranks));
    write_plan(prefix, plans.back());
    fmt::print("{}", format_plan(plans.back()));
    std::fflush(stdout);
  }
  fmt::print("{}", format_plans(plans));
}

}  // namespace crumple
