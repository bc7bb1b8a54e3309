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
  Vec3* constraint_force;  ///< [place] out: of links and rotations, without that of supports [force]
  Vec3* tie_impulse;       ///< [tie] out: [mass length/time], of rotations [mass length^2/time]
  RowsAt position, velocity, angular_velocity;
  RowsAt moving_before, turning_before;  ///< the velocities before the kick
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

/// Of impulses on a body and of its velocities: of the centre, and about it.
struct Wrench {
  Vec3 linear, angular;
  CRUMPLE_DEVICE void add(double factor, const Wrench& other) {
    linear += factor * other.linear;
    angular += factor * other.angular;
  }
};
CRUMPLE_DEVICE inline double dot(const Wrench& a, const Wrench& b) {
  return crumple::dot(a.linear, b.linear) + crumple::dot(a.angular, b.angular);
}

/// Independent ties of a body, of ties that follow from others none: by Gram and Schmidt, in the metric of the body's
/// compliance.
struct IndependentTies {
  static constexpr int most = 6;
  int n = 0;
  std::size_t tie[most];
  Wrench of[most];                          ///< the body's response is `compliance` times this
  Wrench direction[most], response[most];   ///< made conjugate: no response along the direction of another
  double square[most], share[most][most];   ///< along its own; of earlier directions in `of`

  CRUMPLE_DEVICE void add(std::size_t number, const Wrench& given, double mass, const Mat3& compliance) {
    const auto respond = [&](const Wrench& w) { return Wrench{(1 / mass) * w.linear, compliance * w.angular}; };
    if (n == most) return;
    Wrench rest = given;
    for (int k = 0; k < n; ++k) {
      share[n][k] = dot(rest, response[k]) / square[k];
      rest.add(-share[n][k], direction[k]);
    }
    const Wrench to = respond(rest);
    if (!(dot(rest, to) > 1e-12 * dot(given, respond(given)))) return;  // a square: 1e-6 of it, far above rounding
    tie[n] = number;
    of[n] = given;
    direction[n] = rest;
    response[n] = to;
    square[n] = dot(rest, to);
    ++n;
  }
  /// The impulses of the ties that change the velocities along them by so much.
  CRUMPLE_DEVICE void solve(const double* change, double* impulse) const {
    for (int k = 0; k < n; ++k) {
      double rest = change[k];
      for (int j = 0; j < k; ++j) rest -= share[k][j] * impulse[j] * square[j];
      impulse[k] = rest / square[k];
    }
    for (int k = n - 1; k > 0; --k)
      for (int j = 0; j < k; ++j) impulse[j] -= share[k][j] * impulse[k];
  }
};

/// A cluster in a step, with its active ties.
struct ClusterMotion {
  const WeldCluster& cluster;
  const ClustersNow& now;
  double mass = 0;
  kernels::RigidSums<One> sums{};  ///< about the centre of mass
  IndependentTies ties{};
  double impulse[IndependentTies::most] = {};  ///< of the ties, [mass length/time] or [mass length^2/time]

  /// A node without rotational inertia is not turned.
  CRUMPLE_DEVICE bool is_on(const WeldTie& tie) const {
    return now.middle >= tie.birth && now.middle < tie.death &&
           (!tie.rotation || now.inertia[now.nodes[tie.place]] > 0);
  }
  CRUMPLE_DEVICE Vector arm(std::size_t place) const { return packed(now.position[now.nodes[place]]) - sums.center; }

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
    sums.center = packed(origin + scale * first);
    sums.velocity = packed(scale * momentum);
    for (std::size_t p = cluster.first_node; p < cluster.last_node; ++p) {
      const Index node = now.nodes[p];
      sums.add(One(now.mass[node]), One(now.inertia[node]), arm(p), packed(now.velocity[node]),
               packed(now.angular_velocity[node]));
    }
  }

  CRUMPLE_DEVICE void find_ties() {
    const Mat3 compliance = unpacked(kernels::regular_inverse(kernels::with_diagonal(sums.I, sums.J)));
    for (std::size_t t = cluster.first_tie; t < cluster.last_tie; ++t) {
      const WeldTie& tie = now.ties[t];
      if (!is_on(tie)) continue;
      const Vec3 along = tie.direction;
      ties.add(t, tie.rotation ? Wrench{{}, along} : Wrench{along, cross(unpacked(arm(tie.place)), along)}, mass,
               compliance);
    }
  }

  /// What the tie asks for: its node has it after constraints.
  CRUMPLE_DEVICE double target(const WeldTie& tie) const {
    const RowsAt& rates = tie.rotation ? now.angular_velocity : now.velocity;
    return crumple::dot(tie.direction, rates[now.nodes[tie.place]]);
  }

  /// With the momenta that the ties have given.
  CRUMPLE_DEVICE kernels::RigidStep<One> move() const {
    kernels::RigidSums<One> moved = sums;
    for (int k = 0; k < ties.n; ++k) {
      moved.velocity = moved.velocity + packed((impulse[k] / mass) * ties.of[k].linear);
      moved.L = moved.L + packed(impulse[k] * ties.of[k].angular);
    }
    const Vector half = kernels::TurnEquation<One>(moved, now.dt).solve(packed({}), 20, [](Vector&) {});
    return {moved.velocity, half, now.dt};
  }

  /// Finds the impulses of the ties, by iteration, as arms turn in the step; the error falls by the angle each time.
  CRUMPLE_DEVICE kernels::RigidStep<One> move_as_tied() {
    double first_error = 0;
    for (int iteration = 0;; ++iteration) {
      const kernels::RigidStep<One> motion = move();
      double change[IndependentTies::most], more[IndependentTies::most], error = 0;
      for (int k = 0; k < ties.n; ++k) {
        const WeldTie& tie = now.ties[ties.tie[k]];
        const Vector rate = tie.rotation ? motion.angular_velocity() : motion.velocity_at(arm(tie.place));
        change[k] = target(tie) - crumple::dot(tie.direction, unpacked(rate));
        error += change[k] * change[k] / ties.square[k];
      }
      if (iteration == 0) first_error = error;
      if (!(error > 1e-28 * first_error) || iteration == 20) return motion;  // squares: 1e-14, as far as doubles go
      ties.solve(change, more);
      for (int k = 0; k < ties.n; ++k) impulse[k] += more[k];
    }
  }

  /// Sets velocities and constraint forces.
  CRUMPLE_DEVICE void set_motion(const kernels::RigidStep<One>& motion) const {
    const double per_time = 1 / now.dt_mid;
    for (std::size_t p = cluster.first_node; p < cluster.last_node; ++p) {
      const Index node = now.nodes[p];
      const Vec3 velocity = unpacked(motion.velocity_at(arm(p)));
      now.constraint_force[p] = (per_time * now.mass[node]) * (velocity - now.velocity[node]);
      now.velocity.set(node, velocity);
      if (now.inertia[node] > 0) now.angular_velocity.set(node, unpacked(motion.angular_velocity()));
    }
  }
};

}  // namespace welds

/// The impulses of supports and motions on the rest of a cluster, and their work [energy].
struct WeldTieWork {
  double before = 0, after = 0;  ///< with the velocities before the step, and after it
};

/// Sets the velocities of a cluster's nodes to its rigid motion, and stores the constraint forces, and the impulses of
/// its ties. `before`: velocities before the kick.
CRUMPLE_DEVICE inline WeldTieWork advance_cluster(const WeldCluster& cluster, const ClustersNow& now) {
  welds::ClusterMotion motion{cluster, now};
  motion.add_up();
  if (!(motion.mass > 0)) return {};
  motion.find_ties();
  double target[welds::IndependentTies::most];
  for (int k = 0; k < motion.ties.n; ++k) target[k] = motion.target(now.ties[motion.ties.tie[k]]);
  motion.set_motion(motion.move_as_tied());
  for (std::size_t t = cluster.first_tie; t < cluster.last_tie; ++t) now.tie_impulse[t] = {};
  WeldTieWork work;
  for (int k = 0; k < motion.ties.n; ++k) {
    const WeldTie& tie = now.ties[motion.ties.tie[k]];
    const Index node = now.nodes[tie.place];
    const RowsAt& before = tie.rotation ? now.turning_before : now.moving_before;
    const RowsAt& after = tie.rotation ? now.angular_velocity : now.velocity;
    const Vec3 impulse = motion.impulse[k] * tie.direction;
    now.tie_impulse[motion.ties.tie[k]] = impulse;
    if (!tie.rotation) now.constraint_force[tie.place] -= (1 / now.dt_mid) * impulse;
    after.add(node, (target[k] - dot(tie.direction, after[node])) * tie.direction);  // to the last bit
    work.before += 0.5 * dot(impulse, before[node]);
    work.after += 0.5 * dot(impulse, after[node]);
  }
  return work;
}

}  // namespace crumple
