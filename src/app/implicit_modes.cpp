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
    LanczosResult found = iterate(s_.stiffness.matrix(), 0, {.above = s_.implicit().n_modes});
    check_count(found, 0, 0);
    for (double& factor : found.eigenvalues) factor *= multiple_;
    if (!found.eigenvalues.empty())
      result.reason = fmt::format("{} of buckling found, the first at {:.6G} times the loads (eigout)",
                                  counted(found.eigenvalues.size(), "mode"), found.eigenvalues.front());
    on_root(s_.job.world, [&] { write_buckling_loads(s_.job.prefix, s_.job.run, found.eigenvalues); });
    write_shapes(found, result);
  }

  void find(RunResult& result) {
    const double circular = 2 * std::numbers::pi * s_.implicit().centre;
    const double shift =
        s_.implicit().centre > 0 ? circular * circular : -shift_below_zero * s_.stiffness.smallest_ratio();
    s_.factor(shift);
    const std::int64_t below = s_.solver->n_negative();
    const int n = s_.implicit().n_modes;
    const bool is_lowest = s_.implicit().centre <= 0;
    LanczosResult found =
        iterate(s_.stiffness.mass(), shift, is_lowest ? WantedModes{.above = n} : WantedModes{.nearest = n});
    if (is_lowest) check_count(found, below, -shift);
    if (!found.eigenvalues.empty())
      result.reason = fmt::format("{} found, up to {:.6G} cycles per time (eigout)",
                                  counted(found.eigenvalues.size(), "mode"), frequency_of(found.eigenvalues.back()));
    const ModeTable table = tabulate(found);
    on_root(s_.job.world, [&] { write_eigout(s_.job.prefix, s_.job.run, table); });
    write_shapes(found, result);
  }

 private:
  LanczosResult iterate(const SymmetricMatrix& product, double shift, const WantedModes& wanted) {
    LanczosResult found = find_modes({solve_, s_.stiffness.mass(), product, shift, make_store_}, wanted);
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
    QuasiStatics statics(own.step, own.clock, own.elements, s_.features, s_.equations);
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
    const SymmetricMatrix without = s_.stiffness.matrix();
    for (const auto& family : own.elements.families) family->keep_history();
    s_.strain_linearly(displacement, multiple_);
    s_.stiffness.renew(s_.long_step);
    SymmetricMatrix lost(without.slices(), without.less(1, s_.stiffness.matrix()));
    for (const auto& family : own.elements.families) family->restore_history();
    s_.stiffness.renew(s_.long_step);
    s_.stiffness.set_mass(std::move(lost));
  }

  ModeTable tabulate(const LanczosResult& found) const {
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
    const auto each = [&](const EquationSlices::TakeVectors& take) {
      found.shapes.for_each(0, found.shapes.size(), take);
    };
    const std::vector<double> participation = slices.products(found.shapes.size(), each, momenta);
    for (std::size_t k = 0; k < found.eigenvalues.size(); ++k)
      std::copy_n(participation.begin() + std::ptrdiff_t(k * ColumnBlock::width), 6, table.participation[k].begin());
    return table;
  }

  /// States of the mesh, one for each mode, whose frequency, or load factor, is its time. The largest displacement is a
  /// share of the model's size. The state's hash is of eigenvalues and shapes.
  void write_shapes(const LanczosResult& found, RunResult& result) {
    Profile::Scope scope(phase<"output">);
    const World& world = s_.job.world;
    const double largest = shown_displacement * model_size();
    std::uint64_t hash = 0;
    for (std::size_t k = 0; k < found.eigenvalues.size(); ++k) {
      ColumnBlock of_rank(s_.stiffness.slices().n_own(), 1);
      together(world, [&] {
        const std::vector<double> its = found.shapes.vector(k);
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
    double extremes[6] = {-1e300, -1e300, -1e300, -1e300, -1e300, -1e300};
    for (Index node = 0; node < s_.own.nodes.count(); ++node)
      for (int c = 0; c < 3; ++c) {
        extremes[c] = std::max(extremes[c], s_.at_start(node, c));
        extremes[3 + c] = std::max(extremes[3 + c], -s_.at_start(node, c));
      }
    s_.job.world.max(extremes);
    return std::max({extremes[0] + extremes[3], extremes[1] + extremes[4], extremes[2] + extremes[5]});
  }

  /// Sturm sequence check: the number of negative eigenvalues of K - sigma M equals the number of modes below sigma.
  /// That is above the last one, and above rigid motions by `gap`.
  void check_count(const LanczosResult& found, std::int64_t below, double gap) {
    if (found.eigenvalues.empty()) return;
    const double last = found.eigenvalues.back(), sigma = last + std::max(1e-4 * std::abs(last), gap);
    s_.factor(sigma);
    const std::int64_t n_below = s_.solver->n_negative() - below, n_found = std::int64_t(found.eigenvalues.size());
    s_.log(fmt::format(" modes below eigenvalue {:.6E}: {} by the signs of the factors, {} found", sigma, n_below,
                       n_found));
    if (n_below < n_found) throw Error("modes were found that the factors do not have (internal error)");
    if (n_below > n_found)
      s_.job.outputs.warn(fmt::format("{} modes lie below that of {:.6E}, {} were found: equal or nearly equal "
                                      "eigenvalues at the end; ask for more modes",
                                      n_below, sigma, n_found));
  }

  ImplicitState& s_;
  ShiftedSolve solve_ = [this](ColumnBlock& block) { s_.solve(block); };
  VectorTraffic traffic_;
  MakeStore make_store_ = [this](std::size_t length) { return VectorStore(length, "", traffic_); };
  double multiple_ = 1;  ///< of the loads
};

}  // namespace

void find_modes_of_model(ImplicitState& state, RunResult& result) {
  if (state.implicit().is_buckling) Modes(state).find_buckling(result);
  else Modes(state).find(result);
}

}  // namespace crumple
