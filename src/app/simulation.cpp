#include "app/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/rank_load.hpp"
#include "base/error.hpp"
#include "base/loops.hpp"
#include "base/process_usage.hpp"
#include "comm/mpi_profile.hpp"
#include "comm/together.hpp"
#include "physics/results/archives.hpp"
#include "physics/results/state_hash.hpp"
#include "physics/state/given_body.hpp"
#include "physics/state/integrate.hpp"
#include "physics/state/part_switch.hpp"

namespace crumple {
namespace {

/// The simulation's own values in the agreement on the next step (Reduction::step): maxima. The last ones are root's
/// decisions, unless these are broadcast.
struct Agreement {
  std::span<double> values;
  double& minus_dt() const { return values[0]; }
  double& deletions() const { return values[1]; }
  double& failure() const { return values[2]; }
  double& needs_room() const { return values[3]; }
  double& new_masses() const { return values[4]; }
  std::span<double> decisions() const { return values.subspan(5); }
};

}  // namespace

Simulation::Simulation(const SimulationParts& parts)
    : world_(parts.world),
      domain_(parts.domain),
      run_(parts.run),
      outputs_(parts.outputs),
      progress_(parts.progress),
      own_(parts.world, parts.domain, parts.kernels, parts.precision),
      features_(make_features(own_)),
      collectives_(parts.world, features_),
      carried_(parts.run.stability) {}

void Simulation::note_added_mass() {
  double added[1] = {own_.added_mass};
  world_.sum(added);
  if (added[0] != 0)
    outputs_.messages.line(fmt::format(" mass added by mass scaling             = {:13.4E}", added[0]));
}

std::optional<RunResult> Simulation::run(const RunStart& start, const std::function<bool()>& pause) {
  start_ = start;
  RunResult result;
  try {
    outputs_.start(moment());
    if (own_.clock.cycle == 0) note_added_mass();
    while (!finished_) {
      failed_as_ = Termination::unstable;  // except during outputs
      step();
      failed_as_ = Termination::error;
      if (!finished_ && pause()) return std::nullopt;
    }
    result.reason = end_.reason;
    result.termination = end_.termination;
  } catch (const Error& error) {
    result.termination = failed_as_;
    result.reason = error.what();
  }
  end_mpi_steps();
  progress_.close();
  result.wall_step_loop = seconds_since(start.wall);
  result.first_cycle = start.cycle;
  result.clock = own_.clock;
  result.energies = carried_.last_energies;
  result.own_load = describe_rank(domain_, features_);
  result.added_mass = collectives_.accounts.own()[ledger_size + 1];
  try {
    outputs_.finish(result);
  } catch (const Error& error) {  // on all ranks
    if (!result.failed()) result.termination = Termination::error, result.reason = error.what();
  }
  wait_for_device();
  result.device_waits = launched_work().n_waits;
  if (!result.failed())
    result.state_hash = fmt::format("{:016x}", state_hash(world_, domain_, own_.elements, own_.nodes));
  return result;
}

template <void (Feature::*phase)(StepState&)>
void Simulation::for_features() {
  for (const auto& feature : features_) (feature.get()->*phase)(own_.step);
}

/// From t(n) to t(n+1): forces on the geometry of t(n), v(n+1/2), outputs of t(n), x(n+1). The agreement on the next
/// time step overlaps with the motion and the element forces that follow, none of which needs it, or is made right
/// before them in blocking modes. The work from there to the nodal sums, including contact, is done without waiting for
/// other ranks.
void Simulation::step() {
  for_features<&Feature::begin_step>();
  add_element_forces();
  finish_agreement();
  look_for_changes();
  for_features<&Feature::add_replicated_forces>();
  finish_nodal_sums();
  for_features<&Feature::add_total_forces>();
  update_velocities();
  finish_control();
  end_ = reason_to_end();
  finished_ = bool(end_);
  if (finished_) stop_if_failed();
  if (end_.is_early) warn(fmt::format("{} at t = {:.4E}, cycle {}", end_.reason, own_.clock.time, own_.clock.cycle));
  write_due_outputs();
  if (finished_) return;
  start_agreement();
  drift(own_.step);
  for_features<&Feature::set_positions>();
  advance_clock();
}

/// The sums over ranks of the nodes on the boundary overlap with the forces of the interior elements.
void Simulation::add_element_forces() {
  ForceStep forces{Side::boundary, own_.clock.time, own_.clock.dt_previous, part_seconds_,
                   own_.elements.dilatation.data()};
  crumple::add_element_forces(own_.elements, forces, own_.nodes);
  for_features<&Feature::add_local_forces>();
  {
    Profile::Scope scope(phase<"halo">);
    own_.halo.start_step(own_.nodes.force.data(), own_.nodes.moment.data());
  }
  forces.side = Side::interior;
  crumple::add_element_forces(own_.elements, forces, own_.nodes);
}

/// No effect if they are finished.
void Simulation::finish_nodal_sums() {
  Profile::Scope scope(phase<"halo">);
  own_.halo.finish_step();
}

/// [node] 1: a feature computes its kinetic energy.
std::vector<std::uint8_t> Simulation::nodes_of_wholes() const {
  std::vector<std::uint8_t> marks(std::size_t(own_.nodes.count()), 0);
  for (const auto& feature : features_) feature->mark_nodes_of_whole(marks);
  return marks;
}

/// Recomputes the nodes' masses after mass scaling has added mass to elements. The kinetic energy of the added mass is
/// booked as external work.
void Simulation::renew_masses() {
  const std::vector<std::uint8_t> in_features = nodes_of_wholes();
  const auto energy = [&](Index i) {
    const Vec3 v = row(own_.nodes.velocity, i), w = row(own_.nodes.angular_velocity, i);
    return 0.5 * (own_.nodes.mass(i) * dot(v, v) + own_.nodes.inertia(i) * dot(w, w));
  };
  std::vector<double> before;
  for (Index i = 0; i < own_.nodes.count(); ++i) before.push_back(energy(i));
  lump_masses(world_, own_.elements, domain_, own_.halo, own_.nodes);
  for_features<&Feature::masses_changed>();
  for (Index i = 0; i < own_.nodes.count(); ++i)
    if (domain_.owns_node[i] && !in_features[i]) own_.ledger.external_work.add(energy(i) - before[i]);
  new_masses_ = false;
}

/// Handles changes of the last step: new masses, deletions, new contact pairs.
void Simulation::look_for_changes() {
  if (new_masses_ || carried_.deletions) wait_for_device();
  if (new_masses_ || carried_.deletions) finish_nodal_sums();  // before other exchanges
  if (new_masses_) renew_masses();
  if (carried_.deletions) {
    count_live_elements(own_.elements, own_.halo, own_.nodes);
    for_features<&Feature::drop_dead_elements>();
  }
  for_features<&Feature::search>();
}

void Simulation::update_velocities() {
  for_features<&Feature::begin_sums>();
  kick(own_.step, [this, widens = carried_.widens](SumRange range, const Quanta& quanta) {
    needs_room_ = range == SumRange::near_its_end && !widens;
    if (range == SumRange::left) fail_at(find_bad_node(own_.nodes, quanta));
  });
  if (carried_.widens) widen_quanta();
  for_features<&Feature::set_velocities>();
  for_features<&Feature::enter_work>();
}

void Simulation::fail_at(Index node) {
  fail(fmt::format("the force on node {} ({}) is not a number or too large at t = {:.4E}, cycle {}: the run has become "
                   "unstable",
                   node == none ? 0 : domain_.model.nodes.id[node],
                   describe_element_at(own_.elements, domain_.model, node), own_.clock.time, own_.clock.cycle));
}

/// Starts the reduction before the next step: the stable time step of the elements at t(n), whether any element was
/// deleted, whether any rank failed, and the features' values.
void Simulation::start_agreement() {
  const Control& control = domain_.model.control;
  const Agreement agreement{collectives_.agreement.own()};
  // ERODE: an element is deleted before its scaled step would end the run
  const double smallest = control.minimum_dt_factor * own_.clock.dt_first / control.dt_scale;
  const double erosion_dt = control.erode != 0 ? smallest : 0.0;
  DeletionNotes notes{own_.clock, erosion_dt, own_.ledger, own_.failures};
  ElementChecks checks;
  check_elements(own_.elements, notes, checks);
  wait_for_device();  // the only time in most steps
  if (domain_.model.sensors.ask_interfaces()) collectives_.interfaces.run(own_.step);
  const bool deletes = checks.n_failed > 0;
  if (deletes) note_deletions(own_.elements, notes);
  agreement.deletions() = deletes ? 1 : 0;
  const double added =
      control.mass_scaling_goes_on ? scale_masses(own_.elements, later_mass_scaling(control, checks.smallest_dt)) : 0;
  own_.added_mass += added;
  agreement.new_masses() = added > 0 ? 1 : 0;
  const double stable = deletes || added > 0 ? smallest_dt(own_.elements) : checks.smallest_dt;
  if (stable <= 0) {
    const StepLimit limit = find_step_limit(own_.elements);
    fail(fmt::format("{} {} of part {} has a negative volume or area at t = {:.4E}, cycle {}", name_of(limit.kind),
                     limit.element, limit.part, own_.clock.time, own_.clock.cycle));
  }
  agreement.minus_dt() = -stable;
  note_failures();
  agreement.failure() = failure_.empty() ? 0 : 1;
  agreement.needs_room() = needs_room_ ? 1 : 0;
  const Decisions decisions = decide();
  if (!agreement.decisions().empty()) std::ranges::copy(decisions, agreement.decisions().begin());
  collectives_.agreement.start(own_.step);
  if (collectives_.control->values.empty()) return;
  std::ranges::copy(decisions, collectives_.control->values.begin());
  Profile::Scope scope(phase<"collectives">);
  collectives_.control->start();
}

/// About the next step; other ranks than root decide nothing.
Simulation::Decisions Simulation::decide() {
  return {progress_.due() ? 1.0 : 0.0, double(outputs_.switches.poll())};
}

/// Sets the time step from t(n) to t(n+1). No effect if no agreement was started, as in the first step.
void Simulation::finish_agreement() {
  if (!collectives_.agreement.is_started()) return;
  collectives_.agreement.finish(own_.step);
  const Agreement agreement{collectives_.agreement.own()};
  if (agreement.failure() > 0) stop_with_failure();
  carried_.widens = agreement.needs_room() > 0;
  carried_.deletions = agreement.deletions() > 0;
  new_masses_ = agreement.new_masses() > 0;
  if (const auto of_root = agreement.decisions(); !of_root.empty())
    std::ranges::copy(of_root, decisions_.emplace().begin());
  own_.clock.dt = own_.limited_dt(-agreement.minus_dt());
  own_.clock.dt_min = std::min(own_.clock.dt_min, own_.clock.dt);
}

/// If forces come close to the end of the exact range of their sums, they are rounded to multiples of a larger quantum
/// from the next step on, on all ranks. Called after the kick, because this step's sums need the old quantum.
void Simulation::widen_quanta() {
  constexpr double factor = 256;
  for (Quantum* quantum : {&domain_.quanta.force, &domain_.quanta.moment}) *quantum = Quantum(factor * quantum->q);
  carried_.widens = false;
  outputs_.messages.cycle(
      own_.clock, fmt::format("forces are large: rounded to multiples of {:.1E} from here on", domain_.quanta.force.q));
}

/// Advances to t(n+1). The following step is set by finish_agreement.
void Simulation::advance_clock() {
  own_.clock.time += own_.clock.dt;
  own_.clock.dt_previous = own_.clock.dt;
  ++own_.clock.cycle;
}

/// Follows root's decisions. No effect if no agreement was started.
void Simulation::finish_control() {
  if (collectives_.control->is_started()) {
    Profile::Scope scope(phase<"collectives">);
    collectives_.control->finish();
    std::ranges::copy(collectives_.control->values, decisions_.emplace().begin());
  }
  const std::optional<Decisions> decisions = std::exchange(decisions_, {});
  if (!decisions) return;
  report_due_ = (*decisions)[0] != 0;
  outputs_.switches.given = SenseSwitch(int((*decisions)[1]));
  if (outputs_.switches.given != SenseSwitch::none)
    outputs_.messages.cycle(own_.clock, describe(outputs_.switches.given));
}

/// For the step that starts, once its length is known; empty: it is not the last.
RunEnd Simulation::reason_to_end() const {
  const Control& control = domain_.model.control;
  const auto early = [](const char* reason) { return RunEnd{reason, Termination::normal, true}; };
  if (own_.clock.time >= control.end_time * (1 - 1e-12)) return {"termination time reached"};
  if (control.end_cycle > 0 && own_.clock.cycle >= control.end_cycle) return {"termination cycle reached"};
  if (own_.clock.dt < control.minimum_dt_factor * own_.clock.dt_first * (1 - 1e-12))
    return early("time step below DTMIN");
  if (asked_end_) return asked_end_;
  const bool energy_has_left =
      control.energy_change_limit > 0 && !(carried_.energy_change <= control.energy_change_limit);
  if (energy_has_left) return early("change of the energy ratio above ENDENG");
  const bool has_too_much_mass = control.added_mass_limit > 0 && carried_.added_share > control.added_mass_limit;
  return has_too_much_mass ? early("added mass above ENDMAS") : RunEnd();
}

bool Simulation::is_at_end() {
  if (domain_.model.control.minimum_dt_factor > 0) finish_agreement();
  return bool(reason_to_end());
}

void Simulation::write_due_outputs() {
  const DueOutputs due = outputs_.take_due(own_.clock.time, finished_, outputs_.switches.given == SenseSwitch::state);
  const bool is_first = !carried_.has_initial_total;
  const bool is_quiet = due.recorders.empty() && !report_due_ && !finished_ && !is_first;
  if (is_quiet && !world_.collectives().sums_every_step) return;
  wait_for_device();
  const std::span<double> accounts = collectives_.accounts.own();
  put_parts(own_.ledger.sums(), accounts.begin());
  accounts[ledger_size] = double(own_.failures.size());
  accounts[ledger_size + 1] = own_.added_mass;
  const double cpu = accounts[ledger_size + 2] = cpu_spent();
  collectives_.accounts.run(own_.step);
  cpu_share_ = cpu > 0 ? accounts[ledger_size + 2] / cpu : 0;
  if (is_quiet) return;
  Profile::Scope scope(phase<"output">);
  if (accounts[ledger_size] > 0) outputs_.report_failures(world_, own_.failures);
  own_.set_limit(global_step_limit(world_, find_step_limit(own_.elements)));
  try {
    carried_.last_energies = sum_energies_now();
  } catch (const Error& error) {  // on all ranks
    stop_with_fastest_node(error.what());
  }
  if (!due.recorders.empty())  // not at progress reports
    carried_.energy_change = 100 * std::abs(carried_.last_energies.ratio() - 1);
  if (!due.recorders.empty() && domain_.model.control.added_mass_limit > 0) {
    const double added = accounts[ledger_size + 1],
                 mass = sum_momentum(world_, domain_, own_.nodes, mid_, moment().rows<GivenBody>()).mass;
    carried_.added_share = 100 * added / (mass - added);
  }
  if (due.needs_interfaces) collectives_.interfaces.run(own_.step);
  const Moment now = moment();
  if (!due.recorders.empty()) look_for_instability(now);
  failed_as_ = Termination::error;
  for (Recorder* recorder : due.recorders) recorder->record(now);
  failed_as_ = Termination::unstable;
  if (!unstable_.empty()) throw Error(unstable_);
  if (report_due_ || finished_) progress_.show(format_progress(report()));
  report_due_ = false;
  mid_ = {};
}

void Simulation::look_for_instability(const Moment& now) {
  for (const std::string& line : carried_.stability.check(now)) {
    warn(line);
    if (run_.stability.stops && unstable_.empty()) unstable_ = line + " (unstable=stop)";
  }
}

/// To the log, the summary and the terminal.
void Simulation::warn(const std::string& text) {
  outputs_.warn(text);
  progress_.warn(text);
}

/// At t(n), after the reduction of accounts.
Energies Simulation::sum_energies_now() {
  mid_ = {Rows("velocity at t(n)", own_.nodes.count()), Rows("angular velocity at t(n)", own_.nodes.count())};
  interpolate_velocity(own_.before.velocity, own_.nodes.velocity, own_.clock, mid_.velocity);
  interpolate_velocity(own_.before.angular_velocity, own_.nodes.angular_velocity, own_.clock, mid_.angular_velocity);
  EnergyLedger sums(domain_.quanta.energy);
  take_parts(sums.sums(), collectives_.accounts.own().begin());
  const std::vector<std::uint8_t> in_features = nodes_of_wholes();
  ExactSum of_features(domain_.quanta.energy);
  for (const auto& feature : features_) feature->add_kinetic_energy(of_features);
  Energies energies = sum_energies(world_, domain_, {own_.elements, own_.nodes, mid_},
                                   {sums, in_features, of_features, carried_.initial_total});
  if (!std::exchange(carried_.has_initial_total, true))
    energies.initial_total = carried_.initial_total = energies.total() - energies.external_work;
  return energies;
}

Moment Simulation::moment() {
  const double added_mass = collectives_.accounts.own()[ledger_size + 1];
  return {own_.step, own_.elements, features_, mid_, carried_.last_energies, ns_per_element_cycle(), added_mass};
}

double Simulation::ns_per_element_cycle() const {
  const double cycles = double(std::max<std::int64_t>(own_.clock.cycle - start_.cycle, 1));
  const double elements = double(run_.n_elements()) * cycles;
  return 1e9 * seconds_since(start_.wall) * run_.ranks * run_.threads / elements;
}

StepReport Simulation::report() const {
  const double share = cpu_share_ > 0 ? cpu_share_ : run_.ranks;
  return {own_.clock, carried_.last_energies, ns_per_element_cycle(), seconds_left(), share * cpu_spent()};
}

/// CPU time of this rank since the first step [s].
double Simulation::cpu_spent() const { return process_cpu_time() - start_.cpu; }

/// To the earliest known end: end time and cycle at the current pace, and maxtime=.
double Simulation::seconds_left() const {
  if (finished_) return 0;
  const Control& control = domain_.model.control;
  const auto at_this_pace = [&](double done, double left) {
    return done > 0 ? seconds_since(start_.wall) * std::max(left, 0.0) / done : 0.0;
  };
  double left = at_this_pace(own_.clock.time - start_.time, control.end_time - own_.clock.time);
  const double cycle = double(own_.clock.cycle);
  if (control.end_cycle > 0)
    left = std::min(left, at_this_pace(cycle - double(start_.cycle), double(control.end_cycle) - cycle));
  return std::min(left, outputs_.switches.seconds_left());
}

SavedState Simulation::save() {
  wait_for_device();
  finish_agreement();
  finish_control();
  if (new_masses_) renew_masses();
  outputs_.report_failures(world_, own_.failures);
  for_features<&Feature::synchronise_ledger>();
  wait_for_device();
  StateArchive saving(world_);
  archive_run(saving, own_, features_, carried_);
  return saving.finish();
}

void Simulation::load(SavedState saved) {
  wait_for_device();
  StateArchive loading(world_, std::move(saved));
  archive_run(loading, own_, features_, carried_);
  for (const auto& family : own_.elements.families) family->find_free_elements(own_.nodes);
  if (domain_.model.part_switches.any()) switch_parts();
  for_features<&Feature::resume>();
}

/// At the start of a stage of PartSwitches: elements that become deformable may have a smaller stable step than the
/// next one.
void Simulation::switch_parts() {
  std::vector<PartSwitch> parts(domain_.model.parts.size());
  for (const auto& feature : features_) feature->report_switched_parts(parts);
  for (const auto& family : own_.elements.families)
    family->switch_parts(parts, own_.clock.dt_previous, own_.nodes, own_.ledger);
  clear_forces(own_.nodes);
  if (std::ranges::none_of(parts, &PartSwitch::ends)) return;
  double limit[1] = {-own_.limited_dt(smallest_dt(own_.elements))};
  world_.max(limit);
  own_.clock.dt = std::min(own_.clock.dt, -limit[0]);
}

void Simulation::change_velocities(const VelocityChange& change) {
  wait_for_device();
  const std::vector<std::uint8_t> in_features = nodes_of_wholes();
  if (change.stops_others) for_features<&Feature::stop>();
  auto next = change.nodes.begin();  // both lists are ascending
  for (Index i = 0; i < own_.nodes.count(); ++i) {
    while (next != change.nodes.end() && next->node < domain_.global_node[i]) ++next;
    const bool is_given = next != change.nodes.end() && next->node == domain_.global_node[i];
    if (!is_given && !change.stops_others) continue;
    const auto energy = [&] {
      const Vec3 v = row(own_.nodes.velocity, i), w = row(own_.nodes.angular_velocity, i);
      return 0.5 * (own_.nodes.mass(i) * dot(v, v) + own_.nodes.inertia(i) * dot(w, w));
    };
    const double before = energy();
    set_row(own_.nodes.velocity, i, is_given ? next->velocity : Vec3());
    set_row(own_.nodes.angular_velocity, i, is_given && own_.nodes.inertia(i) > 0 ? next->angular : Vec3());
    if (domain_.owns_node[i] && !in_features[i]) own_.ledger.external_work.add(energy() - before);
  }
}

void Simulation::fail(const std::string& message, Termination as) {
  if (!failure_.empty()) return;
  failure_ = message;
  is_no_instability_ = as == Termination::error;
  if (!world_.is_root()) outputs_.messages.note(fmt::format(" *** Error on this rank: {} ***\n", message));
}

/// Records failures of features, and of files that this rank writes alone.
void Simulation::note_failures() {
  if (const std::string& message = outputs_.messages.failure.message(); !message.empty())
    fail(message, Termination::error);
  for (const auto& feature : features_)
    if (const RunFailure failure = feature->failure(); !failure.message.empty())
      fail(failure.message, failure.is_of_deck ? Termination::error : Termination::unstable);
}

/// For the last step, after which there is no agreement on a next one.
void Simulation::stop_if_failed() {
  wait_for_device();
  note_failures();
  double failed[1] = {failure_.empty() ? 0.0 : 1.0};
  world_.max(failed);
  if (failed[0] > 0) stop_with_failure();
}

/// An energy is out of range on all ranks: the rank with the fastest node reports it. Always throws.
void Simulation::stop_with_fastest_node(const std::string& what) {
  Index fastest = none;
  double speed = -1;
  for (Index i = 0; i < own_.nodes.count(); ++i) {
    const double v = norm(row(own_.nodes.velocity, i));
    if (v <= speed) continue;
    speed = v;
    fastest = i;
  }
  double most[1] = {speed};
  world_.max(most);
  if (fastest != none && speed == most[0])
    fail(fmt::format("{}; the fastest is node {} ({}) at t = {:.4E}, cycle {}: the run has become unstable", what,
                     domain_.model.nodes.id[fastest], describe_element_at(own_.elements, domain_.model, fastest),
                     own_.clock.time, own_.clock.cycle));
  stop_with_failure();
  throw Error(what);  // not even the speeds are numbers
}

/// Ends the run with one message on all ranks. Always throws. A file that cannot be written and an error of the deck
/// are no signs of instability.
void Simulation::stop_with_failure() {
  double is_no_instability[1] = {is_no_instability_ ? 1.0 : 0.0};
  world_.max(is_no_instability);
  if (is_no_instability[0] > 0) failed_as_ = Termination::error;
  agree(world_, failure_);
}

}  // namespace crumple
