#include "physics/walls/wall_penalty.hpp"

#include "base/loops.hpp"
#include "base/profile.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 1000;  // nodes

}  // namespace

void push_nodes(WallSprings& springs, const WallSurface* surface, StepState& s) {
  springs.pushed.clear();
  if (springs.nodes.empty() || !surface || !(s.clock.dt > 0)) return;
  Profile::Scope scope(phase<"rigid walls", Stage::forces>);
  const double first = s.clock.dt_first > 0 ? s.clock.dt_first : s.clock.dt, dt = s.clock.dt_mid();
  const double stiffness_per_mass = 0.25 * s.domain.model.control.wall_penalty / (first * first);
  const std::vector<Index>& all = springs.nodes;
  NodeState& nodes = s.nodes;
  fill_ranges("wall penalty", all.size(), grain, springs.found, [&](std::size_t begin, std::size_t end, auto& pushed) {
    for_each_behind(*surface, all, begin, end, nodes, [&](Index node) {
      const auto [normal, depth] = depth_behind(*surface, row(nodes.position, node));
      if (!(depth > 0)) return;
      const double m = nodes.mass(node), normal_force = stiffness_per_mass * m * depth;
      const Vec3 force = (m / dt) * stop_change(*surface, normal, row(nodes.velocity, node), dt * normal_force / m);
      add_row(totals(nodes.force), node, force);
      pushed.push_back({node, force});
    });
  });
  for (const auto& pushed : springs.found) springs.pushed.insert(springs.pushed.end(), pushed.begin(), pushed.end());
}

void account_springs(WallSprings& springs, const WallSurface& surface, const StepState& s, WallAction& sum) {
  const double share = share_at_output(s.clock);
  for (const auto& [node, force] : springs.pushed)
    if (s.domain.owns_node[node])
      sum.add(s.clock.dt_mid() * force, row(s.before.velocity, node), row(s.nodes.velocity, node), share,
              surface.drift, s.domain.quanta);
}

}  // namespace crumple
