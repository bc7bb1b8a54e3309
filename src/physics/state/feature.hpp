// What acts on nodes beside the elements: contacts, loads, constraints, welds, rigid bodies, walls, ties, and what is
// yet to come. Each is a Feature, in one file: it takes part in the phases of a step that concern it, says which
// numbers all ranks must know, saves and loads what it remembers, and gives rows to outputs. The step (app/simulation)
// walks the list; which features there are, in which order and why, stands in physics/features.cpp.
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

namespace crumple {

struct PartSwitch;  // physics/state/part_switch.hpp

/// What the features of a rank work on.
struct StepState {
  const World& world;
  const Domain& domain;
  NodeState& nodes;
  const Clock& clock;
  PreviousVelocity& before;  ///< from the kick on: velocities before it
  EnergyLedger& ledger;
  const ElementStatus& status;
  HaloExchange& halo;
  std::vector<Failure>& failures;  ///< of this rank, for mes0000
};

/// Numbers that go through all ranks together, one collective each.
enum class Exchange {
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
  /// Called after the nodes have got new masses, from their elements alone, as at the start. Collective.
  virtual void masses_changed(StepState&) {}
  /// Called after any element of the model was deleted in the last step; live_elements is up to date. Collective.
  virtual void drop_dead_elements(StepState&) {}
  /// Searches for new contact pairs, when due. Collective.
  virtual void search(StepState&) {}
  /// Adds forces while nodes are summed over ranks, which overlaps with this work: every rank that has the node adds
  /// the same multiples of the quantum. May not read the sums.
  virtual void add_replicated_forces(StepState&) {}
  /// Adds forces to the totals, after nodes have been summed: every rank that has the node adds the same bits.
  virtual void add_forces(StepState&) {}
  /// All forces are known: starts sums over ranks of its own, which overlap with the kick.
  virtual void begin_sums(StepState&) {}
  /// After the kick: changes v(n+1/2). Collective.
  virtual void set_velocities(StepState&) {}
  /// All velocities are final: enters the work of the step into the energy ledger.
  virtual void account(StepState&) {}
  /// After the drift: sets the positions of its nodes at t(n+1).
  virtual void set_positions(StepState&) {}

  // What all ranks must know.

  /// How many numbers it has in an exchange, in pieces that belong together; the same on all ranks.
  virtual std::vector<std::size_t> widths(Exchange) const { return {}; }
  /// Fills in this rank's numbers, of which the step takes the maxima, or its share of the sums of another exchange;
  /// and reads those of all ranks. Spans of the summed width.
  virtual void put_maxima(StepState&, std::span<double>) {}
  virtual void put_sums(Exchange, SumShare&) {}
  virtual void take(Exchange, StepState&, std::span<const double>) {}

  /// What has failed on this rank, perhaps on this one alone; empty: nothing. The run ends with it on all ranks when
  /// they agree on the next step, or in the last one.
  virtual RunFailure failure() const { return {}; }

  /// Its own collectives of every step, beside those above.
  virtual std::vector<NamedCollective> collectives() const { return {}; }

  /// Marks the nodes [node] whose kinetic energy it accounts for as a whole; and adds that at t(n), this rank's share
  /// [energy].
  virtual void mark_nodes_of_whole(std::vector<std::uint8_t>& /*marks*/) const {}
  virtual void add_kinetic_energy(ExactSum& /*sum*/) const {}

  // Between two steps.

  /// Brings the energy ledger up to date with the motion, so that the state is complete. Collective.
  virtual void synchronise_ledger(StepState&) {}
  /// Saves or loads all that changes from step to step and does not follow from the rest. Collective.
  virtual void archive(StateArchive&, StepState&) {}
  /// After loading a state of another stage of PartSwitches: reports what has become of the parts, [part].
  virtual void report_switched_parts(std::span<PartSwitch>) const {}
  /// After everything has been loaded. Collective.
  virtual void resume(StepState&) {}
  /// All that moves is stopped: velocities that it keeps itself become 0, their energy leaves as external work.
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
