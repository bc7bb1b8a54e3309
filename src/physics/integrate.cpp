#include "physics/integrate.hpp"

#include <cmath>

#include "base/loops.hpp"
#include "base/profile.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 1000;  // nodes
constexpr int width = 4;             // doubles of a row: loops take the padding along, so that rows fill vectors

bool usable(const double* sums, double limit) {
  // also false for a sum that is not a number
  return std::abs(sums[0]) <= limit && std::abs(sums[1]) <= limit && std::abs(sums[2]) <= limit;
}

/// One kind of motion of one node: rates += scale sums. Keeps the old rates; clears the sums.
inline void kick_row(double* __restrict rates, double* __restrict sums, double* __restrict before, double scale) {
  for (int c = 0; c < width; ++c) before[c] = rates[c];
  for (int c = 0; c < width; ++c) rates[c] += scale * sums[c];
  for (int c = 0; c < width; ++c) sums[c] = 0;
}

}  // namespace

bool kick(NodeState& state, const Clock& clock, const Quanta& quanta, PreviousVelocity& before) {
  Profile::Scope scope("integration");
  const double dt = clock.dt_mid(), force_limit = quanta.force.limit(), moment_limit = quanta.moment.limit();
  double *v = state.velocity.data(), *w = state.angular_velocity.data();
  double *f = state.force.data(), *m = state.moment.data();
  double *v_before = before.velocity.data(), *w_before = before.angular_velocity.data();
  const double *mass = state.mass.data(), *inertia = state.inertia.data();
  const int n_bad = sum_ranges("kick", std::size_t(state.count()), grain, 0, [=](std::size_t first, std::size_t last) {
    int bad = 0;
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t at = width * i;
      if (!usable(f + at, force_limit) || !usable(m + at, moment_limit)) {
        ++bad;
        continue;
      }
      kick_row(v + at, f + at, v_before + at, mass[i] > 0 ? dt / mass[i] : 0.0);
      kick_row(w + at, m + at, w_before + at, inertia[i] > 0 ? dt / inertia[i] : 0.0);
    }
    return bad;
  });
  return n_bad == 0;
}

void drift(NodeState& state, const Clock& clock) {
  Profile::Scope scope("integration");
  const double dt = clock.dt, *v = state.velocity.data();
  double* x = state.position.data();
  for_ranges("drift", std::size_t(state.count()), grain, [=](std::size_t first, std::size_t last) {
    for (std::size_t i = width * first; i < width * last; ++i) x[i] += dt * v[i];
  });
}

void clear_forces(NodeState& state) {
  Kokkos::deep_copy(Kokkos::DefaultHostExecutionSpace(), state.force, 0.0);
  Kokkos::deep_copy(Kokkos::DefaultHostExecutionSpace(), state.moment, 0.0);
}

Index find_bad_node(const NodeState& state, const Quanta& quanta) {
  for (Index i = 0; i < state.count(); ++i)
    if (!usable(&state.force(i, 0), quanta.force.limit()) || !usable(&state.moment(i, 0), quanta.moment.limit()))
      return i;
  return none;
}

}  // namespace crumple
