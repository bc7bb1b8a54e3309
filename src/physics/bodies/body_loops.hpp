// The loops over rigid bodies and their nodes (rigid_bodies.cpp).
#pragma once

#include "physics/bodies/body_step.hpp"

namespace crumple {

/// The nodes of the bodies of a rank, body after body.
struct BodyNodes {
  const Index* node;
  const Index* body;
  RowsAt arm;  ///< [i] from the body's centre, in its principal axes [length]
};

/// Sums over the nodes of a body: force, moment about its centre, frequency bound.
inline constexpr std::size_t n_body_sums = 7;

/// Owned nodes of one body.
struct BodyChunk {
  static constexpr std::size_t most_nodes = 64;
  Index body;
  std::size_t first, last;
};
struct SumBodyForces {
  static constexpr const char* name = "forces on rigid bodies";
  const BodyChunk* chunks;
  BodyNodes nodes;
  BodiesAt bodies;
  RowsAt position, force, moment;
  const double* frequency_bound;  ///< [node]
  double* sums;                   ///< [body][n_body_sums]
  bool by_many;                   ///< threads
  CRUMPLE_INLINE void operator()(std::size_t c) const {
    const BodyChunk& chunk = chunks[c];
    const RigidBodyHere& body = bodies.bodies[chunk.body];
    const Vec3 centre = bodies.motions[chunk.body].position;
    Rounded own[n_body_sums];
    for (std::size_t i = chunk.first; i < chunk.last; ++i) {
      const Index node = nodes.node[i];
      const Vec3 f = force[node], m = cross(position[node] - centre, f) + moment[node];
      for (int k = 0; k < 3; ++k) {
        own[k] += Rounded(f[k], body.force);
        own[3 + k] += Rounded(m[k], body.moment);
      }
      own[6] += Rounded::from_sum(frequency_bound[node]);
    }
    double* const all = sums + n_body_sums * std::size_t(chunk.body);
    for (std::size_t k = 0; k < n_body_sums; ++k) {
      if (by_many) kernels::add_atomically(all[k], own[k].value());
      else all[k] += own[k].value();
    }
  }
};

/// Work of some bodies around t(n) [energy].
struct WorkOfBodies {
  StepSum external, external_ahead, damping, damping_ahead;
  double n_failed = 0;  ///< bodies with a sum that is not exact
  CRUMPLE_DEVICE WorkOfBodies& operator+=(const WorkOfBodies& other) {
    external += other.external;
    external_ahead += other.external_ahead;
    damping += other.damping;
    damping_ahead += other.damping_ahead;
    n_failed += other.n_failed;
    return *this;
  }
};
/// Advances the bodies.
struct AdvanceBodies {
  static constexpr const char* name = "rigid bodies";
  StepOfBodies step;
  const double* sums;             ///< [body][n_body_sums], of all ranks
  RigidMotion *motions, *before;  ///< in: at t(n), out: at t(n+1); out: at t(n)
  BodyWork* works;                ///< out
  CRUMPLE_INLINE void operator()(std::size_t k) const {
    const RigidBodyHere& body = step.bodies[k];
    const double* const of_body = sums + n_body_sums * k;
    before[k] = motions[k];
    bool all_exact = true;
    for (int c = 0; c < 6; ++c)  // as require_exact
      all_exact = all_exact && std::fabs(of_body[c]) <= 8 * (c < 3 ? body.force : body.moment).limit();
    works[k].has_failed = body.answers && !all_exact;
    if (!works[k].has_failed) works[k] = step.advance(k, of_body, motions[k]);
  }
};
/// The work of the bodies that this rank accounts for. A loop of its own: in that of their step a GPU lacks registers.
struct SumBodyWork {
  static constexpr const char* name = "work of rigid bodies";
  using Sums = WorkOfBodies;
  const RigidBodyHere* bodies;
  const BodyWork* works;
  Quantum energy;
  CRUMPLE_INLINE void operator()(std::size_t k, Sums& all) const {
    const BodyWork& work = works[k];
    if (!bodies[k].answers) return;
    if (work.has_failed) {
      all.n_failed += 1;
      return;
    }
    all.external.add(work.external, energy);
    all.external_ahead.add(work.external_ahead, energy);
    all.damping.add(work.damping, energy);
    all.damping_ahead.add(work.damping_ahead, energy);
  }
};

/// Where a body is, or goes: x = centre + axes arm.
struct BodyPlace {
  Vec3 centre;           ///< [length]
  Vec3 axis[3];          ///< the principal axes, unit vectors
  Vec3 angular_velocity; ///< [1/time]
  CRUMPLE_INLINE Vec3 operator()(const Vec3& arm) const {
    return centre + (arm.x * axis[0] + arm.y * axis[1] + arm.z * axis[2]);
  }
};
struct PlaceBodies {
  static constexpr const char* name = "places of rigid bodies";
  const RigidMotion* motions;
  BodyPlace* places;
  CRUMPLE_INLINE void operator()(std::size_t k) const {
    const Mat3 axes = transpose(to_matrix(motions[k].attitude));
    places[k] = {motions[k].position, {axes.row[0], axes.row[1], axes.row[2]}, motions[k].angular_velocity};
  }
};
struct PlaceBodyNodes {
  static constexpr const char* name = "positions on rigid bodies";
  BodyNodes nodes;
  const BodyPlace* places;
  RowsAt position;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    position.set(nodes.node[i], places[nodes.body[i]](nodes.arm[Index(i)]));
  }
};
/// The velocities that take the nodes to where their body goes in the step.
struct MoveBodyNodes {
  static constexpr const char* name = "velocities on rigid bodies";
  BodyNodes nodes;
  const BodyPlace* places;  ///< at t(n+1)
  double dt;                ///< [time]
  RowsAt position, velocity, angular_velocity;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const Index node = nodes.node[i];
    const BodyPlace& place = places[nodes.body[i]];
    velocity.set(node, (1 / dt) * (place(nodes.arm[Index(i)]) - position[node]));
    angular_velocity.set(node, place.angular_velocity);
  }
};

/// Every node of a body gets the sum over the body.
struct DistributeFrequencyBounds {
  static constexpr const char* name = "frequency bounds of rigid bodies";
  BodyNodes nodes;
  const double* sums;       ///< [body][n_body_sums]
  double* frequency_bound;  ///< [node]
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    frequency_bound[nodes.node[i]] = sums[n_body_sums * std::size_t(nodes.body[i]) + 6];
  }
};

using BodyLoops = kernels::Loops<SumBodyForces, AdvanceBodies, SumBodyWork, PlaceBodies, PlaceBodyNodes, MoveBodyNodes,
                                 DistributeFrequencyBounds>;

}  // namespace crumple
