// A few free nodes with all features that act on them, called phase by phase as the simulation does: the bench for the
// unit tests of loads, constraints, rigid bodies, spot welds and walls. One rank owns all nodes; no elements.
#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "physics/bodies/rigid_bodies.hpp"
#include "physics/conditions/constraints.hpp"
#include "physics/conditions/loads.hpp"
#include "physics/joints/spot_welds.hpp"
#include "physics/features.hpp"
#include "physics/state/integrate.hpp"
#include "physics/walls/rigid_walls.hpp"

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
  HaloExchange halo;
  PreviousVelocity before;
  Clock clock;
  EnergyLedger ledger;
  Rows force;  ///< sums of the last step, which the kick clears
  ElementStatus status;
  std::vector<Failure> failures;  ///< so far
  StepState state;
  FeatureList features;
  double kinetic = 0;          ///< at t(n) of the last step, nodes and bodies

  /// `mass` and `inertia` of each node.
  ConditionRig(Model model, const std::vector<double>& mass, const std::vector<double>& inertia = {});
  void step(double dt, const Forces& forces = {});
  void run(double dt, int n_steps, const Forces& forces = {});

  const RigidBodies::Motion& motion() const { return find<RigidBodies>(features)->motion(0); }
  const RigidBodies::Body& body() const { return find<RigidBodies>(features)->body(0); }
  const WeldState& welds() const { return find<SpotWelds>(features)->state(); }
  const RigidWalls::Wall& wall() const { return find<RigidWalls>(features)->walls().at(0); }
  /// Of the first wall, in the last step.
  WallForce wall_force();
  /// Ids of the welds that have failed so far.
  std::vector<Id> failed_welds() const;
  /// All that features carry from one step to the next, and the clock, ledger and nodes.
  SavedState save();
  void load(SavedState saved);

  Vec3 x(Index node) const { return row(nodes.position, node); }
  Vec3 v(Index node) const { return row(nodes.velocity, node); }
  Vec3 w(Index node) const { return row(nodes.angular_velocity, node); }
  Vec3 momentum() const;
  /// About the origin, of x(n) and v(n-1/2): what central differences conserve.
  Vec3 angular_momentum() const;

 private:
  template <void (Feature::*phase)(StepState&)> void call() {
    for (const auto& feature : features) (feature.get()->*phase)(state);
  }
  void archive(StateArchive& a);
};

}  // namespace crumple::test
