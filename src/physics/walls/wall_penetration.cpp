#include "physics/walls/wall_penetration.hpp"

#include <algorithm>

namespace crumple {
namespace {

PenetrationCount count_behind(const RigidWall& wall, const RigidWalls::Wall& held, const StepState& s,
                              double tolerance) {
  PenetrationCount count;
  count.id = wall.id;
  if (!is_on(wall, s.clock)) return count;
  const double displacement = held.displacement - s.clock.dt * held.velocity;  // the state is at t(n+1)
  const WallSurface surface = make_wall_surface(wall, displacement, held.velocity, s.clock.dt);
  for (const kernels::RunVector<Index>* list : {&held.nodes, &held.springs.nodes}) {
    for (const Index node : *list) count.n_nodes += s.domain.owns_node[node];
    for_each_behind(surface, *list, 0, list->size(), s, [&](Index node) {
      PenetrationCount of_node{wall.id};
      of_node.depth = depth_behind(surface, row(s.nodes.position, node)).depth;
      if (!(of_node.depth > 0) || !s.domain.owns_node[node]) return;
      of_node.n_deep = of_node.depth > tolerance;
      of_node.node = s.domain.model.nodes.id[node];
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

std::vector<PenetrationCount> count_behind_walls(const RigidWalls& walls, const StepState& s, double tolerance) {
  std::vector<PenetrationCount> counts;
  for (std::size_t w = 0; w < walls.walls().size(); ++w)
    counts.push_back(count_behind(s.domain.model.walls[w], walls.walls()[w], s, tolerance));
  gather_counts(s.world, counts);
  return counts;
}

}  // namespace crumple
