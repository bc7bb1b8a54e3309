#include "physics/walls/wall_penalty.hpp"

#include "base/loops.hpp"
#include "base/profile.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 1000;  // nodes

struct PushedNodes {
  std::vector<WallSprings::Pushed> nodes;
  PushedNodes& operator+=(const PushedNodes& other) {
    nodes.insert(nodes.end(), other.nodes.begin(), other.nodes.end());
    return *this;
  }
};

}  // namespace

void push_nodes(WallSprings& springs, const WallSurface* surface, StepState& s) {
  springs.pushed.clear();
  if (springs.nodes.empty() || !surface || !(s.clock.dt > 0)) return;
  Profile::Scope scope("rigid walls");
  const double first = s.clock.dt_first > 0 ? s.clock.dt_first : s.clock.dt, dt = s.clock.dt_mid();
  const double stiffness_per_mass = 0.25 * s.domain.model.control.wall_penalty / (first * first);
  const std::vector<Index>& all = springs.nodes;
  NodeState& nodes = s.nodes;
  const auto push = [&](std::size_t begin, std::size_t end) {
    PushedNodes here;
    for_each_behind(*surface, all, begin, end, nodes, [&](Index node) {
      const auto [normal, depth] = depth_behind(*surface, row(nodes.position, node));
      if (!(depth > 0)) return;
      const double m = nodes.mass(node), normal_force = stiffness_per_mass * m * depth;
      const Vec3 force = (m / dt) * stop_change(*surface, normal, row(nodes.velocity, node), dt * normal_force / m);
      add_row(nodes.force, node, force);
      here.nodes.push_back({node, force});
    });
    return here;
  };
  springs.pushed = sum_ranges("wall penalty", all.size(), grain, PushedNodes{}, push).nodes;
}

void account_springs(WallSprings& springs, const WallSurface& surface, const StepState& s, WallAction& sum) {
  const auto [back, ahead] = HalfSteps(s.clock);
  const Quanta& quanta = s.domain.quanta;
  sum.energy += springs.energy_ahead;
  springs.energy_ahead = 0;
  for (const auto& [node, force] : springs.pushed) {
    if (!s.domain.owns_node[node]) continue;
    sum.energy -= quanta.energy.round(back * dot(force, row(s.before.velocity, node)));
    springs.energy_ahead -= quanta.energy.round(ahead * dot(force, row(s.nodes.velocity, node)));
    sum.add_impulse(s.clock.dt_mid() * force, surface.drift, quanta);
  }
}

}  // namespace crumple
