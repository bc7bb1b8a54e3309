// Nodal volume rates for solids of ELFORM 13, computed in each step before the forces. A quarter of the volume of each
// tetrahedron belongs to each of its nodes (Bonet & Burton, Comm. Num. Meth. Engrg. 14 (1998) 437-449, in rates): the
// rate at node a is sum V_e D_e / sum V_e over the solids e at the node that are not deleted, D_e the element's own.
// The kernel uses the mean of an element's nodal rates (kernels/solids/solid_013_...).
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "comm/named_exchange.hpp"
#include "physics/elements/dilatation_loops.hpp"
#include "physics/elements/volume_tangents.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

/// Whether the model may have solids of ELFORM 13; the same on all ranks, which have all parts.
bool has_averaged_volumes(const Model& model);

using VolumeTangents = std::function<void(const TakeVolumeTangent&)>;

class NodalDilatation final : public Feature, public AddsNoForces, public HasExchanges {
 public:
  /// `dilatation`: Elements::dilatation, computed in every step. Collective.
  NodalDilatation(const World& world, const Domain& domain, const Column& dilatation);

  /// Sums over the ranks that share nodes; bitwise equal on each.
  void begin_step(StepState& s) override;
  /// The same after a step of that time, of any size. Collective.
  void find_rates(const StepState& s, double dt);
  /// [node] The last ones; null without such solids.
  const double* rates() const { return halo_ ? dilatation_.data() : nullptr; }
  /// In implicit analysis, of volumes: the tangents of the solids are those at given volume rates of their nodes; what
  /// each node's own rate adds is a spring between the nodes of the solids around it.
  void add_volume_springs(const StepState& s, const VolumeTangents& of_solids, const TakeSharedSpring& take) const;
  std::vector<NamedExchange> exchanges() const override { return {{"nodal volumes", partners_of(plan_, 1)}}; }

 private:
  kernels::RunVector<Index> solids_;  ///< of this rank
  kernels::RunVector<std::array<Index, 4>> corners_;
  kernels::RunVector<VolumeChange> changes_;      ///< [of solids_]
  kernels::RunVector<Index> nodes_;               ///< of these solids, and nodes shared with such solids of other ranks
  kernels::RunVector<std::int32_t> around_;       ///< by node: solids, of solids_
  kernels::RunVector<std::size_t> first_around_;  ///< [of nodes_] in these; the last is their number
  Column dilatation_;                   ///< [node]
  Rows sums_;                           ///< change and volume [length^3]
  HaloPlan plan_;                       ///< for the shared nodes of such solids
  std::unique_ptr<HaloExchange> halo_;  ///< null: the model has no such solids
};

}  // namespace crumple
