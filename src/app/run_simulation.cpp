#include "app/run_simulation.hpp"

#include <chrono>
#include <memory>

#include "app/calibration.hpp"
#include "app/rebalance.hpp"
#include "app/simulation.hpp"
#include "base/profile.hpp"

namespace crumple {
namespace {

/// The simulation on other pieces of the model, which spread what the ranks have computed; the state goes on as it is.
template <class Real>
void redistribute(const Job& job, ProgressLine& progress, LoadWatch& watch, std::unique_ptr<Simulation<Real>>& simulation) {
  Profile::Scope scope("rebalance");
  const auto start = Profile::Clock::now();
  const Clock clock = simulation->clock();
  const SavedState saved = simulation->save();
  ElementCosts costs = watch.costs(job.domain, simulation->contact_activity());
  const std::vector<Vec3> position = watch.positions(saved);
  const std::vector<ContactSeconds> contact_seconds = simulation->contact_seconds();
  simulation.reset();  // before there is another
  const std::int64_t moved = job.distribution.repartition(position, std::move(costs));
  job.domain = job.distribution.cut();
  job.outputs.redistribute();
  simulation = std::make_unique<Simulation<Real>>(job.world, job.domain, job.kernels, job.run, job.outputs, progress);
  simulation->load(saved);
  simulation->continue_contact_seconds(contact_seconds);
  watch.rebalanced(clock, moved, std::chrono::duration<double>(Profile::Clock::now() - start).count());
  job.outputs.messages.line(watch.describe_last());
}

template <class Real> RunResult simulate(const Job& job) {
  const bool terminal = output_is_terminal();
  const bool active = job.options.progress == Progress::on || (job.options.progress == Progress::automatic && terminal);
  ProgressLine progress(job.world.is_root() && active, terminal);
  auto simulation = std::make_unique<Simulation<Real>>(job.world, job.domain, job.kernels, job.run, job.outputs, progress);
  Calibration calibration(job.world, job.distribution.timing_cycles(), job.domain.model.parts.size());
  LoadWatch watch(job.world, job.distribution.rebalance(job.options), job.options.sample_cycles, job.prefix);
  const auto start = Profile::Clock::now();
  for (;;) {
    if (std::optional<RunResult> result = simulation->run(start, [&](const Clock& clock) {
      simulation->time_parts(calibration.look(clock));
      return watch.look(clock);
    })) {
      if (result->normal) calibration.write(job.domain, job.prefix);
      result->rebalances = watch.records();
      return *result;
    }
    redistribute(job, progress, watch, simulation);
  }
}

}  // namespace

RunResult run_simulation(const Job& job) {
  return job.options.double_precision ? simulate<double>(job) : simulate<float>(job);
}

}  // namespace crumple
