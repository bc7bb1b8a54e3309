#include "app/distribute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cereal/archives/binary.hpp>
#include <istream>
#include <optional>
#include <ostream>
#include <utility>

#include "app/deck_units.hpp"
#include "app/rank_speed.hpp"
#include "app/trial_costs.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/profile.hpp"
#include "deck/read.hpp"
#include "decomp/timing_file.hpp"
#include "io/decomposition_mesh.hpp"
#include "io/run_result.hpp"
#include "model/renumber.hpp"
#include "model/serialize.hpp"
#include "model/switched_things.hpp"
#include "physics/conditions/constraints.hpp"
#include "physics/contact/initial_moves.hpp"
#include "physics/joints/find_ties.hpp"
#include "physics/results/quanta.hpp"
#include "physics/state/body_nodes.hpp"
#include "physics/state/cut_model.hpp"
#include "physics/walls/rigid_walls.hpp"

namespace crumple {
namespace {

void change_by(const Options& options, RunTerms& terms) {
  if (options.end_time) terms.end_time = *options.end_time;
  if (options.end_cycle) terms.end_cycle = *options.end_cycle;
  if (options.contact_margin) terms.contact_margin = *options.contact_margin;
  if (options.dump_cycles) terms.dump_cycles["d3dump"] = *options.dump_cycles;
}

void add(const std::vector<std::string>& more, std::vector<std::string>& warnings) {
  for (const std::string& warning : more)
    if (std::ranges::find(warnings, warning) == warnings.end()) warnings.push_back(warning);
}

/// Functions of time that a later end of the run outlives: a restart has no longer what they are.
std::vector<std::string> function_warnings(const WholeModel& whole) {
  std::vector<std::string> warnings;
  for (const Curve& curve : whole.model.curves)
    if (curve.is_function && whole.terms.end_time > curve.x.back())
      warnings.push_back(fmt::format("curve {} is a function whose values are known up to t = {:.4E}; it is constant "
                                     "from then on, as the first run was to end there",
                                     curve.id, curve.x.back()));
  return warnings;
}

/// The pfile of p=, which replaces the options in the deck, or else the deck's.
Pfile effective_pfile(const Options& options, Pfile given, Model& model) {
  if (!options.pfile.empty()) {
    if (!model.pfile_lines.empty())
      model.warnings.push_back(
          fmt::format("{}:{}: *CONTROL_MPP_DECOMPOSITION_..., _PFILE and _REBALANCE have no effect: p={} is given",
                      model.pfile_lines.front().file, model.pfile_lines.front().line, options.pfile));
    return given;
  }
  Pfile pfile = read_pfile(model.pfile_lines);
  if (!pfile.global_directory.empty())
    pfile.ignored.push_back(
        "*CONTROL_MPP_PFILE: directory { global } has no effect in a deck: give o=, or a pfile by p=");
  if (!pfile.local_directory.empty())
    pfile.ignored.push_back("*CONTROL_MPP_PFILE: directory { local } has no effect in a deck: give a pfile by p=");
  return pfile;
}

/// costs=, which replaces the timing_file of the pfile.
void take_costs(const std::string& asked, CostOptions& costs) {
  if (asked.empty()) return;
  costs.timing_file = asked == "table" || asked == "measured" ? "" : asked;
  costs.timing_file_where = {.keyword = "costs="};
}

void take_pfile(const Options& options, Pfile given, WholeModel& whole) {
  add(options.notes, whole.model.warnings);
  whole.pfile = effective_pfile(options, std::move(given), whole.model);
  take_costs(options.costs, whole.pfile.decomposition.costs);
  add(whole.pfile.ignored, whole.model.warnings);
}

/// A numproc other than the number of ranks is allowed only if the decomposition is stored in a file.
void check_predecomposition(const World& world, const DecompositionOptions& options) {
  if (options.n_ranks == 0 || options.n_ranks == world.size()) return;
  if (options.show || !options.file.empty() || !options.rcb_log.empty()) return;
  throw Error(fmt::format("{}numproc {} on {}: expected file, rcblog or show, for a later run",
                          options.n_ranks_where.text(), options.n_ranks, counted(world.size(), "rank")));
}

}  // namespace

WholeModel read_whole_model(const Options& options, Pfile pfile) {
  Profile::Scope scope(phase<"keyword reading">);
  WholeModel whole{read_deck(options.deck, options.substitutes, options.end_time, options.chosen_case), {}, {}};
  whole.terms = terms_of(whole.model);
  change_by(options, whole.terms);
  apply(whole.terms, whole.model);  // before quanta are chosen, which depend on the end time
  find_ties(whole.model);
  check_body_nodes(whole.model);  // a node in two bodies is an error here, reported on all ranks
  for (const auto& more : {constraint_warnings(whole.model), wall_warnings(whole.model)})
    add(more, whole.model.warnings);
  if (options.precision != "double") add(single_precision_warnings(whole.model.materials), whole.model.warnings);
  order_nodes_along_curve(whole.model);
  take_pfile(options, std::move(pfile), whole);
  return whole;
}

WholeModel read_whole_model(const Options& options, Pfile pfile, const DumpFile& dump, VelocityChange& velocities) {
  Profile::Scope scope(phase<"read dump">);
  WholeModel whole;
  const auto read = [&](const std::string& part, auto& object) {
    dump.read(part, [&](std::istream& in) {
      cereal::BinaryInputArchive archive(in);
      archive(object);
    });
  };
  read("model", whole.model);
  read("terms", whole.terms);
  if (!options.deck.empty()) {
    Restart restart{whole.model, dump.head().time, whole.terms, {}};
    const std::vector<std::string> warnings = read_restart_deck(options.deck, restart);
    whole.terms = std::move(restart.terms);
    velocities = std::move(restart.velocities);
    add(warnings, whole.model.warnings);
  }
  change_by(options, whole.terms);
  add(function_warnings(whole), whole.model.warnings);
  take_pfile(options, std::move(pfile), whole);
  return whole;
}

void measure_costs(const Options& options, const kernels::KernelTable& kernels, const std::string& precision,
                   WholeModel& whole) {
  const Implicit& implicit = whole.model.implicit;
  if (options.costs != "measured" || (implicit.is_used() && !implicit.has_phases())) return;
  if (kernels.device)
    throw Error(fmt::format("costs=measured: expected device=none, found {}: cores are measured", options.device));
  Profile::Scope scope(phase<"decomposition">);
  try {
    const Partition tried = elements_to_try(whole.model);
    const ModelCutter cutter(whole.model, tried, choose_quanta(whole.model));
    TrialCosts trial =
        measure_by_trial(whole.model, piece_of(cutter, whole, 0), kernels,
                         precision == "double" ? Precision::double_precision : Precision::single_precision);
    whole.pfile.decomposition.costs.measured = to_digits_of_file(std::move(trial.costs));
    whole.cost_note = std::move(trial.note);
  } catch (const Error& error) {  // if the whole model has this error, too, the run says so
    whole.cost_note = fmt::format("costs are those of the table, as the trial failed: {}", error.what());
  }
}

void write_costs(const WholeModel& whole, const std::string& prefix) {
  const std::optional<MeasuredCosts>& measured = whole.pfile.decomposition.costs.measured;
  if (measured) write_measured_costs(*measured, prefix + "DECOMP_COSTS.OUT");
}

Partition decompose(const WholeModel& whole, int n_ranks, const std::vector<double>& speed) {
  const DecompositionOptions& options = whole.pfile.decomposition;
  return make_partition(whole.model, n_ranks, options, estimate_costs(whole.model, options.costs), speed);
}

Domain piece_of(const ModelCutter& cutter, const WholeModel& whole, int rank) {
  Domain domain = cutter.piece(rank);
  apply(whole.terms, domain.model);
  apply_switches(whole.terms.switched, domain.model);
  enter_stage(whole.terms.stage, domain.model);
  return domain;
}

std::vector<RankLoad> weights_of_ranks(const Model& model, const Partition& partition) {
  std::vector<RankLoad> loads(std::size_t(partition.n_ranks));
  for (std::size_t e = 0; e < partition.rank.size(); ++e) {
    RankLoad& load = loads[partition.rank[e]];
    (e < model.first_solid()    ? load.shells_weight
     : e < model.first_beam()   ? load.solids_weight
     : e < model.first_spring() ? load.beams_weight
                                : load.springs_weight) += partition.costs.element[e];
    load.contact_weight += partition.costs.contact[e];
    load.nodes_weight += partition.costs.motion[e] + partition.costs.nodes[e];
  }
  return loads;
}

void on_root(const World& world, const std::function<void()>& work) {
  const std::string failure = world.is_root() ? failure_of(work) : "";
  Bytes bytes = to_bytes(std::span<const char>(failure));
  world.broadcast(bytes);
  if (!bytes.empty()) throw Error(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

Distribution::Distribution(const World& world, const Options& options, Pfile pfile, const DumpFile* dump,
                           const kernels::KernelTable& kernels, StartStages& stages)
    : world_(world) {
  stages.begin("reading");
  on_root(world, [&] {
    whole_ = dump ? read_whole_model(options, std::move(pfile), *dump, velocities_)
                  : read_whole_model(options, std::move(pfile));
  });
  if (options.costs == "measured") {
    stages.begin("measuring costs");
    on_root(world, [&] { measure_costs(options, kernels, dump ? dump->head().precision : options.precision, whole_); });
  }
  stages.begin("decomposing");
  if (agree(whole_.pfile.decomposition.measure_speed)) speed_ = measure_rank_speeds(world);
  on_root(world, [&] { decompose(); });
  shows_ = agree(whole_.pfile.decomposition.show);
  only_decomposes_ = shows_ || agree(partition_.n_ranks != world.size());
}

void Distribution::write_costs(const std::string& prefix) const {
  on_root(world_, [&] { crumple::write_costs(whole_, prefix); });
}

void Distribution::show(const std::string& prefix) const {
  if (shows_) write_decomposition_mesh(world_, whole_.model, partition_, prefix + "decomposition.vtkhdf");
}

std::map<std::string, DumpPart> Distribution::parts() const {
  const auto write = [](const auto& object) {
    return [&object](std::ostream& out) {
      cereal::BinaryOutputArchive archive(out);
      archive(object);
    };
  };
  return {{"model", write(whole_.model)}, {"terms", write(whole_.terms)}};
}

void Distribution::decompose() {
  Profile::Scope scope(phase<"decomposition">);
  const DecompositionOptions& options = whole_.pfile.decomposition;
  check_predecomposition(world_, options);
  const int n_ranks = options.n_ranks == 0 ? world_.size() : options.n_ranks;
  if (n_ranks != world_.size()) speed_.clear();  // they are those of other ranks
  partition_ = crumple::decompose(whole_, n_ranks, speed_);
}

/// Broadcasts root's answer.
bool Distribution::agree(bool yes) const {
  double value[1] = {yes ? 1.0 : 0.0};
  world_.broadcast(std::span<double>(value));
  return value[0] != 0;
}

Domain Distribution::cut() const {
  std::optional<ModelCutter> cutter;
  on_root(world_, [&] {
    Profile::Scope scope(phase<"decomposition">);
    cutter.emplace(whole_.model, partition_, choose_quanta(whole_.model));
  });
  Profile::Scope scope(phase<"distribution">);
  Domain domain;
  world_.scatter(
      [&](int rank, std::ostream& out) { cereal::BinaryOutputArchive{out}(piece_of(*cutter, whole_, rank)); },
      [&](std::istream& in) { cereal::BinaryInputArchive{in}(domain); });
  if (!world_.is_root()) return domain;
  domain = piece_of(*cutter, whole_, 0);
  domain.model.warnings = whole_.model.warnings;
  domain.model.deck_hash = whole_.model.deck_hash;
  return domain;
}

std::string Distribution::move_nodes(const std::vector<NodeMove>& moves) {
  double farthest[1] = {0};
  for (const NodeMove& move : moves) farthest[0] = std::max(farthest[0], norm(move.by));
  std::int64_t n[1] = {std::int64_t(moves.size())};
  world_.sum(n);
  world_.max(farthest);
  if (n[0] == 0) return "";
  const std::vector<Bytes> all = world_.gather(to_bytes<NodeMove>(moves));
  if (world_.is_root()) {
    std::vector<Vec3> by(whole_.model.nodes.position.size());
    for (const Bytes& bytes : all)
      for (const NodeMove& move : from_bytes<NodeMove>(bytes)) by[move.node] = move.by;
    for (const Tie& tie : whole_.model.ties)
      for (int i = 0; i < 4; ++i) by[tie.node] += tie.weights[i] * by[tie.corners[i]];
    for (Index i = 0; i < whole_.model.nodes.count(); ++i) whole_.model.nodes.position[i] += by[i];
  }
  return fmt::format("{} nodes are moved out of initial penetrations (IGNORE=0), the farthest by {:.4g}", n[0],
                     farthest[0]);
}

std::int64_t Distribution::repartition(std::vector<Vec3> position, ElementCosts costs) {
  std::int64_t moved[1] = {0};
  on_root(world_, [&] {
    Profile::Scope scope(phase<"decomposition">);
    const bool are_measured = !costs.element.empty();
    if (!are_measured)
      costs = estimate_costs(whole_.model, whole_.pfile.decomposition.costs);
    else
      at_unit_speed(costs);
    DecompositionOptions options = whole_.pfile.decomposition;
    options.file.clear();  // this and the next file hold the first partition
    options.rcb_log.clear();
    if (are_measured) options.n_passes = 0;  // measured costs have what the last partition added
    // The deformed model is decomposed; the model at t = 0 is distributed afterwards.
    if (!position.empty()) std::swap(whole_.model.nodes.position, position);
    Partition next = make_partition(whole_.model, world_.size(), options, std::move(costs), speed_);
    if (!position.empty()) std::swap(whole_.model.nodes.position, position);
    for (std::size_t e = 0; e < next.rank.size(); ++e) moved[0] += next.rank[e] != partition_.rank[e];
    partition_ = std::move(next);
  });
  world_.sum(moved);
  return moved[0];
}

/// Normalises times measured on ranks of different speeds.
void Distribution::at_unit_speed(ElementCosts& costs) const {
  if (speed_.empty()) return;
  for (std::size_t e = 0; e < costs.element.size(); ++e) {
    const float speed = float(speed_[partition_.rank[e]]);
    costs.element[e] *= speed;
    costs.contact[e] *= speed;
    costs.motion[e] *= speed;
    costs.nodes[e] *= speed;
  }
}

VelocityChange Distribution::velocity_change() const {
  VelocityChange change;
  change.stops_others = agree(velocities_.stops_others);
  Bytes nodes = to_bytes<VelocityChange::OfNode>(velocities_.nodes);
  world_.broadcast(nodes);
  change.nodes = from_bytes<VelocityChange::OfNode>(nodes);
  return change;
}

std::vector<RankLoad> Distribution::weights() const {
  return world_.is_root() ? weights_of_ranks(whole_.model, partition_) : std::vector<RankLoad>();
}

RebalanceOptions Distribution::rebalance(const Options& options) const {
  std::vector<RebalanceOptions> asked = {whole_.pfile.decomposition.rebalance};
  if (options.rebalance_cycles > 0) {
    asked[0].every_cycles = options.rebalance_cycles;
    asked[0].threshold = options.rebalance_threshold;
  }
  Bytes bytes = to_bytes<RebalanceOptions>(asked);
  world_.broadcast(bytes);
  return from_bytes<RebalanceOptions>(bytes)[0];
}

std::array<std::int64_t, 2> Distribution::timing_cycles() const {
  const CostOptions& costs = whole_.pfile.decomposition.costs;
  std::array<double, 2> cycles = {double(costs.timing_start), double(costs.timing_end)};
  world_.broadcast(cycles);
  return {std::int64_t(cycles[0]), std::int64_t(cycles[1])};
}

}  // namespace crumple
