// The loops of rigid walls (rigid_walls.cpp, wall_penalty.cpp). A host runs them for the few nodes that a search by
// packs of nodes has found (wall_surface.hpp), a device for all.
#pragma once

#include "physics/conditions/resistance.hpp"
#include "physics/joints/weld_cluster.hpp"
#include "physics/walls/wall_touch.hpp"

namespace crumple {

/// Energies of a wall.
struct WallWork {
  StepSum taken;      ///< from the nodes [energy]
  StepSum by_motion;  ///< by a prescribed motion of the wall on the nodes [energy]
  CRUMPLE_DEVICE WallWork& operator+=(const WallWork& other) {
    taken += other.taken;
    by_motion += other.by_motion;
    return *this;
  }
};

/// The action of one wall on this rank's nodes in a step.
struct WallAction {
  StepSum impulse[3];      ///< on the nodes [force time]
  WallWork so_far, ahead;  ///< up to t(n), where energies are summed, and after it
  CRUMPLE_DEVICE WallAction& operator+=(const WallAction& other) {
    for (int c = 0; c < 3; ++c) impulse[c] += other.impulse[c];
    so_far += other.so_far;
    ahead += other.ahead;
    return *this;
  }
};

/// What counts the action of a wall on nodes.
struct WallNodes {
  const std::uint8_t* owned;  ///< [node]
  RowsAt velocity, before;    ///< after the kick, before it
  double share;               ///< of the change of velocity before t(n): share_at_output
  Vec3 drift;                 ///< WallSurface::drift
  Quantum momentum, energy;

  /// A node has changed its velocity, by this impulse and other forces.
  CRUMPLE_INLINE void count(Index node, const Vec3& impulse, WallAction& sums) const {
    if (!owned[node]) return;
    const Vec3 v = before[node], after = velocity[node], now = (1 - share) * v + share * after;
    for (int c = 0; c < 3; ++c) sums.impulse[c].add(impulse[c], momentum);
    const double taken = -0.5 * dot(impulse, v + after), first = -0.5 * share * dot(impulse, v + now);
    const double motion = dot(impulse, drift);
    sums.so_far.taken.add(first, energy);
    sums.ahead.taken.add(taken - first, energy);
    sums.so_far.by_motion.add(share * motion, energy);
    sums.ahead.by_motion.add(motion - share * motion, energy);
  }
};

/// A node that meets a wall.
struct MetNode {
  Index node;
  WallTouch touch;
};
struct StopMetNodes {
  static constexpr const char* name = "rigid wall, nodes met";
  using Sums = WallAction;
  WallSurface surface;
  WallNodes nodes;
  NodalResistance resistance;
  const MetNode* met;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const { stop(met[i], sums); }
  CRUMPLE_INLINE void stop(const MetNode& m, Sums& sums) const {
    const Vec3 v = nodes.velocity[m.node], change = stop_change(surface, m.touch.normal, v, m.touch.lack);
    nodes.velocity.set(m.node, v + change);
    nodes.count(m.node, resistance.impulse_of(m.node, change), sums);
  }
};
/// Of all nodes that belong to no cluster of welded ones, without a search.
struct StopNodes {
  static constexpr const char* name = "rigid wall";
  using Sums = WallAction;
  StopMetNodes wall;
  const Index* node;
  const Index* cluster_of;  ///< [node]
  RowsAt position;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    if (cluster_of[node[i]] != none) return;
    const MetNode m{node[i], meet(wall.surface, position[node[i]], wall.nodes.velocity[node[i]])};
    if (m.touch.meets) wall.stop(m, sums);
  }
};

/// Contact of a cluster of welded nodes as a whole.
struct ClusterContact {
  double mass = 0;  ///< 0: no contact
  double lack = 0;
  Vec3 normal;      ///< at its deepest node
  Index deepest = none;
};
/// The clusters that may be in contact: those listed, or all.
struct ClustersAtWall {
  WallSurface surface;
  const Index* listed;          ///< [i]; null: all
  const WeldCluster* clusters;
  const WeldTie* ties;
  const Index* nodes;           ///< of all clusters
  const std::uint8_t* watches;  ///< [node] 1: the wall stops it
  const double* mass;           ///< [node]
  RowsAt position, velocity;
  CRUMPLE_INLINE const WeldCluster& at(std::size_t i) const { return clusters[listed ? std::size_t(listed[i]) : i]; }
  CRUMPLE_INLINE ClusterContact meet_cluster(const WeldCluster& cluster) const {
    ClusterContact contact;
    double sum = 0;
    for (std::size_t p = cluster.first_node; p < cluster.last_node; ++p) {
      const Index node = nodes[p];
      sum += mass[node];
      if (!watches[node]) continue;
      const WallTouch touch = meet(surface, position[node], velocity[node]);
      if (touch.meets && touch.lack > contact.lack) contact = {0, touch.lack, touch.normal, node};
    }
    for (std::size_t t = cluster.first_tie; t < cluster.last_tie; ++t)
      if (!ties[t].rotation && std::abs(dot(ties[t].direction, contact.normal)) > 1e-6) return {};
    if (contact.lack > 0) contact.mass = sum;
    return contact;
  }
};
/// Stops welded nodes, each cluster as a whole.
struct StopClusters {
  static constexpr const char* name = "rigid wall, spot welds";
  using Sums = WallAction;
  ClustersAtWall clusters;
  WallNodes counted;
  NodalResistance resistance;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    const WeldCluster& cluster = clusters.at(i);
    const ClusterContact contact = clusters.meet_cluster(cluster);
    if (!(contact.mass > 0)) return;
    const Vec3 change =
        stop_change(clusters.surface, contact.normal, clusters.velocity[contact.deepest], contact.lack);
    for (std::size_t p = cluster.first_node; p < cluster.last_node; ++p) {
      const Index node = clusters.nodes[p];
      counted.velocity.add(node, change);
      counted.count(node, resistance.impulse_of(node, change), sums);
    }
  }
};

/// Of the nodes in contact with a wall that moves freely.
struct MetMomentum {
  Rounded mass, momentum;  ///< [mass], along the normal [mass length/time]
  CRUMPLE_DEVICE MetMomentum& operator+=(const MetMomentum& other) {
    mass += other.mass;
    momentum += other.momentum;
    return *this;
  }
};
struct SumMetNodes {
  static constexpr const char* name = "momentum at a rigid wall, nodes met";
  using Sums = MetMomentum;
  double speed;  ///< WallSurface::speed
  const MetNode* met;
  const std::uint8_t* owned;
  const double* mass;
  Quantum of_mass, of_momentum;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const { count(met[i], sums); }
  CRUMPLE_INLINE void count(const MetNode& m, Sums& sums) const {
    if (!owned[m.node]) return;
    sums.mass += Rounded(mass[m.node], of_mass);
    sums.momentum += Rounded(mass[m.node] * (speed - m.touch.lack), of_momentum);
  }
};
/// Of all nodes that belong to no cluster of welded ones, without a search.
struct SumMomentum {
  static constexpr const char* name = "momentum at a rigid wall";
  using Sums = MetMomentum;
  SumMetNodes wall;
  WallSurface surface;
  const Index* node;
  const Index* cluster_of;  ///< [node]
  RowsAt position, velocity;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    if (cluster_of[node[i]] != none) return;
    const MetNode m{node[i], meet(surface, position[node[i]], velocity[node[i]])};
    if (m.touch.meets) wall.count(m, sums);
  }
};

struct SumClusterMomentum {
  static constexpr const char* name = "momentum at a rigid wall, spot welds";
  using Sums = MetMomentum;
  SumMetNodes wall;
  ClustersAtWall clusters;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    const WeldCluster& cluster = clusters.at(i);
    const ClusterContact contact = clusters.meet_cluster(cluster);
    if (!(contact.mass > 0) || !wall.owned[clusters.nodes[cluster.first_node]]) return;
    sums.mass += Rounded(contact.mass, wall.of_mass);
    sums.momentum += Rounded(contact.mass * (wall.speed - contact.lack), wall.of_momentum);
  }
};

/// A node behind a wall that pushes it by a spring.
struct PushedNode {
  Index node;
  Vec3 force;  ///< [force]
};
struct PushNodes {
  static constexpr const char* name = "springs of a rigid wall";
  WallSurface surface;
  const Index* node;
  const double* spring_mass;  ///< [node] the mass of its spring if it is not its own, otherwise 0 [mass]
  const double* mass;         ///< [node]
  double stiffness_per_mass;  ///< [1/time^2]
  double dt;                  ///< Clock::dt_mid
  RowsAt position, velocity, force;
  PushedNode* pushed;         ///< [i] out: with no force where the node is in front
  CRUMPLE_INLINE void operator()(std::size_t i) const { pushed[i] = push(node[i]); }
  CRUMPLE_INLINE PushedNode push(Index k) const {
    const WallDepth behind = depth_behind(surface, position[k]);
    const double m = spring_mass[k] > 0 ? spring_mass[k] : mass[k];
    if (!(behind.depth > 0) || !(m > 0)) return {none, {}};
    const double normal_force = stiffness_per_mass * m * behind.depth;
    const Vec3 f = (m / dt) * stop_change(surface, behind.normal, velocity[k], dt * normal_force / m);
    force.add(k, f);
    return {k, f};
  }
};
/// The momentum that they take from the nodes, for a wall that moves freely.
struct SpringImpulse {
  static constexpr const char* name = "impulse of springs of a rigid wall";
  using Sums = Rounded;
  const PushedNode* pushed;
  const std::uint8_t* owned;
  double dt;  ///< Clock::dt_mid
  Vec3 normal;
  Quantum quantum;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sum) const {
    if (const auto& [node, force] = pushed[i]; node != none && owned[node])
      sum -= Rounded(dt * dot(force, normal), quantum);
  }
};
struct SpringAction {
  static constexpr const char* name = "work of springs of a rigid wall";
  using Sums = WallAction;
  WallNodes nodes;
  const PushedNode* pushed;
  double dt;  ///< Clock::dt_mid
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    if (pushed[i].node != none) nodes.count(pushed[i].node, dt * pushed[i].force, sums);
  }
};

using WallLoops = kernels::Loops<StopMetNodes, StopNodes, StopClusters, SumMetNodes, SumMomentum, SumClusterMomentum,
                                 PushNodes, SpringImpulse, SpringAction>;

}  // namespace crumple
