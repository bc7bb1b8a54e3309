// A few free nodes with all conditions that physics puts on them, stepped in the order of the simulation: the bench for
// the unit tests of loads, constraints, rigid bodies, spot welds and walls. One rank owns all nodes; no elements.
#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "physics/bodies/rigid_bodies.hpp"
#include "physics/conditions/constraints.hpp"
#include "physics/conditions/loads.hpp"
#include "physics/joints/spot_welds.hpp"
#include "physics/state/integrate.hpp"
#include "physics/walls/rigid_walls.hpp"
#include "physics/walls/wall_penalty.hpp"

namespace crumple::test {

/// Appends a node; returns its number.
Index add_node(Model& model, const Vec3& position, const Vec3& velocity = {});
/// Appends a curve through the points; returns its number.
Index add_curve(Model& model, std::vector<double> x, std::vector<double> y);

struct ConditionRig {
  /// What the elements would add to force and moment at t(n).
  using Forces = std::function<void(const Clock&, NodeState&)>;

  Domain domain;
  NodeState nodes;
  PreviousVelocity before;
  Rows force;  ///< sums of the last step, which the kick clears
  Clock clock;
  EnergyLedger ledger;
  RigidBodyState body_state;
  RigidBodies bodies;
  Loads loads;
  LoadState load_state;
  Constraints constraints;
  MotionState motion_state;
  WeldState welds;
  WallState wall_state;
  RigidWalls walls;
  double kinetic = 0;          ///< at t(n) of the last step, nodes and bodies
  std::vector<Index> failed;   ///< welds that failed so far

  /// `mass` and `inertia` of each node.
  ConditionRig(Model model, const std::vector<double>& mass, const std::vector<double>& inertia = {});
  void step(double dt, const Forces& forces = {});
  void run(double dt, int n_steps, const Forces& forces = {});

  Vec3 x(Index node) const { return row(nodes.position, node); }
  Vec3 v(Index node) const { return row(nodes.velocity, node); }
  Vec3 w(Index node) const { return row(nodes.angular_velocity, node); }
  Vec3 momentum() const;
  /// About the origin, of x(n) and v(n-1/2): what central differences conserve.
  Vec3 angular_momentum() const;
};

}  // namespace crumple::test
