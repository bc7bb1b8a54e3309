// The motion of a general cluster of welded nodes in a step: with any number of nodes, and with fixed or prescribed
// nodes. Part of loops; called by those of spot welds.
#pragma once

#include "kernels/step/rigid_motion.hpp"
#include "physics/joints/weld_cluster.hpp"
#include "physics/state/basis.hpp"
#include "physics/state/loop_data.hpp"

namespace crumple {

/// The clusters and their nodes in a step.
struct ClustersNow {
  const Index* nodes;      ///< [place]
  const WeldTie* ties;
  Vec3* constraint_force;  ///< [place] out
  RowsAt position, velocity, angular_velocity;
  const double *mass, *inertia;  ///< [node]
  double dt, dt_mid, middle;     ///< Clock::dt, Clock::dt_mid, and the middle of the step [time]
};

namespace welds {

using One = kernels::PackDouble;  // of one lane outside of the kernels' libraries
static_assert(One::size() == 1);
using Vector = kernels::Vec3<One>;

CRUMPLE_DEVICE inline Vector packed(const Vec3& v) { return {One(v.x), One(v.y), One(v.z)}; }
CRUMPLE_DEVICE inline Vec3 unpacked(const Vector& v) { return {v.x[0], v.y[0], v.z[0]}; }
CRUMPLE_DEVICE inline Mat3 unpacked(const kernels::SymmetricTensor<One>& t) {
  return {{Vec3{t.xx[0], t.xy[0], t.xz[0]}, Vec3{t.xy[0], t.yy[0], t.yz[0]}, Vec3{t.xz[0], t.yz[0], t.zz[0]}}};
}

/// Components of a vector prescribed along directions that are conjugate in the metric of `response`.
struct Tied {
  int n = 0;
  Vec3 direction[3], response[3];
  double value[3];

  CRUMPLE_DEVICE void add(Vec3 along, double target, const Mat3& compliance) {
    const double before = dot(along, compliance * along);
    for (int k = 0; k < n; ++k) {
      const double share = dot(along, response[k]) / dot(direction[k], response[k]);
      along -= share * direction[k];
      target -= share * value[k];
    }
    const Vec3 to = compliance * along;
    if (n == 3 || !(dot(along, to) > 1e-12 * before)) return;
    direction[n] = along;
    response[n] = to;
    value[n] = target;
    ++n;
  }
  CRUMPLE_DEVICE void apply(Vec3& v) const {
    for (int k = 0; k < n; ++k)
      v += ((value[k] - dot(direction[k], v)) / dot(direction[k], response[k])) * response[k];
  }
};

inline constexpr std::size_t no_place = std::size_t(-1);

/// A cluster in a step, with its active ties.
struct ClusterMotion {
  const WeldCluster& cluster;
  const ClustersNow& now;
  double mass = 0;
  std::size_t pivot = no_place;    ///< the node tied in three directions
  kernels::RigidSums<One> sums{};  ///< about the centre of mass, or about the pivot

  CRUMPLE_DEVICE bool has_ties() const { return cluster.last_tie > cluster.first_tie; }
  CRUMPLE_DEVICE bool is_on(const WeldTie& tie, bool rotation) const {
    return tie.rotation == rotation && now.middle >= tie.birth && now.middle < tie.death;
  }

  CRUMPLE_DEVICE void find_pivot() {
    for (std::size_t place = cluster.first_node; place < cluster.last_node && pivot == no_place; ++place) {
      Basis held;
      for (std::size_t t = cluster.first_tie; t < cluster.last_tie; ++t)
        if (const WeldTie& tie = now.ties[t]; tie.place == place && is_on(tie, false)) held.extend(tie.direction);
      if (held.count == 3) pivot = place;
    }
  }

  /// Mass, momentum and inertia with the velocities after the kick.
  CRUMPLE_DEVICE void add_up() {
    const Vec3 origin = now.position[now.nodes[cluster.first_node]];
    Vec3 first, momentum;
    for (std::size_t p = cluster.first_node; p < cluster.last_node; ++p) {
      const Index node = now.nodes[p];
      mass += now.mass[node];
      first += now.mass[node] * (now.position[node] - origin);
      momentum += now.mass[node] * now.velocity[node];
    }
    const double scale = mass > 0 ? 1 / mass : 0;
    const bool is_free = pivot == no_place;
    sums.center = packed(is_free ? origin + scale * first : now.position[now.nodes[pivot]]);
    sums.velocity = packed(is_free ? scale * momentum : now.velocity[now.nodes[pivot]]);
    for (std::size_t p = cluster.first_node; p < cluster.last_node; ++p) {
      const Index node = now.nodes[p];
      sums.add(One(now.mass[node]), One(now.inertia[node]), packed(now.position[node]) - sums.center,
               packed(now.velocity[node]), packed(now.angular_velocity[node]));
    }
  }

  /// Sets the velocity of the centre to that of the ties; returns its change.
  CRUMPLE_DEVICE Vec3 tie_translation() {
    Tied tied;
    for (std::size_t t = cluster.first_tie; t < cluster.last_tie; ++t) {
      const WeldTie& tie = now.ties[t];
      if (is_on(tie, false))
        tied.add(tie.direction, dot(tie.direction, now.velocity[now.nodes[tie.place]]), Mat3::identity());
    }
    const Vec3 free = unpacked(sums.velocity);
    Vec3 velocity = free;
    tied.apply(velocity);
    sums.velocity = packed(velocity);
    return velocity - free;
  }

  /// Half the rotation of the step that conserves the cluster's angular momentum, as far as ties permit.
  CRUMPLE_DEVICE Vector half_turn() const {
    const kernels::TurnEquation<One> equation(sums, now.dt);
    Tied tied;
    const Mat3 compliance = unpacked(equation.compliance);
    for (std::size_t t = cluster.first_tie; t < cluster.last_tie; ++t) {
      const WeldTie& tie = now.ties[t];
      if (!is_on(tie, true)) continue;
      const double spin = dot(tie.direction, now.angular_velocity[now.nodes[tie.place]]);
      tied.add(tie.direction, 0.5 * now.dt * spin, compliance);
    }
    const auto constrain = [&](Vector& a) {
      Vec3 v = unpacked(a);
      tied.apply(v);
      a = packed(v);
    };
    Vector start = packed({});
    constrain(start);
    return equation.solve(start, 20, constrain);
  }

  /// Sets velocities and constraint forces; returns the total change of momentum.
  CRUMPLE_DEVICE Vec3 set_rigid_motion(const Vector& a) const {
    const kernels::RigidStep<One> motion(sums.velocity, a, now.dt);
    const double per_time = 1 / now.dt_mid;
    Vec3 impulse;
    for (std::size_t p = cluster.first_node; p < cluster.last_node; ++p) {
      const Index node = now.nodes[p];
      const Vec3 velocity = unpacked(motion.velocity_at(packed(now.position[node]) - sums.center));
      const Vec3 change = now.mass[node] * (velocity - now.velocity[node]);
      impulse += change;
      now.constraint_force[p] = per_time * change;
      now.velocity.set(node, velocity);
      if (now.inertia[node] > 0) now.angular_velocity.set(node, unpacked(motion.angular_velocity()));
    }
    return impulse;
  }
};

}  // namespace welds

/// The impulse of fixed and prescribed nodes on the rest of their cluster, and the node at which it does work.
struct WeldTieImpulse {
  Vec3 impulse;  ///< [mass length/time]
  Index node = none;
};

/// Sets the velocities of a cluster's nodes to its rigid motion, and stores the constraint forces.
CRUMPLE_DEVICE inline WeldTieImpulse advance_cluster(const WeldCluster& cluster, const ClustersNow& now) {
  welds::ClusterMotion motion{cluster, now};
  if (motion.has_ties()) motion.find_pivot();
  motion.add_up();
  if (!(motion.mass > 0)) return {};
  const bool moves_by_ties = motion.has_ties() && motion.pivot == welds::no_place;
  const Vec3 change = moves_by_ties ? motion.tie_translation() : Vec3{};
  const Vec3 impulse = motion.set_rigid_motion(motion.half_turn());
  if (!motion.has_ties() || (moves_by_ties && norm(change) == 0)) return {};
  return {impulse, now.nodes[moves_by_ties ? now.ties[cluster.first_tie].place : motion.pivot]};
}

}  // namespace crumple
