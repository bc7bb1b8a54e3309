// Seat belts: two-node elements in tension only, by curves of tension over engineering strain, slip rings through which
// belt slides from one element to the next, and retractors. A belt is on one rank with all of its elements, which adds
// its forces, rounded, as rank-local contributions. Sources: LS-DYNA Theory Manual, Seatbelt and Accelerometer Elements
// (unstretched lengths, the shifted unloading curve, sliding at the ratio exp(FC angle) of tensions: Euler, Eytelwein).
#pragma once

#include <array>
#include <vector>

#include "base/ragged.hpp"
#include "physics/joints/retractors.hpp"
#include "physics/state/belt_row.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

class Belts final : public Feature, public AddsNoMotion, public Gives<BeltRow> {
 public:
  static void bound_forces(const Model& model, ModelExtremes& extremes);

  /// `moved_mass`: of RigidBodies. Collective, also without belts.
  Belts(const StepState& s, const Column& moved_mass);

  void add_local_forces(StepState& s) override;
  /// Adds the work against it to the sliding energy.
  void enter_work(StepState& s) override;
  /// An element has passed completely through its ring, or is too stiff for the step.
  RunFailure failure() const override { return {failure_.message(), true}; }
  void archive(StateArchive& a, StepState& s) override;
  /// Rows of this rank's belts.
  void add_rows(std::vector<BeltRow>& rows) const override;

 private:
  struct State {
    double unstretched = 0;  ///< [length]
    double shift = 0;        ///< of the unloading curve, in strain
    double tension = 0;      ///< at t(n) [force]
    double length = 0;       ///< at t(n) [length]
    RoundedVec3 force;       ///< on its first node [force]
  };
  void slide(std::size_t belt, std::size_t ring, const StepState& s);
  void feed_from_retractors(std::size_t belt, const StepState& s);
  void check_step(const BeltElement& element, const StepState& s, const State& state);
  void fail(const BeltElement& element, const StepState& s, const char* what);

  const std::vector<Belt>& belts_;
  Column moved_mass_;
  Ragged<State> states_;                  ///< [belt][element]
  Ragged<std::array<double, 2>> slips_;   ///< [belt][ring] slip into its second element, into its first
  Ragged<RetractorState> retractors_;     ///< [belt][retractor]
  Ragged<SensorState> sensors_;           ///< [belt][sensor]
  std::int64_t n_belts_ = 0;  ///< of the whole model
  FailureOfSome failure_;
  StepSum ahead_;             ///< work after t(n), booked in the next step [energy]
};

}  // namespace crumple
