// The run of one rank: everything it holds, and the step. A newcomer reads `step` in simulation.cpp from top to bottom.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/outputs.hpp"
#include "app/progress.hpp"
#include "app/step_collectives.hpp"
#include "base/profile.hpp"
#include "comm/halo.hpp"
#include "comm/world.hpp"
#include "io/run_info.hpp"
#include "physics/bodies/rigid_bodies.hpp"
#include "physics/conditions/constraints.hpp"
#include "physics/conditions/loads.hpp"
#include "physics/contact/contact.hpp"
#include "physics/elements/elements.hpp"
#include "physics/joints/spot_welds.hpp"
#include "physics/joints/ties.hpp"
#include "physics/results/energy.hpp"
#include "physics/results/saved_state.hpp"
#include "physics/state/half_steps.hpp"
#include "physics/walls/rigid_walls.hpp"
#include "physics/walls/wall_penalty.hpp"

namespace crumple {

template <class Real> class Simulation {
 public:
  /// Builds the rank's state at t = 0 from its piece of the model. Collective.
  Simulation(const World& world, const Domain& domain, const kernels::KernelTable& kernels, const RunInfo& run,
             Outputs& outputs, ProgressLine& progress);

  /// Steps to the end of the run, or to an error, which is told in the result; or stops between two steps, without a
  /// result, when `pause` says so (on all ranks alike). `start`: of the first step of the whole run. Collective.
  std::optional<RunResult> run(Profile::Clock::time_point start, const std::function<bool(const Clock&)>& pause);

  /// The state between two steps, for any decomposition; and back, into a simulation built anew. Collective.
  SavedState save();
  void load(const SavedState& saved);

  /// [node] how many pairs of contact are looked at around it, as a measure of cost.
  std::vector<float> contact_activity() const { return crumple::contact_activity(contacts_); }
  const Clock& clock() const { return clock_; }
  /// From the next step on, adds the times of parts to `seconds`; null: no longer.
  void time_parts(PartSeconds* seconds) { part_seconds_ = seconds; }
  /// [contact] CPU time of this rank so far; goes on from `seconds` of an earlier simulation.
  const std::vector<ContactSeconds>& contact_seconds() const { return contacts_.seconds; }
  void continue_contact_seconds(const std::vector<ContactSeconds>& seconds) { contacts_.seconds = seconds; }

 private:
  void tell_start();
  void set_first_step_and_masses();
  void connect_nodes();
  void step();
  void search_contacts();
  void add_element_forces_and_exchange();
  void add_other_forces();
  void update_velocities();
  void stop_at_walls();
  void write_due_outputs();
  void note_failure(Index weld);
  void note_released(const std::vector<std::uint8_t>& overdue);
  void tell_failures();
  void start_meeting();
  void finish_meeting();
  void start_control();
  void finish_control();
  void advance_clock();
  void sum_accounts();
  Accounts accounts() const;
  bool end_reached();
  double limited_dt(double stable) const;
  void set_limit(const StepLimit& limit);
  std::vector<NodeHistory> node_histories() const;
  double ns_per_element_cycle() const;
  StepReport report() const;
  RunState run_state();
  void fail(const std::string& message);
  void stop_if_failed();
  void stop_with_failure();
  std::string describe_bad_force() const;
  std::string describe_inverted_element() const;

  const World& world_;
  const Domain& domain_;
  RunInfo run_;
  NodeState state_;
  Elements elements_;
  HaloExchange halo_;
  StepCollectives collectives_;
  Outputs& outputs_;
  ProgressLine& progress_;
  Clock clock_;
  EnergyLedger ledger_;
  Ties ties_;
  TieState tie_state_;
  RigidBodies bodies_;
  RigidBodyState body_state_;
  Loads loads_;
  LoadState load_state_;
  Constraints constraints_;
  MotionState motion_state_;
  WeldState welds_;
  RigidWalls walls_;
  WallState wall_state_;
  Contacts contacts_;
  double wall_tolerance_ = 0;    ///< of the count of nodes behind walls [length]
  PreviousVelocity before_;      ///< v(n-1/2), for energies and work at t(n)
  MidVelocity mid_;              ///< v(n), at outputs
  Energies last_energies_;       ///< of the last output or report
  double initial_total_ = 0;     ///< [energy]
  double added_mass_ = 0;        ///< by mass scaling, whole model [mass]
  std::vector<Failure> failures_;  ///< of this rank, since the last output
  bool deletions_ = false;       ///< some element of the model died in the last step
  bool report_due_ = false;
  SenseSwitch switch_ = SenseSwitch::none;  ///< given to this step
  PartSeconds* part_seconds_ = nullptr;  ///< while the cost of parts is measured
  bool finished_ = false;
  std::string end_reason_;
  std::string failure_;          ///< of this rank, told when all ranks meet
  Profile::Clock::time_point loop_start_{};
};

}  // namespace crumple
