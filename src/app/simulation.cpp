#include "app/simulation.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/isa.hpp"
#include "base/error.hpp"
#include "comm/mpi_profile.hpp"
#include "comm/together.hpp"
#include "physics/results/features.hpp"
#include "physics/results/archives.hpp"
#include "physics/results/state_hash.hpp"
#include "physics/state/integrate.hpp"

namespace crumple {
namespace {

/// Errors of one rank end all.
Elements make_elements_together(const SimulationParts& parts, const NodeState& nodes) {
  Elements elements;
  together(parts.world, [&] { elements = make_elements(parts.domain, parts.kernels, parts.precision, nodes); });
  return elements;
}

double seconds_since(Profile::Clock::time_point start) {
  return std::chrono::duration<double>(Profile::Clock::now() - start).count();
}

/// This rank's part of the accounts that accumulate, failures that root has not got yet, and mass that was added, as
/// they are summed.
constexpr std::size_t ledger_size = EnergyLedger::n_sums * ExactSum::n_parts, accounts_size = ledger_size + 2;

/// The simulation's own values in the agreement on the next step (Exchange::step): maxima.
struct Agreement {
  std::span<double> values;
  double& minus_dt() const { return values[0]; }
  double& deletions() const { return values[1]; }
  double& failure() const { return values[2]; }
  double& needs_room() const { return values[3]; }
  double& new_masses() const { return values[4]; }
};

}  // namespace

Simulation::Simulation(const SimulationParts& parts)
    : world_(parts.world),
      domain_(parts.domain),
      run_(parts.run),
      stability_(parts.run.stability),
      outputs_(parts.outputs),
      progress_(parts.progress),
      nodes_(make_node_state(domain_.model.nodes)),
      elements_(make_elements_together(parts, nodes_)),
      halo_(world_, domain_.halo),
      before_(nodes_.count()),
      ledger_(domain_.quanta.energy),
      step_{world_, domain_, nodes_, clock_, before_, ledger_, elements_.status, halo_, failures_},
      mid_{Rows("velocity at t(n)", nodes_.count()), Rows("angular velocity at t(n)", nodes_.count())} {
  Profile::Scope scope("initialization");
  nodes_.kernels = step_kernels(parts.kernels.isa);
  find_first_step();
  features_ = make_features(step_, elements_);
  agreement_.emplace(world_, Exchange::step, Operation::max, std::vector<std::size_t>{1, 4}, features_);
  accounts_.emplace(world_, Exchange::accounts, Operation::sum, std::vector<std::size_t>{accounts_size}, features_);
  interfaces_.emplace(world_, Exchange::interfaces, Operation::sum, std::vector<std::size_t>{}, features_);
  control_ = world_.collective({Operation::broadcast, {1, 1}});
}

/// With the masses, which mass scaling makes from it.
void Simulation::find_first_step() {
  const Control& control = domain_.model.control;
  count_live_elements(elements_, halo_, nodes_);
  find_first_steps(elements_, nodes_);
  added_mass_ = scale_masses(elements_, first_mass_scaling(control));
  lump_masses(world_, elements_, domain_, halo_, nodes_);
  if (control.mass_scaling_goes_on) keep_own_mass(nodes_);
  StepLimit limit = global_step_limit(world_, find_step_limit(elements_));
  if (limit.dt >= no_step_limit) limit = global_step_limit(world_, find_rigid_step_limit(elements_, nodes_));
  if (limit.dt >= no_step_limit && control.initial_dt <= 0)
    throw Error(
        "no element limits the time step: expected DTINIT of *CONTROL_TIMESTEP, or YM of the null shells' *MAT_009");
  if (limit.dt <= 0)
    throw Error(
        fmt::format("{} {} of part {} has no volume at the start", name_of(limit.kind), limit.element, limit.part));
  clear_forces(nodes_);  // as each kick leaves them
  set_limit(limit);
  clock_.dt = control.initial_dt > 0 ? std::min(control.initial_dt, limited_dt(limit.dt)) : limited_dt(limit.dt);
  clock_.dt_first = clock_.dt_min = clock_.dt;
}

void Simulation::note_added_mass() {
  double added[1] = {added_mass_};
  world_.sum(added);
  if (added[0] != 0)
    outputs_.messages.line(fmt::format(" mass added by mass scaling             = {:13.4E}", added[0]));
}

std::optional<RunResult> Simulation::run(const RunStart& start, const std::function<bool()>& pause) {
  start_ = start;
  RunResult result;
  try {
    outputs_.start(moment());
    if (clock_.cycle == 0) note_added_mass();
    while (!finished_) {
      step();
      if (!finished_ && pause()) return std::nullopt;
    }
    result.reason = end_reason_;
  } catch (const Error& error) {
    result.normal = false;
    result.reason = error.what();
  }
  end_mpi_steps();
  progress_.close();
  result.wall_step_loop = seconds_since(start.wall);
  result.first_cycle = start.cycle;
  result.clock = clock_;
  result.energies = last_energies_;
  result.added_mass = accounts_->own()[ledger_size + 1];
  outputs_.finish(result);
  if (result.normal) result.state_hash = fmt::format("{:016x}", state_hash(world_, domain_, elements_, nodes_));
  return result;
}

template <void (Feature::*phase)(StepState&)> void Simulation::for_features() {
  for (const auto& feature : features_) (feature.get()->*phase)(step_);
}

/// From t(n) to t(n+1): forces on the geometry of t(n), v(n+1/2), outputs of t(n), x(n+1). The ranks agree on the next
/// time step behind the motion and the element forces that follow, none of which needs to know it.
void Simulation::step() {
  for_features<&Feature::begin_step>();
  add_element_forces_and_exchange();
  finish_agreement();
  look_for_changes();
  for_features<&Feature::add_forces>();
  update_velocities();
  finish_control();
  finished_ = end_reached();
  if (finished_) stop_if_failed();
  write_due_outputs();
  if (finished_) return;
  start_agreement();
  start_control();
  drift(nodes_, clock_);
  for_features<&Feature::set_positions>();
  advance_clock();
}

void Simulation::add_element_forces_and_exchange() {
  ForceStep forces{Side::boundary, clock_.time, clock_.dt_previous, part_seconds_};
  const RowArrays sums = {nodes_.force.data(), nodes_.moment.data()};
  add_element_forces(elements_, forces, nodes_);
  for_features<&Feature::add_partial_forces>();
  {
    Profile::Scope scope("halo");
    halo_.start(sums);
  }
  forces.side = Side::interior;
  add_element_forces(elements_, forces, nodes_);
  {
    Profile::Scope scope("halo");
    halo_.finish(sums);
  }
}

/// Elements have got mass: the nodes' masses are made anew from it. What the nodes' present motion then has more of
/// kinetic energy comes from outside.
void Simulation::renew_masses() {
  std::vector<std::uint8_t> in_features(std::size_t(nodes_.count()), 0);
  for (const auto& feature : features_) feature->kinetic_energy(domain_.quanta.energy, in_features);
  const auto energy = [&](Index i) {
    const Vec3 v = row(nodes_.velocity, i), w = row(nodes_.angular_velocity, i);
    return 0.5 * (nodes_.mass(i) * dot(v, v) + nodes_.inertia(i) * dot(w, w));
  };
  std::vector<double> before;
  for (Index i = 0; i < nodes_.count(); ++i) before.push_back(energy(i));
  lump_masses(world_, elements_, domain_, halo_, nodes_);
  for_features<&Feature::masses_changed>();
  for (Index i = 0; i < nodes_.count(); ++i)
    if (domain_.owns_node[i] && !in_features[i])
      ledger_.external_work += domain_.quanta.energy.round(energy(i) - before[i]);
  new_masses_ = false;
}

/// What the last step has changed in who acts on whom.
void Simulation::look_for_changes() {
  if (new_masses_) renew_masses();
  if (deletions_) {
    count_live_elements(elements_, halo_, nodes_);
    for_features<&Feature::drop_dead_elements>();
  }
  for_features<&Feature::search>();
}

void Simulation::update_velocities() {
  for_features<&Feature::begin_sums>();
  const SumRange range = kick(nodes_, clock_, domain_.quanta, before_);
  needs_room_ = range == SumRange::near_its_end && !widens_;
  if (range == SumRange::left) {
    const Index node = find_bad_node(nodes_, domain_.quanta);
    fail(fmt::format(
        "the force on node {} ({}) is not a number or too large at t = {:.4E}, cycle {}: the run has become "
        "unstable",
        node == none ? 0 : domain_.model.nodes.id[node], describe_element_at(elements_, domain_.model, node),
        clock_.time, clock_.cycle));
  }
  if (widens_) widen_quanta();
  for_features<&Feature::set_velocities>();
  for_features<&Feature::account>();
}

/// What all ranks must know before the next step: the stable time step of the elements at t(n), whether any element was
/// deleted, whether all ranks are well, and what the features add.
void Simulation::start_agreement() {
  const Control& control = domain_.model.control;
  const Agreement agreement{agreement_->own()};
  // ERODE: an element goes before its step, scaled, would end the run
  const double smallest = control.minimum_dt_factor * clock_.dt_first / control.dt_scale;
  const double erosion_dt = control.erode != 0 ? smallest : 0.0;
  DeletionNotes notes{clock_, erosion_dt, ledger_, failures_};
  agreement.deletions() = note_deletions(elements_, notes) ? 1 : 0;
  const double added = control.mass_scaling_goes_on ? scale_masses(elements_, later_mass_scaling(control)) : 0;
  added_mass_ += added;
  agreement.new_masses() = added > 0 ? 1 : 0;
  const double stable = smallest_dt(elements_);
  if (stable <= 0) {
    const StepLimit limit = find_step_limit(elements_);
    fail(fmt::format("{} {} of part {} has a negative volume or area at t = {:.4E}, cycle {}", name_of(limit.kind),
                     limit.element, limit.part, clock_.time, clock_.cycle));
  }
  agreement.minus_dt() = -stable;
  agreement.failure() = failure_.empty() ? 0 : 1;
  agreement.needs_room() = needs_room_ ? 1 : 0;
  agreement_->start(step_);
}

/// Sets the time step from t(n) to t(n+1). Does nothing if no agreement was started, as in the first step.
void Simulation::finish_agreement() {
  if (!agreement_->is_started()) return;
  agreement_->finish(step_);
  const Agreement agreement{agreement_->own()};
  if (agreement.failure() > 0) stop_with_failure();
  widens_ = agreement.needs_room() > 0;
  deletions_ = agreement.deletions() > 0;
  new_masses_ = agreement.new_masses() > 0;
  clock_.dt = limited_dt(-agreement.minus_dt());
  clock_.dt_min = std::min(clock_.dt_min, clock_.dt);
}

/// Forces come near the end of the range in which their sums are exact: from the next step on, on all ranks, they are
/// rounded to multiples of a larger quantum. After the kick, for this step's sums must keep to the range of theirs.
void Simulation::widen_quanta() {
  constexpr double factor = 256;
  for (Quantum* quantum : {&domain_.quanta.force, &domain_.quanta.moment}) *quantum = Quantum(factor * quantum->q);
  widens_ = false;
  outputs_.messages.cycle(clock_, fmt::format("forces are large: rounded to multiples of {:.1E} from here on",
                                              domain_.quanta.force.q));
}

/// To t(n+1). The step that leads on from there is set by finish_agreement.
void Simulation::advance_clock() {
  clock_.time += clock_.dt;
  clock_.dt_previous = clock_.dt;
  ++clock_.cycle;
}

double Simulation::limited_dt(double stable) const {
  const Control& control = domain_.model.control;
  // with no deformable element (left), the step stays as it is
  double dt = stable < no_step_limit ? control.dt_scale * stable : clock_.dt;
  if (control.dt_limit_curve == none) return dt;
  return std::min(dt, domain_.model.curves[control.dt_limit_curve].evaluate(clock_.time));
}

void Simulation::set_limit(const StepLimit& limit) {
  clock_.limiting_kind = limit.kind;
  clock_.limiting_element = limit.element;
  clock_.limiting_part = limit.part;
}

/// Root decides, all follow: the small broadcast that every step of a crash code has.
void Simulation::start_control() {
  control_->values[0] = progress_.due() ? 1.0 : 0.0;
  control_->values[1] = double(outputs_.switches.poll());
  Profile::Scope scope("collectives");
  control_->start();
}

void Simulation::finish_control() {
  if (!control_->is_started()) return;
  {
    Profile::Scope scope("collectives");
    control_->finish();
  }
  report_due_ = control_->values[0] != 0;
  outputs_.switches.given = SenseSwitch(int(control_->values[1]));
  if (outputs_.switches.given != SenseSwitch::none) outputs_.messages.cycle(clock_, describe(outputs_.switches.given));
}

std::string Simulation::planned_end() const {
  const Control& control = domain_.model.control;
  if (clock_.time >= control.end_time * (1 - 1e-12)) return "termination time reached";
  if (control.end_cycle > 0 && clock_.cycle >= control.end_cycle) return "termination cycle reached";
  return "";
}

bool Simulation::end_reached() {
  const Control& control = domain_.model.control;
  if (is_at_end()) end_reason_ = planned_end();
  else if (clock_.dt < control.minimum_dt_factor * clock_.dt_first * (1 - 1e-12)) end_reason_ = "time step below DTMIN";
  else if (!asked_end_.empty()) end_reason_ = asked_end_;
  else if (energy_has_left_) end_reason_ = "change of the energy ratio above ENDENG";
  return !end_reason_.empty();
}

void Simulation::write_due_outputs() {
  const DueOutputs due = outputs_.take_due(clock_.time, finished_, outputs_.switches.given == SenseSwitch::state);
  const bool is_quiet = due.recorders.empty() && !report_due_ && !finished_;
  if (is_quiet && !world_.collectives().sums_every_step) return;
  const std::span<double> accounts = accounts_->own();
  put_parts(ledger_.sums(), accounts.begin());
  accounts[ledger_size] = double(failures_.size());
  accounts[ledger_size + 1] = added_mass_;
  accounts_->run(step_);
  if (is_quiet) return;
  Profile::Scope scope("output");
  if (accounts[ledger_size] > 0) outputs_.report_failures(world_, failures_);
  set_limit(global_step_limit(world_, find_step_limit(elements_)));
  try {
    last_energies_ = sum_energies_now();
  } catch (const Error& error) {  // on all ranks
    stop_with_fastest_node(error.what());
  }
  const double limit = domain_.model.control.energy_change_limit;  // not whenever a user looks at the progress
  if (limit > 0 && !due.recorders.empty()) energy_has_left_ = !(100 * std::abs(last_energies_.ratio() - 1) <= limit);
  if (due.needs_interfaces) interfaces_->run(step_);
  const Moment now = moment();
  if (!due.recorders.empty()) look_for_instability(now);
  for (Recorder* recorder : due.recorders) recorder->record(now);
  if (!unstable_.empty()) throw Error(unstable_);
  if (report_due_ || finished_) progress_.show(report());
  report_due_ = false;
}

void Simulation::look_for_instability(const Moment& now) {
  for (const std::string& line : stability_.look(now)) {
    outputs_.warn(line);
    if (run_.stability.stops && unstable_.empty()) unstable_ = line + " (unstable=stop)";
  }
}

/// At t(n), when the accounts have been summed.
Energies Simulation::sum_energies_now() {
  interpolate_velocity(before_.velocity, nodes_.velocity, clock_, mid_.velocity);
  interpolate_velocity(before_.angular_velocity, nodes_.angular_velocity, clock_, mid_.angular_velocity);
  EnergyLedger sums(domain_.quanta.energy);
  take_parts(sums.sums(), accounts_->own().begin());
  std::vector<std::uint8_t> in_features(std::size_t(nodes_.count()), 0);
  double of_features = 0;
  for (const auto& feature : features_) of_features += feature->kinetic_energy(domain_.quanta.energy, in_features);
  Energies energies =
      sum_energies(world_, domain_, {elements_, nodes_, mid_}, {sums, in_features, of_features, initial_total_});
  if (clock_.cycle == 0) energies.initial_total = initial_total_ = energies.total() - energies.external_work;
  return energies;
}

Moment Simulation::moment() {
  return {step_, elements_, features_, mid_, last_energies_, ns_per_element_cycle()};
}

double Simulation::ns_per_element_cycle() const {
  const double elements = double(run_.n_elements()) * double(std::max<std::int64_t>(clock_.cycle - start_.cycle, 1));
  return 1e9 * seconds_since(start_.wall) * run_.ranks * run_.threads / elements;
}

StepReport Simulation::report() const {
  StepReport report{clock_, last_energies_, ns_per_element_cycle(), 0};
  const double done = clock_.time - start_.time, left = domain_.model.control.end_time - clock_.time;
  if (done > 0) report.seconds_left = seconds_since(start_.wall) * std::max(left, 0.0) / done;
  return report;
}

SavedState Simulation::save() {
  finish_agreement();
  finish_control();
  if (new_masses_) renew_masses();
  outputs_.report_failures(world_, failures_);
  for_features<&Feature::settle>();
  StateArchive saving(world_);
  archive(saving);
  return saving.finish();
}

void Simulation::load(SavedState saved) {
  StateArchive loading(world_, std::move(saved));
  archive(loading);
  for (const auto& family : elements_.families) family->find_free_elements(nodes_);
  for_features<&Feature::resume>();
}

void Simulation::archive(StateArchive& a) {
  Precision precision = elements_.precision;
  a.same(precision);
  if (precision != elements_.precision) throw Error("a saved state of the other precision cannot be loaded");
  a.same(clock_);
  a.same(deletions_);
  a.same(widens_);
  a.same(domain_.quanta);
  a.same(initial_total_);
  a.same(last_energies_);
  a.same(energy_has_left_);
  stability_.archive(a);
  a.sum(added_mass_);
  for (ExactSum* sum : ledger_.sums()) a.sum(*sum);
  archive_nodes(a, domain_, nodes_);
  archive_elements(a, domain_, elements_);
  if (a.is_loading() && domain_.model.control.mass_scaling_goes_on) {
    lump_masses(world_, elements_, domain_, halo_, nodes_);
    for_features<&Feature::masses_changed>();
  }
  for (const auto& feature : features_) feature->archive(a, step_);
}

void Simulation::fail(const std::string& message) {
  if (failure_.empty()) failure_ = message;
}

/// For the last step, at whose end the ranks do not agree on another one.
void Simulation::stop_if_failed() {
  double failed[1] = {failure_.empty() ? 0.0 : 1.0};
  world_.max(failed);
  if (failed[0] > 0) stop_with_failure();
}

/// An energy is out of range on all ranks: the rank of the fastest node says where. Always throws.
void Simulation::stop_with_fastest_node(const std::string& what) {
  Index fastest = none;
  double speed = -1;
  for (Index i = 0; i < nodes_.count(); ++i) {
    const double v = norm(row(nodes_.velocity, i));
    if (v <= speed) continue;
    speed = v;
    fastest = i;
  }
  double most[1] = {speed};
  world_.max(most);
  if (fastest != none && speed == most[0])
    fail(fmt::format("{}; the fastest is node {} ({}) at t = {:.4E}, cycle {}: the run has become unstable", what,
                     domain_.model.nodes.id[fastest], describe_element_at(elements_, domain_.model, fastest),
                     clock_.time, clock_.cycle));
  stop_with_failure();
  throw Error(what);  // where not even the speeds are numbers
}

/// One message for all ranks: that of the lowest rank that failed. Always throws.
void Simulation::stop_with_failure() { agree(world_, failure_); }

}  // namespace crumple
