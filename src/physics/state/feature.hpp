// Interface of everything that acts on nodes beside the elements: contacts, loads, constraints, welds, rigid bodies,
// walls, ties. A Feature overrides the phases of the step that concern it, states which numbers are reduced over all
// ranks, archives its state, and provides rows for outputs. app/simulation calls the phases; physics/features.cpp lists
// the features and gives the reasons for their order.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "comm/halo.hpp"
#include "comm/world.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/failure_of_some.hpp"
#include "physics/state/failures.hpp"
#include "physics/state/half_steps.hpp"
#include "physics/state/model_extremes.hpp"
#include "physics/state/source.hpp"
#include "physics/state/state.hpp"
#include "physics/state/state_archive.hpp"
#include "physics/state/tangent.hpp"

namespace crumple {

namespace kernels {
struct StepKernels;  // kernels/step/interface.hpp
}
struct PartSwitch;  // physics/state/part_switch.hpp
class ConstraintRows;  // physics/state/constraint_rows.hpp

/// The state of a rank that features read and change.
struct StepState {
  const World& world;
  const Domain& domain;
  NodeState& nodes;
  const Column own_mass;  ///< [node] at t = 0, before ties move mass from tied nodes to faces [mass]
  const Clock& clock;
  PreviousVelocity& before;  ///< valid after the update of velocities
  EnergyLedger& ledger;
  const ElementStatus& status;
  HaloExchange& halo;
  std::vector<Failure>& failures;  ///< of this rank, for mes0000
  const kernels::StepKernels& kernels;  ///< loops over nodes for the instruction set in use
};

/// Where loops find velocities around t(n), for work.
inline WorkRows work_rows(const StepState& s) {
  const HalfSteps step(s.clock);
  return {rows_at(s.before.velocity), rows_at(s.nodes.velocity), step.before, step.after, s.domain.quanta.energy};
}
/// The same of angular velocities.
inline WorkRows angular_work_rows(const StepState& s) {
  const HalfSteps step(s.clock);
  return {rows_at(s.before.angular_velocity), rows_at(s.nodes.angular_velocity), step.before, step.after,
          s.domain.quanta.energy};
}

/// Reductions over all ranks in which features take part, one collective each.
enum class Reduction {
  step,        ///< maximum at the end of every step, for the next one
  accounts,    ///< sum whenever energies are written
  interfaces,  ///< sum whenever forces of interfaces are written
};

/// What acts on nodes. A kind of feature also states, by two static functions that choose the quanta of sums
/// (BoundsItsForces), which motion and forces it may cause; one that causes none derives from AddsNoForces.
class Feature : public Source {
 public:
  // The phases of a step, in their order. In each the features are called in the order of the list.

  /// At t(n), before any force: starts messages that overlap with the forces of the elements.
  virtual void begin_step(StepState&) {}
  /// Adds forces before nodes are summed over ranks. One rank alone adds each contribution, rounded to the quantum.
  virtual void add_local_forces(StepState&) {}
  /// Called after nodal masses were computed anew from the elements, as at the start. Collective.
  virtual void masses_changed(StepState&) {}
  /// Called after any element of the model was deleted in the last step; live_elements is up to date. Collective.
  virtual void drop_dead_elements(StepState&) {}
  /// Searches for new contact pairs, when due. Collective.
  virtual void search(StepState&) {}
  /// Adds forces while nodes are summed over ranks, which overlaps with this work: every rank that has the node adds
  /// the same multiples of the quantum. May not read the sums.
  virtual void add_replicated_forces(StepState&) {}
  /// Adds forces to the totals, after nodes have been summed: every rank that has the node adds the same bits.
  virtual void add_total_forces(StepState&) {}
  /// Called when all forces are final: starts sums over ranks that overlap with the update of velocities.
  virtual void begin_sums(StepState&) {}
  /// Called after the update of velocities: constrains v(n+1/2). Collective.
  virtual void set_velocities(StepState&) {}
  /// Called when all velocities are final: enters the work of the step into the energy ledger.
  virtual void enter_work(StepState&) {}
  /// Called after the update of positions: corrects those of its nodes at t(n+1).
  virtual void set_positions(StepState&) {}

  // Reductions over all ranks.

  /// Counts of numbers in a reduction, one for each group that belongs together; the same on all ranks.
  virtual std::vector<std::size_t> widths(Reduction) const { return {}; }
  /// Sets this rank's operands of Reduction::step (maxima), or of another reduction (sums); `take` receives the
  /// results. The spans have the sum of the widths.
  virtual void put_maxima(StepState&, std::span<double>) {}
  virtual void put_sums(Reduction, SumShare&) {}
  virtual void take(Reduction, StepState&, std::span<const double>) {}

  /// The failure on this rank, perhaps on this one alone; empty: none. The run ends on all ranks at the next reduction
  /// of the step, or in the last step.
  virtual RunFailure failure() const { return {}; }

  /// Further collectives of every step.
  virtual std::vector<NamedCollective> collectives() const { return {}; }

  /// `marks` [node]: sets those of the nodes whose kinetic energy the feature computes itself, as of a rigid body.
  /// `add_kinetic_energy` adds this rank's share of it at t(n) [energy].
  virtual void mark_nodes_of_whole(std::vector<std::uint8_t>& /*marks*/) const {}
  virtual void add_kinetic_energy(ExactSum& /*sum*/) const {}

  // In implicit analysis.

  /// States how displacements of nodes depend on others, at the current positions.
  virtual void add_constraint_rows(const StepState&, ConstraintRows&) const {}
  /// Calls `take` with the tangents of springs between this rank's nodes; `stiffness` of penalties [force/length].
  virtual void add_tangents(const StepState&, double /*stiffness*/, const TakeTangent& /*take*/) const {}
  virtual void add_shared_springs(const StepState&, const TakeSharedSpring& /*take*/) const {}
  /// Called at the start of a static step. Collective.
  virtual void begin_static_step(StepState&) {}
  /// Adds the forces of springs of that stiffness, before nodes are summed over ranks, where a static step has moved
  /// the nodes from its start during clock.dt_previous at their velocities.
  virtual void add_static_forces(StepState&, double /*stiffness*/) {}
  /// Adds forces to the totals: every rank that has the node adds the same multiples of the quantum. Collective.
  virtual void add_static_contact(StepState&) {}
  /// Called when a static step has reached equilibrium, before the clock goes on: enters work into the ledger.
  virtual void end_static_step(StepState&) {}

  // Between two steps.

  /// Brings the energy ledger up to date with the motion, so that the state is complete. Collective.
  virtual void synchronise_ledger(StepState&) {}
  /// Saves or loads all that changes from step to step and does not follow from the rest. Collective.
  virtual void archive(StateArchive&, StepState&) {}
  /// After loading a state of another stage of PartSwitches: reports the changes of parts [part].
  virtual void report_switched_parts(std::span<PartSwitch>) const {}
  /// Called after everything has been loaded. Collective.
  virtual void resume(StepState&) {}
  /// Sets velocities that the feature keeps itself to 0; their energy is subtracted from external work.
  virtual void stop(StepState&) {}
};

template <class Kind>
concept BoundsItsForces = std::derived_from<Kind, Feature> && requires(const Model& model, ModelExtremes& extremes) {
  Kind::bound_motion(model, extremes);
  Kind::bound_forces(model, extremes);
};

using FeatureList = std::vector<std::unique_ptr<Feature>>;

/// The feature of that type; null if the list has none.
template <class T> T* find(const FeatureList& features) {
  for (const auto& feature : features)
    if (auto* found = dynamic_cast<T*>(feature.get())) return found;
  return nullptr;
}

}  // namespace crumple
