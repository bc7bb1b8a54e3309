// Common code of conditions on nodes (loads, motions, bodies, welds, walls): the velocity before the kick, and work
// that is split at t(n). A force f(n) acts over the half step before t(n) and the half step after it; the work of the
// second half is kept in `WorkAhead` so that the ledger is complete for t(n) when energies are summed (central
// difference energy balance: Belytschko, Liu, Moran 2000, eq. 6.2.14).
#pragma once

#include <cmath>
#include <string>

#include "base/error.hpp"
#include "physics/state/loop_data.hpp"
#include "physics/state/state.hpp"

namespace crumple {

/// v(n) and w(n) of the nodes.
struct MidVelocity {
  Rows velocity, angular_velocity;
};

/// Velocities at t(n-1/2) of all nodes, stored by the kick.
struct PreviousVelocity {
  Rows velocity;          ///< [length/time]
  Rows angular_velocity;  ///< [1/time]

  explicit PreviousVelocity(Index n_nodes)
      : velocity("velocity_before", n_nodes), angular_velocity("angular_velocity_before", n_nodes) {}
};

/// The half steps before and after t(n).
struct HalfSteps {
  double before, after;  ///< [time]
  explicit HalfSteps(const Clock& clock)
      : before(clock.cycle == 0 ? 0.0 : 0.5 * clock.dt_previous), after(0.5 * clock.dt) {}
};

/// Work of forces at t(n) over both half steps: for `enter_work`. The part before t(n) is booked now, the part after it
/// is kept in WorkAhead.
struct HalfStepWork : WorkSums {
  HalfStepWork(const Quantum& energy, const Clock& clock) : quantum(energy), step(clock) {}
  const Quantum& quantum;  ///< Quanta::energy
  HalfSteps step;
  void add(const Vec3& force, const Vec3& v_before, const Vec3& v_after) {
    before.add(step.before * dot(force, v_before), quantum);
    after.add(step.after * dot(force, v_after), quantum);
  }
};

/// Work done after t(n), booked in the next step. Part of the restart.
struct WorkAhead {
  StepSum external, damping;  ///< [energy]
  template <class A> void serialize(A& a) { a(external, damping); }
};

/// The interpolation weight of the velocity at t(n), used in energies, between v(n-1/2) and v(n+1/2); 0 at the start,
/// before any step.
inline double share_at_output(const Clock& clock) {
  const double sum = clock.dt + (clock.cycle == 0 ? 0.0 : clock.dt_previous);
  return sum > 0 ? 1 - clock.dt / sum : 0;
}

/// Throws if a global sum is not a number or outside of its exact range. `what`: its kind, followed by `id`.
inline void require_exact(double sum, const Quantum& quantum, const char* what, Id id) {
  if (!(std::abs(sum) <= 8 * quantum.limit()))
    throw Error(what + (" " + std::to_string(id)) +
                ": the sum over its nodes is not a number or too large to be exact; the run has become unstable");
}

}  // namespace crumple
