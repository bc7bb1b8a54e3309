// The run of one rank: its data, and the step. A newcomer reads `step` in simulation.cpp from top to bottom. Elements
// are a list of families, everything else that acts on nodes a list of features, results a list of outputs: the
// simulation names none of them.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "app/outputs.hpp"
#include "app/progress.hpp"
#include "app/rank_state.hpp"
#include "app/run_archive.hpp"
#include "app/step_collectives.hpp"
#include "base/profile.hpp"
#include "comm/world.hpp"
#include "io/run_info.hpp"
#include "io/run_result.hpp"
#include "model/run_terms.hpp"
#include "physics/results/energy.hpp"

namespace crumple {

/// Input of a simulation; must outlive it.
struct SimulationParts {
  const World& world;
  Domain& domain;  ///< its quanta may be increased
  const kernels::KernelTable& kernels;
  const RunInfo& run;
  Precision precision;
  Outputs& outputs;
  ProgressLine& progress;
};

/// The reason for the end of a run, if any.
struct RunEnd {
  std::string reason;
  Termination termination = Termination::normal;
  bool is_early = false;  ///< by a limit of the deck before ENDTIM and ENDCYC
  explicit operator bool() const { return !reason.empty(); }
};

/// The start of a run: at t = 0, or at a restart.
struct RunStart {
  Profile::Clock::time_point wall;  ///< of its first step
  double cpu = 0;                   ///< of this process until then [s]
  std::int64_t cycle = 0;
  double time = 0;                  ///< [time]
};

class Simulation {
 public:
  /// Builds the rank's state at t = 0 from its piece of the model. Collective.
  explicit Simulation(const SimulationParts& parts);
  Simulation(const Simulation&) = delete;

  /// Steps to the end of the run, or to an error, which is in the result. `pause` is called between all steps; if it
  /// returns true (on all ranks alike), stepping stops without a result. Collective.
  std::optional<RunResult> run(const RunStart& start, const std::function<bool()>& pause);
  /// Called by `pause`: the next step is the last one, for that reason.
  void end(const RunEnd& end) { asked_end_ = end; }
  /// Between two steps: whether the next one is the last, unless an error ends the run before. Waits for the agreement
  /// on its length where DTMIN may end the run. Collective.
  bool is_at_end();

  /// Saves the state between two steps, for any decomposition; and loads it into a newly built simulation. The run may
  /// continue after saving. Errors: the state is of another precision or model. Collective.
  SavedState save();
  void load(SavedState saved);
  /// Changes velocities between two steps, the same on all ranks. The change of kinetic energy is booked as external
  /// work.
  void change_velocities(const VelocityChange& change);

  const Clock& clock() const { return own_.clock; }
  /// The time at which a detour from implicit analysis ends.
  double explicit_until() const { return carried_.explicit_until; }
  /// Energies are those of the last output.
  StepReport report() const;
  const FeatureList& features() const { return features_; }
  /// The state as seen by features.
  StepState& state() { return own_.step; }
  /// From the next step on, adds the times of parts to `seconds`; null: stop timing.
  void time_parts(PartSeconds* seconds) { part_seconds_ = seconds; }

 private:
  using Decisions = std::array<double, control_size>;

  void note_added_mass();
  void step();
  void add_element_forces();
  void finish_nodal_sums();
  void look_for_changes();
  std::vector<std::uint8_t> nodes_of_wholes() const;
  void renew_masses();
  void update_velocities();
  void write_due_outputs();
  void look_for_instability(const Moment& now);
  void warn(const std::string& text);
  void start_agreement();
  void finish_agreement();
  Decisions decide();
  void finish_control();
  void advance_clock();
  Energies sum_energies_now();
  RunEnd reason_to_end() const;
  double seconds_left() const;
  double cpu_spent() const;
  Moment moment();
  double ns_per_element_cycle() const;
  void switch_parts();
  void widen_quanta();
  void fail(const std::string& message, Termination as = Termination::unstable);
  void fail_at(Index node);
  void note_failures();
  void stop_if_failed();
  void stop_with_failure();
  void stop_with_fastest_node(const std::string& what);
  template <void (Feature::*phase)(StepState&)> void for_features();

  const World& world_;
  Domain& domain_;
  const RunInfo run_;
  Outputs& outputs_;
  ProgressLine& progress_;
  RankState own_;
  FeatureList features_;
  StepCollectives collectives_;
  CarriedOver carried_;
  MidVelocity mid_;                ///< v(n), while outputs are written
  bool new_masses_ = false;        ///< mass was added to some element of the model in the last step
  bool needs_room_ = false;        ///< forces on this rank are close to the end of their range
  std::optional<Decisions> decisions_;  ///< of root for this step, until they are followed
  bool report_due_ = false;
  PartSeconds* part_seconds_ = nullptr;     ///< while the cost of parts is measured
  std::string unstable_;          ///< what ends the run after the outputs of this step
  bool finished_ = false;
  RunEnd end_, asked_end_;
  Termination failed_as_ = Termination::error;  ///< if the run ends with an error
  std::string failure_;            ///< of this rank, until the ranks agree on it
  bool is_no_instability_ = false; ///< of that failure
  RunStart start_;
  double cpu_share_ = 0;  ///< CPU time of all ranks over this one's, at the last reduction of accounts; 0: none yet
};

}  // namespace crumple
