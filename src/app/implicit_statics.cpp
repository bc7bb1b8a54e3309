// Static analysis: displacements under loads and prescribed motions that change slowly, linear or by iterations.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/implicit_state.hpp"
#include "base/error.hpp"
#include "base/profile.hpp"
#include "physics/conditions/constraints.hpp"
#include "physics/implicit/quasi_statics.hpp"
#include "solver/arc_length.hpp"

namespace crumple {
namespace {

class LinearStatics {
 public:
  explicit LinearStatics(ImplicitState& state)
      : s_(state), loads_(state.own.step, state.own.clock, state.own.elements, state.features, state.stiffness) {}

  void run() {
    s_.factor();
    s_.record(false);
    Clock& clock = s_.own.clock;
    const double end = s_.end();
    NodalVector before(s_.own.nodes.count());  // the displacement
    for (bool is_last = false; !is_last;) {
      clock.dt = std::min(s_.implicit().step, end - clock.time);
      is_last = clock.time + clock.dt >= end * (1 - 1e-12);
      const ModelForces loads = loads_.loads(clock.time + clock.dt);
      clock.time += clock.dt;
      std::vector<double> values = s_.equations.to_root(loads.nodes, loads.bodies);
      s_.solve(values, 1);
      NodalVector displacement(s_.own.nodes.count());
      s_.equations.from_root(values, displacement);
      move(displacement, before);
      before = displacement;
      ++clock.cycle;
      clock.dt_previous = clock.dt;
      s_.record(is_last);
    }
  }

 private:
  /// Moves to the new displacement.
  void move(const NodalVector& displacement, const NodalVector& before) {
    NodeState& nodes = s_.own.nodes;
    NodalVector step(nodes.count());
    for (Index node = 0; node < nodes.count(); ++node) {
      set_row(step.translation, node, row(displacement.translation, node) - row(before.translation, node));
      set_row(step.rotation, node, row(displacement.rotation, node) - row(before.rotation, node));
    }
    s_.strain_linearly(step);
    for (Index node = 0; node < nodes.count(); ++node)
      set_row(nodes.position, node, row(s_.at_start, node) + row(displacement.translation, node));
  }

  ImplicitState& s_;
  QuasiStatics loads_;
};

/// Of a residual, of the largest at the start of a step: where loads no longer change, little is left to be found.
constexpr double negligible = 1e-7;

/// A step of the model as equations.
class StepEquations final : public LoadedSystem {
 public:
  /// `negligible`: norm of a residual.
  StepEquations(ImplicitState& state, QuasiStatics& statics, double negligible)
      : s_(state), statics_(statics), negligible_(negligible) {}

  void factor() override {
    for (const auto& family : s_.own.elements.families) family->restore_history();
    s_.stiffness.renew(s_.own.clock.dt);
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
    if (!has_moved_ && statics_.has_motions()) change = statics_.change_by_motions();
    residual = statics_.residual();
    for (std::size_t i = 0; i < change.size(); ++i) residual[i] += change[i];
    double wrong[1] = {statics_.is_inverted() ? 1.0 : 0.0};
    for (const double value : residual)
      if (!std::isfinite(value)) wrong[0] = 1;
    s_.job.world.max(wrong);
    return wrong[0] == 0;
  }
  double negligible_residual() const override { return negligible_; }
  double length() const override { return s_.stiffness.length(); }

 private:
  ImplicitState& s_;
  QuasiStatics& statics_;
  double negligible_;
  bool has_moved_ = false;
};

class NonlinearStatics {
 public:
  explicit NonlinearStatics(ImplicitState& state)
      : s_(state), statics_(state.own.step, state.own.clock, state.own.elements, state.features, state.stiffness) {}

  const char* run() {
    if (s_.begins_moving()) {
      statics_.inertia().start_with(s_.aside.velocity, s_.aside.angular_velocity);
      s_.note_velocities(s_.aside);
    }
    s_.record(false);
    Clock& clock = s_.own.clock;
    const Control& control = s_.job.domain.model.control;
    const double end = s_.end();
    const AutoSteps& steps = s_.implicit().steps;
    double next = s_.implicit().step;
    if (s_.carried.has_initial_total && s_.implicit().dynamics.share_at(clock.time) == 0)
      statics_.release_during(std::min(next, end - clock.time));
    for (;;) {
      const bool by_arc = begins_arc();
      const double until = !by_arc && s_.implicit().has_arc() ? s_.implicit().arc.begin : end;
      const double size = by_arc ? next : std::min(next, until - clock.time);
      clock.dt = by_arc ? s_.long_step : size;
      const NewtonResult result = step_or_end(size);
      clock.dt = size;
      if (!result.has_converged) {
        statics_.abandon();
        next = 0.5 * size;
        if (!steps.is_on || next < steps.least) fail(result);
        s_.log(fmt::format(" step from {:.5E} repeated with {:.5E}: {}", clock.time, next, result.failure));
        continue;
      }
      statics_.commit();
      s_.note_velocities({s_.own.nodes.velocity, s_.own.nodes.angular_velocity});
      const bool is_at_end = std::abs(statics_.end()) >= end * (1 - 1e-12);
      clock.time = is_at_end ? std::copysign(end, statics_.end()) : statics_.end();
      ++clock.cycle;
      clock.dt_previous = clock.dt;
      next = next_step(result);
      note_deletions();
      const NodalVector& unbalanced = statics_.unbalanced();
      find<Constraints>(s_.features)->take_reactions(s_.own.step, unbalanced.translation, unbalanced.rotation);
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
    return iterate(limits, size);
  }

  NewtonResult iterate(const NewtonLimits& limits, double size) {
    std::vector<double> total = limits.compares_total ? total_ : std::vector<double>();
    StepEquations equations(s_, statics_, negligible * largest_residual_);
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

  /// LS-DYNA's rule in words: longer after few iterations, shorter after many.
  double next_step(const NewtonResult& result) const {
    constexpr double factor = 1.5848931924611136;  // the fifth root of 10
    const AutoSteps& steps = s_.implicit().steps;
    double next = s_.own.clock.dt;
    if (!steps.is_on) return s_.implicit().step;
    if (result.n_iterations < steps.optimum - steps.window) next *= factor;
    if (result.n_iterations > steps.optimum + steps.window) next /= factor;
    return std::clamp(next, steps.least, steps.largest);
  }

  void note_deletions() {
    DeletionNotes notes{s_.own.clock, 0, s_.own.ledger, s_.own.failures};
    crumple::note_deletions(s_.own.elements, notes);
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
  std::vector<double> total_;    ///< displacements, on root
  double largest_residual_ = 0;  ///< norm, at the start of a step so far
  bool is_on_arc_ = false;
  ArcMeasure measure_;
  ArcPath path_;
};

}  // namespace

void solve_linear_statics(ImplicitState& state) { LinearStatics(state).run(); }
const char* solve_nonlinear_statics(ImplicitState& state) { return NonlinearStatics(state).run(); }

}  // namespace crumple
