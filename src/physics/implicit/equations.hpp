// The equations of implicit analysis: a number for each degree of freedom that depends on no other, that something
// resists and nothing fixes, and the transformation u = T q between the displacements u of all nodes and those, q, of
// the equations; forces transform as T^T f. Root numbers them by entity of the whole model (nodes, then rigid bodies)
// and degree of freedom, so that they are the same for any decomposition. Used by stiffness.hpp and
// app/implicit_analysis.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "comm/world.hpp"
#include "physics/state/constraint_rows.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/state.hpp"
#include "physics/state/tangent.hpp"

namespace crumple {

/// Translations and rotations of this rank's nodes, or forces and moments on them.
struct NodalVector {
  Rows translation, rotation;
  explicit NodalVector(Index n_nodes)
      : translation("translations", std::size_t(n_nodes)), rotation("rotations", std::size_t(n_nodes)) {}
};

/// Adds `factor` times another vector.
inline void add(NodalVector& to, double factor, const NodalVector& other) {
  for (Index node = 0; node < Index(to.translation.extent(0)); ++node) {
    add_row(to.translation, node, factor * row(other.translation, node));
    add_row(to.rotation, node, factor * row(other.rotation, node));
  }
}

/// The same of a rigid body, at its centre.
struct BodyVector {
  Vec3 translation, rotation;
};

/// Forces on nodes, which all ranks that have them know, and on rigid bodies [of the model].
struct ModelForces {
  NodalVector nodes;
  std::vector<BodyVector> bodies;
};

/// What elements and springs of a rank add to the diagonal at a degree of freedom; in dynamics its mass resists, too.
struct Resistance {
  double sum = 0, of_sizes = 0, mass = 0;
};

class Equations {
 public:
  static constexpr std::size_t n_dofs = ConstraintRows::n_dofs;

  Equations(const World& world, const Domain& domain, ConstraintRows rows)
      : world_(world), domain_(domain), rows_(std::move(rows)), equation_(n_slots(), none) {}

  const ConstraintRows& rows() const { return rows_; }
  std::size_t n_slots() const { return std::size_t(rows_.n_entities()) * n_dofs; }
  /// Whether a degree of freedom is a rotation in the units of one: those of bodies are lengths.
  bool is_rotation(std::size_t slot) const {
    return slot % n_dofs >= 3 && Index(slot / n_dofs) < rows_.n_nodes();
  }

  /// `resistance` [slot]: of this rank. Collective.
  void number(std::span<const Resistance> resistance);

  std::int32_t count() const { return count_; }
  std::int32_t equation(std::size_t slot) const { return equation_[slot]; }
  std::int32_t equation(const ConstraintRows::Term& term) const {
    return equation_[ConstraintRows::slot(term.entity, term.dof)];
  }
  /// [equation], on root: 1 of rotations.
  const std::vector<std::uint8_t>& kinds() const { return kinds_; }

  /// q on root of a motion of the entities, which all ranks that have one know. Collective.
  std::vector<double> restricted(const std::function<BodyVector(Index entity)>& motion) const;
  /// T^T f on root, from forces on nodes, which all ranks that have them know, and on bodies [of the model].
  /// Collective.
  std::vector<double> to_root(const NodalVector& forces, std::span<const BodyVector> on_bodies) const;
  /// The number of degrees of freedom with such forces that nothing resists, fixes or prescribes. Collective.
  std::int64_t n_unresisted(const ModelForces& forces) const;
  /// u = T q at this rank's nodes and bodies [of the model], from root's q and the displacements (rotations) of the
  /// prescribed motions, if any. Collective.
  void from_root(const std::vector<double>& q, NodalVector& nodes, std::span<BodyVector> bodies = {},
                 std::span<const double> of_motions = {}) const;
  /// [motion] On root, the forces that T^T f has along prescribed motions. Collective.
  std::vector<double> on_motions(const NodalVector& forces, std::span<const BodyVector> on_bodies) const;
  /// On root, springs between the degrees of freedom of the equations: [spring] their deflection per q. Collective.
  struct Spring {
    double stiffness = 0;  ///< [force/length]
    std::vector<std::pair<std::int32_t, double>> rates;  ///< by equation, ascending
  };
  std::vector<Spring> to_root(std::span<const SharedSpring> springs) const;
  /// Takes other rows of the same constraints, at other positions.
  void set_rows(ConstraintRows rows) { rows_ = std::move(rows); }

 private:
  /// Calls f(entity, dof) for the entities that are on this rank, in the order of their numbers in the whole model.
  template <class F> void for_each_slot(F f) const {
    for (Index entity = 0; entity < rows_.n_entities(); ++entity)
      if (entity < rows_.n_nodes() || rows_.bodies()[std::size_t(entity - rows_.n_nodes())].mass > 0)
        for (int dof = 0; dof < ConstraintRows::n_dofs; ++dof) f(entity, dof);
  }

  /// Of an entity's own dof, per displacement (rotation) of the motion that prescribes it.
  double per_motion(Index entity, int dof) const;
  template <class Target>
  std::vector<double> summed(const NodalVector& forces, std::span<const BodyVector> on_bodies, std::size_t n,
                             Target target_of) const;

  const World& world_;
  const Domain& domain_;
  ConstraintRows rows_;
  std::int32_t count_ = 0;
  std::vector<std::int32_t> equation_;  ///< [slot] none: it depends, is fixed, or nothing resists
  std::vector<std::uint8_t> kinds_;
  std::vector<std::vector<std::int32_t>> equations_of_rank_;  ///< on root: of each rank's slots, as for_each_slot
};

}  // namespace crumple
