#include "physics/rigid_walls.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "kernels/step/interface.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 1000;  // nodes

/// A wall at t(n), that moved at `velocity` along its normal so far and moves at `velocity` + `push` in this step.
/// Which nodes it meets is decided with the old velocity, so that the momentum they brought is the one they exchange.
struct Plane {
  const RigidWall& wall;
  Vec3 normal;
  double offset, velocity, dt;  ///< offset: of the plane from the origin along the normal [length]
  double push = 0;

  double gap(const Vec3& x) const { return dot(x, normal) - offset; }

  bool faces(const Vec3& x) const {
    const Vec3 r = x - wall.point;
    const auto within = [&](const Vec3& edge, double length) {
      const double at = dot(r, edge);
      return length <= 0 || (at >= 0 && at <= length);
    };
    const double longest = std::max(wall.length_l, wall.length_m);
    return within(wall.edge_l, wall.length_l) && within(wall.edge_m, wall.length_m) &&
           (longest <= 0 || gap(x) >= -1e-4 * longest);
  }
  kernels::WallPlane infinite() const { return {{normal.x, normal.y, normal.z}, offset, velocity}; }
  /// Whether the node would end the step behind the plane (deeper, if it is behind already).
  bool meets(const Vec3& x, const Vec3& v) const {
    return dt * (velocity - dot(v, normal)) > std::max(gap(x), 0.0) && faces(x);
  }
  /// The normal velocity that a node that meets the plane lacks to be on it after the step.
  double lack(const Vec3& x, const Vec3& v) const { return velocity - std::max(gap(x), 0.0) / dt - dot(v, normal); }
  /// Change of velocity of a mass that lacks `lack`, with friction.
  Vec3 change(const Vec3& v, double lack) const {
    const double normal_change = lack + push;
    const Vec3 slip = v - dot(v, normal) * normal;
    const double speed = norm(slip), grip = wall.friction * std::max(normal_change, 0.0);
    const double share = wall.friction >= 1 || grip >= speed ? 1.0 : grip / speed;
    return normal_change * normal - (wall.friction > 0 ? share : 0.0) * slip;
  }
};

bool is_on(const RigidWall& wall, const Clock& clock) { return clock.time >= wall.birth && clock.time < wall.death; }

Plane plane_of(const RigidWall& wall, const WallState::Wall& state, const Clock& clock) {
  return {wall, wall.normal, dot(wall.point, wall.normal) + state.displacement, state.velocity, clock.dt};
}

/// What a cluster of welded nodes lacks as a whole.
struct ClusterContact {
  double mass = 0;  ///< 0: no contact
  double lack = 0;
  Index deepest = none;
};

ClusterContact meet(const Plane& plane, const RigidWalls::Wall& wall, const WeldState& welds,
                    const WeldCluster& cluster, const NodeState& nodes) {
  ClusterContact contact;
  for (std::size_t t = cluster.first_tie; t < cluster.last_tie; ++t)
    if (!welds.ties[t].rotation && std::abs(dot(welds.ties[t].direction, plane.normal)) > 1e-6) return contact;
  double mass = 0;
  for (std::size_t p = cluster.first_node; p < cluster.last_node; ++p) {
    const Index node = welds.nodes[p];
    mass += nodes.mass(node);
    const Vec3 x = row(nodes.position, node), v = row(nodes.velocity, node);
    if (!wall.watches[node] || !plane.meets(x, v)) continue;
    const double lack = plane.lack(x, v);
    if (lack > contact.lack) contact.lack = lack, contact.deepest = node;
  }
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
  std::vector<Index> nodes;     ///< not welded
  std::vector<Index> clusters;  ///< that have such a node, ascending
  Met& operator+=(const Met& other) {
    nodes.insert(nodes.end(), other.nodes.begin(), other.nodes.end());
    clusters.insert(clusters.end(), other.clusters.begin(), other.clusters.end());
    return *this;
  }
};

Met find_met(const RigidWalls::Wall& wall, const Plane& plane, const WeldState& welds, const NodeState& nodes) {
  const kernels::WallPlane infinite = plane.infinite();
  Met met = sum_ranges("rigid wall", wall.nodes.size(), grain, Met{}, [&](std::size_t first, std::size_t last) {
    Met here;
    Index crossing[256];
    for (std::size_t start = first; start < last; start += std::size(crossing)) {
      const std::size_t end = std::min(last, start + std::size(crossing));
      const std::size_t n = nodes.kernels->find_crossing(infinite, nodes.position.data(), nodes.velocity.data(),
                                                         plane.dt, wall.nodes.data(), start, end, crossing);
      for (const Index node : std::span(crossing, n)) {
        if (!plane.faces(row(nodes.position, node))) continue;
        const Index cluster = welds.cluster_of[node];
        if (cluster == none)
          here.nodes.push_back(node);
        else
          here.clusters.push_back(cluster);
      }
    }
    return here;
  });
  std::sort(met.clusters.begin(), met.clusters.end());
  met.clusters.erase(std::unique(met.clusters.begin(), met.clusters.end()), met.clusters.end());
  return met;
}

/// What one wall does to this rank's nodes in a step; each contribution is rounded, so threads may add in any order.
struct WallAction {
  Vec3 impulse;
  double energy = 0;
  WallAction& operator+=(const WallAction& other) {
    impulse += other.impulse, energy += other.energy;
    return *this;
  }
};

/// Stops single nodes.
WallAction stop_nodes(const std::vector<Index>& met, const Plane& plane, const Domain& domain,
                      const PreviousVelocity& before, NodeState& nodes) {
  return sum_ranges("rigid wall", met.size(), grain, WallAction{}, [&](std::size_t first, std::size_t last) {
    WallAction sum;
    for (std::size_t i = first; i < last; ++i) {
      const Index node = met[i];
      const Vec3 x = row(nodes.position, node), v = row(nodes.velocity, node);
      const Vec3 change = plane.change(v, plane.lack(x, v)), impulse = nodes.mass(node) * change;
      set_row(nodes.velocity, node, v + change);
      if (!domain.owns_node[node]) continue;
      for (int c = 0; c < 3; ++c) sum.impulse[c] += domain.quanta.momentum.round(impulse[c]);
      sum.energy -= domain.quanta.energy.round(0.5 * dot(impulse, row(before.velocity, node) + v + change));
    }
    return sum;
  });
}

/// Stops welded nodes, each cluster as a whole.
void stop_clusters(const std::vector<Index>& met, const RigidWalls::Wall& wall, const Plane& plane,
                   const Domain& domain, const WeldState& welds, const PreviousVelocity& before, NodeState& nodes,
                   WallAction& sum) {
  for (const Index c : met) {
    const WeldCluster& cluster = welds.clusters[c];
    const ClusterContact contact = meet(plane, wall, welds, cluster, nodes);
    if (!(contact.mass > 0)) continue;
    const Vec3 change = plane.change(row(nodes.velocity, contact.deepest), contact.lack);
    for (std::size_t p = cluster.first_node; p < cluster.last_node; ++p) {
      const Index node = welds.nodes[p];
      add_row(nodes.velocity, node, change);
      if (!domain.owns_node[node]) continue;
      const Vec3 impulse = nodes.mass(node) * change;
      for (int k = 0; k < 3; ++k) sum.impulse[k] += domain.quanta.momentum.round(impulse[k]);
      const Vec3 mean = 0.5 * (row(before.velocity, node) + row(nodes.velocity, node));
      sum.energy -= domain.quanta.energy.round(dot(impulse, mean));
    }
  }
}

/// Work of the springs on bodies around t(n).
void account_penalty(const RigidWalls::Wall& wall, const Domain& domain, const Clock& clock,
                     const PreviousVelocity& before, const NodeState& nodes, WallState::Wall& state, WallAction& sum) {
  const double back = clock.cycle == 0 ? 0.0 : 0.5 * clock.dt_previous, ahead = 0.5 * clock.dt;
  sum.energy += state.energy_ahead;
  state.energy_ahead = 0;
  for (std::size_t i = 0; i < wall.body_nodes.size(); ++i) {
    const Index node = wall.body_nodes[i];
    const Vec3 force = state.penalty[i];
    if (!domain.owns_node[node] || norm(force) == 0) continue;
    sum.energy -= domain.quanta.energy.round(back * dot(force, row(before.velocity, node)));
    state.energy_ahead -= domain.quanta.energy.round(ahead * dot(force, row(nodes.velocity, node)));
    for (int c = 0; c < 3; ++c) sum.impulse[c] += domain.quanta.momentum.round(clock.dt_mid() * force[c]);
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
      const bool is_behind = dot(r, given.normal) < -1e-4 * norm(r);
      const bool is_body = !in_body.empty() && in_body[node];
      if (is_body && !is_behind && model.control.wall_penalty > 0) wall.body_nodes.push_back(node);
      // Finite walls decide at each step: nodes may start behind their plane but beside them.
      const bool is_finite = given.length_l > 0 || given.length_m > 0;
      wall.watches[node] = !is_body && !constraints.is_prescribed[node] && (!is_behind || is_finite);
      if (wall.watches[node]) wall.nodes.push_back(node);
    }
    state.walls[w].velocity = wall.is_moving ? given.velocity : 0.0;
    state.walls[w].penalty.resize(wall.body_nodes.size());
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

void add_wall_penalty(const RigidWalls& walls, const Domain& domain, const Clock& clock, WallState& state,
                      NodeState& nodes) {
  for (std::size_t w = 0; w < walls.walls.size(); ++w) {
    const RigidWall& wall = domain.model.walls[w];
    const std::vector<Index>& body_nodes = walls.walls[w].body_nodes;
    std::vector<Vec3>& penalty = state.walls[w].penalty;
    penalty.assign(body_nodes.size(), Vec3{});
    if (body_nodes.empty() || !is_on(wall, clock) || !(clock.dt > 0)) continue;
    Profile::Scope scope("rigid walls");
    const Plane plane = plane_of(wall, state.walls[w], clock);
    const double dt = clock.dt_first > 0 ? clock.dt_first : clock.dt;
    const double stiffness_per_mass = 0.25 * domain.model.control.wall_penalty / (dt * dt);
    for (std::size_t i = 0; i < body_nodes.size(); ++i) {
      const Vec3 x = row(nodes.position, body_nodes[i]), v = row(nodes.velocity, body_nodes[i]);
      const double depth = -plane.gap(x);
      if (!(depth > 0) || !plane.faces(x)) continue;
      const double m = nodes.mass(body_nodes[i]), normal_force = stiffness_per_mass * m * depth;
      penalty[i] = (m / clock.dt_mid()) * plane.change(v, clock.dt_mid() * normal_force / m);
      add_row(nodes.force, body_nodes[i], penalty[i]);
    }
  }
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
    const Plane plane = plane_of(given, state.walls[w], clock);
    const double u = plane.velocity;
    const bool acts = is_on(given, clock) && clock.dt > 0;
    const Met met = acts ? find_met(wall, plane, welds, nodes) : Met{};
    for (const Index node : met.nodes) {
      if (!domain.owns_node[node]) continue;
      mass += q.body_mass.round(nodes.mass(node));
      momentum +=
          q.momentum.round(nodes.mass(node) * (u - plane.lack(row(nodes.position, node), row(nodes.velocity, node))));
    }
    for (const Index c : met.clusters) {
      const ClusterContact contact = meet(plane, wall, welds, welds.clusters[c], nodes);
      if (!(contact.mass > 0) || !domain.owns_node[welds.nodes[welds.clusters[c].first_node]]) continue;
      mass += q.body_mass.round(contact.mass);
      momentum += q.momentum.round(contact.mass * (u - contact.lack));
    }
    for (std::size_t i = 0; i < wall.body_nodes.size(); ++i)
      if (domain.owns_node[wall.body_nodes[i]])
        impulse -= q.momentum.round(clock.dt_mid() * dot(state.walls[w].penalty[i], given.normal));
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
    Plane plane = plane_of(given, moving, clock);
    if (wall.is_moving) {
      const double mass = sums[next_sum], momentum = sums[next_sum + 1], impulse = sums[next_sum + 2];
      next_sum += 3;
      require_exact(momentum, domain.quanta.momentum, "rigid wall", given.id);
      plane.push = (given.mass * plane.velocity + momentum + impulse) / (given.mass + mass) - plane.velocity;
    }
    WallAction action;
    if (is_on(given, clock)) {
      const Met met = find_met(wall, plane, welds, nodes);
      action = stop_nodes(met.nodes, plane, domain, before, nodes);
      stop_clusters(met.clusters, wall, plane, domain, welds, before, nodes, action);
    }
    account_penalty(wall, domain, clock, before, nodes, moving, action);
    moving.velocity += plane.push;
    moving.displacement += clock.dt * moving.velocity;
    moving.impulse = action.impulse;
    moving.duration = clock.dt_mid();
    moving.energy += action.energy;
    ledger.rigid_wall += action.energy;
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
    forces.push_back({wall.id, dot(on_nodes, wall.normal), -on_nodes, sums[4 * w + 3]});
  }
  return forces;
}

}  // namespace crumple
