// Seat belts: two-node elements in tension only, by curves of tension over engineering strain, slip rings through which
// belt slides from one element to the next, and retractors. A belt is on one rank with all of its elements, which adds
// its forces, rounded, as rank-local contributions. Sources: LS-DYNA Theory Manual, Seatbelt and Accelerometer Elements
// (unstretched lengths, the shifted unloading curve, sliding at the ratio exp(FC angle) of tensions: Euler, Eytelwein).
#pragma once

#include <array>
#include <vector>

#include "physics/joints/belt_loops.hpp"
#include "physics/state/belt_row.hpp"
#include "physics/state/feature.hpp"
#include "physics/state/run_store.hpp"

namespace crumple {

class Belts final : public Feature, public AddsNoMotion, public Gives<BeltRow> {
 public:
  static void bound_forces(const Model& model, ModelExtremes& extremes);

  /// `effective_mass`: of RigidBodies. Collective, also without belts.
  Belts(const StepState& s, const Column& effective_mass);

  void add_local_forces(StepState& s) override;
  /// Adds the work against it to the sliding energy.
  void enter_work(StepState& s) override;
  /// Of whole belts, as slip rings join their elements. By differences of all they do in a step.
  void add_tangents(const StepState& s, double stiffness, const TakeTangent& take) const override;
  void begin_static_step(StepState& s) override;
  void add_static_forces(StepState& s, double stiffness) override;
  void end_static_step(StepState& s) override;
  /// An element has passed completely through its ring, or is too stiff for the step.
  RunFailure failure() const override { return {failure_.message(), true}; }
  void archive(StateArchive& a, StepState& s) override;
  /// Rows of this rank's belts.
  void add_rows(std::vector<BeltRow>& rows) const override;

 private:
  /// What changes from step to step.
  struct Memory {
    kernels::RunVector<BeltElementState> elements;
    kernels::RunVector<std::array<double, 2>> slips;  ///< [ring] slip into its second element, into its first
    kernels::RunVector<RetractorState> retractors;
    kernels::RunVector<SensorState> sensors;
  };
  AddBeltForces loop(const StepState& s, const NodeState& nodes, Memory& memory, double last_dt) const;
  void note_failures(const StepState& s);
  void add_belt(const Model& model, const Belt& belt);

  const std::vector<Belt>& belts_;
  Column effective_mass_;
  RunStore store_;
  kernels::RunVector<BeltHere> here_;
  kernels::RunVector<BeltLaw> laws_;               ///< [material], empty but for those of belts
  kernels::RunVector<BeltElementHere> elements_;   ///< of all belts, here and below
  kernels::RunVector<SlipRingHere> rings_;
  kernels::RunVector<RetractorHere> retractors_;
  kernels::RunVector<BeltSensorHere> sensors_;
  Memory now_, at_start_;     ///< at t(n), and of a static step
  bool is_in_static_step_ = false;
  std::int64_t n_belts_ = 0;  ///< of the whole model
  FailureOfSome failure_;
  StepSum ahead_;             ///< work after t(n), booked in the next step [energy]
};

}  // namespace crumple
