#include "app/implicit_analysis.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <utility>

#include "app/progress.hpp"
#include "app/rank_load.hpp"
#include "app/rank_state.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/profile.hpp"
#include "comm/together.hpp"
#include "io/eigout.hpp"
#include "physics/conditions/loads.hpp"
#include "physics/implicit/stiffness.hpp"
#include "physics/results/energy.hpp"
#include "physics/results/state_hash.hpp"
#include "physics/state/integrate.hpp"
#include "solver/decided_solver.hpp"
#include "solver/lanczos.hpp"

namespace crumple {
namespace {

/// In units of the smallest ratio of stiffness to mass: how far the shift is below 0 if modes are wanted from 0 on, so
/// that the shifted stiffness of an unconstrained model is not singular.
constexpr double shift_below_zero = 1e-6;
/// The largest displacement of a mode in states, over the size of the model.
constexpr double shown_displacement = 0.05;

class ImplicitAnalysis {
 public:
  explicit ImplicitAnalysis(const Job& job)
      : job_(job),
        own_(job.world, job.domain, job.kernels, Precision::double_precision),
        features_(make_features(own_)),
        mid_{Rows("velocity", own_.nodes.count()), Rows("angular velocity", own_.nodes.count())},
        at_start_("positions at the start", own_.nodes.count()),
        stiffness_(own_.step, own_.elements, features_, own_.clock.dt),
        equations_(stiffness_.equations()),
        solver_(make_sparse_solver(job.world, {job.prefix.substr(0, job.prefix.rfind('/') + 1),
                                               job.domain.model.implicit.is_out_of_core})),
        decided_(job.world, *solver_, equations_.kinds(), stiffness_.length()) {
    Kokkos::deep_copy(at_start_, own_.nodes.position);
    own_.clock.dt = own_.clock.dt_first = own_.clock.dt_min = implicit().step;
    log(fmt::format(" implicit analysis: {} equations, {}", equations_.count(), sparse_solver_name()));
  }

  void run(RunResult& result) {
    job_.outputs.start(moment());
    if (implicit().n_modes > 0) {
      find_modes_of_model(result);
    } else {
      solve_steps();
      result.state_hash = fmt::format("{:016x}", state_hash(job_.world, job_.domain, own_.elements, own_.nodes));
    }
    result.clock = own_.clock;
    result.energies = energies_;
    result.own_load = describe_rank(job_.domain, features_);
    job_.outputs.finish(result);
  }

 private:
  const Implicit& implicit() const { return job_.domain.model.implicit; }
  void log(const std::string& line) { job_.outputs.messages.line(line); }
  Moment moment() { return {own_.step, own_.elements, features_, mid_, energies_}; }

  void factor(double shift) {
    Profile::Scope scope(phase<"factorisation">);
    decided_.factor(stiffness_.shifted(shift));
    const SolverStatistics& s = solver_->statistics();
    log(fmt::format(" factorisation: {:.3E} entries, {:.3E} operations, {:.0f} MB of memory, {:.2f} s",
                    s.n_factor_entries, s.n_operations, 1e-6 * s.memory, s.factor_seconds));
  }
  void solve(std::vector<double>& columns, int n_columns) {
    Profile::Scope scope(phase<"substitution">);
    decided_.solve(columns, n_columns);
  }

  void find_modes_of_model(RunResult& result) {
    const double circular = 2 * std::numbers::pi * implicit().centre;
    const double shift =
        implicit().centre > 0 ? circular * circular : -shift_below_zero * stiffness_.smallest_ratio();
    factor(shift);
    const std::int64_t below = solver_->n_negative();
    LanczosResult found = find_modes(
        job_.world, [&](std::vector<double>& columns, int n) { solve(columns, n); }, stiffness_.mass(), shift,
        implicit().n_modes);
    log(fmt::format(" Lanczos: {} vectors, {} right-hand sides, {:.2f} s of substitutions", found.n_vectors,
                    solver_->statistics().n_solves, solver_->statistics().solve_seconds));
    if (implicit().centre <= 0) check_count(found, below, -shift);
    result.state_hash = fmt::format("{:016x}", hash_of(found.modes));
    if (!found.modes.empty())  // on root
      result.reason = fmt::format("{} found, up to {:.6G} cycles per time (eigout)",
                                  counted(found.modes.size(), "mode"), frequency_of(found.modes.back().eigenvalue));
    const ModeTable table = tabulate(found.modes);
    on_root(job_.world, [&] { write_eigout(job_.prefix, job_.run, table); });
    write_shapes(found.modes);
  }

  /// On root.
  ModeTable tabulate(const std::vector<Mode>& modes) const {
    ModeTable table;
    for (const Mode& mode : modes) table.eigenvalue.push_back(mode.eigenvalue);
    table.participation.resize(modes.size());
    const ConstraintRows& rows = equations_.rows();
    for (std::size_t motion = 0; motion < 6; ++motion) {  // translations along the axes, rotations about them
      Vec3 axis;
      axis[int(motion % 3)] = 1;
      const std::vector<double> rigid = equations_.restricted([&](Index entity) -> BodyVector {
        const Vec3 at = entity < rows.n_nodes() ? row(own_.nodes.position, entity)
                                                : rows.bodies()[std::size_t(entity - rows.n_nodes())].centre;
        return motion < 3 ? BodyVector{axis, {}} : BodyVector{cross(axis, at), axis};
      });
      const std::vector<double> momentum = stiffness_.mass() * rigid;
      for (std::size_t i = 0; i < momentum.size(); ++i) {
        table.mass[motion] += rigid[i] * momentum[i];
        for (std::size_t k = 0; k < modes.size(); ++k)
          table.participation[k][motion] += modes[k].shape[i] * momentum[i];
      }
    }
    return table;
  }

  /// States of the mesh, one for each mode, whose frequency is its time. The largest displacement is a share of the
  /// model's size.
  void write_shapes(const std::vector<Mode>& modes) {
    Profile::Scope scope(phase<"output">);
    double n_modes[1] = {double(modes.size())};
    job_.world.broadcast(std::span<double>(n_modes));
    const double largest = shown_displacement * model_size();
    for (std::size_t k = 0; k < std::size_t(n_modes[0]); ++k) {
      double frequency[1] = {0};
      if (job_.world.is_root()) frequency[0] = frequency_of(modes[k].eigenvalue);
      job_.world.broadcast(std::span<double>(frequency));
      NodalVector shape(own_.nodes.count());
      equations_.from_root(job_.world.is_root() ? modes[k].shape : std::vector<double>(), shape);
      double most[1] = {0};
      for (Index node = 0; node < own_.nodes.count(); ++node)
        most[0] = std::max(most[0], norm(row(shape.translation, node)));
      job_.world.max(most);
      for (Index node = 0; node < own_.nodes.count(); ++node)
        set_row(own_.nodes.position, node,
                row(at_start_, node) + (most[0] > 0 ? largest / most[0] : 0) * row(shape.translation, node));
      own_.clock.time = frequency[0];
      const Moment now = moment();
      for (Recorder* recorder : job_.outputs.states()) recorder->record(now);
    }
    Kokkos::deep_copy(own_.nodes.position, at_start_);
    own_.clock.time = 0;
  }

  /// The longest edge of the box around the nodes [length].
  double model_size() const {
    double extremes[6] = {-1e300, -1e300, -1e300, -1e300, -1e300, -1e300};
    for (Index node = 0; node < own_.nodes.count(); ++node)
      for (int c = 0; c < 3; ++c) {
        extremes[c] = std::max(extremes[c], at_start_(node, c));
        extremes[3 + c] = std::max(extremes[3 + c], -at_start_(node, c));
      }
    job_.world.max(extremes);
    return std::max({extremes[0] + extremes[3], extremes[1] + extremes[4], extremes[2] + extremes[5]});
  }

  /// Of eigenvalues and shapes, on root.
  static std::uint64_t hash_of(const std::vector<Mode>& modes) {
    std::uint64_t hash = 0;
    for (const Mode& mode : modes) {
      hash = XXH3_64bits_withSeed(&mode.eigenvalue, sizeof(double), hash);
      hash = XXH3_64bits_withSeed(mode.shape.data(), mode.shape.size() * sizeof(double), hash);
    }
    return hash;
  }

  /// Sturm sequence check: the number of negative eigenvalues of K - sigma M equals the number of modes below sigma.
  /// That is above the last one, and above rigid motions by `gap`.
  void check_count(const LanczosResult& found, std::int64_t below, double gap) {
    double sigma_and_count[2] = {0, 0};
    if (job_.world.is_root() && !found.modes.empty()) {
      const double last = found.modes.back().eigenvalue;
      sigma_and_count[0] = last + std::max(1e-4 * std::abs(last), gap);
      sigma_and_count[1] = double(found.modes.size());
    }
    job_.world.broadcast(std::span<double>(sigma_and_count));
    if (sigma_and_count[1] == 0) return;
    factor(sigma_and_count[0]);
    const double n_below = double(solver_->n_negative() - below);
    log(fmt::format(" modes below eigenvalue {:.6E}: {:.0f} by the signs of the factors, {:.0f} found",
                    sigma_and_count[0], n_below, sigma_and_count[1]));
    if (n_below < sigma_and_count[1])
      throw Error("modes were found that the factors do not have (internal error)");
    if (n_below > sigma_and_count[1])
      job_.outputs.warn(fmt::format("{:.0f} modes lie below that of {:.6E}, {:.0f} were found: equal or nearly equal "
                                    "eigenvalues at the end; ask for more modes",
                                    n_below, sigma_and_count[0], sigma_and_count[1]));
  }

  /// The loads at the current time on the nodes at rest [force], [force length].
  NodalVector loads() {
    Loads& loads = *find<Loads>(features_);
    clear_forces(own_.nodes);
    const double dt = std::exchange(own_.clock.dt, 0.0), dt_previous = std::exchange(own_.clock.dt_previous, 0.0);
    loads.begin_step(own_.step);
    loads.add_local_forces(own_.step);
    own_.halo.sum({own_.nodes.force.data(), own_.nodes.moment.data()});
    loads.add_total_forces(own_.step);  // in a zero step, without damping
    own_.clock.dt = dt;
    own_.clock.dt_previous = dt_previous;
    NodalVector sums(own_.nodes.count());
    Kokkos::deep_copy(sums.translation, totals(own_.nodes.force));
    Kokkos::deep_copy(sums.rotation, totals(own_.nodes.moment));
    clear_forces(own_.nodes);
    return sums;
  }

  /// On rigid bodies as a whole, once `loads` has been called.
  std::vector<BodyVector> loads_on_bodies() const {
    const Loads& loads = *find<Loads>(features_);
    const std::vector<ConstraintRows::Body>& bodies = equations_.rows().bodies();
    std::vector<BodyVector> on_bodies(bodies.size());
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      const LoadsOnBody its = loads.on_body(Index(k));
      on_bodies[k] = {its.force + bodies[k].mass * its.acceleration, its.moment};
    }
    return on_bodies;
  }

  void solve_steps() {
    factor(0);
    record(false);
    const double end = job_.domain.model.control.end_time;
    NodalVector before(own_.nodes.count());  // the displacement
    for (bool is_last = false; !is_last;) {
      own_.clock.dt = std::min(implicit().step, end - own_.clock.time);
      own_.clock.time += own_.clock.dt;
      is_last = own_.clock.time >= end * (1 - 1e-12);
      std::vector<double> values = equations_.to_root(loads(), loads_on_bodies());
      solve(values, 1);
      NodalVector displacement(own_.nodes.count());
      equations_.from_root(values, displacement);
      move(displacement, before);
      before = displacement;
      ++own_.clock.cycle;
      own_.clock.dt_previous = own_.clock.dt;
      record(is_last);
    }
  }

  /// Moves to the new displacement. The stresses follow from strains that are linear in it: the kernels evaluate them
  /// on the geometry at mid-step, which here is the initial one.
  void move(const NodalVector& displacement, const NodalVector& before) {
    NodeState& nodes = own_.nodes;
    for (Index node = 0; node < nodes.count(); ++node)
      for (int c = 0; c < 3; ++c) {
        const double step = displacement.translation(node, c) - before.translation(node, c);
        nodes.position(node, c) = at_start_(node, c) + 0.5 * step;
        nodes.velocity(node, c) = step / own_.clock.dt;
        nodes.angular_velocity(node, c) =
            (displacement.rotation(node, c) - before.rotation(node, c)) / own_.clock.dt;
      }
    for (const Side side : {Side::boundary, Side::interior})
      add_element_forces(own_.elements, {side, own_.clock.time, own_.clock.dt, nullptr}, nodes);
    clear_forces(nodes);
    for (Index node = 0; node < nodes.count(); ++node)
      for (int c = 0; c < 3; ++c) nodes.position(node, c) = at_start_(node, c) + displacement.translation(node, c);
    Kokkos::deep_copy(nodes.velocity, 0.0);
    Kokkos::deep_copy(nodes.angular_velocity, 0.0);
  }

  void record(bool is_last) {
    const DueOutputs due = job_.outputs.take_due(own_.clock.time, is_last, false);
    if (due.recorders.empty()) return;
    Profile::Scope scope(phase<"output">);
    ExactSum kinetic(job_.domain.quanta.energy);
    EnergyLedger ledger(job_.domain.quanta.energy);
    energies_ = sum_energies(job_.world, job_.domain, {own_.elements, own_.nodes, mid_}, {ledger, {}, kinetic, 0});
    const Moment now = moment();
    for (Recorder* recorder : due.recorders) recorder->record(now);
  }

  const Job& job_;
  RankState own_;
  FeatureList features_;
  MidVelocity mid_;
  Energies energies_;
  Rows at_start_;  ///< positions
  Stiffness stiffness_;
  const Equations& equations_;
  std::unique_ptr<SparseSolver> solver_;
  DecidedSolver decided_;
};

}  // namespace

RunResult run_implicit(const Job& job) {
  RunResult result;
  const auto begin = Profile::Clock::now();
  try {
    if (job.run.precision != "double")
      throw Error("implicit analysis is computed in double precision: expected precision=double");
    if (job.dump) throw Error("implicit analysis does not go on from a dump");
    result.reason = job.domain.model.implicit.n_modes > 0 ? "no modes" : "termination time reached";
    ImplicitAnalysis(job).run(result);
  } catch (const Error& error) {  // on all ranks
    result.termination = Termination::error;
    result.reason = error.what();
  }
  result.wall_step_loop = std::chrono::duration<double>(Profile::Clock::now() - begin).count();
  return result;
}

}  // namespace crumple
