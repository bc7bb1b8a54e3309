// Static analysis: displacements under loads and prescribed motions that change slowly, linear or by iterations.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/implicit_state.hpp"
#include "base/error.hpp"
#include "base/profile.hpp"
#include "comm/together.hpp"
#include "physics/implicit/quasi_statics.hpp"
#include "solver/arc_length.hpp"

namespace crumple {
namespace {

/// Loads that move nothing.
void warn_of_lost_loads(const ImplicitState& state, QuasiStatics& statics) {
  const double first = state.own.clock.time + state.implicit().step;
  const std::int64_t n = std::max(state.equations.n_unresisted(statics.loads(first)),
                                  state.equations.n_unresisted(statics.loads(state.end())));
  if (n > 0)
    state.job.outputs.warn(
        fmt::format("nothing resists loads on {} of the degrees of freedom: they have no effect", n));
}

class LinearStatics {
 public:
  explicit LinearStatics(ImplicitState& state)
      : s_(state),
        statics_(state.own.step, state.own.clock, state.own.elements, state.features, state.stiffness),
        loads_before_(statics_.loads(state.own.clock.time)),
        ways_(state.job.domain.model.motions.size()),
        on_motions_(ways_.size()),
        displacement_(state.own.nodes.count()),
        of_bodies_(state.job.domain.model.rigid_bodies.size()) {
    const Output& output = s_.job.domain.model.output;
    has_reactions_ = !ways_.empty() || output.interval("spcforc") > 0 || output.interval("nodfor") > 0;
  }

  void run() {
    for (const auto& family : s_.own.elements.families) family->keep_history();
    s_.factor();
    warn_of_lost_loads(s_, statics_);
    s_.record(false);
    Clock& clock = s_.own.clock;
    const double end = s_.end();
    for (bool is_last = false; !is_last;) {
      clock.dt = std::min(s_.implicit().step, end - clock.time);
      is_last = clock.time + clock.dt >= end * (1 - 1e-12);
      return_to_start();
      const std::vector<double> steps = statics_.displacements_of_motions();
      for (std::size_t m = 0; m < ways_.size(); ++m) ways_[m] += steps[m];
      const ModelForces loads = statics_.loads(clock.time + clock.dt);
      clock.time += clock.dt;
      std::vector<BodyVector> of_bodies(of_bodies_.size());
      const NodalVector displacement = find_displacement(loads, of_bodies);
      if (has_reactions_) take_reactions(loads, displacement, steps);
      enter_work(loads, displacement, of_bodies);
      move(displacement);
      expect_held();
      ++clock.cycle;
      clock.dt_previous = clock.dt;
      s_.record(is_last);
    }
  }

 private:
  /// T^T K T q = T^T (f - K u) with the displacements u of prescribed motions; T q + u, also `of_bodies`.
  NodalVector find_displacement(const ModelForces& loads, std::vector<BodyVector>& of_bodies) {
    NodalVector forces(s_.own.nodes.count()), displacement(s_.own.nodes.count());
    add(forces, 1, loads.nodes);
    if (!ways_.empty()) {
      const std::vector<double> nothing(s_.job.world.is_root() ? std::size_t(s_.equations.count()) : 0, 0.0);
      s_.equations.from_root(nothing, displacement, {}, ways_);
      add(forces, -1, s_.stiffness.forces(displacement));
    }
    std::vector<double> values = s_.equations.to_root(forces, loads.bodies);
    s_.solve(values, 1);
    s_.equations.from_root(values, displacement, of_bodies, ways_);
    return displacement;
  }

  void take_reactions(const ModelForces& loads, const NodalVector& displacement, const std::vector<double>& steps) {
    NodalVector unbalanced(s_.own.nodes.count());
    add(unbalanced, 1, loads.nodes);
    add(unbalanced, -1, s_.stiffness.forces(displacement));
    const std::vector<double> before = std::exchange(on_motions_, s_.equations.on_motions(unbalanced, loads.bodies));
    if (s_.job.world.is_root())
      for (std::size_t m = 0; m < steps.size(); ++m)
        s_.own.ledger.external_work.add(-0.5 * (before[m] + on_motions_[m]) * steps[m]);
    statics_.take_reactions(unbalanced, loads.bodies);
  }

  /// By the trapezoidal rule, which is exact here.
  void enter_work(const ModelForces& loads, const NodalVector& displacement, const std::vector<BodyVector>& of_bodies) {
    for (Index node = 0; node < s_.own.nodes.count(); ++node) {
      if (!s_.job.domain.owns_node[std::size_t(node)]) continue;
      const auto work = [&](Rows NodalVector::* rows) {
        return 0.5 * dot(row(loads_before_.nodes.*rows, node) + row(loads.nodes.*rows, node),
                         row(displacement.*rows, node) - row(displacement_.*rows, node));
      };
      s_.own.ledger.external_work.add(work(&NodalVector::translation) + work(&NodalVector::rotation));
    }
    for (std::size_t k = 0; k < of_bodies.size(); ++k) {
      if (!s_.equations.rows().bodies()[k].is_mine) continue;
      const auto work = [&](Vec3 BodyVector::* part) {
        return 0.5 * dot(loads_before_.bodies[k].*part + loads.bodies[k].*part,
                         of_bodies[k].*part - of_bodies_[k].*part);
      };
      s_.own.ledger.external_work.add(work(&BodyVector::translation) + work(&BodyVector::rotation));
    }
    loads_before_ = loads;
    displacement_ = displacement;
    of_bodies_ = of_bodies;
  }

  /// To the first geometry and history, of which all tangents are.
  void return_to_start() {
    Kokkos::deep_copy(s_.own.nodes.position, s_.at_start);
    for (const auto& family : s_.own.elements.families) family->restore_history();
  }

  /// Strains the elements from their first state.
  void move(const NodalVector& displacement) {
    s_.strain_linearly(displacement);
    NodeState& nodes = s_.own.nodes;
    for (Index node = 0; node < nodes.count(); ++node)
      set_row(nodes.position, node, row(s_.at_start, node) + row(displacement.translation, node));
  }

  /// Rounding errors may hold a mechanism, which then moves far.
  void expect_held() {
    constexpr double most = 1e6;  // work over energy: plastic parts, which follow linearly, may be far off
    const Energies energies = s_.find_energies();
    const double work = std::abs(energies.external_work), stored = energies.internal;
    if (work > most * std::abs(stored) && stored > 0)
      throw Error(fmt::format("the stiffness matrix is singular but for rounding errors: the loads do {:.3G} times the "
                              "work that the elements store: expected constraints that hold the model",
                              work / stored));
  }

  ImplicitState& s_;
  QuasiStatics statics_;
  ModelForces loads_before_;
  std::vector<double> ways_;        ///< [motion] from the start [length], [rad]
  std::vector<double> on_motions_;  ///< [motion] forces, on root
  NodalVector displacement_;
  std::vector<BodyVector> of_bodies_;  ///< displacements [body of the model]
  bool has_reactions_ = false;
};

/// Of a residual, of the largest at the start of a step: where loads no longer change, little is left to be found.
constexpr double negligible = 1e-7;

/// A step of the model as equations.
class StepEquations final : public LoadedSystem {
 public:
  /// `negligible`: norm of a residual. `ignores_unresisted`: loads that nothing resists are none.
  StepEquations(ImplicitState& state, QuasiStatics& statics, double negligible, bool ignores_unresisted)
      : s_(state), statics_(statics), negligible_(negligible), ignores_unresisted_(ignores_unresisted) {}

  void factor() override {
    for (const auto& family : s_.own.elements.families) family->restore_history();
    s_.stiffness.renew(s_.own.clock.dt, statics_.inertia().mass_weights());
    s_.factor(-statics_.inertia().stiffness_per_mass());
  }
  void solve(std::vector<double>& residuals, int n) override { s_.solve(residuals, n); }
  void set_load(double time) override { statics_.set_end(time); }
  std::vector<double> load_rate() override { return statics_.load_rate(); }
  void advance(const std::vector<double>& q) override {
    statics_.advance(q, !has_moved_);
    has_moved_ = true;
  }
  bool find_residual(std::vector<double>& residual) override {
    std::vector<double> change;
    if (is_to_move()) change = statics_.change_by_motions();
    residual = statics_.residual();
    for (std::size_t i = 0; i < change.size(); ++i) residual[i] += change[i];
    if (ignores_unresisted_ && s_.job.world.is_root())
      for (const std::int32_t equation : s_.stiffness.unresisted()) residual[std::size_t(equation)] = 0;
    double wrong[1] = {statics_.is_inverted() ? 1.0 : 0.0};
    for (const double value : residual)
      if (!std::isfinite(value)) wrong[0] = 1;
    s_.job.world.max(wrong);
    return wrong[0] == 0;
  }
  bool is_to_move() const override { return !has_moved_ && statics_.moves(); }
  double negligible_residual() const override { return negligible_; }
  double length() const override { return s_.stiffness.length(); }

 private:
  ImplicitState& s_;
  QuasiStatics& statics_;
  double negligible_;
  bool ignores_unresisted_;
  bool has_moved_ = false;
};

class NonlinearStatics {
 public:
  explicit NonlinearStatics(ImplicitState& state)
      : s_(state), statics_(state.own.step, state.own.clock, state.own.elements, state.features, state.stiffness) {}

  const char* run() {
    if (s_.begins_moving()) {
      statics_.inertia().start_with(s_.aside.velocity, s_.aside.angular_velocity, s_.own.clock.time);
      statics_.inertia().set_velocities(s_.own.nodes);
      s_.note_velocities({s_.own.nodes.velocity, s_.own.nodes.angular_velocity});
    }
    s_.record(false);
    Clock& clock = s_.own.clock;
    const Control& control = s_.job.domain.model.control;
    const double end = s_.end();
    const AutoSteps& steps = s_.implicit().steps;
    if (s_.carried.has_initial_total && s_.implicit().dynamics.share_at(clock.time) == 0)
      statics_.release_during(std::min(next_, end - clock.time));
    for (;;) {
      const bool by_arc = begins_arc();
      const double until = !by_arc && s_.implicit().has_arc() ? s_.implicit().arc.begin : end;
      const double size = by_arc ? next_ : std::min(next_size(), until - clock.time);
      clock.dt = by_arc ? s_.long_step : size;
      const NewtonResult result = step_or_end(size);
      clock.dt = size;
      if (!result.has_converged) {
        statics_.abandon();
        next_ = 0.5 * size / statics_.inertia().next_part();
        step_end_ = clock.time + 0.5 * size;
        ++n_failed_;
        if (leaves_for_explicit_steps(size)) return "explicit";
        if (!steps.is_on || next_ < steps.least) fail(result);
        s_.log(fmt::format(" step from {:.5E} repeated with {:.5E}: {}", clock.time, 0.5 * size, result.failure));
        continue;
      }
      const bool is_second = statics_.inertia().has_first_part();
      n_failed_ = 0;
      statics_.commit();
      s_.note_velocities({s_.own.nodes.velocity, s_.own.nodes.angular_velocity});
      const bool is_at_end = std::abs(statics_.end()) >= end * (1 - 1e-12);
      clock.time = is_at_end ? std::copysign(end, statics_.end()) : statics_.end();
      ++clock.cycle;
      clock.dt_previous = clock.dt;
      if (!statics_.inertia().has_first_part()) next_ = next_step(result, is_second ? next_ : clock.dt);
      note_deletions();
      expect_no_failure();
      statics_.take_reactions(statics_.unbalanced().nodes, statics_.unbalanced().bodies);
      const bool ends_by_cycle = control.end_cycle > 0 && clock.cycle >= control.end_cycle;
      s_.record(ends_by_cycle || (is_at_end && end == control.end_time));
      if (ends_by_cycle) return "termination cycle reached";
      if (is_at_end) return "termination time reached";
    }
  }

 private:
  /// Whether this step is one of the arc length method, which at its first one is made ready.
  bool begins_arc() {
    const ArcLength& arc = s_.implicit().arc;
    if (is_on_arc_) return true;
    if (!s_.implicit().has_arc() || s_.own.clock.time < arc.begin * (1 - 1e-12)) return false;
    is_on_arc_ = true;
    path_.time = s_.own.clock.time;
    measure_ = {arc, s_.implicit().step, {}};
    if (arc.node != 0) measure_.control = statics_.displacement_by_q(arc.node, arc.axis);
    statics_.extend_loads(s_.implicit().step);
    return true;
  }

  /// Where the run is asked to end, the states end with the last equilibrium.
  NewtonResult step_or_end(double size) {
    try {
      return step(size);
    } catch (const EndOfRun&) {
      statics_.abandon();
      s_.record(true);
      throw;
    }
  }

  /// As the deck asks; if that does not converge, once more by Newton's method with whole iterations, which pass states
  /// with much larger forces where thin shells rotate.
  NewtonResult step(double size) {
    s_.log(fmt::format("\n BEGIN implicit static step {} from t = {:.5E}, {} = {:.5E}", s_.own.clock.cycle + 1,
                       s_.own.clock.time, is_on_arc_ ? "arc length / that of the first step * DT0" : "dt", size));
    NewtonLimits limits = s_.implicit().limits;
    statics_.begin();
    NewtonResult result = iterate(limits, size);
    if (result.has_converged) return result;
    s_.log(fmt::format(" {}: once more by Newton's method without line searches", result.failure));
    statics_.abandon();
    limits.iterations = 1;
    limits.line_search = std::numeric_limits<double>::infinity();
    result = iterate(limits, size);
    if (result.has_converged || ignores_unresisted_ || s_.stiffness.n_unresisted() == 0) return result;
    ignores_unresisted_ = true;
    s_.job.outputs.warn(
        fmt::format("nothing resists loads on {} of the degrees of freedom at t = {:.5E}: where that is so they have "
                    "no effect from now on",
                    s_.stiffness.n_unresisted(), statics_.end()));
    statics_.abandon();
    return step(size);
  }

  NewtonResult iterate(const NewtonLimits& limits, double size) {
    std::vector<double> total = limits.compares_total ? total_ : std::vector<double>();
    StepEquations equations(s_, statics_, std::max(negligible * largest_residual_, rounding_of_residual()),
                            ignores_unresisted_);
    const auto report = [&](int iteration, const NewtonNorms& norms) {
      const auto [name, value] = is_on_arc_ ? std::pair("t", statics_.end()) : std::pair("s", norms.line);
      s_.log(fmt::format(" ITERATION: {:4}  *|du|/|u| = {:.7E}  *Ei/E0 = {:.7E}  |Ri|/|R0| = {:.3E}  {} = {:.6g}",
                         iteration, norms.displacement, norms.energy, norms.residual, name, value));
    };
    const NewtonResult result =
        is_on_arc_ ? solve_arc(s_.job.world, equations, limits, measure_, size / s_.implicit().step,
                               s_.equations.kinds(), total, path_, report)
                   : solve_nonlinear(s_.job.world, equations, limits, s_.equations.kinds(), total, report);
    largest_residual_ = std::max(largest_residual_, result.first_residual);
    if (!result.has_converged) return result;
    if (limits.compares_total) total_ = std::move(total);
    s_.log(fmt::format(" equilibrium established after {} iterations, {} stiffness matrices", result.n_iterations,
                       result.n_factorisations));
    return result;
  }

  /// The norm of a residual of rounded forces alone, as under small loads: at a node those of some dozens of elements
  /// and contacts, each wrong by up to half a quantum.
  double rounding_of_residual() const {
    constexpr double quanta_per_equation = 4;
    return quanta_per_equation * s_.job.domain.quanta.force.q * std::sqrt(double(s_.equations.count()));
  }

  /// Of the next step, or part of one.
  double next_size() {
    const Inertia& inertia = statics_.inertia();
    if (inertia.has_first_part()) return step_end_ - s_.own.clock.time;
    step_end_ = s_.own.clock.time + next_;
    return inertia.next_part() * next_;
  }

  /// LS-DYNA's rule in words: longer after few iterations, shorter after many.
  double next_step(const NewtonResult& result, double last) const {
    constexpr double factor = 1.5848931924611136;  // the fifth root of 10
    const AutoSteps& steps = s_.implicit().steps;
    double next = last;
    if (!steps.is_on) return s_.implicit().step;
    if (result.n_iterations < steps.optimum - steps.window) next *= factor;
    if (result.n_iterations > steps.optimum + steps.window) next /= factor;
    return std::clamp(next, steps.least, steps.largest);
  }

  /// After the attempts that IMFLAG 4 and 5 allow, for the time of the step that has failed if no other is given; not
  /// within the last step, where that must be implicit.
  bool leaves_for_explicit_steps(double size) {
    const ExplicitDetours& detours = s_.implicit().detours;
    const AutoSteps& steps = s_.implicit().steps;
    const bool may_repeat = n_failed_ < detours.attempts && steps.is_on && next_ >= steps.least;
    if (!detours.are_on || may_repeat) return false;
    const double last_begin = s_.end() - s_.implicit().step;
    if (detours.end_before_last_step && s_.own.clock.time >= last_begin * (1 - 1e-12)) return false;
    statics_.leave();
    s_.leave_for(detours.duration > 0 ? detours.duration : size);
    return true;
  }

  void note_deletions() {
    DeletionNotes notes{s_.own.clock, 0, s_.own.ledger, s_.own.failures};
    crumple::note_deletions(s_.own.elements, notes);
  }

  /// Of a feature, as of a belt that has slid through its ring.
  void expect_no_failure() {
    std::string message;
    for (const auto& feature : s_.features)
      if (message.empty()) message = feature->failure().message;
    agree(s_.job.world, message);
  }

  [[noreturn]] void fail(const NewtonResult& result) {
    s_.record(true);
    throw Error(fmt::format("no equilibrium in the step from t = {:.5E} by {:.5E}: {} ({} iterations, {} stiffness "
                            "matrices); the states end at that time{}",
                            s_.own.clock.time, s_.own.clock.dt, result.failure, result.n_iterations,
                            result.n_factorisations,
                            s_.implicit().steps.is_on ? "" : "; *CONTROL_IMPLICIT_AUTO repeats it with shorter steps"));
  }

  ImplicitState& s_;
  QuasiStatics statics_;
  double next_ = s_.implicit().step;  ///< the next step, perhaps of two parts [time]
  double step_end_ = 0;               ///< of a step in two parts [time]
  int n_failed_ = 0;                  ///< attempts at this step
  std::vector<double> total_;    ///< displacements, on root
  double largest_residual_ = 0;  ///< norm, at the start of a step so far
  bool ignores_unresisted_ = false;
  bool is_on_arc_ = false;
  ArcMeasure measure_;
  ArcPath path_;
};

}  // namespace

void solve_linear_statics(ImplicitState& state) { LinearStatics(state).run(); }
const char* solve_nonlinear_statics(ImplicitState& state) { return NonlinearStatics(state).run(); }

}  // namespace crumple
