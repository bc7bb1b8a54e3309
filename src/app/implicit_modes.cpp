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
#include "solver/spectrum.hpp"

namespace crumple {
namespace {

/// In units of the smallest ratio of stiffness to mass: how far the shift is below 0 if modes are wanted from 0 on, so
/// that the shifted stiffness of an unconstrained model is not singular.
constexpr double shift_below_zero = 1e-6;
/// The largest displacement of a mode in states, over the size of the model.
constexpr double shown_displacement = 0.05;
/// The largest displacement under the loads of a buckling analysis, over the size of the model.
constexpr double loaded_displacement = 1e-4;
/// How far above the last factor of buckling loads those below are counted, of its size.
constexpr double counting_margin = 1e-4;

class Modes {
 public:
  explicit Modes(ImplicitState& state) : s_(state) {}

  void find_buckling(RunResult& result) {
    if (const std::int64_t negative = factor(0); negative > 0)
      throw Error(fmt::format("buckling: the stiffness without loads has {} negative eigenvalues: expected supports "
                              "that hold the model",
                              negative));
    set_geometric_stiffness();
    LanczosResult modes = find_modes({solve_, s_.stiffness.mass(), s_.stiffness.matrix(), 0, make_store_},
                                     {.above = s_.implicit().n_modes});
    report_found(0, modes);
    Spectrum found;
    found.add(std::move(modes), 0, modes.eigenvalues.size());
    if (!found.eigenvalues.empty()) {
      const double end = found.eigenvalues.back() * (1 + counting_margin);
      const ModeCount count{0, end, factor(end), std::int64_t(found.eigenvalues.size())};
      report_count(count);
      found.n_missing = std::max<std::int64_t>(count.n_counted - count.n_found, 0);
    }
    for (double& load : found.eigenvalues) load *= multiple_;
    if (!found.eigenvalues.empty())
      result.reason = fmt::format("{} of buckling found, the first at {:.6G} times the loads (eigout)",
                                  counted(found.eigenvalues.size(), "mode"), found.eigenvalues.front());
    on_root(s_.job.world, [&] { write_buckling_loads(s_.job.prefix, s_.job.run, found.eigenvalues); });
    finish(found, result);
  }

  void find(RunResult& result) {
    const Spectrum found = find_vibration();
    if (!found.eigenvalues.empty()) result.reason = describe(found);
    write_table(found, s_.job.prefix + "eigout");
    finish(found, result);
  }

  std::string write_frequencies(const std::string& file) {
    const Spectrum found = find_vibration();
    write_table(found, file);
    return found.eigenvalues.empty() ? "no modes" : describe(found);
  }

 private:
  /// Of a state with stresses, as after a part of the run.
  void add_forces_on_arms() {
    RankState& own = s_.own;
    const Clock now = own.clock;
    own.clock.dt = s_.first.dt;
    QuasiStatics statics(own.step, own.clock, own.elements, s_.features, s_.stiffness);
    statics.begin();
    statics.residual();
    NodalVector on_arms(own.nodes.count());
    add(on_arms, -1, statics.unbalanced().nodes);
    statics.abandon();
    own.clock = now;
    s_.stiffness.add(s_.stiffness.of_arms(on_arms));
  }

  Spectrum find_vibration() {
    const Implicit& asked = s_.implicit();
    if (s_.carried.has_initial_total) add_forces_on_arms();
    const auto eigenvalue_of = [](double frequency) {
      const double circular = 2 * std::numbers::pi * frequency;
      return circular * circular;
    };
    SpectrumRange range{.n_wanted = asked.n_modes, .start = -shift_below_zero * s_.stiffness.smallest_ratio()};
    if (asked.from > 0) range.from = eigenvalue_of(asked.from);
    if (asked.to > 0) range.to = eigenvalue_of(asked.to);
    range.centre = eigenvalue_of(asked.centre);
    range.has_centre = asked.centre > 0;
    const SpectrumTools tools{[this](double shift) { return factor(shift); }, solve_, make_store_,
                              [this](double shift, const LanczosResult& modes) { report_found(shift, modes); },
                              [this](const ModeCount& count) { report_count(count); }};
    const int per_shift = modes_per_shift(s_.stiffness.matrix());
    s_.log(fmt::format(" spectrum: {} modes per shift", per_shift));
    return find_spectrum(s_.stiffness.mass(), range, tools, per_shift);
  }

  static std::string describe(const Spectrum& found) {
    return fmt::format("{} found, up to {:.6G} cycles per time (eigout)", counted(found.eigenvalues.size(), "mode"),
                       frequency_of(found.eigenvalues.back()));
  }

  void write_table(const Spectrum& found, const std::string& file) const {
    const ModeTable table = tabulate(found);
    on_root(s_.job.world, [&] { write_eigout(file, s_.job.run, table); });
  }

  std::int64_t factor(double shift) {
    s_.factor(shift);
    return s_.solver->n_negative();
  }

  void report_found(double shift, const LanczosResult& modes) {
    s_.log(fmt::format(" Lanczos at eigenvalue {:.6E}: {} vectors, {}, {} right-hand sides, {:.2f} s of substitutions",
                       shift, modes.n_vectors, counted(modes.eigenvalues.size(), "mode"),
                       s_.solver->statistics().n_solves, s_.solver->statistics().solve_seconds));
  }

  /// Sturm sequence check: the number of negative eigenvalues of K - sigma M is that of modes below sigma.
  void report_count(const ModeCount& count) {
    s_.log(fmt::format(" modes from eigenvalue {:.6E} to {:.6E}: {} by the signs of the factors, {} found", count.from,
                       count.to, count.n_counted, count.n_found));
    if (count.n_counted < count.n_found)
      throw Error("modes were found that the factors do not have (internal error)");
    if (count.n_counted > count.n_found)
      s_.job.outputs.warn(fmt::format("{} lie between the eigenvalues {:.6E} and {:.6E}, {} were found: equal or "
                                      "nearly equal eigenvalues; ask for more modes",
                                      counted(count.n_counted, "mode"), count.from, count.to, count.n_found));
  }

  void finish(const Spectrum& found, RunResult& result) {
    if (s_.job.options.vectors == "files")
      s_.log(fmt::format(" Lanczos vectors in files: on rank 0 {:.1f} MB written, {:.1f} MB read, {:.2f} s",
                         1e-6 * traffic_.written, 1e-6 * traffic_.read, traffic_.seconds));
    write_shapes(found, result);
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
    NodalVector on_arms(own.nodes.count());
    add(on_arms, multiple_, s_.stiffness.forces(displacement));
    add(on_arms, -multiple_, loads.nodes);
    const SymmetricMatrix without = s_.stiffness.matrix();
    for (const auto& family : own.elements.families) family->keep_history();
    s_.strain_linearly(displacement, multiple_);
    s_.stiffness.renew(s_.long_step);
    s_.stiffness.add(s_.stiffness.of_arms(on_arms));
    SymmetricMatrix lost(without.slices(), without.less(1, s_.stiffness.matrix()));
    for (const auto& family : own.elements.families) family->restore_history();
    s_.stiffness.renew(s_.long_step);
    s_.stiffness.set_mass(std::move(lost));
  }

  ModeTable tabulate(const Spectrum& found) const {
    ModeTable table;
    table.eigenvalue = found.eigenvalues;
    table.participation.resize(found.eigenvalues.size());
    const ConstraintRows& rows = s_.equations.rows();
    std::vector<double> rigid;  // of the translations along the axes, then of the rotations about them, on root
    for (int motion = 0; motion < 6; ++motion) {
      Vec3 axis;
      axis[motion % 3] = 1;
      const std::vector<double> its = s_.equations.restricted([&](Index entity) -> BodyVector {
        const Vec3 at = entity < rows.n_nodes() ? row(s_.own.nodes.position, entity)
                                                : rows.bodies()[std::size_t(entity - rows.n_nodes())].centre;
        return motion < 3 ? BodyVector{axis, {}} : BodyVector{cross(axis, at), axis};
      });
      rigid.insert(rigid.end(), its.begin(), its.end());
    }
    const EquationSlices& slices = s_.stiffness.slices();
    const ColumnBlock motions = slices.from_root(rigid, 0, 6), momenta = s_.stiffness.mass() * motions;
    const std::vector<double> mass = slices.products(motions, momenta);
    std::copy_n(mass.begin(), 6, table.mass.begin());
    const auto each = [&](const EquationSlices::TakeVectors& take) { found.for_each_shape(take); };
    const std::vector<double> participation = slices.products(found.eigenvalues.size(), each, momenta);
    for (std::size_t k = 0; k < found.eigenvalues.size(); ++k)
      std::copy_n(participation.begin() + std::ptrdiff_t(k * ColumnBlock::width), 6, table.participation[k].begin());
    return table;
  }

  /// States of the mesh, one for each mode, whose frequency, or load factor, is its time. The largest displacement is a
  /// share of the model's size. The state's hash is of eigenvalues and shapes.
  void write_shapes(const Spectrum& found, RunResult& result) {
    Profile::Scope scope(phase<"output">);
    const World& world = s_.job.world;
    const double largest = shown_displacement * model_size();
    std::uint64_t hash = 0;
    for (std::size_t k = 0; k < found.eigenvalues.size(); ++k) {
      ColumnBlock of_rank(s_.stiffness.slices().n_own(), 1);
      together(world, [&] {
        const std::vector<double> its = found.shape(k);
        for (std::size_t i = 0; i < its.size(); ++i) of_rank.at(i, 0) = its[i];
      });
      const std::vector<double> whole = s_.stiffness.slices().to_root(of_rank);
      hash = XXH3_64bits_withSeed(&found.eigenvalues[k], sizeof(double), hash);
      hash = XXH3_64bits_withSeed(whole.data(), whole.size() * sizeof(double), hash);  // counts on root
      NodalVector shape(s_.own.nodes.count());
      s_.equations.from_root(whole, shape);
      double most[1] = {0};
      for (Index node = 0; node < s_.own.nodes.count(); ++node)
        most[0] = std::max(most[0], norm(row(shape.translation, node)));
      world.max(most);
      for (Index node = 0; node < s_.own.nodes.count(); ++node)
        set_row(s_.own.nodes.position, node,
                row(s_.at_start, node) + (most[0] > 0 ? largest / most[0] : 0) * row(shape.translation, node));
      s_.own.clock.time = s_.implicit().is_buckling ? found.eigenvalues[k] : frequency_of(found.eigenvalues[k]);
      const Moment now = s_.moment();
      for (Recorder* recorder : s_.job.outputs.states()) recorder->record(now);
    }
    result.state_hash = fmt::format("{:016x}", hash);
    Kokkos::deep_copy(s_.own.nodes.position, s_.at_start);
    s_.own.clock.time = 0;
  }

  /// The longest edge of the box around the nodes [length].
  double model_size() const {
    const Vec3 extent = extent_of(s_.job.world, s_.at_start);
    return std::max({extent.x, extent.y, extent.z});
  }

  ImplicitState& s_;
  ShiftedSolve solve_ = [this](ColumnBlock& block) { s_.solve(block); };
  VectorTraffic traffic_;
  MakeStore make_store_ = [this](std::size_t length) {
    const std::string folder = s_.job.prefix.substr(0, s_.job.prefix.rfind('/') + 1);
    const bool in_files = s_.job.options.vectors == "files";
    return VectorStore(length, in_files ? fmt::format("{}crumple-vectors.{}", folder, s_.job.world.rank()) : "",
                       traffic_);
  };
  double multiple_ = 1;  ///< of the loads
};

}  // namespace

void find_modes_of_model(ImplicitState& state, RunResult& result) {
  if (state.implicit().is_buckling) Modes(state).find_buckling(result);
  else Modes(state).find(result);
}

std::string write_frequencies(ImplicitState& state, const std::string& file) {
  return Modes(state).write_frequencies(file);
}

}  // namespace crumple
