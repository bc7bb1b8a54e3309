#include "app/plan.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "app/distribute.hpp"
#include "app/dumps.hpp"
#include "app/implicit_plan.hpp"
#include "app/isa.hpp"
#include "app/rank_load.hpp"
#include "app/rank_state.hpp"
#include "app/result_folder.hpp"
#include "app/run_archive.hpp"
#include "app/step_collectives.hpp"
#include "base/error.hpp"
#include "base/profile.hpp"
#include "comm/planned_ranks.hpp"
#include "comm/records.hpp"
#include "io/phase_work.hpp"
#include "io/plan_report.hpp"
#include "physics/results/archives.hpp"
#include "physics/results/quanta.hpp"

namespace crumple {
namespace {

/// A plan reads a decomposition file of the pfile if it exists, but writes none. The speeds of the machine are unknown
/// and not used.
void leave_files_alone(DecompositionOptions& options) {
  std::error_code absent;
  for (std::string* file : {&options.file, &options.rcb_log})
    if (!std::filesystem::exists(*file, absent)) file->clear();
}

/// The undivided model, on one rank.
Domain whole_piece(const WholeModel& whole) {
  const Partition all{1, "", std::vector<int>(whole.model.n_elements(), 0), {}};
  return piece_of(ModelCutter(whole.model, all, choose_quanta(whole.model)), whole, 0);
}

Precision precision_of(const std::string& name) {
  return name == "double" ? Precision::double_precision : Precision::single_precision;
}

/// The share of a rank in the state of the whole model, as read from a dump.
SavedState share_of(const SavedState& whole, const World& world) {
  SavedState share{whole.same, whole.sums, {}};
  for (const auto& [name, all] : whole.blocks) {
    Records& block = share.blocks[name];
    const auto n = std::int64_t(all.count());
    for (auto i = block_start(n, world.rank(), world.size()); i < block_start(n, world.rank() + 1, world.size()); ++i) {
      const std::span<const std::byte> record = all[i];
      block.bytes.insert(block.bytes.end(), record.begin(), record.end());
      block.close(i);
    }
  }
  return share;
}

/// The state of a dump for the undivided model, which is loaded into ranks in their state at t = 0, as in a restart.
class LoadedState {
 public:
  LoadedState(const World& world, Domain& domain, const kernels::KernelTable& kernels, const DumpFile& dump)
      : uncut_(world, domain, kernels, precision_of(dump.head().precision)), state_(dump.state()) {
    CarriedOver carried{StabilityLimits{}};
    StateArchive archive(world, state_);
    archive_run(archive, uncut_, carried);
    archive_nodes(archive, domain, uncut_.nodes);
    archive_elements(archive, domain, uncut_.elements);
    deletions_ = carried.deletions;
    for (const auto& family : uncut_.elements.families) family->find_free_elements(uncut_.nodes);
    if (domain.model.control.mass_scaling_goes_on)
      lump_masses(world, uncut_.elements, domain, uncut_.halo, uncut_.nodes);
    if (deletions_) count_live_elements(uncut_.elements, uncut_.halo, uncut_.nodes);
    uncut_.elements.families.clear();  // nodes and status have their contributions
    state_.blocks.erase("elements");
  }

  /// Loads into a planned rank and its features; includes the operations of the first step before its search.
  /// Collective over the ranks.
  void load(RankState& rank, const FeatureList& features) const {
    CarriedOver carried{StabilityLimits{}};
    StateArchive archive(rank.step.world, share_of(state_, rank.step.world));
    rank.elements.precision = uncut_.elements.precision;
    archive_run(archive, rank, carried);
    archive_nodes(archive, rank.domain, rank.nodes);
    take_elements(rank);
    const auto for_features = [&](void (Feature::*phase)(StepState&)) {
      for (const auto& feature : features) (feature.get()->*phase)(rank.step);
    };
    if (rank.domain.model.control.mass_scaling_goes_on) for_features(&Feature::masses_changed);
    for (const auto& feature : features) feature->archive(archive, rank.step);
    for_features(&Feature::resume);
    if (deletions_) for_features(&Feature::drop_dead_elements);
  }

 private:
  /// Sets the contributions to status and nodes of the elements that a planned rank does not have.
  void take_elements(RankState& rank) const {
    const Domain& domain = rank.domain;
    for (Index i = 0; i < rank.nodes.count(); ++i) {
      const Index in_whole = domain.global_node[i];
      rank.nodes.live_elements(i) = uncut_.nodes.live_elements(in_whole);
      if (!domain.model.control.mass_scaling_goes_on) continue;
      rank.nodes.mass(i) = uncut_.nodes.mass(in_whole);
      rank.nodes.inertia(i) = uncut_.nodes.inertia(in_whole);
    }
    const ElementStatus& whole = uncut_.elements.status;
    ElementStatus& status = rank.elements.status;
    for (std::size_t e = 0; e < status.shell_alive.size(); ++e)
      status.shell_alive[e] = whole.shell_alive[domain.global_element[e]];
    for (std::size_t e = 0; e < status.solid_alive.size(); ++e)
      status.solid_alive[e] =
          whole.solid_alive[domain.global_element[domain.model.first_solid() + e] - domain.n_global_shells];
  }

  RankState uncut_;
  SavedState state_;
  bool deletions_ = false;
};

/// The start of the planned runs: at t = 0, or at a dump.
struct PlannedStart {
  const RankState& uncut;               ///< at t = 0, without elements and features
  const LoadedState* loaded = nullptr;  ///< null: start at t = 0
  std::int64_t cycle = 0;
  double time = 0;  ///< [time]
};

/// The lists that are the same in all pieces of the model, and the rigid bodies except their nodes: stored once for all
/// planned ranks, and swapped into the rank that is running.
class CommonLists {
 public:
  explicit CommonLists(int n_ranks) : borrowers_(std::size_t(n_ranks)) {}

  /// Held by a rank from its first turn to its last.
  class Loan {
   public:
    Loan(CommonLists& lists, Domain& domain) : lists_(lists), rank_(domain.rank) { lists_.join(domain); }
    ~Loan() {
      lists_.change_turn(rank_, false);
      lists_.borrowers_[rank_] = {};
    }
    Loan(const Loan&) = delete;

   private:
    CommonLists& lists_;
    int rank_;
  };

  void change_turn(int rank, bool begins) {
    auto& [domain, body_nodes] = borrowers_[rank];
    if (!domain) return;
    if (begins) swap_lists(domain->model);
    for (auto& [body, nodes] : body_nodes) domain->model.rigid_bodies[body].nodes.swap(nodes);
    if (!begins) swap_lists(domain->model);
  }

 private:
  struct Borrower {
    Domain* domain = nullptr;
    std::vector<std::pair<std::size_t, std::vector<Index>>> body_nodes;  ///< of the bodies here, while suspended
  };

  /// Keeps the lists of the first rank and drops those of the others.
  void join(Domain& domain) {
    Borrower& borrower = borrowers_[domain.rank];
    borrower.domain = &domain;
    for (std::size_t b = 0; b < domain.model.rigid_bodies.size(); ++b)
      if (!domain.model.rigid_bodies[b].nodes.empty()) borrower.body_nodes.push_back({b, {}});
    if (!std::exchange(are_there_, true)) return;
    for (auto& [body, nodes] : borrower.body_nodes) nodes.swap(domain.model.rigid_bodies[body].nodes);
    Model dropped;
    swap_common_lists(dropped, domain.model);
    dropped.rigid_bodies.swap(domain.model.rigid_bodies);
    change_turn(domain.rank, true);
  }

  void swap_lists(Model& model) {
    swap_common_lists(lists_, model);
    lists_.rigid_bodies.swap(model.rigid_bodies);
  }

  Model lists_;
  bool are_there_ = false;
  std::vector<Borrower> borrowers_;
};

/// Adds the entries of a planned rank; root also adds the collectives, which are the same on all ranks.
void describe_planned(const World& world, Domain domain, const PlannedStart& beginning, CommonLists& lists,
                      Plan& plan) {
  const CommonLists::Loan loan(lists, domain);
  RankState state(world, domain, beginning.uncut);
  const FeatureList features = make_features(state);
  if (beginning.loaded) beginning.loaded->load(state, features);
  for (const auto& feature : features) feature->search(state.step);  // as in the first step
  const StepCollectives collectives(world, features);
  RankLoad& load = plan.loads[world.rank()];
  const RankLoad weights = load;
  load = describe_rank(domain, features);
  take_weights(weights, load);
  if (world.is_root()) plan.calls = calls_of_step(world, collectives, features);
}

/// All ranks of one run.
Plan plan_run(const Options& options, const WholeModel& whole, const PlannedStart& beginning, int n_ranks) {
  const auto start = Profile::Clock::now();
  const Partition partition = decompose(whole, n_ranks);
  const ModelCutter cutter(whole.model, partition, choose_quanta(whole.model));
  Plan plan;
  plan.deck = options.restart.empty() ? options.deck : options.restart;
  plan.cycle = beginning.cycle;
  plan.time = beginning.time;
  plan.title = whole.model.title;
  plan.method = partition.method;
  plan.collectives = options.collectives;
  plan.transport = options.transport;
  plan.ranks = n_ranks;
  plan.threads = options.threads;
  plan.loads = weights_of_ranks(whole.model, partition);
  const CostOptions& costs = whole.pfile.decomposition.costs;
  plan.costs = unit_costs(partition.costs.unit, measured_costs_of(costs).phase);
  CommonLists lists(n_ranks);
  run_planned_ranks(
      n_ranks, {options.collectives, options.transport},
      [&](const World& world) {
        describe_planned(world, piece_of(cutter, whole, world.rank()), beginning, lists, plan);
      },
      [&](int rank, bool begins) { lists.change_turn(rank, begins); });
  plan.seconds = seconds_since(start);
  return plan;
}

}  // namespace

void plan_runs(const World& world, const Options& options) {
  if (world.size() > 1) throw Error("plan: one process plans all ranks: start it without mpirun");
  Pfile pfile;
  if (!options.pfile.empty()) pfile = read_pfile(options.pfile);
  const std::string given = options.output.empty() ? pfile.global_directory : options.output;
  const std::string folder = given.empty() ? "." : given;
  std::optional<DumpFile> dump;
  if (!options.restart.empty()) check_fits(dump.emplace(world, options.restart), options);
  const Precision precision = precision_of(dump ? dump->head().precision : options.precision);
  if (precision == Precision::single_precision) flush_denormals();
  VelocityChange velocities;  // no effect before the first search
  WholeModel whole = dump ? read_whole_model(options, std::move(pfile), *dump, velocities)
                          : read_whole_model(options, std::move(pfile));
  leave_files_alone(whole.pfile.decomposition);
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) throw Error(fmt::format("o={}: {}", folder, failure.message()));
  const std::string prefix = result_prefix(folder, options.job_id);
  Domain domain = whole_piece(whole);
  const kernels::KernelTable& kernels = choose_kernels(options.isa);
  measure_costs(options, kernels, dump ? dump->head().precision : options.precision, whole);
  write_costs(whole, prefix);
  if (!whole.cost_note.empty()) fmt::print("{}\n", whole.cost_note);
  if (whole.model.implicit.is_used()) {
    plan_factors(world, options, domain, kernels, prefix);
    if (!whole.model.implicit.has_phases()) return;
    whole.model.implicit.is_on = domain.model.implicit.is_on = false;
  }
  RankState uncut(world, domain, kernels, precision);
  uncut.elements.families.clear();  // nodes and clock have their contributions
  std::optional<LoadedState> loaded;
  if (dump) loaded.emplace(world, domain, kernels, *dump);
  domain.model = {};  // from here on the whole model is used
  const PlannedStart beginning =
      dump ? PlannedStart{uncut, &*loaded, dump->head().cycle, dump->head().time} : PlannedStart{uncut};
  std::vector<Plan> plans;
  for (const int n_ranks : options.plan_ranks) {
    plans.push_back(plan_run(options, whole, beginning, n_ranks));
    write_plan(prefix, plans.back());
    fmt::print("{}", format_plan(plans.back()));
    std::fflush(stdout);
  }
  fmt::print("{}", format_plans(plans));
}

}  // namespace crumple
