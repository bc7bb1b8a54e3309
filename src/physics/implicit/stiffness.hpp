// The matrices of K u = f and K u = lambda M u in the equations of the model (equations.hpp): the stiffness from the
// tangents of elements and joints, the mass from the lumped masses of the nodes and from the rigid bodies, T^T K T and
// T^T M T. Entries are sums of multiples of quanta, so the matrices have the same bits on any ranks. Made by
// app/implicit_analysis.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/exact_sum.hpp"
#include "physics/elements/elements.hpp"
#include "physics/elements/nodal_dilatation.hpp"
#include "physics/implicit/equations.hpp"
#include "physics/state/feature.hpp"
#include "solver/sparse_matrix.hpp"

namespace crumple {

/// By which the mass of a node, or of a body behind the nodes, counts along and about the axes.
using WeightOfMass = std::function<BodyVector(Index entity)>;

class Stiffness {
 public:
  /// After a step `dt` that ends at the current positions with the current velocities. `loads`: on which there are
  /// equations even where nothing resists them yet. Errors: constraints that contradict each other. Collective.
  Stiffness(const StepState& state, const Elements& elements, const FeatureList& features, double dt,
            const std::vector<ModelForces>& loads = {});

  const Equations& equations() const { return equations_; }
  /// Once more, at the current positions, with the same equations; M stays but in dynamics, where masses have
  /// weights. Collective.
  void renew(double dt, const WeightOfMass& weights = nullptr);
  /// Of the last matrix: equations that nothing resisted, which are held instead.
  std::int64_t n_unresisted() const { return n_unresisted_; }
  /// The same, on root.
  const std::vector<std::int32_t>& unresisted() const { return unresisted_; }
  /// The forces that displacements of the nodes cost, by the tangents of elements and springs at the current positions
  /// and history. Collective.
  NodalVector forces(const NodalVector& displacement) const;
  /// That of constraints that are springs [force/length].
  double penalty() const { return penalty_; }
  /// By which rotations are displacements of the same size, by their stiffness [length].
  double length() const { return length_; }
  const EquationSlices& slices() const { return matrix_->slices(); }
  /// K
  const SymmetricMatrix& matrix() const { return *matrix_; }
  /// M
  const SymmetricMatrix& mass() const { return *mass_; }
  /// K - shift M. Collective.
  SymmetricMatrix shifted(double shift) const;
  /// What the rotations of rigid bodies and welded nodes cost because of the forces on their nodes: those of elements
  /// less the loads. Collective.
  SymmetricMatrix of_arms(const NodalVector& forces) const;
  void add(const SymmetricMatrix& other) { matrix_.emplace(slices(), matrix_->less(-1, other)); }
  /// Replaces M by another matrix.
  void set_mass(SymmetricMatrix matrix) { mass_.emplace(std::move(matrix)); }
  /// The smallest ratio of stiffness to mass of an equation [1/time^2]. Collective.
  double smallest_ratio() const;

 private:
  /// Entries by kind: between displacements, between both, between rotations.
  static constexpr std::size_t n_classes = 3;
  using Quanta = std::array<Quantum, n_classes>;

  std::size_t class_of(const ConstraintRows::Term& row, const ConstraintRows::Term& column) const;
  // At the current positions. Those of features ask for the penalty. Collective.
  KeptTangents tangents_of_elements() const;
  KeptTangents tangents_of_features() const;
  double find_penalty(const KeptTangents& of_elements) const;
  Quanta quanta_of(const KeptTangents& tangents, std::vector<Resistance>* diagonal = nullptr) const;
  struct RoundedTangents {
    const KeptTangents& tangents;
    Quanta quanta;
  };
  void assemble(const EquationSlices& slices, RoundedTangents of_elements, RoundedTangents of_features,
                const std::vector<Equations::Spring>& springs);
  void find_volume_strains();
  /// On root: of averaged volumes, and with `contacts` of pairs. Collective.
  std::vector<Equations::Spring> springs(bool contacts) const;
  void hold_unresisted();
  void count_loaded(const std::vector<ModelForces>& loads, std::vector<Resistance>& resistance) const;
  void widen(Quanta& quanta, std::span<const Equations::Spring> springs) const;
  void for_each_tangent(const TakeTangent& take) const;
  // Call take(row, column, value) for entries between degrees of freedom that depend on no others.
  template <class Take> void for_each_stiffness(const KeptTangents& tangents, Take take) const;
  template <class Take> void for_each_mass(Take take, const WeightOfMass& weights = nullptr) const;
  template <class ForEach> Quanta find_quanta(ForEach for_each, std::vector<Resistance>* diagonal) const;
  template <class ForEach>
  SymmetricEntries assembled(ForEach for_each, const Quanta& quanta,
                             std::span<const Equations::Spring> springs = {}) const;

  const StepState& state_;
  const Elements& elements_;
  const FeatureList& features_;
  NodalDilatation& volumes_;
  double dt_;
  double penalty_ = 0;          ///< the stiffness of constraints that are springs [force/length]
  Equations equations_;
  double length_ = 1;
  std::int64_t n_unresisted_ = 0;
  std::vector<std::int32_t> unresisted_;
  std::vector<Mat3> inertia_;  ///< [node] of rotations; in modes not that for explicit steps [mass length^2]
  std::optional<SymmetricMatrix> matrix_, mass_;
};

}  // namespace crumple
