#include "physics/state/integrate.hpp"

#include <cmath>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "kernels/step/interface.hpp"

namespace crumple {
namespace {

constexpr std::size_t node_grain = 1000;  // nodes

bool usable(const double* sums, double limit) {
  // also false for NaN
  return std::abs(sums[0]) <= limit && std::abs(sums[1]) <= limit && std::abs(sums[2]) <= limit;
}

}  // namespace

void kick(StepState& s, const std::function<void(SumRange, const Quanta&)>& use) {
  Profile::Scope scope(phase<"integration", Stage::nodes>);
  constexpr double near = 1.0 / 64;
  const NodeState& nodes = s.nodes;
  const Quanta& quanta = s.domain.quanta;
  const kernels::KickRows rows{.velocity = nodes.velocity.data(),
                               .angular_velocity = nodes.angular_velocity.data(),
                               .velocity_before = s.before.velocity.data(),
                               .angular_velocity_before = s.before.angular_velocity.data(),
                               .force = nodes.force.data(),
                               .moment = nodes.moment.data(),
                               .mass = nodes.mass.data(),
                               .inertia = nodes.inertia.data(),
                               .force_limit = quanta.force.limit(),
                               .moment_limit = quanta.moment.limit(),
                               .near_force_limit = near * quanta.force.limit(),
                               .near_moment_limit = near * quanta.moment.limit()};
  launch_sum(
      "kick", std::size_t(nodes.count()), node_grain, kernels::KickCounts{},
      [&s, &rows, dt = s.clock.dt_mid()](std::size_t first, std::size_t last, kernels::KickCounts& counts) {
        s.kernels.kick(rows, dt, first, last, counts);
      },
      [use, quanta](const kernels::KickCounts& counts) {
        use(counts.n_bad > 0    ? SumRange::left
            : counts.n_near > 0 ? SumRange::near_its_end
                                : SumRange::within,
            quanta);
      });
}

void drift(StepState& s) {
  Profile::Scope scope(phase<"positions", Stage::forces>);
  launch_ranges("drift", std::size_t(s.nodes.count()), node_grain, [&](std::size_t first, std::size_t last) {
    s.kernels.drift(s.nodes.position.data(), s.nodes.velocity.data(), s.clock.dt, first, last);
  });
}

void clear_forces(NodeState& state) {
  Kokkos::deep_copy(host_space(), totals(state.force), 0.0);
  Kokkos::deep_copy(host_space(), totals(state.moment), 0.0);
}

Index find_bad_node(const NodeState& state, const Quanta& quanta) {
  for (Index i = 0; i < state.count(); ++i)
    if (!usable(state.force.data() + 4 * i, quanta.force.limit()) ||
        !usable(state.moment.data() + 4 * i, quanta.moment.limit()))
      return i;
  return none;
}

}  // namespace crumple
