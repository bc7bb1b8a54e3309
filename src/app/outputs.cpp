#include "app/outputs.hpp"

#include <cmath>
#include <string_view>

#include "io/run_result.hpp"

namespace crumple {

Outputs::Outputs(const World& world, const Domain& domain, const RunInfo& run, const std::string& prefix)
    : messages(world.is_root(), prefix), switches(world.is_root(), prefix + "d3kil") {
  const OutputPlace place{world, domain, run, prefix, messages};
  for (const RecorderKind* kind : recorder_kinds()) {
    const double interval = domain.model.output.interval(kind->name);
    if (interval > 0 || kind->records_end) entries_.push_back({kind, kind->open(place), interval, 0});
  }
}

bool Outputs::Entry::take(double time, bool last) {
  if (last && kind->records_end) return true;
  if (interval <= 0) return false;
  // A hair of slack: a time that rounding put just short of a multiple counts as reached.
  const double due = double(taken) * interval * (1 - 1e-9);
  if (time < due && !last) return false;
  taken = std::int64_t(std::floor(time / interval * (1 + 1e-9))) + 1;
  return true;
}

DueOutputs Outputs::take_due(double time, bool last, bool state) {
  DueOutputs due;
  for (Entry& entry : entries_) {
    const bool is_wanted = state && entry.kind->name == std::string_view("d3plot");
    if (!entry.take(time, last) && !is_wanted) continue;
    due.recorders.push_back(entry.recorder.get());
    due.needs_interfaces = due.needs_interfaces || entry.kind->needs_interfaces;
  }
  return due;
}

void Outputs::start(const Moment& moment) {
  for (Entry& entry : entries_) entry.recorder->start(moment);
}

void Outputs::redistribute() {
  for (Entry& entry : entries_) entry.recorder->redistribute();
}

void Outputs::finish(RunResult& result) {
  for (Entry& entry : entries_) entry.recorder->finish(result);
  result.n_failed = n_failed_;
}

void Outputs::report_failures(const World& world, std::vector<Failure>& mine) {
  for (const Failure& failure : gather_failures(world, mine)) {
    messages.line(describe(failure));
    ++n_failed_[failure.kind];
  }
}

}  // namespace crumple
