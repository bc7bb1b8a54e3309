// Bags of gas with one pressure each: their volume follows from the skin, their pressure from the volume and from what
// flows in and out (gas_bag.hpp). The volume of t(n) is summed behind the forces of the elements, over the ranks that
// have some of the skin: these follow the bag, and the first of them answers for it.
#pragma once

#include <memory>
#include <vector>

#include "comm/holder_sums.hpp"
#include "comm/world.hpp"
#include "physics/conditions/gas_bag.hpp"
#include "physics/conditions/pressure_faces.hpp"
#include "physics/state/bag_state.hpp"

namespace crumple {

class Airbags final : public Feature, public AddsNoMotion, public HasExchanges, public Gives<BagState> {
 public:
  static void bound_forces(const Model& model, ModelExtremes& extremes);

  /// Collective. Errors: a skin without volume whose law needs one.
  explicit Airbags(StepState& s);

  /// Sums volumes by the divergence theorem: of a face, the volume between it and a point near the bag.
  void begin_step(StepState& s) override;
  /// Advances the gas to t(n), puts its pressure above the ambient one on the skin.
  void add_local_forces(StepState& s) override;
  /// Counted as external work.
  void enter_work(StepState& s) override;
  std::vector<NamedCollective> collectives() const override { return {{"airbags", sums_->shape()}}; }
  std::vector<NamedExchange> exchanges() const override {
    return bags_.empty() ? std::vector<NamedExchange>{} : sums_->exchanges("airbags");
  }
  /// Of a bag's volume.
  RunFailure failure() const override { return {failure_.message()}; }
  void archive(StateArchive& a, StepState& s) override;
  /// One row for each bag that this rank answers for.
  void add_rows(std::vector<BagState>& rows) const override;

 private:
  void start_sums(const NodeState& nodes);
  void find_followed(const World& world);

  const Model& model_;
  struct Skin {
    Vec3 centre;           ///< of its box at the start: volumes are measured from there [length]
    Quantum volume, area;  ///< of the sums
    double outward = 1;    ///< -1: the normals point into the bag
  };
  void advance(std::size_t bag, std::span<const double> sums, const Clock& clock);

  std::vector<Skin> skins_;  ///< [bag]
  std::vector<GasBag> bags_;
  std::vector<Index> followed_;  ///< bags that this rank follows, ascending; the others are old
  std::vector<Index> answered_;  ///< those of them that it answers for
  PressureFaces faces_;
  std::unique_ptr<HolderSums> sums_;  ///< of those: volume and area
  FailureOfSome failure_;
  WorkAhead ahead_;
};

}  // namespace crumple
