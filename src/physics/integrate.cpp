#include "physics/integrate.hpp"

#include <cmath>

#include "base/profile.hpp"

namespace crumple {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;

bool usable(const Rows& sums, std::size_t i, double limit) {
  // also false for a sum that is not a number
  return std::abs(sums(i, 0)) <= limit && std::abs(sums(i, 1)) <= limit && std::abs(sums(i, 2)) <= limit;
}

}  // namespace

bool kick(NodeState& state, const Clock& clock, const Quanta& quanta) {
  Profile::Scope scope("integration");
  const double dt = clock.dt_mid(), force_limit = quanta.force.limit(), moment_limit = quanta.moment.limit();
  const auto [x, v, w, f, m, mass, inertia, live] = state;
  int bad = 0;
  Kokkos::parallel_reduce(
      "kick", Kokkos::RangePolicy<Space>(0, state.count()),
      [&](std::size_t i, int& n_bad) {
        const double a = mass(i) > 0 ? dt / mass(i) : 0.0;
        const double b = inertia(i) > 0 ? dt / inertia(i) : 0.0;
        for (int c = 0; c < 3; ++c) {
          v(i, c) += a * f(i, c);
          w(i, c) += b * m(i, c);
        }
        n_bad += !(usable(f, i, force_limit) && usable(m, i, moment_limit));
      },
      bad);
  return bad == 0;
}

void drift(NodeState& state, const Clock& clock) {
  Profile::Scope scope("integration");
  const double dt = clock.dt;
  const Rows x = state.position, v = state.velocity;
  Kokkos::parallel_for("drift", Kokkos::RangePolicy<Space>(0, state.count()), [&](std::size_t i) {
    for (int c = 0; c < 3; ++c) x(i, c) += dt * v(i, c);
  });
}

void clear_forces(NodeState& state) {
  Profile::Scope scope("integration");
  Kokkos::deep_copy(Space(), state.force, 0.0);
  Kokkos::deep_copy(Space(), state.moment, 0.0);
}

Index find_bad_node(const NodeState& state, const Quanta& quanta) {
  for (Index i = 0; i < state.count(); ++i)
    if (!usable(state.force, i, quanta.force.limit()) || !usable(state.moment, i, quanta.moment.limit())) return i;
  return none;
}

}  // namespace crumple
