#include "physics/walls/rigid_walls.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "physics/walls/wall_penalty.hpp"
#include "physics/walls/wall_surface.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 1000;  // nodes

/// What a cluster of welded nodes lacks as a whole.
struct ClusterContact {
  double mass = 0;  ///< 0: no contact
  double lack = 0;
  Vec3 normal;      ///< where its deepest node meets the wall
  Index deepest = none;
};

ClusterContact meet(const WallSurface& surface, const RigidWalls::Wall& wall, const WeldState& welds,
                    const WeldCluster& cluster, const NodeState& nodes) {
  ClusterContact contact;
  double mass = 0;
  for (std::size_t p = cluster.first_node; p < cluster.last_node; ++p) {
    const Index node = welds.nodes[p];
    mass += nodes.mass(node);
    if (!wall.watches[node]) continue;
    const WallTouch touch = meet(surface, row(nodes.position, node), row(nodes.velocity, node));
    if (touch.meets && touch.lack > contact.lack) contact = {0, touch.lack, touch.normal, node};
  }
  for (std::size_t t = cluster.first_tie; t < cluster.last_tie; ++t)
    if (!welds.ties[t].rotation && std::abs(dot(welds.ties[t].direction, contact.normal)) > 1e-6) return {};
  if (contact.lack > 0) contact.mass = mass;
  return contact;
}

void mark_nodes(const RigidWall& wall, Index n_nodes, std::vector<std::uint8_t>& marks) {
  marks.assign(std::size_t(n_nodes), wall.all_nodes ? 1 : 0);
  for (const Index node : wall.nodes) marks[node] = 1;
  if (wall.all_nodes)
    for (const Index node : wall.excluded) marks[node] = 0;
}

/// Who meets a wall in a step: few, so all but the search for them is cheap.
struct Met {
  struct Node {
    Index node;
    WallTouch touch;
  };
  std::vector<Node> nodes;      ///< not welded
  std::vector<Index> clusters;  ///< that have such a node, ascending
  Met& operator+=(const Met& other) {
    nodes.insert(nodes.end(), other.nodes.begin(), other.nodes.end());
    clusters.insert(clusters.end(), other.clusters.begin(), other.clusters.end());
    return *this;
  }
};

Met find_met(const RigidWalls::Wall& wall, const WallSurface& surface, const WeldState& welds, const NodeState& nodes) {
  Met met = sum_ranges("rigid wall", wall.nodes.size(), grain, Met{}, [&](std::size_t first, std::size_t last) {
    Met here;
    for_each_near(surface, wall.nodes, first, last, nodes, [&](Index node) {
      const WallTouch touch = meet(surface, row(nodes.position, node), row(nodes.velocity, node));
      if (!touch.meets) return;
      const Index cluster = welds.cluster_of[node];
      if (cluster == none) here.nodes.push_back({node, touch});
      else here.clusters.push_back(cluster);
    });
    return here;
  });
  std::sort(met.clusters.begin(), met.clusters.end());
  met.clusters.erase(std::unique(met.clusters.begin(), met.clusters.end()), met.clusters.end());
  return met;
}

/// Stops single nodes.
WallAction stop_nodes(const std::vector<Met::Node>& met, const WallSurface& surface, const Domain& domain,
                      const PreviousVelocity& before, NodeState& nodes) {
  return sum_ranges("rigid wall", met.size(), grain, WallAction{}, [&](std::size_t first, std::size_t last) {
    WallAction sum;
    for (std::size_t i = first; i < last; ++i) {
      const Index node = met[i].node;
      const Vec3 v = row(nodes.velocity, node);
      const Vec3 change = stop_change(surface, met[i].touch.normal, v, met[i].touch.lack);
      const Vec3 impulse = nodes.mass(node) * change;
      set_row(nodes.velocity, node, v + change);
      if (!domain.owns_node[node]) continue;
      sum.add_impulse(impulse, surface.drift, domain.quanta);
      sum.energy -= domain.quanta.energy.round(0.5 * dot(impulse, row(before.velocity, node) + v + change));
    }
    return sum;
  });
}

/// Stops welded nodes, each cluster as a whole.
void stop_clusters(const std::vector<Index>& met, const RigidWalls::Wall& wall, const WallSurface& surface,
                   const Domain& domain, const WeldState& welds, const PreviousVelocity& before, NodeState& nodes,
                   WallAction& sum) {
  for (const Index c : met) {
    const WeldCluster& cluster = welds.clusters[c];
    const ClusterContact contact = meet(surface, wall, welds, cluster, nodes);
    if (!(contact.mass > 0)) continue;
    const Vec3 change = stop_change(surface, contact.normal, row(nodes.velocity, contact.deepest), contact.lack);
    for (std::size_t p = cluster.first_node; p < cluster.last_node; ++p) {
      const Index node = welds.nodes[p];
      add_row(nodes.velocity, node, change);
      if (!domain.owns_node[node]) continue;
      const Vec3 impulse = nodes.mass(node) * change;
      sum.add_impulse(impulse, surface.drift, domain.quanta);
      const Vec3 mean = 0.5 * (row(before.velocity, node) + row(nodes.velocity, node));
      sum.energy -= domain.quanta.energy.round(dot(impulse, mean));
    }
  }
}

}  // namespace

RigidWalls make_rigid_walls(const Domain& domain, const std::vector<std::uint8_t>& in_body,
                            const Constraints& constraints, WallState& state, EnergyLedger& ledger) {
  const Model& model = domain.model;
  RigidWalls result;
  state.walls.assign(model.walls.size(), {});
  for (std::size_t w = 0; w < model.walls.size(); ++w) {
    const RigidWall& given = model.walls[w];
    RigidWalls::Wall wall;
    wall.is_moving = given.mass > 0;
    mark_nodes(given, model.nodes.count(), wall.watches);
    for (Index node = 0; node < model.nodes.count(); ++node) {
      if (!wall.watches[node]) continue;
      const Vec3 r = model.nodes.position[node] - given.point;
      const bool is_behind = is_plane(given) && dot(r, given.normal) < -1e-4 * norm(r);
      const bool is_body = !in_body.empty() && in_body[node];
      if (is_body && !is_behind && model.control.wall_penalty > 0) wall.body_nodes.push_back(node);
      // Finite walls decide at each step: nodes may start behind their plane but beside them.
      const bool is_finite = given.length_l > 0 || given.length_m > 0;
      wall.watches[node] = !is_body && !constraints.is_prescribed[node] && (!is_behind || is_finite);
      if (wall.watches[node]) wall.nodes.push_back(node);
    }
    state.walls[w].velocity = wall.is_moving ? given.velocity : 0.0;
    if (wall.is_moving && domain.rank == 0)
      ledger.rigid_wall += domain.quanta.energy.round(0.5 * given.mass * given.velocity * given.velocity);
    result.walls.push_back(std::move(wall));
  }
  return result;
}

std::vector<std::string> wall_warnings(const Model& model) {
  if (model.control.wall_penalty > 0 || model.rigid_bodies.empty()) return {};
  std::vector<std::string> warnings;
  std::vector<std::uint8_t> watched;
  for (const RigidWall& wall : model.walls) {
    mark_nodes(wall, model.nodes.count(), watched);
    std::size_t count = 0;
    for (const RigidBody& body : model.rigid_bodies)
      count += std::size_t(std::count_if(body.nodes.begin(), body.nodes.end(), [&](Index n) { return watched[n]; }));
    if (count > 0)
      warnings.push_back(
          fmt::format("rigid wall {} ignores {} nodes of rigid bodies, since RWPNAL of *CONTROL_CONTACT "
                      "is 0; RWPNAL = 1 stops them",
                      wall.id, count));
  }
  return warnings;
}

bool is_on(const RigidWall& wall, const Clock& clock) { return clock.time >= wall.birth && clock.time < wall.death; }

WallSurface wall_surface(const RigidWall& wall, const Model& model, const WallState::Wall& state, const Clock& clock) {
  if (wall.motion_curve == none) return make_wall_surface(wall, state.displacement, state.velocity, clock.dt);
  const Curve& curve = model.curves[wall.motion_curve];
  const double since = clock.time - wall.birth;
  double speed = 0;
  if (is_on(wall, clock) && clock.dt > 0)
    speed = wall.motion_kind == MotionKind::velocity
                ? curve.evaluate(since + 0.5 * clock.dt)
                : (curve.evaluate(since + clock.dt) - curve.evaluate(since)) / clock.dt;
  return make_wall_surface(wall, state.displacement, speed, clock.dt);
}

void sum_wall_momenta(const RigidWalls& walls, const Domain& domain, const Clock& clock, const WallState& state,
                      const WeldState& welds, const NodeState& nodes, std::span<double> out) {
  const Quanta& q = domain.quanta;
  auto next = out.begin();
  for (std::size_t w = 0; w < walls.walls.size(); ++w) {
    const RigidWalls::Wall& wall = walls.walls[w];
    const RigidWall& given = domain.model.walls[w];
    if (!wall.is_moving) continue;
    Profile::Scope scope("rigid walls");
    double mass = 0, momentum = 0, impulse = 0;
    const WallSurface surface = wall_surface(given, domain.model, state.walls[w], clock);
    const double u = surface.speed;
    const bool acts = is_on(given, clock) && clock.dt > 0;
    const Met met = acts ? find_met(wall, surface, welds, nodes) : Met{};
    for (const auto& [node, touch] : met.nodes) {
      if (!domain.owns_node[node]) continue;
      mass += q.body_mass.round(nodes.mass(node));
      momentum += q.momentum.round(nodes.mass(node) * (u - touch.lack));
    }
    for (const Index c : met.clusters) {
      const ClusterContact contact = meet(surface, wall, welds, welds.clusters[c], nodes);
      if (!(contact.mass > 0) || !domain.owns_node[welds.nodes[welds.clusters[c].first_node]]) continue;
      mass += q.body_mass.round(contact.mass);
      momentum += q.momentum.round(contact.mass * (u - contact.lack));
    }
    for (const auto& [node, force] : state.walls[w].penalty)
      if (domain.owns_node[node]) impulse -= q.momentum.round(clock.dt_mid() * dot(force, given.normal));
    for (const double sum : {mass, momentum, impulse}) *next++ = sum;
  }
}

void apply_walls(const RigidWalls& walls, const Domain& domain, const Clock& clock, std::span<const double> sums,
                 const Constraints& constraints, const WeldState& welds, const PreviousVelocity& before,
                 WallState& state, NodeState& nodes, EnergyLedger& ledger) {
  if (walls.walls.empty() || !(clock.dt > 0)) return;
  Profile::Scope scope("rigid walls");
  std::size_t next_sum = 0;
  for (std::size_t w = 0; w < walls.walls.size(); ++w) {
    const RigidWalls::Wall& wall = walls.walls[w];
    const RigidWall& given = domain.model.walls[w];
    WallState::Wall& moving = state.walls[w];
    WallSurface surface = wall_surface(given, domain.model, moving, clock);
    if (wall.is_moving) {
      const double mass = sums[next_sum], momentum = sums[next_sum + 1], impulse = sums[next_sum + 2];
      next_sum += 3;
      require_exact(momentum, domain.quanta.momentum, "rigid wall", given.id);
      surface.push = (given.mass * surface.speed + momentum + impulse) / (given.mass + mass) - surface.speed;
    }
    WallAction action;
    if (is_on(given, clock)) {
      const Met met = find_met(wall, surface, welds, nodes);
      action = stop_nodes(met.nodes, surface, domain, before, nodes);
      stop_clusters(met.clusters, wall, surface, domain, welds, before, nodes, action);
    }
    account_wall_penalty(surface, domain, clock, before, nodes, moving, action);
    moving.velocity = surface.speed + surface.push;
    moving.displacement += clock.dt * moving.velocity;
    moving.impulse = action.impulse;
    moving.duration = clock.dt_mid();
    moving.energy += action.energy + action.work;
    ledger.rigid_wall += action.energy + action.work;
    ledger.external_work += action.work;
  }
  fix_velocities(constraints, nodes);
}

void sum_wall_forces(const WallState& state, std::span<double> out) {
  auto next = out.begin();
  for (const WallState::Wall& wall : state.walls)
    for (const double sum : {wall.impulse.x, wall.impulse.y, wall.impulse.z, wall.energy}) *next++ = sum;
}

std::vector<WallForce> wall_forces(const Domain& domain, const WallState& state, std::span<const double> sums) {
  std::vector<WallForce> forces;
  for (std::size_t w = 0; w < state.walls.size(); ++w) {
    const RigidWall& wall = domain.model.walls[w];
    const double per_time = state.walls[w].duration > 0 ? 1 / state.walls[w].duration : 0.0;
    const Vec3 on_nodes = per_time * Vec3{sums[4 * w], sums[4 * w + 1], sums[4 * w + 2]};
    const double normal = is_plane(wall) ? dot(on_nodes, wall.normal) : norm(on_nodes);
    forces.push_back({wall.id, normal, -on_nodes, sums[4 * w + 3]});
  }
  return forces;
}

}  // namespace crumple
