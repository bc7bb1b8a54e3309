// The loops over the nodes of rigid bodies (rigid_bodies.cpp).
#pragma once

#include "physics/state/loop_data.hpp"

namespace crumple {

/// The nodes of the bodies of a rank, body after body.
struct BodyNodes {
  const Index* node;
  const Index* body;
  RowsAt arm;  ///< [i] from the body's centre, in its principal axes [length]
};

/// What the forces on a body's nodes are summed for.
struct BodySum {
  Vec3 centre;            ///< at t(n) [length]
  Quantum force, moment;  ///< of the sums
};
/// Sums over the nodes of a body: force, moment about its centre, crowding.
struct BodySums {
  static constexpr int count = 7;
  Rounded of[count];
};
struct SumBodyForces {
  static constexpr const char* name = "forces on rigid bodies";
  BodyNodes nodes;
  const BodySum* bodies;
  RowsAt position, force, moment;
  const double* crowding;     ///< [node]
  const std::uint8_t* owned;  ///< [node]
  double* sums;               ///< [body][BodySums]
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    if (!owned[nodes.node[i]]) return;
    BodySums own;
    add(i, own);
    double* const all = sums + std::size_t(BodySums::count) * std::size_t(nodes.body[i]);
    for (int k = 0; k < BodySums::count; ++k) kernels::add_atomically(all[k], own.of[k].value());
  }
  CRUMPLE_INLINE void add(std::size_t i, BodySums& of_body) const {
    const Index node = nodes.node[i];
    const BodySum& body = bodies[nodes.body[i]];
    const Vec3 f = force[node], m = cross(position[node] - body.centre, f) + moment[node];
    for (int c = 0; c < 3; ++c) {
      of_body.of[c] += Rounded(f[c], body.force);
      of_body.of[3 + c] += Rounded(m[c], body.moment);
    }
    of_body.of[6] += Rounded::from_sum(crowding[node]);
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
struct PlaceBodyNodes {
  static constexpr const char* name = "places of rigid bodies";
  BodyNodes nodes;
  const BodyPlace* places;
  RowsAt position;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    position.set(nodes.node[i], places[nodes.body[i]](nodes.arm[Index(i)]));
  }
};
/// The velocities that take the nodes to where their body goes in the step.
struct MoveBodyNodes {
  static constexpr const char* name = "velocities of rigid bodies";
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
struct DistributeCrowding {
  static constexpr const char* name = "crowding of rigid bodies";
  BodyNodes nodes;
  const double* of_body;
  double* crowding;  ///< [node]
  CRUMPLE_INLINE void operator()(std::size_t i) const { crowding[nodes.node[i]] = of_body[nodes.body[i]]; }
};

using BodyLoops = kernels::Loops<SumBodyForces, PlaceBodyNodes, MoveBodyNodes, DistributeCrowding>;

}  // namespace crumple
