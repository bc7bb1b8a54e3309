#include "physics/walls/wall_penalty.hpp"

#include "base/loops.hpp"
#include "base/profile.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 1000;  // nodes

struct PushedNodes {
  std::vector<WallState::Wall::Pushed> nodes;
  PushedNodes& operator+=(const PushedNodes& other) {
    nodes.insert(nodes.end(), other.nodes.begin(), other.nodes.end());
    return *this;
  }
};

PushedNodes push(const WallSurface& surface, const std::vector<Index>& body_nodes, double stiffness_per_mass, double dt,
                 NodeState& nodes) {
  return sum_ranges("wall penalty", body_nodes.size(), grain, PushedNodes{}, [&](std::size_t first, std::size_t last) {
    PushedNodes here;
    for_each_behind(surface, body_nodes, first, last, nodes, [&](Index node) {
      const auto [normal, depth] = depth_behind(surface, row(nodes.position, node));
      if (!(depth > 0)) return;
      const double m = nodes.mass(node), normal_force = stiffness_per_mass * m * depth;
      const Vec3 force = (m / dt) * stop_change(surface, normal, row(nodes.velocity, node), dt * normal_force / m);
      add_row(nodes.force, node, force);
      here.nodes.push_back({node, force});
    });
    return here;
  });
}

}  // namespace

void add_wall_penalty(const RigidWalls& walls, const Domain& domain, const Clock& clock, WallState& state,
                      NodeState& nodes) {
  for (std::size_t w = 0; w < walls.walls.size(); ++w) {
    const RigidWall& wall = domain.model.walls[w];
    const std::vector<Index>& body_nodes = walls.walls[w].body_nodes;
    state.walls[w].penalty.clear();
    if (body_nodes.empty() || !is_on(wall, clock) || !(clock.dt > 0)) continue;
    Profile::Scope scope("rigid walls");
    const double dt = clock.dt_first > 0 ? clock.dt_first : clock.dt;
    const double stiffness_per_mass = 0.25 * domain.model.control.wall_penalty / (dt * dt);
    const WallSurface surface = wall_surface(wall, domain.model, state.walls[w], clock);
    state.walls[w].penalty = push(surface, body_nodes, stiffness_per_mass, clock.dt_mid(), nodes).nodes;
  }
}

void account_wall_penalty(const WallSurface& surface, const Domain& domain, const Clock& clock,
                          const PreviousVelocity& before, const NodeState& nodes, WallState::Wall& state,
                          WallAction& sum) {
  const double back = clock.cycle == 0 ? 0.0 : 0.5 * clock.dt_previous, ahead = 0.5 * clock.dt;
  sum.energy += state.energy_ahead;
  state.energy_ahead = 0;
  for (const auto& [node, force] : state.penalty) {
    if (!domain.owns_node[node]) continue;
    sum.energy -= domain.quanta.energy.round(back * dot(force, row(before.velocity, node)));
    state.energy_ahead -= domain.quanta.energy.round(ahead * dot(force, row(nodes.velocity, node)));
    sum.add_impulse(clock.dt_mid() * force, surface.drift, domain.quanta);
  }
}

}  // namespace crumple
