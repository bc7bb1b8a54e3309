#include "app/run_simulation.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>

#include "app/calibration.hpp"
#include "app/dumps.hpp"
#include "app/implicit_analysis.hpp"
#include "app/rebalance.hpp"
#include "app/simulation.hpp"
#include "app/status_file.hpp"
#include "app/watchdog.hpp"
#include "base/counted.hpp"
#include "base/process_usage.hpp"
#include "base/profile.hpp"
#include "comm/mpi_profile.hpp"
#include "physics/bodies/sensor_watch.hpp"
#include "physics/contact/contact_feature.hpp"
#include "physics/contact/contact_load.hpp"
#include "physics/contact/initial_moves.hpp"

namespace crumple {
namespace {

ContactFeature& contacts_of(const Simulation& simulation) { return *find<ContactFeature>(simulation.features()); }

std::unique_ptr<Simulation> make_simulation(const Job& job, ProgressLine& progress) {
  const Precision precision = job.run.precision == "double" ? Precision::double_precision : Precision::single_precision;
  return std::make_unique<Simulation>(
      SimulationParts{job.world, job.domain, job.kernels, job.run, precision, job.outputs, progress});
}

/// This rank's piece of a model that has changed, or of a new decomposition; for explicit steps.
void renew_domain(const Job& job) {
  job.domain = job.distribution.cut();
  job.domain.model.implicit.is_on = false;
  job.outputs.redistribute();
}

/// Contacts with IGNORE = 0 start on a model whose nodes they have moved; returns what is to be said of that.
std::string move_out_of_penetrations(const Job& job, ProgressLine& progress,
                                     std::unique_ptr<Simulation>& simulation) {
  const std::string moved =
      job.distribution.move_nodes(move_out_of_penetrations(simulation->state(), contacts_of(*simulation)));
  if (moved.empty()) return moved;
  simulation.reset();
  renew_domain(job);
  simulation = make_simulation(job, progress);
  return moved;
}

/// Loads the dump, and sets the velocities of a restart deck.
void go_on_from(const DumpFile& dump, const Job& job, Simulation& simulation) {
  simulation.load(dump.state());
  const VelocityChange change = job.distribution.velocity_change();
  if (change.is_empty()) return;
  simulation.change_velocities(change);
  const char* others = change.stops_others ? ", all others stop" : "";
  job.outputs.messages.cycle(simulation.clock(),
                             fmt::format("velocities of {} are set{}", counted(change.nodes.size(), "node"), others));
}

/// The simulation before its first step.
std::unique_ptr<Simulation> initialise(const Job& job, ProgressLine& progress) {
  Profile::Scope scope(phase<"initialization">);
  job.stages.begin("initialising");
  std::unique_ptr<Simulation> simulation = make_simulation(job, progress);
  std::string moved;
  if (job.dump) go_on_from(*job.dump, job, *simulation);
  else moved = move_out_of_penetrations(job, progress, simulation);
  job.stages.finish();
  if (moved.empty()) return simulation;
  job.outputs.warn(moved);
  progress.warn(moved);
  return simulation;
}

bool is_switch_due(const PartSwitches& switches, const Clock& clock) {
  return switches.any() && switches.stage_at(clock.time) != switches.stage;
}

/// Rebuilds the simulation on a new decomposition by the measured costs and loads its state.
void redistribute(const Job& job, ProgressLine& progress, LoadWatch& watch, std::unique_ptr<Simulation>& simulation) {
  std::optional<Profile::Scope> scope(std::in_place, phase<"rebalance">);
  const auto start = Profile::Clock::now();
  const Clock clock = simulation->clock();
  SavedState saved = simulation->save();
  ElementCosts costs = watch.costs(job.domain, contacts_of(*simulation).activity());
  const std::vector<Vec3> position = watch.positions(saved);
  const std::vector<ContactSeconds> contact_seconds = contacts_of(*simulation).seconds();
  simulation.reset();  // frees the memory before the next one is built
  const std::int64_t moved = job.distribution.repartition(position, std::move(costs));
  renew_domain(job);
  simulation = make_simulation(job, progress);
  simulation->load(std::move(saved));
  contacts_of(*simulation).seconds() = contact_seconds;
  scope.reset();
  watch.rebalanced(clock, moved, seconds_since(start));
  job.outputs.messages.line(watch.describe_last());
}

/// Between two steps: at the start of a stage of *DEFORMABLE_TO_RIGID_AUTOMATIC, rebuilds the simulation with its rigid
/// bodies and loads the state.
void enter_stage_if_due(const Job& job, ProgressLine& progress, std::unique_ptr<Simulation>& simulation) {
  const PartSwitches& switches = job.domain.model.part_switches;
  if (!is_switch_due(switches, simulation->clock())) return;
  const int stage = switches.stage_at(simulation->clock().time);
  SavedState saved = simulation->save();
  const Clock clock = simulation->clock();
  simulation.reset();
  job.distribution.enter_stage(stage);
  renew_domain(job);
  simulation = make_simulation(job, progress);
  simulation->load(std::move(saved));
  job.outputs.messages.cycle(clock, "parts become rigid or deformable (*DEFORMABLE_TO_RIGID_AUTOMATIC)");
}

const SensorWatch& sensors_of(const Simulation& simulation) { return *find<SensorWatch>(simulation.features()); }

/// Between two steps: when switches of sensors have switched, rebuilds the simulation with what they turn on and off.
void follow_sensors_if_due(const Job& job, ProgressLine& progress, std::unique_ptr<Simulation>& simulation) {
  const Clock clock = simulation->clock();
  if (!sensors_of(*simulation).changes_model(clock)) return;
  const std::vector<double> switched = sensors_of(*simulation).switched_at(clock);
  SavedState saved = simulation->save();
  simulation.reset();
  job.distribution.set_switched(switched);
  renew_domain(job);
  simulation = make_simulation(job, progress);
  simulation->load(std::move(saved));
  job.outputs.messages.cycle(clock, "sensors have switched (*SENSOR_CONTROL)");
}

/// Between two steps: a switch of *TERMINATION_... ends the run.
void end_if_sensors_ask(Simulation& simulation) {
  const std::string reason = sensors_of(simulation).reason_to_end(simulation.clock());
  if (!reason.empty()) simulation.end({reason, Termination::normal, true});
}

/// Between two steps: finds the modes that IMFLAG = 6 asks for by that time; `n_done` of them have been found.
void find_modes_if_due(const Job& job, ProgressLine& progress, std::unique_ptr<Simulation>& simulation,
                       std::size_t& n_done) {
  const std::vector<ModesOnTheWay> asked = job.domain.model.implicit.modes_on_the_way;
  for (; n_done < asked.size() && asked[n_done].time <= simulation->clock().time; ++n_done) {
    const Clock clock = simulation->clock();
    SavedState saved = simulation->save();
    simulation.reset();
    const std::string file = fmt::format("eigout{:02}", n_done + 1);
    const ModesFound found = find_modes_on_the_way(job, saved, asked[n_done].n_modes, job.prefix + file);
    simulation = make_simulation(job, progress);
    simulation->load(std::move(saved));
    job.outputs.messages.cycle(clock, fmt::format("{}: {}", file, found.text));
    if (found.end) simulation->end({found.text, *found.end, true});
  }
}

/// Between two steps: goes through a phase of implicit analysis that begins, if `stops` after explicit steps. Returns
/// the result of a run that ends in it.
std::optional<RunResult> go_through_implicit_phase(const Job& job, ProgressLine& progress, bool stops,
                                                   std::unique_ptr<Simulation>& simulation) {
  const Clock clock = simulation->clock();
  if (stops && job.domain.model.implicit.dynamics.share_at(clock.time) == 0)
    simulation->change_velocities({.nodes = {}, .stops_others = true});
  ImplicitPhase phase{simulation->save()};
  simulation.reset();
  job.outputs.messages.cycle(clock, "implicit analysis begins");
  job.domain.model.implicit.is_on = true;
  RunResult result = run_implicit(job, &phase);
  job.domain.model.implicit.is_on = false;
  if (phase.ends_run) return result;
  simulation = make_simulation(job, progress);
  simulation->load(std::move(phase.state));
  return std::nullopt;
}

}  // namespace

RunResult run_simulation(const Job& job) {
  const Implicit& implicit = job.domain.model.implicit;
  job.domain.model.implicit.is_on = false;
  const auto is_implicit_due = [&](const Simulation& at) {
    return implicit.detours.are_on ? at.clock().time >= at.explicit_until() : implicit.is_on_at(at.clock().time);
  };
  ProgressLine progress(job.options.progress, job.world.is_root());
  std::unique_ptr<Simulation> simulation = initialise(job, progress);
  Calibration calibration(job.world, job.distribution.timing_cycles(), job.domain.model.parts.size());
  const LoadSampling sampling{job.options.sample_cycles,
                              job.options.mpi_profile.depth == MpiProfileOptions::Depth::full};
  LoadWatch watch(job.world, job.distribution.rebalance(job.options), sampling, job.prefix);
  Dumps dumps(job);
  StatusFile status(job.world.is_root(), job.prefix, double(job.run.n_elements()), job.outputs.messages.failure);
  std::optional<Watchdog> watchdog;  // of explicit steps
  start_mpi_steps();
  std::size_t n_extractions = 0;  // of modes on the way, before a restart
  while (job.dump && n_extractions < implicit.modes_on_the_way.size() &&
         implicit.modes_on_the_way[n_extractions].time <= simulation->clock().time)
    ++n_extractions;
  const auto are_modes_due = [&](const Clock& clock) {
    return n_extractions < implicit.modes_on_the_way.size() &&
           implicit.modes_on_the_way[n_extractions].time <= clock.time;
  };
  auto last_implicit_cycle = decltype(Clock::cycle)(0);  // without explicit steps since then nothing moves
  const RunStart start{Profile::Clock::now(), process_cpu_time(), simulation->clock().cycle, simulation->clock().time};
  for (;;) {
    enter_stage_if_due(job, progress, simulation);
    follow_sensors_if_due(job, progress, simulation);
    end_if_sensors_ask(*simulation);  // a new simulation has not been asked
    if (are_modes_due(simulation->clock())) {
      watchdog.reset();
      find_modes_if_due(job, progress, simulation, n_extractions);
    }
    if (is_implicit_due(*simulation)) {
      watchdog.reset();
      const bool stops = simulation->clock().cycle > last_implicit_cycle;
      if (std::optional<RunResult> result = go_through_implicit_phase(job, progress, stops, simulation)) {
        end_mpi_steps();
        progress.close();
        result->first_cycle = start.cycle;
        result->wall_step_loop = seconds_since(start.wall);
        result->rebalances = watch.records();
        return *result;
      }
      last_implicit_cycle = simulation->clock().cycle;
      if (is_implicit_due(*simulation)) continue;  // the model changes between two phases
      job.outputs.messages.cycle(simulation->clock(), "explicit analysis begins");
    }
    if (!watchdog) watchdog.emplace(job.world.rank(), job.options.watchdog_seconds);
    bool is_unbalanced = false;
    if (std::optional<RunResult> result = simulation->run(start, [&] {
      const Clock& clock = simulation->clock();
      watchdog->step_ended(clock.cycle);
      simulation->time_parts(calibration.next_sample(clock, job.domain.model, contacts_of(*simulation)));
      end_if_sensors_ask(*simulation);
      dumps.check(*simulation);
      if (status.due()) status.write(simulation->report(), start.cycle);
      is_unbalanced = watch.check(clock, contacts_of(*simulation).force_seconds());
      return is_unbalanced || is_switch_due(job.domain.model.part_switches, clock) || is_implicit_due(*simulation) ||
             are_modes_due(clock) || sensors_of(*simulation).changes_model(clock);
    })) {
      status.write(simulation->report(), start.cycle);
      if (!result->failed()) calibration.write(job.domain, result->own_load, job.prefix);
      result->rebalances = watch.records();
      return *result;
    }
    if (is_unbalanced) redistribute(job, progress, watch, simulation);
  }
}


}  // namespace crumple
