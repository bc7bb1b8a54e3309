// Spot welds and tied nodes that fail by the plastic strain of the elements around their nodes (EP of
// *CONSTRAINED_SPOTWELD, EPSF of *CONSTRAINED_GENERALIZED_WELD_SPOT, EPPF of *CONSTRAINED_TIED_NODES_FAILURE; LS-DYNA
// Keyword Manual). In every step the rank of an element sends its strain to all ranks with the agreement on the next
// step; all ranks take the same means, in the same order, and let go of the same nodes.
#pragma once

#include <vector>

#include "physics/elements/elements.hpp"
#include "physics/joints/spot_welds.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

class WeldStrains final : public Feature, public AddsNoForces {
 public:
  /// `welds` and `elements` must outlive it.
  WeldStrains(const Domain& domain, SpotWelds& welds, const Elements& elements);

  /// The strain of each element at each node.
  std::vector<std::size_t> widths(Reduction reduction) const override;
  void put_maxima(StepState& s, std::span<double> values) override;
  void take(Reduction reduction, StepState& s, std::span<const double> values) override;

 private:
  /// Mean over the points of an element of this rank that is not deleted [1]; else the lowest number, which no maximum
  /// takes.
  double strain_of(const WeldStrain::Element& element) const;

  const std::vector<WeldStrain>& all_;
  SpotWelds& welds_;
  const Elements& elements_;
};

}  // namespace crumple
