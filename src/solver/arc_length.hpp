// Solutions of r(q, t) = 0 where the load, whose parameter is the time t, is unknown beside q: a step has a given
// length in both, so that it also finds states beyond limit points of the load and of displacements. Riks (1979), Ramm
// (1981), Crisfield (1981), "A fast incremental/iterative solution procedure that handles snap-through". Used by
// app/implicit_statics.
#pragma once

#include <functional>
#include <vector>

#include "solver/newton.hpp"

namespace crumple {

/// What is solved, with its load. All functions are collective; vectors are root's.
class LoadedSystem : public NonlinearSystem {
 public:
  /// The load is that of time t from now on.
  virtual void set_load(double time) = 0;
  /// Change of the residual with t at the current state.
  virtual std::vector<double> load_rate() = 0;
};

/// The way that the steps have come. On root, but for `time`.
struct ArcPath {
  double time = 0;               ///< of the last converged step
  std::vector<double> step;      ///< that step; empty before the first
  double duration = 0;           ///< its part in t
  double length = 0;             ///< of a step whose size is 1; 0: not yet known
  double load_length = 0;        ///< ARCPSI: length of a unit of t
  double along = 1;              ///< sign of the prescribed displacement
};

/// How the length of a step is measured.
struct ArcMeasure {
  ArcLength arc;
  double first_step = 1;        ///< DT0: from which an automatic length follows
  std::vector<double> control;  ///< on root, u = control . q of ARCCTL's node; empty: the norm of translations
};

/// Finds the state after a step of `size` times the first length; then `path` ends there. Others as in solve_nonlinear.
/// Collective.
NewtonResult solve_arc(const World& world, LoadedSystem& system, const NewtonLimits& limits, const ArcMeasure& measure,
                       double size, const std::vector<std::uint8_t>& kinds, std::vector<double>& before, ArcPath& path,
                       const std::function<void(int iteration, const NewtonNorms&)>& report);

}  // namespace crumple
