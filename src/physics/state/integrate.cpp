#include "physics/state/integrate.hpp"

#include <cmath>
#include <utility>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "kernels/step/interface.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 1000;  // nodes

bool usable(const double* sums, double limit) {
  // also false for a sum that is not a number
  return std::abs(sums[0]) <= limit && std::abs(sums[1]) <= limit && std::abs(sums[2]) <= limit;
}

}  // namespace

bool kick(NodeState& state, const Clock& clock, const Quanta& quanta, PreviousVelocity& before) {
  Profile::Scope scope("integration");
  const kernels::KickRows rows{.velocity = state.velocity.data(),
                               .angular_velocity = state.angular_velocity.data(),
                               .next_velocity = before.velocity.data(),
                               .next_angular_velocity = before.angular_velocity.data(),
                               .force = state.force.data(),
                               .moment = state.moment.data(),
                               .mass = state.mass.data(),
                               .inertia = state.inertia.data(),
                               .force_limit = quanta.force.limit(),
                               .moment_limit = quanta.moment.limit()};
  const auto n_bad = sum_ranges("kick", std::size_t(state.count()), grain, std::size_t(0),
                                [&](std::size_t first, std::size_t last) {
                                  return state.kernels->kick(rows, clock.dt_mid(), first, last);
                                });
  std::swap(state.velocity, before.velocity);
  std::swap(state.angular_velocity, before.angular_velocity);
  return n_bad == 0;
}

void drift(NodeState& state, const Clock& clock) {
  Profile::Scope scope("integration");
  for_ranges("drift", std::size_t(state.count()), grain, [&](std::size_t first, std::size_t last) {
    state.kernels->drift(state.position.data(), state.velocity.data(), clock.dt, first, last);
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
