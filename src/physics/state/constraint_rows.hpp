// How the displacements of nodes follow from others, linearised at the current positions: what rigid bodies, welds,
// ties, supports and prescribed motions mean for the equations of implicit analysis. Features fill it in
// (Feature::add_constraint_rows); physics/implicit eliminates what depends.
//
// An entity is a node of this rank or, behind the nodes, a rigid body. It has displacements 0 to 2 and rotations 3 to 5
// along its own axes, which are the global ones unless it is held along others.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/ragged.hpp"
#include "base/vec3.hpp"
#include "model/describe.hpp"

namespace crumple {

class ConstraintRows {
 public:
  static constexpr int n_dofs = 6;
  struct Term {
    Index entity = none;
    int dof = 0;
    double coefficient = 0;
  };
  /// A rigid body with nodes on this rank.
  struct Body {
    Vec3 centre;         ///< [length]
    double mass = 0;     ///< [mass]
    Mat3 inertia;        ///< about its centre, global axes [mass length^2]
    double length = 1;   ///< its rotations are multiplied by it, so that they are of the size of displacements [length]
    bool is_mine = false;  ///< this rank accounts for it
  };

  /// The rank's nodes by their ids in the deck, and the rigid bodies of the model.
  ConstraintRows(std::span<const Id> node_ids, std::size_t n_bodies) : node_ids_(node_ids), bodies_(n_bodies) {}

  Index n_nodes() const { return Index(node_ids_.size()); }
  Index n_entities() const { return n_nodes() + Index(bodies_.size()); }
  /// The entity of that number in Model::rigid_bodies.
  Index entity_of_body(Index number) const { return n_nodes() + number; }
  void set_body(Index number, const Body& body) { bodies_[std::size_t(number)] = body; }
  const std::vector<Body>& bodies() const { return bodies_; }

  // Filled in by features, in the order of their list. Displacements are along global axes here.

  /// The node's displacement or rotation is the sum of the terms.
  void depend(Index node, int dof, std::vector<Term> terms);
  /// The node moves rigidly with another entity, at `arm` from it [length].
  void follow(Index node, Index leader, const Vec3& arm);
  /// The entity does not move along (or rotate about) the direction, a unit vector, or moves by Model::motions[motion].
  void hold(Index entity, bool rotation, const Vec3& direction, Index motion = none);
  /// A node that follows another one, not a rigid body.
  struct Follower {
    Index node = none, leader = none;
    Vec3 arm;  ///< [length]
  };
  const std::vector<Follower>& followers() const { return followers_; }
  /// The same of those that follow a rigid body.
  const std::vector<Follower>& nodes_of_bodies() const { return nodes_of_bodies_; }
  /// [slot] The rows of those that depend on others, as they were given.
  const std::map<std::size_t, std::vector<Term>>& given() const { return given_; }
  /// Forgets what holds a node: others have the last word.
  void release(Index node);
  std::size_t n_holds(Index entity) const {
    const auto found = held_.find(entity);
    return found == held_.end() ? 0 : found->second.size();
  }
  /// Axes of an entity's rotations where nothing holds them.
  void set_rotation_axes(Index entity, const Mat3& axes) { axes_[{entity, true}] = axes; }

  /// Reduces all rows to entities that depend on no others. Errors: a node depends on itself; it depends on others and
  /// is held otherwise than they are.
  void resolve();

  // Afterwards.

  /// The displacement along (rotation about) a global axis, dofs along the entities' own axes. Fixed ones are left out.
  std::span<const Term> row(Index entity, int dof) const { return rows_[slot(entity, dof)]; }
  /// The motion that an entity's own dof is prescribed by; none: it is free or fixed.
  Index motion(Index entity, int dof) const { return motion_[slot(entity, dof)]; }
  bool is_fixed(Index entity, int dof) const { return is_fixed_[slot(entity, dof)] != 0; }

  /// The direction of an entity's own dof; that of a body's rotations is multiplied by Body::length.
  Vec3 axis(Index entity, int dof) const;

  static std::size_t slot(Index entity, int dof) { return std::size_t(entity) * n_dofs + std::size_t(dof); }

 private:
  struct Hold {
    Vec3 direction;
    Index motion = none;
    bool rotation = false;
  };
  using Row = std::vector<Term>;

  void set_axes();
  const Row& resolved(std::size_t slot);
  void add(Row& row, Index entity, int dof, double coefficient);
  void check_holds();
  std::string name(Index entity) const;

  std::span<const Id> node_ids_;
  std::vector<Body> bodies_;
  std::map<std::size_t, Row> given_, resolved_;  ///< [slot] of those that depend
  std::map<Index, std::vector<Hold>> held_;
  std::vector<Follower> followers_, nodes_of_bodies_;
  std::map<std::pair<Index, bool>, Mat3> axes_;  ///< of (entity, rotations), other than the global ones
  Ragged<Term> rows_;
  std::vector<Index> motion_;
  std::vector<std::uint8_t> is_fixed_;
};

}  // namespace crumple
