// Small scenes for the tests of contact: meshes made by hand, one domain per rank, nodes that feel nothing but contact.
// Units: mm, kg, ms, kN.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "physics/contact/contact.hpp"
#include "runtime.hpp"

namespace crumple::test {

/// A mesh that grows; element and node ids count from 1.
struct Scene {
  Model model;

  Scene();
  /// Steel. Returns the part's index.
  Index add_shell_part(double thickness);
  Index add_solid_part();
  Index add_node(const Vec3& x, const Vec3& v = {});
  /// n x m quads spanned by u and v from `origin`; returns the first node, rows along u.
  Index add_sheet(Index part, const Vec3& origin, const Vec3& u, const Vec3& v, int n, int m,
                  const Vec3& velocity = {});
  /// n x m x l bricks in an axis-parallel box; returns the first node.
  Index add_block(Index part, const Vec3& low, const Vec3& size, int n, int m, int l, const Vec3& velocity = {});
  Index add_shell(Index part, const std::array<Index, 4>& nodes);

  /// The faces of a list of parts.
  ContactSurface surface(const std::vector<Index>& parts) const;
  /// A contact of all parts with themselves.
  Contact& add_single_surface();
  Contact& add_contact(ContactKind kind, const std::vector<Index>& a, const std::vector<Index>& b);
};

/// A scene on the ranks of `world()`, in motion under contact forces alone. Fixed nodes are given by a test.
struct Motion {
  Domain domain;
  NodeState state;
  ElementStatus status;
  Clock clock;
  EnergyLedger ledger;
  Contacts contacts;
  std::function<bool(const Vec3& start)> fixed = [](const Vec3&) { return false; };
  Vec3 gravity;
  bool rigid_parts = false;  ///< parts move as a whole, without turning

  /// `rank_of` gives each element's rank; null: all on rank 0.
  Motion(const Scene& scene, double dt, const std::function<int(Index)>& rank_of = {});
  /// Contact forces at the present positions, in state.force.
  void find_forces();
  /// One step of central differences.
  void step();
  void run(int steps) { for (int i = 0; i < steps; ++i) step(); }

  Vec3 force(Index node) const { return row(state.force, node); }
  Vec3 position(Index node) const { return row(state.position, node); }
  Vec3 velocity(Index node) const { return row(state.velocity, node); }
  /// Puts a node somewhere, as if it had come there by motion (what appears at once is forgiven).
  void move(Index node, const Vec3& x);
  /// Slaves of the first pass have touched nothing so far, and faces have the depth `depth_unseen` [length].
  void forget_touches(double depth_unseen);
  Vec3 total_force() const;
  Vec3 momentum() const;
  double kinetic_energy() const;

 private:
  std::vector<Index> part_of_node_;
  std::vector<Vec3> accelerations() const;
};

}  // namespace crumple::test
