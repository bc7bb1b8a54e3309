// Nodal volume rates for solids of ELFORM 13, computed in each step before the forces. A quarter of the volume of each
// tetrahedron belongs to each of its nodes (Bonet & Burton, Comm. Num. Meth. Engrg. 14 (1998) 437-449, in rates): the
// rate at node a is sum V_e D_e / sum V_e over the solids e at the node that are not deleted, D_e the element's own.
// The kernel uses the mean of an element's nodal rates (kernels/solids/solid_013_...).
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/ragged.hpp"
#include "comm/named_exchange.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

/// Whether the model may have solids of ELFORM 13; the same on all ranks, which have all parts.
bool has_averaged_volumes(const Model& model);

class NodalDilatation final : public Feature, public AddsNoForces, public HasExchanges {
 public:
  /// `dilatation`: Elements::dilatation, computed in every step. Collective.
  NodalDilatation(const World& world, const Domain& domain, const Column& dilatation);

  /// Sums over the ranks that share nodes; bitwise equal on each.
  void begin_step(StepState& s) override;
  std::vector<NamedExchange> exchanges() const override { return {{"nodal volumes", partners_of(plan_, 1)}}; }

 private:
  /// The contribution of a solid to each of its nodes, in multiples of the quantum [length^3].
  struct Change {
    double change = 0;  ///< of six times its volume over the step
    double volume = 0;  ///< six times its volume at mid-step
  };
  Change change_of(std::size_t solid, StepState& s) const;

  std::vector<Index> solids_;  ///< of this rank
  std::vector<std::array<Index, 4>> corners_;
  std::vector<Change> changes_;         ///< [of solids_]
  std::vector<Index> nodes_;            ///< of these solids, and nodes shared with such solids of other ranks
  Ragged<std::int32_t> around_;         ///< [of nodes_] solids, of solids_
  Column dilatation_;                   ///< [node]
  Rows sums_;                           ///< change and volume [length^3]
  HaloPlan plan_;                       ///< for the shared nodes of such solids
  std::unique_ptr<HaloExchange> halo_;  ///< null: the model has no such solids
};

}  // namespace crumple
