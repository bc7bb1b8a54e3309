// Bags of gas with one pressure each: their volume follows from the skin, their pressure from the volume and from what
// flows in and out (gas_bag.hpp). The volume of t(n) is summed over ranks behind the forces of the elements.
#pragma once

#include <memory>
#include <vector>

#include "comm/world.hpp"
#include "physics/conditions/gas_bag.hpp"
#include "physics/conditions/pressure_faces.hpp"
#include "physics/state/bag_state.hpp"

namespace crumple {

class Airbags final : public Feature, public Gives<BagState> {
 public:
  /// Collective. Errors: a skin without volume whose law needs one.
  explicit Airbags(StepState& s);

  /// Sums volumes by the divergence theorem: of a face, the volume between it and a point near the bag.
  void begin_step(StepState& s) override;
  /// Advances the gas to t(n), puts its pressure above the ambient one on the skin.
  void add_partial_forces(StepState& s) override;
  /// Counted as external work.
  void account(StepState& s) override;
  std::vector<NamedCollective> collectives() const override { return {{"airbags", sums_->shape()}}; }
  void archive(StateArchive& a, StepState& s) override;
  /// One row for each bag, the same on all ranks.
  void add_rows(std::vector<BagState>& rows) const override;

 private:
  void start_sums(const NodeState& nodes);

  const Model& model_;
  struct Skin {
    Vec3 centre;           ///< of its box at the start: volumes are measured from there [length]
    Quantum volume, area;  ///< of the sums
    double outward = 1;    ///< -1: the normals point into the bag
  };
  std::vector<Skin> skins_;  ///< [bag]
  std::vector<GasBag> bags_;
  PressureFaces faces_;
  std::unique_ptr<Collective> sums_;  ///< volume and area of each bag
  WorkAhead ahead_;
};

}  // namespace crumple
