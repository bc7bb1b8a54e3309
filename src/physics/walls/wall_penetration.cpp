#include "physics/walls/wall_penetration.hpp"

#include <algorithm>

namespace crumple {
namespace {

PenetrationCount count_behind(const WallsAndNodes& all, std::size_t w, double tolerance) {
  const Domain& domain = all.domain;
  const RigidWall& wall = domain.model.walls[w];
  const RigidWalls::Wall& held = all.walls.walls[w];
  const WallState::Wall& state = all.state.walls[w];
  PenetrationCount count;
  count.id = wall.id;
  if (!is_on(wall, all.clock)) return count;
  const double displacement = state.displacement - all.clock.dt * state.velocity;  // the state is that of t(n+1)
  const WallSurface surface = make_wall_surface(wall, displacement, state.velocity, all.clock.dt);
  for (const std::vector<Index>* list : {&held.nodes, &held.body_nodes}) {
    for (const Index node : *list) count.n_nodes += domain.owns_node[node];
    for_each_behind(surface, *list, 0, list->size(), all.nodes, [&](Index node) {
      PenetrationCount of_node{wall.id};
      of_node.depth = depth_behind(surface, row(all.nodes.position, node)).depth;
      if (!(of_node.depth > 0) || !domain.owns_node[node]) return;
      of_node.n_deep = of_node.depth > tolerance;
      of_node.node = domain.model.nodes.id[node];
      merge(of_node, count);
    });
  }
  return count;
}

}  // namespace

double wall_tolerance(const World& world, const Model& model) {
  double extremes[6] = {-1e300, -1e300, -1e300, -1e300, -1e300, -1e300};  // -low, high
  for (const Vec3& x : model.nodes.position)
    for (int c = 0; c < 3; ++c) {
      extremes[c] = std::max(extremes[c], -x[c]);
      extremes[3 + c] = std::max(extremes[3 + c], x[c]);
    }
  world.max(extremes);
  return 1e-4 * norm(Vec3{extremes[0] + extremes[3], extremes[1] + extremes[4], extremes[2] + extremes[5]});
}

std::vector<PenetrationCount> count_behind_walls(const World& world, const WallsAndNodes& walls, double tolerance) {
  std::vector<PenetrationCount> counts;
  for (std::size_t w = 0; w < walls.walls.walls.size(); ++w) counts.push_back(count_behind(walls, w, tolerance));
  gather_counts(world, counts);
  return counts;
}

}  // namespace crumple
