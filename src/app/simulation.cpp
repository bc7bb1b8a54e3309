#include "app/simulation.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "app/isa.hpp"
#include "base/error.hpp"
#include "base/profile.hpp"
#include "comm/mpi_profile.hpp"
#include "io/contact_report.hpp"
#include "io/together.hpp"
#include "physics/contact/penetration.hpp"
#include "physics/contact/surface_steps.hpp"
#include "physics/results/interface_forces.hpp"
#include "physics/results/state_hash.hpp"
#include "physics/state/integrate.hpp"

namespace crumple {
namespace {

/// Errors of one rank end all.
Elements make_elements_together(const World& world, const Domain& domain, const kernels::KernelTable& kernels,
                                Precision precision, const NodeState& state) {
  Elements elements;
  together(world, [&] { elements = make_elements(domain, kernels, precision, state); });
  return elements;
}

template <class Real>
constexpr Precision precision_of =
    std::is_same_v<Real, float> ? Precision::single_precision : Precision::double_precision;

void start(Collective& collective) {
  Profile::Scope scope("collectives");
  collective.start();
}

void finish(Collective& collective) {
  Profile::Scope scope("collectives");
  collective.finish();
}

double seconds_since(Profile::Clock::time_point start) {
  return std::chrono::duration<double>(Profile::Clock::now() - start).count();
}

}  // namespace

template <class Real>
Simulation<Real>::Simulation(const World& world, const Domain& domain, const kernels::KernelTable& kernels,
                             const RunInfo& run, Outputs& outputs, ProgressLine& progress)
    : world_(world),
      domain_(domain),
      run_(run),
      state_(make_node_state(domain.model.nodes)),
      elements_(make_elements_together(world, domain, kernels, precision_of<Real>, state_)),
      halo_(world, domain.halo),
      outputs_(outputs),
      progress_(progress),
      before_(state_.count()),
      mid_{Rows("velocity at t(n)", state_.count()), Rows("angular velocity at t(n)", state_.count())} {
  Profile::Scope scope("initialization");
  const Model& model = domain.model;
  state_.kernels = step_kernels(kernels.isa);
  set_first_step_and_masses();
  connect_nodes();
  collectives_ = make_step_collectives(world, model);
}

template <class Real> void Simulation<Real>::set_first_step_and_masses() {
  const Control& control = domain_.model.control;
  find_first_steps(elements_, state_);
  double added[1] = {scale_masses(elements_)};
  world_.sum(added);
  added_mass_ = added[0];
  if (added_mass_ > 0) {  // the scaled elements now have a longer step
    clear_forces(state_);
    find_first_steps(elements_, state_);
  }
  lump_masses(world_, elements_, domain_, halo_, state_);
  count_live_elements(elements_, halo_, state_);
  StepLimit limit = global_step_limit(world_, find_step_limit(elements_));
  if (limit.dt >= no_step_limit)
    limit = global_step_limit(world_, find_rigid_step_limit(elements_, state_));
  if (limit.dt >= no_step_limit && control.initial_dt <= 0)
    throw Error(
        "no element limits the time step: expected DTINIT of *CONTROL_TIMESTEP, or YM of the null shells' *MAT_009");
  if (limit.dt <= 0)
    throw Error(
        fmt::format("{} {} of part {} has no volume at the start", name_of(limit.kind), limit.element, limit.part));
  clear_forces(state_);  // as each kick leaves them
  set_limit(limit);
  clock_.dt = control.initial_dt > 0 ? std::min(control.initial_dt, limited_dt(limit.dt)) : limited_dt(limit.dt);
  clock_.dt_first = clock_.dt_min = clock_.dt;
}

/// Ties, rigid bodies, loads, conditions, welds and contacts, from the masses.
template <class Real> void Simulation<Real>::connect_nodes() {
  ties_ = make_ties(world_, domain_, halo_, state_, tie_state_);
  bodies_ = make_rigid_bodies(world_, domain_, state_, body_state_);
  set_initial_rigid_motion(bodies_, body_state_, state_);
  loads_ = make_loads(domain_, bodies_.in_body);
  load_state_ = make_load_state(loads_, domain_);
  constraints_ = make_constraints(domain_, bodies_.in_body);
  fix_velocities(constraints_, state_);
  set_tied_velocities(ties_, domain_, tie_state_, state_);
  together(world_, [&] { welds_ = make_weld_state(domain_, bodies_.in_body); });
  walls_ = make_rigid_walls(domain_, bodies_.in_body, constraints_, wall_state_, ledger_);
  contacts_ = make_contacts(world_, domain_, state_, domain_.quanta);
  wall_tolerance_ = wall_tolerance(world_, domain_.model);
}

template <class Real> void Simulation<Real>::tell_start() {
  outputs_.messages.warn(contacts_.warnings);
  outputs_.surface_steps = surface_steps(world_, contacts_);
  if (const std::string steps = format_surface_steps(outputs_.surface_steps); !steps.empty()) outputs_.messages.line(steps);
  if (added_mass_ > 0)
    outputs_.messages.line(fmt::format(" mass added by mass scaling             = {:13.4E}", added_mass_));
}

template <class Real> RunState Simulation<Real>::run_state() {
  return {clock_, deletions_, initial_total_, state_, elements_, ledger_, bodies_, body_state_, load_state_,
          motion_state_, welds_, wall_state_, contacts_, ties_, tie_state_, halo_};
}

template <class Real> SavedState Simulation<Real>::save() { return save_state(world_, domain_, run_state()); }
template <class Real> void Simulation<Real>::load(const SavedState& saved) { load_state(world_, domain_, saved, run_state()); }

template <class Real>
std::optional<RunResult> Simulation<Real>::run(Profile::Clock::time_point start,
                                               const std::function<bool(const Clock&)>& pause) {
  loop_start_ = start;
  RunResult result;
  if (clock_.cycle == 0) start_mpi_steps();  // a run that goes on, on other pieces, counts on
  try {
    if (clock_.cycle == 0) tell_start();
    while (!finished_) {
      step();
      if (finished_ || !pause(clock_)) continue;
      finish_meeting();
      finish_control();
      tell_failures();
      return std::nullopt;
    }
    result.reason = end_reason_;
  } catch (const Error& error) {
    result.normal = false;
    result.reason = error.what();
  }
  end_mpi_steps();
  progress_.close();
  result.wall_step_loop = seconds_since(start);
  result.clock = clock_;
  result.energies = last_energies_;
  result.warnings = contacts_.warnings;
  result.n_failed = outputs_.n_failed;
  result.surface_steps = outputs_.surface_steps;
  result.penetrations = outputs_.penetrations;
  result.interfaces = outputs_.interfaces;
  result.contact_loads = contact_loads(contacts_);
  result.n_contact_searches = contacts_.n_searches;
  if (result.normal) result.state_hash = fmt::format("{:016x}", state_hash(world_, domain_, elements_, state_));
  return result;
}

/// From t(n) to t(n+1): forces on the geometry of t(n), v(n+1/2), outputs of t(n), x(n+1). The ranks meet about the next
/// time step behind the motion and the element forces that follow, none of which needs to know it.
template <class Real> void Simulation<Real>::step() {
  start_ghost_update(contacts_, state_);
  add_element_forces_and_exchange();
  finish_meeting();
  search_contacts();
  add_other_forces();
  gather_tied_forces(ties_, domain_, state_, tie_state_);
  update_velocities();
  finish_control();
  finished_ = end_reached();
  if (finished_) stop_if_failed();
  write_due_outputs();
  if (finished_) return;
  start_meeting();
  start_control();
  drift(state_, clock_);
  place_rigid_nodes(bodies_, body_state_, state_);
  place_tied_nodes(ties_, domain_, tie_state_, state_);
  advance_clock();
}

template <class Real> void Simulation<Real>::search_contacts() {
  if (deletions_) {
    count_live_elements(elements_, halo_, state_);
    const std::vector<std::uint8_t> overdue = overdue_ties(ties_, domain_, elements_.status);
    note_released(overdue);
    release_ties(ties_, domain_, overdue, halo_, state_, tie_state_);
    request_search(contacts_);
  }
  if (!search_due(contacts_)) return;
  Profile::Scope scope("contact search");
  search(world_, contacts_, state_, elements_.status, domain_.quanta);
}

template <class Real> void Simulation<Real>::add_element_forces_and_exchange() {
  ForceStep forces{Side::boundary, clock_.time, clock_.dt_previous, part_seconds_};
  const RowArrays sums = {state_.force.data(), state_.moment.data()};
  add_element_forces(elements_, forces, state_);
  add_pressure(loads_, domain_, clock_, state_, load_state_);
  {
    Profile::Scope scope("halo");
    halo_.start(sums);
  }
  forces.side = Side::interior;
  add_element_forces(elements_, forces, state_);
  {
    Profile::Scope scope("halo");
    halo_.finish(sums);
  }
}

template <class Real> void Simulation<Real>::add_other_forces() {
  {
    Profile::Scope scope("contact");
    add_contact_forces(contacts_, state_, clock_, domain_.quanta, ledger_);
  }
  Profile::Scope scope("loads");
  add_loads(loads_, domain_, clock_, state_, load_state_);
  add_damping(loads_, domain_, clock_, state_, load_state_);
  add_wall_penalty(walls_, domain_, clock_, wall_state_, state_);
}

/// Bodies come last: their sums travel behind the other nodes, which do not depend on them.
template <class Real> void Simulation<Real>::update_velocities() {
  sum_body_forces(bodies_, body_state_, state_, collectives_.body_forces->values);
  start(*collectives_.body_forces);
  if (!kick(state_, clock_, domain_.quanta, before_)) fail(describe_bad_force());
  {
    Profile::Scope scope("constraints");
    fix_velocities(constraints_, state_);
    prescribe_velocities(constraints_, domain_, clock_, before_, state_, motion_state_, ledger_);
    for (const Index weld : advance_spot_welds(domain_, clock_, before_, welds_, state_, ledger_)) note_failure(weld);
  }
  finish(*collectives_.body_forces);
  advance_rigid_bodies(bodies_, domain_, clock_, load_state_, collectives_.body_forces->values, body_state_, state_, ledger_);
  stop_at_walls();
  set_tied_velocities(ties_, domain_, tie_state_, state_);
  Profile::Scope scope("loads");
  account_loads(loads_, domain_, clock_, before_, state_, load_state_, ledger_);
}

template <class Real> void Simulation<Real>::stop_at_walls() {
  Profile::Scope scope("rigid walls");
  Collective& momenta = *collectives_.wall_momenta;
  sum_wall_momenta(walls_, domain_, clock_, wall_state_, welds_, state_, momenta.values);
  start(momenta);
  finish(momenta);
  apply_walls(walls_, domain_, clock_, momenta.values, constraints_, welds_, before_, wall_state_, state_, ledger_);
}

/// What all ranks must know before the next step: the stable time step of the elements at t(n), whether any element was
/// deleted, whether all ranks are well, and how fast contact surfaces move.
template <class Real> void Simulation<Real>::start_meeting() {
  const Control& control = domain_.model.control;
  const Meeting meeting{collectives_.meeting->values};
  // ERODE: an element goes before its step, scaled, would end the run
  const double erosion_dt = control.erode != 0 ? control.minimum_dt_factor * clock_.dt_first / control.dt_scale : 0.0;
  DeletionNotes notes{clock_, erosion_dt, ledger_, failures_};
  meeting.deletions() = note_deletions(elements_, notes) ? 1 : 0;
  const double stable = smallest_dt(elements_);
  if (stable <= 0) fail(describe_inverted_element());
  meeting.minus_dt() = -stable;
  meeting.failure() = failure_.empty() ? 0 : 1;
  velocity_extremes(contacts_, state_, meeting.velocity_extremes());
  start(*collectives_.meeting);
}

/// Sets the time step from t(n) to t(n+1). Does nothing if no meeting was started, as in the first step.
template <class Real> void Simulation<Real>::finish_meeting() {
  if (!collectives_.meeting->is_started()) return;
  finish(*collectives_.meeting);
  const Meeting meeting{collectives_.meeting->values};
  if (meeting.failure() > 0) stop_with_failure();
  deletions_ = meeting.deletions() > 0;
  advance(contacts_, meeting.velocity_extremes(), clock_.dt_previous);
  clock_.dt = limited_dt(-meeting.minus_dt());
  clock_.dt_min = std::min(clock_.dt_min, clock_.dt);
}

/// To t(n+1). The step that leads on from there is set by finish_meeting.
template <class Real> void Simulation<Real>::advance_clock() {
  clock_.time += clock_.dt;
  clock_.dt_previous = clock_.dt;
  ++clock_.cycle;
}

template <class Real> double Simulation<Real>::limited_dt(double stable) const {
  const Control& control = domain_.model.control;
  // with no deformable element (left), the step stays as it is
  double dt = stable < no_step_limit ? control.dt_scale * stable : clock_.dt;
  if (control.dt_limit_curve != none) dt = std::min(dt, domain_.model.curves[control.dt_limit_curve].evaluate(clock_.time));
  return dt;
}

template <class Real> void Simulation<Real>::set_limit(const StepLimit& limit) {
  clock_.limiting_kind = limit.kind;
  clock_.limiting_element = limit.element;
  clock_.limiting_part = limit.part;
}

/// Root decides, all follow: the small broadcast that every step of a crash code has.
template <class Real> void Simulation<Real>::start_control() {
  collectives_.control->values[0] = progress_.due() ? 1.0 : 0.0;
  collectives_.control->values[1] = double(outputs_.switches.poll());
  start(*collectives_.control);
}

template <class Real> void Simulation<Real>::finish_control() {
  if (!collectives_.control->is_started()) return;
  finish(*collectives_.control);
  report_due_ = collectives_.control->values[0] != 0;
  switch_ = SenseSwitch(int(collectives_.control->values[1]));
  if (switch_ != SenseSwitch::none) outputs_.messages.cycle(clock_, fmt::format("sense switch {}", name_of(switch_)));
}

template <class Real> bool Simulation<Real>::end_reached() {
  const Control& control = domain_.model.control;
  if (clock_.time >= control.end_time * (1 - 1e-12)) end_reason_ = "termination time reached";
  else if (control.end_cycle > 0 && clock_.cycle >= control.end_cycle) end_reason_ = "termination cycle reached";
  else if (clock_.dt < control.minimum_dt_factor * clock_.dt_first * (1 - 1e-12)) end_reason_ = "time step below DTMIN";
  else if (switch_ == SenseSwitch::stop) end_reason_ = "sense switch sw1";
  return !end_reason_.empty();
}

template <class Real> void Simulation<Real>::write_due_outputs() {
  DueOutputs due = outputs_.take_due(clock_, finished_);
  if (switch_ == SenseSwitch::state && outputs_.states) due.states = true;
  const bool is_quiet = !due.any() && !report_due_ && !finished_;
  if (!is_quiet || world_.collectives().sums_every_step) sum_accounts();
  if (is_quiet) return;
  Profile::Scope scope("output");
  const Accounts sums = accounts();
  if (sums.new_failures() > 0) tell_failures();
  set_limit(global_step_limit(world_, find_step_limit(elements_)));
  interpolate_velocity(before_.velocity, state_.velocity, clock_, mid_.velocity);
  interpolate_velocity(before_.angular_velocity, state_.angular_velocity, clock_, mid_.angular_velocity);
  last_energies_ = sum_energies(world_, domain_, {elements_, state_, mid_},
                                {get_ledger(sums.ledger()), bodies_.in_body,
                                 body_kinetic_energy(bodies_, body_state_, domain_.quanta.energy), initial_total_});
  if (clock_.cycle == 0) last_energies_.initial_total = initial_total_ = last_energies_.total() - last_energies_.external_work;
  const std::vector<WallForce> walls = wall_forces(domain_, wall_state_, sums.walls());
  if (due.glstat) {
    const Momentum m = sum_momentum(world_, domain_, state_, mid_);
    outputs_.databases.glstat(clock_, last_energies_, walls, (1.0 / m.mass) * m.momentum, ns_per_element_cycle());
  }
  if (due.glstat || finished_)  // not whenever a user looks at the progress: the records must not depend on the clock
    note(count_penetrations(world_, contacts_, clock_, walls_, wall_state_, wall_tolerance_, state_), clock_.time,
         outputs_.penetrations);
  if (due.rwforc) outputs_.databases.rwforc(clock_, walls);
  if (due.rcforc || due.sleout || finished_)
    outputs_.interfaces = sum_interface_forces(*collectives_.contacts, domain_, contacts_, tie_state_);
  if (due.rcforc) outputs_.databases.rcforc(clock_, outputs_.interfaces);
  if (due.sleout) outputs_.databases.sleout(clock_, std::span(outputs_.interfaces).first(domain_.model.contacts.size()));
  if (due.matsum) outputs_.databases.matsum(clock_, sum_parts(world_, domain_, elements_, mid_));
  if (due.nodout) outputs_.databases.nodout(clock_, node_histories());
  if (due.swforc) {
    std::vector<WeldForce> forces = weld_forces(welds_, domain_);
    collect(elements_.families, forces);
    outputs_.databases.swforc(clock_, forces);
  }
  if (due.states) {
    outputs_.states->write(clock_.time, state_, element_output(elements_, domain_.model));
    outputs_.messages.cycle(clock_, "write d3plot file");
  }
  if (report_due_ || finished_) progress_.show(report());
  report_due_ = false;
}

template <class Real> void Simulation<Real>::note_released(const std::vector<std::uint8_t>& overdue) {
  const Model& model = domain_.model;
  for (std::size_t t = 0; t < overdue.size(); ++t)
    if (overdue[t] && !tie_state_.released[t])
      failures_.push_back({clock_.cycle, clock_.time, FailureKind::tie, model.nodes.id[model.ties[t].node],
                           model.tied_contacts[model.ties[t].contact].id});
}

/// A weld is on all ranks that have one of its nodes; the owner of the first one tells.
template <class Real> void Simulation<Real>::note_failure(Index weld) {
  const SpotWeld& failed = domain_.model.spot_welds[weld];
  if (domain_.owns_node[failed.nodes[0]])
    failures_.push_back({clock_.cycle, clock_.time, FailureKind::spot_weld, failed.id});
}

template <class Real> void Simulation<Real>::tell_failures() {
  for (const Failure& failure : gather_failures(world_, failures_)) {
    outputs_.messages.line(describe(failure));
    ++outputs_.n_failed[failure.kind];
  }
}

template <class Real>
Accounts Simulation<Real>::accounts() const {
  return {collectives_.accounts->values, domain_.model.walls.size()};
}

/// Forces and energies of walls, and the ledger, over all ranks.
template <class Real>
void Simulation<Real>::sum_accounts() {
  sum_wall_forces(wall_state_, accounts().walls());
  put_ledger(ledger_, accounts().ledger());
  accounts().new_failures() = double(failures_.size());
  start(*collectives_.accounts);
  finish(*collectives_.accounts);
}

/// The nodes of *DATABASE_HISTORY_NODE that this rank owns; accelerations include constraints, bodies and walls.
template <class Real> std::vector<NodeHistory> Simulation<Real>::node_histories() const {
  std::vector<NodeHistory> histories;
  const Nodes& nodes = domain_.model.nodes;
  for (const Index i : domain_.model.output.history_nodes) {
    if (!domain_.owns_node[i]) continue;
    const Vec3 x = row(state_.position, i);
    const Vec3 a = (1 / clock_.dt_mid()) * (row(state_.velocity, i) - row(before_.velocity, i));
    histories.push_back({nodes.id[i], x - nodes.position[i], row(mid_.velocity, i), a, x});
  }
  return histories;
}

template <class Real> double Simulation<Real>::ns_per_element_cycle() const {
  const double elements = double(run_.n_elements()) * double(std::max<std::int64_t>(clock_.cycle, 1));
  return 1e9 * seconds_since(loop_start_) * run_.ranks * run_.threads / elements;
}

template <class Real> StepReport Simulation<Real>::report() const {
  StepReport report{clock_, last_energies_, ns_per_element_cycle(), 0};
  const double done = clock_.time / domain_.model.control.end_time;
  if (done > 0) report.seconds_left = seconds_since(loop_start_) * (1 - done) / done;
  return report;
}

template <class Real> void Simulation<Real>::fail(const std::string& message) {
  if (failure_.empty()) failure_ = message;
}

/// For the last step, at whose end the ranks do not meet.
template <class Real> void Simulation<Real>::stop_if_failed() {
  double failed[1] = {failure_.empty() ? 0.0 : 1.0};
  world_.max(failed);
  if (failed[0] > 0) stop_with_failure();
}

/// One message for all ranks: that of the lowest rank that failed. Always throws.
template <class Real> void Simulation<Real>::stop_with_failure() {
  Bytes message = to_bytes(std::span<const char>(failure_));
  const std::vector<Bytes> all = world_.gather(message);
  message.clear();
  for (auto it = all.rbegin(); it != all.rend(); ++it)
    if (!it->empty()) message = *it;
  world_.broadcast(message);
  throw Error(std::string(reinterpret_cast<const char*>(message.data()), message.size()));
}

template <class Real> std::string Simulation<Real>::describe_bad_force() const {
  const Model& model = domain_.model;
  const Index node = find_bad_node(state_, domain_.quanta);
  const std::string element = describe_element_at(elements_, model, node);
  return fmt::format("the force on node {} ({}) is not a number or too large at t = {:.4E}, cycle {}: the run has become unstable",
                     node == none ? 0 : model.nodes.id[node], element, clock_.time, clock_.cycle);
}

template <class Real> std::string Simulation<Real>::describe_inverted_element() const {
  const StepLimit limit = find_step_limit(elements_);
  return fmt::format("{} {} of part {} has a negative volume or area at t = {:.4E}, cycle {}", name_of(limit.kind),
                     limit.element, limit.part, clock_.time, clock_.cycle);
}

template class Simulation<float>;
template class Simulation<double>;

}  // namespace crumple
