// The volume at nodes, for solids of ELFORM 13: in each step, before the forces, how fast it changes. A quarter of the
// volume of each tetrahedron is at each of its nodes (Bonet & Burton, Comm. Num. Meth. Engrg. 14 (1998) 437-449, in
// rates): the rate at node a is sum V_e D_e / sum V_e over the solids e at the node that are not deleted, D_e the
// element's own. The kernel gives each element the mean of its nodes' (kernels/solids/solid_013_...).
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "physics/state/feature.hpp"

namespace crumple {

class NodalDilatation final : public Feature, public AddsNoForces {
 public:
  /// Makes NodeState::dilatation, where the model has such solids at all.
  NodalDilatation(const World& world, const Domain& domain, NodeState& nodes);

  /// Sums over the ranks that share nodes; the same bits on each.
  void begin_step(StepState& s) override;

 private:
  /// What a solid puts on each of its nodes, in multiples of the quantum [length^3].
  struct Change {
    double change = 0;  ///< of six times its volume over the step
    double volume = 0;  ///< six times its volume in mid-step
  };
  Change change_of(std::size_t solid, StepState& s) const;

  std::vector<Index> solids_;  ///< of this rank
  std::vector<std::array<Index, 4>> corners_;
  std::vector<Change> changes_;         ///< [of solids_]
  std::vector<Index> nodes_;            ///< of these solids, and those that another rank has them at
  std::vector<std::size_t> first_;      ///< [of nodes_], into around_
  std::vector<std::int32_t> around_;    ///< of solids_
  Rows sums_;                           ///< change and volume [length^3]
  std::unique_ptr<HaloExchange> halo_;  ///< null: the model has no such solids
};

}  // namespace crumple
