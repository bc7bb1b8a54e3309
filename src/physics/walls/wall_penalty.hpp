// Penalty springs of a rigid wall (RWPNAL of *CONTROL_CONTACT): for nodes of rigid bodies, which cannot be stopped one
// by one, or for all nodes. Used by rigid_walls.
#pragma once

#include <span>
#include <vector>

#include "base/loops.hpp"
#include "physics/state/feature.hpp"
#include "physics/walls/wall_surface.hpp"

namespace crumple {

/// Energies of a wall.
struct WallWork {
  StepSum taken;      ///< from the nodes [energy]
  StepSum by_motion;  ///< by a prescribed motion of the wall on the nodes [energy]
  WallWork& operator+=(const WallWork& other) {
    taken += other.taken;
    by_motion += other.by_motion;
    return *this;
  }
};

/// The action of one wall on this rank's nodes in a step; threads may add in any order.
struct WallAction {
  std::array<StepSum, 3> impulse;  ///< on the nodes [force time]
  WallWork so_far, ahead;  ///< up to t(n), where energies are summed, and after it

  /// A node changes its velocity from `before` to `after`, by this impulse and other forces; `share` of the change is
  /// before t(n).
  void add(const Vec3& on_node, const Vec3& before, const Vec3& after, double share, const Vec3& drift,
           const Quanta& quanta) {
    for (int c = 0; c < 3; ++c) impulse[std::size_t(c)].add(on_node[c], quanta.momentum);
    const Vec3 now = (1 - share) * before + share * after;
    const auto split = [&](double whole, double part, StepSum WallWork::*kind) {
      (so_far.*kind).add(part, quanta.energy);
      (ahead.*kind).add(whole - part, quanta.energy);
    };
    split(-0.5 * dot(on_node, before + after), -0.5 * share * dot(on_node, before + now), &WallWork::taken);
    split(dot(on_node, drift), share * dot(on_node, drift), &WallWork::by_motion);
  }
  WallAction& operator+=(const WallAction& other) {
    for (std::size_t c = 0; c < 3; ++c) impulse[c] += other.impulse[c];
    so_far += other.so_far;
    ahead += other.ahead;
    return *this;
  }
};

/// The springs of one wall.
struct WallSprings {
  struct Pushed {
    Index node;
    Vec3 force;  ///< [force]
  };
  kernels::RunVector<Index> nodes;  ///< that the wall stops by springs
  std::span<const Pushed> pushed;  ///< of them, those behind the wall at t(n), in the same order
  Vec3 drift;                      ///< velocity of the surface [length/time]
  FoundRoom<Pushed> room;          ///< storage of `pushed`
};

/// [node] The mass m of push_nodes if it is not the node's own, otherwise 0 [mass]. Tied nodes: the mass moved to their
/// faces. Nodes of rigid bodies without mass, or in a body with given inertia: the effective mass
/// (RigidBodies::moved_mass), divided by the number of such nodes of the body. Collective.
std::vector<double> spring_masses(const StepState& s, const Column& moved_mass);

/// Pushes the nodes behind the surface; none if the wall is not active: RWPNAL m / (2 dt_first)^2 times the depth, with
/// Coulomb friction. The squared frequency of a body is at most the sum of stiffness over effective mass of its nodes,
/// so the stable step is at least 4 / sqrt(RWPNAL) dt_first, with massless nodes 2.8 / sqrt(RWPNAL) dt_first. `masses`:
/// spring_masses. Called in every step.
void push_nodes(WallSprings& springs, const WallSurface* surface, const std::vector<double>& masses, StepState& s);

/// Impulse and work of the springs around t(n), once velocities are final.
WallAction action_of_springs(const WallSprings& springs, const StepState& s);

}  // namespace crumple
