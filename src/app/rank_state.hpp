// The state of a rank before its first step, made from its piece of the model: nodes with masses, elements, the first
// time step. A simulation steps it; a plan creates it for every rank and evaluates their communication.
#pragma once

#include <vector>

#include "comm/halo.hpp"
#include "physics/elements/elements.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

struct RankState {
  /// `world` and `domain` must outlive it. Errors, on all ranks: elements that cannot be computed, no element that
  /// limits the time step. Collective.
  RankState(const World& world, Domain& domain, const kernels::KernelTable& kernels, Precision precision);
  /// For a rank that is planned and never stepped: without elements. Their contributions to nodes and clock do not
  /// depend on the decomposition and are taken from `whole`, the state of the undivided model, without features yet.
  /// Not collective.
  RankState(const World& world, Domain& domain, const RankState& whole);
  RankState(const RankState&) = delete;

  /// The stable time step limited by TSSFAC and LCTM [time].
  double limited_dt(double stable) const;
  /// Stores the element that limits the time step.
  void set_limit(const StepLimit& limit);

  Domain& domain;
  NodeState nodes;
  Elements elements;
  HaloExchange halo;
  Clock clock;
  PreviousVelocity before;  ///< v(n-1/2), for energies and work at t(n)
  EnergyLedger ledger;
  std::vector<Failure> failures;  ///< of this rank, since the last output
  StepState step;                 ///< the above as seen by features
  double added_mass = 0;          ///< by mass scaling, to this rank's elements [mass]

 private:
  RankState(const World& world, Domain& domain, const kernels::StepKernels& kernels);
  void find_first_step(const World& world);
};

/// The features of a rank at t = 0, which refer to its state. Collective.
FeatureList make_features(RankState& state);

}  // namespace crumple
