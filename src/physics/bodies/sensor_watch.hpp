// Sensors and the switches that follow them (*SENSOR_DEFINE_NODE, _ELEMENT, _FORCE, _CALC-MATH, *TERMINATION_...).
// Every step the owner of a node, who answers for a rigid body, or who has an element or a force, sends its vector to
// all ranks with the agreement on the next step, and all ranks compute the same numbers and switches from it. What is
// switched changes the model, from which the simulation is built anew (app/run_simulation).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "physics/bodies/rigid_bodies.hpp"
#include "physics/elements/elements.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

class SensorWatch final : public Feature, public AddsNoForces {
 public:
  /// `bodies` and `elements` must outlive it.
  SensorWatch(const Domain& domain, const RigidBodies& bodies, const Elements& elements);

  /// Where sensors of forces find these: before the first step, in the order of outputs. Must outlive it.
  void look_at(const Source& source) { sources_.push_back(&source); }

  /// Three numbers for each node, body, element or force that a sensor looks at.
  std::vector<std::size_t> widths(Reduction reduction) const override;
  void put_maxima(StepState& s, std::span<double> values) override;
  void take(Reduction reduction, StepState& s, std::span<const double> values) override;
  void archive(StateArchive& a, StepState& s) override;

  /// [switch] When those of sensors have switched, or never, as known to a step that begins now: two cycles after the
  /// measurement, whatever has made ranks agree before.
  std::vector<double> switched_at(const Clock& now) const;
  /// Whether something is to be switched of which the model does not know yet.
  bool changes_model(const Clock& now) const;
  /// Why the run ends now; empty: it goes on.
  std::string reason_to_end(const Clock& now) const;

 private:
  struct SwitchState {
    double since = never;    ///< the sensor is beyond its limit [time]
    double time = never;     ///< when it switches [time]
    std::int64_t cycle = 0;  ///< of the measurement by which it does
  };
  Vec3 vector_of(const Sensor& sensor, Index node, const StepState& s) const;
  /// Its number as x.
  Vec3 vector_of_element(const Sensor::OfElement& sensor) const;
  /// A pressure as x.
  Vec3 vector_of_force(const Sensor::OfForce& sensor, const World& world) const;
  std::vector<double> numbers(std::span<const double> values) const;
  void watch(const SensorSwitch& its, double number, SwitchState& state) const;

  const Domain& domain_;
  const Sensors& sensors_;
  const RigidBodies& bodies_;
  const Elements& elements_;
  std::vector<const Source*> sources_;
  std::vector<SwitchState> states_;  ///< [switch]
  double time_ = 0;                  ///< of the last measurement [time]
  std::int64_t cycle_ = 0;           ///< the same
};

}  // namespace crumple
