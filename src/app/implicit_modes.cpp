// Modes of the model: eigenvalues and shapes, written to eigout, d3eigv and states.vtkhdf.
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/implicit_state.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/profile.hpp"
#include "comm/together.hpp"
#include "io/eigout.hpp"
#include "physics/implicit/quasi_statics.hpp"
#include "solver/lanczos.hpp"

namespace crumple {
namespace {

/// In units of the smallest ratio of stiffness to mass: how far the shift is below 0 if modes are wanted from 0 on, so
/// that the shifted stiffness of an unconstrained model is not singular.
constexpr double shift_below_zero = 1e-6;
/// The largest displacement of a mode in states, over the size of the model.
constexpr double shown_displacement = 0.05;
/// The largest displacement under the loads of a buckling analysis, over the size of the model.
constexpr double loaded_displacement = 1e-4;

class Modes {
 public:
  explicit Modes(ImplicitState& state) : s_(state) {}

  void find_buckling(RunResult& result) {
    s_.factor();
    const std::int64_t negative = s_.solver->n_negative();
    if (negative > 0)
      throw Error(fmt::format("buckling: the stiffness without loads has {} negative eigenvalues: expected supports "
                              "that hold the model",
                              negative));
    set_geometric_stiffness();
    const SymmetricMatrix stiffness = s_.stiffness.whole();
    LanczosResult found = iterate({solve_, s_.stiffness.mass(), stiffness, 0, true});
    check_count(found, 0, 0);
    for (Mode& mode : found.modes) mode.eigenvalue *= multiple_;
    result.state_hash = fmt::format("{:016x}", hash_of(found.modes));
    std::vector<double> factors;
    for (const Mode& mode : found.modes) factors.push_back(mode.eigenvalue);
    if (!found.modes.empty())  // on root
      result.reason = fmt::format("{} of buckling found, the first at {:.6G} times the loads (eigout)",
                                  counted(found.modes.size(), "mode"), factors.front());
    on_root(s_.job.world, [&] { write_buckling_loads(s_.job.prefix, s_.job.run, factors); });
    write_shapes(found.modes);
  }

  void find(RunResult& result) {
    const double circular = 2 * std::numbers::pi * s_.implicit().centre;
    const double shift =
        s_.implicit().centre > 0 ? circular * circular : -shift_below_zero * s_.stiffness.smallest_ratio();
    s_.factor(shift);
    const std::int64_t below = s_.solver->n_negative();
    LanczosResult found = iterate({solve_, s_.stiffness.mass(), s_.stiffness.mass(), shift});
    if (s_.implicit().centre <= 0) check_count(found, below, -shift);
    result.state_hash = fmt::format("{:016x}", hash_of(found.modes));
    if (!found.modes.empty())  // on root
      result.reason = fmt::format("{} found, up to {:.6G} cycles per time (eigout)",
                                  counted(found.modes.size(), "mode"), frequency_of(found.modes.back().eigenvalue));
    const ModeTable table = tabulate(found.modes);
    on_root(s_.job.world, [&] { write_eigout(s_.job.prefix, s_.job.run, table); });
    write_shapes(found.modes);
  }

 private:
  LanczosResult iterate(const Eigenproblem& problem) {
    Profile::Scope scope(phase<"Lanczos">);
    LanczosResult found = find_modes(s_.job.world, problem, s_.implicit().n_modes);
    s_.log(fmt::format(" Lanczos: {} vectors, {} right-hand sides, {:.2f} s of substitutions", found.n_vectors,
                       s_.solver->statistics().n_solves, s_.solver->statistics().solve_seconds));
    return found;
  }

  /// Replaces M by what a multiple of the loads of ENDTIM takes from the stiffness: the tangent of the elements in the
  /// first geometry without stress, less that with the stress. The multiple moves the model by a small share of its
  /// size, so that the difference is well above rounding errors whatever the loads are.
  void set_geometric_stiffness() {
    RankState& own = s_.own;
    own.clock.dt = s_.job.domain.model.control.end_time;
    QuasiStatics statics(own.step, own.clock, own.elements, s_.features, s_.stiffness);
    const ModelForces loads = statics.loads(own.clock.dt);
    std::vector<double> q = s_.equations.to_root(loads.nodes, loads.bodies);
    s_.solve(q, 1);
    NodalVector displacement(own.nodes.count());
    s_.equations.from_root(q, displacement);
    double largest[1] = {0};
    for (Index node = 0; node < own.nodes.count(); ++node)
      largest[0] = std::max(largest[0], norm(row(displacement.translation, node)));
    s_.job.world.max(largest);
    if (largest[0] == 0) throw Error("buckling: there are no loads at ENDTIM that deform the model");
    multiple_ = loaded_displacement * model_size() / largest[0];
    const SymmetricMatrix without = s_.stiffness.whole();
    for (const auto& family : own.elements.families) family->keep_history();
    s_.strain_linearly(displacement, multiple_);
    s_.stiffness.renew(s_.long_step);
    SymmetricMatrix lost = without.less(s_.stiffness.whole());
    for (const auto& family : own.elements.families) family->restore_history();
    s_.stiffness.renew(s_.long_step);
    s_.stiffness.set_mass(std::move(lost));
  }

  /// On root.
  ModeTable tabulate(const std::vector<Mode>& modes) const {
    ModeTable table;
    for (const Mode& mode : modes) table.eigenvalue.push_back(mode.eigenvalue);
    table.participation.resize(modes.size());
    const ConstraintRows& rows = s_.equations.rows();
    for (std::size_t motion = 0; motion < 6; ++motion) {  // translations along the axes, rotations about them
      Vec3 axis;
      axis[int(motion % 3)] = 1;
      const std::vector<double> rigid = s_.equations.restricted([&](Index entity) -> BodyVector {
        const Vec3 at = entity < rows.n_nodes() ? row(s_.own.nodes.position, entity)
                                                : rows.bodies()[std::size_t(entity - rows.n_nodes())].centre;
        return motion < 3 ? BodyVector{axis, {}} : BodyVector{cross(axis, at), axis};
      });
      const std::vector<double> momentum = s_.stiffness.mass() * rigid;
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
    s_.job.world.broadcast(std::span<double>(n_modes));
    const double largest = shown_displacement * model_size();
    for (std::size_t k = 0; k < std::size_t(n_modes[0]); ++k) {
      double frequency[1] = {0};  // of buckling, the load factor
      if (s_.job.world.is_root())
        frequency[0] = s_.implicit().is_buckling ? modes[k].eigenvalue : frequency_of(modes[k].eigenvalue);
      s_.job.world.broadcast(std::span<double>(frequency));
      NodalVector shape(s_.own.nodes.count());
      s_.equations.from_root(s_.job.world.is_root() ? modes[k].shape : std::vector<double>(), shape);
      double most[1] = {0};
      for (Index node = 0; node < s_.own.nodes.count(); ++node)
        most[0] = std::max(most[0], norm(row(shape.translation, node)));
      s_.job.world.max(most);
      for (Index node = 0; node < s_.own.nodes.count(); ++node)
        set_row(s_.own.nodes.position, node,
                row(s_.at_start, node) + (most[0] > 0 ? largest / most[0] : 0) * row(shape.translation, node));
      s_.own.clock.time = frequency[0];
      const Moment now = s_.moment();
      for (Recorder* recorder : s_.job.outputs.states()) recorder->record(now);
    }
    Kokkos::deep_copy(s_.own.nodes.position, s_.at_start);
    s_.own.clock.time = 0;
  }

  /// The longest edge of the box around the nodes [length].
  double model_size() const {
    double extremes[6] = {-1e300, -1e300, -1e300, -1e300, -1e300, -1e300};
    for (Index node = 0; node < s_.own.nodes.count(); ++node)
      for (int c = 0; c < 3; ++c) {
        extremes[c] = std::max(extremes[c], s_.at_start(node, c));
        extremes[3 + c] = std::max(extremes[3 + c], -s_.at_start(node, c));
      }
    s_.job.world.max(extremes);
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
    if (s_.job.world.is_root() && !found.modes.empty()) {
      const double last = found.modes.back().eigenvalue;
      sigma_and_count[0] = last + std::max(1e-4 * std::abs(last), gap);
      sigma_and_count[1] = double(found.modes.size());
    }
    s_.job.world.broadcast(std::span<double>(sigma_and_count));
    if (sigma_and_count[1] == 0) return;
    s_.factor(sigma_and_count[0]);
    const double n_below = double(s_.solver->n_negative() - below);
    s_.log(fmt::format(" modes below eigenvalue {:.6E}: {:.0f} by the signs of the factors, {:.0f} found",
                       sigma_and_count[0], n_below, sigma_and_count[1]));
    if (n_below < sigma_and_count[1])
      throw Error("modes were found that the factors do not have (internal error)");
    if (n_below > sigma_and_count[1])
      s_.job.outputs.warn(fmt::format("{:.0f} modes lie below that of {:.6E}, {:.0f} were found: equal or nearly equal "
                                      "eigenvalues at the end; ask for more modes",
                                      n_below, sigma_and_count[0], sigma_and_count[1]));
  }

  ImplicitState& s_;
  ShiftedSolve solve_ = [this](std::vector<double>& columns, int n) { s_.solve(columns, n); };
  double multiple_ = 1;  ///< of the loads
};

}  // namespace

void find_modes_of_model(ImplicitState& state, RunResult& result) {
  if (state.implicit().is_buckling) Modes(state).find_buckling(result);
  else Modes(state).find(result);
}

}  // namespace crumple
