#include "base/profile.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <ctime>
#include <deque>
#include <utility>

#include "base/error.hpp"
#include "base/processor.hpp"
#include "base/timed_apart.hpp"

namespace crumple {

struct PhaseRecord {
  std::string name;
  int number;
  Stage stage = Stage::own;
  PhaseCost cost = {};           // without ticks
  std::int64_t ticks = 0;        // wall time in scopes
  std::int64_t mpi_ticks = 0;    // and in MPI calls
  std::int64_t outermost = 0;    // entries from outside all phases
  std::int64_t next_sample = 0;  // of these, whose CPU time is read
  std::int64_t accounted = 0;    // of these, those represented by the readings
};

namespace {

/// By number; a deque, because pointers remain valid as it grows. Created by the first phase, before main.
std::deque<PhaseRecord>& records() {
  static auto& all = *new std::deque<PhaseRecord>{{"outside phases", 0}};
  return all;
}

PhaseRecord& outside = records().front();
Profile::Scope* current = nullptr;
int sample_interval = 64;
bool regions_shown = false;
std::uint32_t random_state = 1;

double seconds_of(Profile::Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

/// Both clocks at one time, to calibrate the length of a tick [s].
struct TickOrigin {
  std::int64_t ticks = processor::ticks();
  Profile::Clock::time_point clock = Profile::Clock::now();
  double tick() const {
    const std::int64_t passed = processor::ticks() - ticks;
    return passed > 0 ? seconds_of(Profile::Clock::now() - clock) / double(passed) : 0;
  }
};
const TickOrigin origin;

/// Mean number of entries between two readings of the CPU clocks.
int sample_gap(const PhaseRecord& phase) {
  constexpr double seconds_per_sample = 1e-6, share = 0.003;
  if (phase.cost.entries == 0) return 1;  // its length is unknown
  const double seconds_per_entry = origin.tick() * double(phase.ticks) / double(phase.cost.entries);
  return int(std::clamp(seconds_per_sample / (share * seconds_per_entry), 1.0, double(sample_interval)));
}

/// The number of outermost entries that the next one represents: those since the last whose CPU clocks were read, or 0
/// if its own are not read. Nested entries have its weight, because entries inside a long phase are read more often
/// than short ones of the same phase. The gaps are random, because fixed ones may be in phase with the order of a step.
std::int64_t sample_weight(PhaseRecord& phase) {
  const std::int64_t entry = phase.outermost++;
  if (entry < phase.next_sample) return 0;
  random_state = random_state * 1664525u + 1013904223u;  // Knuth and Lewis, in Numerical Recipes (1992), eq. 7.1.6
  phase.next_sample = entry + 1 + (random_state >> 8) % std::uint32_t(2 * sample_gap(phase) - 1);
  return entry + 1 - std::exchange(phase.accounted, entry + 1);
}

/// CPU time that reading the CPU clock takes [s].
double reading_time() {
  static const double least = [] {
    double shortest = 1;
    for (int i = 0; i < 20; ++i) {
      const double first = thread_cpu_time();
      shortest = std::min(shortest, thread_cpu_time() - first);
    }
    return shortest;
  }();
  return least;
}

}  // namespace

double thread_cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

PhaseCost PhaseCost::operator-(const PhaseCost& earlier) const {
  PhaseCost d = *this;
  d.wall -= earlier.wall;
  d.mpi_wall -= earlier.mpi_wall;
  d.entries -= earlier.entries;
  d.mpi_calls -= earlier.mpi_calls;
  d.sampled_cpu -= earlier.sampled_cpu;
  d.sampled_mpi_cpu -= earlier.sampled_mpi_cpu;
  d.sampled_entries -= earlier.sampled_entries;
  d.sampled_weight -= earlier.sampled_weight;
  return d;
}

std::map<std::string, PhaseCost> Profile::costs() {
  std::map<std::string, PhaseCost> costs;
  const double tick = origin.tick();
  for (const PhaseRecord& phase : records()) {
    if (phase.cost.entries == 0 && phase.cost.mpi_calls == 0) continue;
    PhaseCost& cost = costs[phase.name] = phase.cost;
    cost.wall += tick * double(phase.ticks);
    cost.mpi_wall += tick * double(phase.mpi_ticks);
  }
  return costs;
}

std::map<std::string, double> Profile::seconds() {
  std::map<std::string, double> seconds;
  for (const auto& [name, cost] : costs()) seconds[name] = cost.wall;
  return seconds;
}

void Profile::reset() {
  for (PhaseRecord& phase : records()) {
    phase.cost = {};
    phase.ticks = phase.mpi_ticks = phase.outermost = phase.next_sample = phase.accounted = 0;
  }
}

void Profile::sample_every(int interval) {
  sample_interval = interval;
  for (PhaseRecord& phase : records()) phase.next_sample = phase.outermost;
}

double Profile::tick() { return origin.tick(); }

void Profile::show_regions() { regions_shown = true; }

int Profile::current_phase() { return current ? current->record_->number : 0; }
std::string Profile::phase_name(int phase) { return records()[std::size_t(phase)].name; }

std::string Profile::stage_of(const std::string& phase) {
  const auto found = std::ranges::find(records(), phase, &PhaseRecord::name);
  const Stage stage = found != records().end() ? found->stage : Stage::own;
  return stage == Stage::own ? phase : stage == Stage::nodes ? "nodes" : "forces";
}

Phase::Phase(const char* name, Stage stage) {
  std::deque<PhaseRecord>& all = records();
  const auto found = std::ranges::find(all, name, &PhaseRecord::name);
  record = found != all.end() ? &*found : &all.emplace_back(name, int(all.size()), stage);
  if (record->stage != stage) throw Error(std::string("the phase \"") + name + "\" is declared with two stages");
}

Profile::Scope::Scope(const Phase& phase)
    : record_(phase.record),
      weight_(current ? current->weight_ : sample_weight(*record_)),
      is_region_(regions_shown),
      outer_(current) {
  if (is_region_) Kokkos::Profiling::pushRegion(record_->name);
  if (weight_) cpu_start_ = thread_cpu_time();
  current = this;
  start_ = processor::ticks();
}

Profile::Scope::~Scope() {
  const std::int64_t whole = processor::ticks() - start_;
  record_->ticks += whole - inner_;
  PhaseCost& cost = record_->cost;
  ++cost.entries;
  if (outer_) outer_->inner_ += whole;
  if (weight_) {
    const double whole_cpu = thread_cpu_time() - cpu_start_;
    cost.sampled_cpu += double(weight_) * (whole_cpu - inner_cpu_);
    ++cost.sampled_entries;
    cost.sampled_weight += weight_;
    if (outer_) outer_->inner_cpu_ += whole_cpu;
  }
  current = outer_;
  if (is_region_) Kokkos::Profiling::popRegion();
}

Profile::Scope* Profile::leave() { return std::exchange(current, nullptr); }
void Profile::come_back(Scope* open) { current = open; }

TimedApart::TimedApart() : before_(records().begin(), records().end()) {}
TimedApart::~TimedApart() { std::ranges::copy(before_, records().begin()); }

Profile::MpiCall::MpiCall() : weight_(current ? current->weight_ : 0) {
  if (weight_) cpu_start_ = thread_cpu_time();
  start_ = processor::ticks();
}

Profile::MpiCall::~MpiCall() {
  if (open_) end();
}

std::int64_t Profile::MpiCall::end() {
  open_ = false;
  const std::int64_t whole = processor::ticks() - start_;
  PhaseRecord& record = current ? *current->record_ : outside;
  record.mpi_ticks += whole;
  if (!current) record.ticks += whole;
  ++record.cost.mpi_calls;
  // half of each reading is outside of what it measures; the work of a phase with many calls would have that
  if (weight_) record.cost.sampled_mpi_cpu += double(weight_) * (thread_cpu_time() - cpu_start_ + reading_time());
  return whole;
}

}  // namespace crumple
