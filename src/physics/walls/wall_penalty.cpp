#include "physics/walls/wall_penalty.hpp"

#include <algorithm>
#include <cstdint>

#include "base/loops.hpp"
#include "base/profile.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 1000;  // nodes

}  // namespace

std::vector<double> spring_masses(const StepState& s, const Column& moved_mass) {
  std::vector<double> masses(std::size_t(s.nodes.count()), 0.0);
  const auto is_massless = [&](Index node) { return !(s.nodes.mass(node) > 0); };
  for (Index node = 0; node < s.nodes.count(); ++node)
    if (is_massless(node)) masses[node] = s.own_mass(node);
  const std::vector<RigidBody>& bodies = s.domain.model.rigid_bodies;
  const auto shares = [&](const RigidBody& body, Index node) { return body.inertia || is_massless(node); };
  std::vector<std::int64_t> counts;
  for (const RigidBody& body : bodies)
    counts.push_back(std::ranges::count_if(
        body.nodes, [&](Index node) { return s.domain.owns_node[node] != 0 && shares(body, node); }));
  s.world.sum(std::span<std::int64_t>(counts));
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (!bodies[b].is_in(s.domain.model.part_switches.stage)) continue;
    for (const Index node : bodies[b].nodes)
      if (shares(bodies[b], node)) masses[node] = moved_mass(node) / double(counts[b]);
  }
  return masses;
}

void push_nodes(WallSprings& springs, const WallSurface* surface, const std::vector<double>& masses, StepState& s) {
  springs.pushed = {};
  if (springs.nodes.empty() || !surface || !(s.clock.dt > 0)) return;
  Profile::Scope scope(phase<"rigid walls", Stage::forces>);
  springs.drift = surface->drift;
  const double first = s.clock.dt_first > 0 ? s.clock.dt_first : s.clock.dt, dt = s.clock.dt_mid();
  const double stiffness_per_mass = 0.25 * s.domain.model.control.wall_penalty / (first * first);
  const std::span<const Index> all = springs.nodes;
  NodeState& nodes = s.nodes;
  const auto push = [&](std::size_t begin, std::size_t end, WallSprings::Pushed* out) {
    for_each_behind(*surface, all, begin, end, s, [&](Index node) {
      const auto [normal, depth] = depth_behind(*surface, row(nodes.position, node));
      const double m = masses[node] > 0 ? masses[node] : nodes.mass(node);
      if (!(depth > 0) || !(m > 0)) return;
      const double normal_force = stiffness_per_mass * m * depth;
      const Vec3 force = (m / dt) * stop_change(*surface, normal, row(nodes.velocity, node), dt * normal_force / m);
      add_row(totals(nodes.force), node, force);
      *out++ = {node, force};
    });
    return out;
  };
  springs.pushed = find_in_ranges("wall penalty", all.size(), grain, springs.room, push);
}

WallAction action_of_springs(const WallSprings& springs, const StepState& s) {
  const double share = share_at_output(s.clock);
  WallAction sum;
  for (const auto& [node, force] : springs.pushed)
    if (s.domain.owns_node[node])
      sum.add(s.clock.dt_mid() * force, row(s.before.velocity, node), row(s.nodes.velocity, node), share,
              springs.drift, s.domain.quanta);
  return sum;
}

}  // namespace crumple
