// Airbags with one uniform pressure each: the volume follows from the bag's surface, the pressure from the volume and
// the mass flow (gas_bag.hpp). The reduction of the volume at t(n), over the ranks that have faces of the bag, overlaps
// with the element forces. These ranks integrate the gas redundantly; the first of them accounts for the bag.
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

  /// Collective. Errors: a surface without volume, if the law needs one.
  explicit Airbags(StepState& s);

  /// Starts the sums of the volumes by the divergence theorem: for a face, the volume between it and a point near the
  /// bag.
  void begin_step(StepState& s) override;
  /// Advances the gas to t(n) and applies the gauge pressure to the surface.
  void add_local_forces(StepState& s) override;
  /// Adds the work to the external work.
  void enter_work(StepState& s) override;
  std::vector<NamedCollective> collectives() const override { return {{"airbags", sums_->shape()}}; }
  std::vector<NamedExchange> exchanges() const override {
    return bags_.empty() ? std::vector<NamedExchange>{} : sums_->exchanges("airbags");
  }
  void begin_static_step(StepState& s) override;
  /// The pressure that the gas has after the step; a trial state without volume has none, which ends it.
  void add_static_forces(StepState& s, double stiffness) override;
  void end_static_step(StepState& s) override;
  /// The sum of a bag's volume is not exact.
  RunFailure failure() const override { return {failure_.message()}; }
  void archive(StateArchive& a, StepState& s) override;
  /// One row for each bag that this rank accounts for.
  void add_rows(std::vector<BagState>& rows) const override;

 private:
  void start_sums(const NodeState& nodes);
  double pressure_on_face(std::size_t bag) const {
    return -skins_[bag].outward * bags_[bag].pressure_on_skin();
  }
  void find_followed(const World& world);

  const Model& model_;
  struct Skin {
    Vec3 centre;           ///< of its initial bounding box: origin of the volumes [length]
    Quantum volume, area;  ///< of the sums
    double outward = 1;    ///< -1: the normals point into the bag
    kernels::RunVector<Index> nodes;  ///< [face here][4]
  };
  void advance(std::size_t bag, std::span<const double> sums, const Clock& clock);

  std::vector<Skin> skins_;  ///< [bag]
  std::vector<GasBag> bags_;
  std::vector<GasBag> bags_at_start_;  ///< of a static step
  bool is_in_static_step_ = false;
  std::vector<Index> followed_;  ///< bags with faces here, ascending; other entries are stale
  std::vector<Index> answered_;  ///< those that this rank accounts for
  PressureFaces faces_;
  std::unique_ptr<HolderSums> sums_;  ///< of `followed_`: volume and area
  FailureOfSome failure_;
  WorkAhead ahead_;
};

}  // namespace crumple
