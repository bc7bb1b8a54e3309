#include "app/outputs.hpp"

#include <cmath>
#include <sstream>
#include <string_view>
#include <utility>

#include "comm/records.hpp"
#include "io/run_result.hpp"
#include "io/storage.hpp"

namespace crumple {
namespace {

/// Relative tolerance: a time that is rounded to just below a multiple counts as reached.
constexpr double slack = 1e-9;

/// Number of multiples of an interval in [0, `time`].
std::int64_t times_until(double time, double interval) {
  return std::int64_t(std::floor(time / interval * (1 + slack))) + 1;
}

/// Number of multiples done when an output starts: the last of them is due at the start.
std::int64_t times_before(double time, double interval) { return interval > 0 ? times_until(time, interval) - 1 : 0; }

std::map<FailureKind, std::int64_t> counts_of(std::span<const std::byte> rest) {
  std::map<FailureKind, std::int64_t> counts;
  while (!rest.empty()) {
    const auto kind = take<FailureKind>(rest);
    counts[kind] = take<std::int64_t>(rest);
  }
  return counts;
}

std::vector<std::string> lines_of(std::span<const std::byte> text) {
  std::vector<std::string> lines;
  std::istringstream in(std::string(reinterpret_cast<const char*>(text.data()), text.size()));
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

Outputs::Outputs(Storage& storage, const Domain& domain, const RunInfo& run, const std::string& prefix,
                 EarlierOutputs& earlier)
    : messages(storage.world().rank(), prefix, earlier, run.messag == "all"),
      switches(storage.world().is_root(), prefix + "d3kil") {
  const OutputPlace place{storage.world(), domain, run, prefix, messages, storage, earlier};
  for (const RecorderKind* kind : recorder_kinds()) {
    if (kind->choice && run.states != "both" && run.states != kind->choice) continue;
    const double interval = domain.model.output.interval(kind->with ? kind->with : kind->name);
    const bool has_modes = kind->choice && domain.model.implicit.n_modes > 0;
    if (interval <= 0 && !kind->records_end && !has_modes) continue;
    const auto saved = earlier.saved.find(kind->name);
    const bool goes_on = saved != earlier.saved.end() && saved->second.interval == interval;
    const std::int64_t taken = goes_on ? saved->second.taken : times_before(run.first_time, interval);
    // times of the arc length method go back and forth
    const bool is_each = domain.model.implicit.has_arc();
    entries_.push_back({kind, kind->open(place), interval, taken, is_each});
  }
  if (const Bytes* failures = earlier.find("failures")) n_failed_ = counts_of(*failures);
  if (const Bytes* warnings = earlier.find("warnings")) warnings_ = lines_of(*warnings);
}

bool Outputs::ScheduledOutput::take(double time, bool last) {
  if (last && kind->records_end) return true;
  if (interval <= 0) return false;
  if (is_each) return true;
  const double due = double(taken) * interval * (1 - slack);
  if (time < due && !last) return false;
  taken = times_until(time, interval);
  return true;
}

DueOutputs Outputs::take_due(double time, bool last, bool state) {
  DueOutputs due;
  for (ScheduledOutput& entry : entries_) {
    const bool is_wanted = state && entry.kind->choice;
    if (!entry.take(time, last) && !is_wanted) continue;
    due.recorders.push_back(entry.recorder.get());
    due.needs_interfaces = due.needs_interfaces || entry.kind->needs_interfaces;
  }
  return due;
}

std::vector<Recorder*> Outputs::states() const {
  std::vector<Recorder*> recorders;
  for (const ScheduledOutput& entry : entries_)
    if (entry.kind->choice) recorders.push_back(entry.recorder.get());
  return recorders;
}

void Outputs::start(const Moment& moment) {
  if (std::exchange(started_, true)) return;
  for (ScheduledOutput& entry : entries_) entry.recorder->start(moment);
}

std::map<std::string, SavedOutput> Outputs::save() {
  std::map<std::string, SavedOutput> saved;
  for (ScheduledOutput& entry : entries_)
    saved[entry.kind->name] = {entry.interval, entry.taken, entry.recorder->save()};
  saved["mes0000"].data = messages.save();
  saved["d3hsp"].data = messages.save_printed();
  Bytes& failures = saved["failures"].data;
  for (const auto& [kind, count] : n_failed_) {
    put(failures, kind);
    put(failures, count);
  }
  for (const std::string& line : warnings_)
    for (const char c : line + "\n") put(saved["warnings"].data, c);
  return saved;
}

void Outputs::redistribute() {
  for (ScheduledOutput& entry : entries_) entry.recorder->redistribute();
}

void Outputs::finish(RunResult& result) {
  for (ScheduledOutput& entry : entries_) entry.recorder->finish(result);
  result.n_failed = n_failed_;
  result.warnings.insert(result.warnings.end(), warnings_.begin(), warnings_.end());
}

void Outputs::warn(const std::string& line) {
  messages.warn({line});
  warnings_.push_back(line);
}

void Outputs::report_failures(const World& world, std::vector<Failure>& mine) {
  if (!world.is_root())
    for (const Failure& failure : mine) messages.note(describe(failure) + "\n");
  for (const Failure& failure : gather_failures(world, mine)) {
    messages.line(describe(failure));
    ++n_failed_[failure.kind];
  }
}

}  // namespace crumple
