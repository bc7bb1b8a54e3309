#include "base/profile.hpp"

#include <Kokkos_Core.hpp>
#include <ctime>
#include <deque>
#include <unordered_map>
#include <utility>

#include "base/processor.hpp"

namespace crumple {
namespace {

struct Phase {
  std::string name;
  PhaseCost cost;                // but for `ticks`
  std::int64_t ticks = 0;        // wall time in scopes
  std::int64_t next_sample = 0;  // entry whose CPU time is read
};

// By number; a deque, for references stay good as it grows.
std::deque<Phase> phases = {{"outside phases", {}, 0, 0}};
Profile::Scope* current = nullptr;
int sample_interval = 64;
bool regions_shown = false;
std::uint32_t random_state = 1;

int number_of(const char* name) {
  static std::unordered_map<const char*, int> known;  // by address: equal literals of two files meet in `phases`
  if (const auto found = known.find(name); found != known.end()) return found->second;
  int number = 0;
  while (number < int(phases.size()) && phases[number].name != name) ++number;
  if (number == int(phases.size())) phases.push_back({name, {}, 0, 0});
  return known[name] = number;
}

/// Whether to read CPU clocks in the coming entry. Random gaps, for a fixed one may beat with the order of a step.
bool sample_due(Phase& phase) {
  if (phase.cost.entries < phase.next_sample) return false;
  random_state = random_state * 1664525u + 1013904223u;  // Knuth and Lewis, in Numerical Recipes (1992), eq. 7.1.6
  phase.next_sample = phase.cost.entries + 1 + (random_state >> 8) % std::uint32_t(2 * sample_interval - 1);
  return true;
}

double seconds_of(Profile::Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

/// Both at one moment, to learn the length of a tick [s].
struct TickOrigin {
  std::int64_t ticks = processor::ticks();
  Profile::Clock::time_point clock = Profile::Clock::now();
  double tick() const {
    const std::int64_t passed = processor::ticks() - ticks;
    return passed > 0 ? seconds_of(Profile::Clock::now() - clock) / double(passed) : 0;
  }
};
const TickOrigin origin;

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
  return d;
}

std::map<std::string, PhaseCost> Profile::costs() {
  std::map<std::string, PhaseCost> costs;
  const double tick = origin.tick();
  for (const Phase& phase : phases) {
    if (phase.cost.entries == 0 && phase.cost.mpi_calls == 0) continue;
    PhaseCost& cost = costs[phase.name] = phase.cost;
    cost.wall += tick * double(phase.ticks);
  }
  return costs;
}

std::map<std::string, double> Profile::seconds() {
  std::map<std::string, double> seconds;
  for (const auto& [name, cost] : costs()) seconds[name] = cost.wall;
  return seconds;
}

void Profile::reset() {
  for (Phase& phase : phases) phase.cost = {}, phase.ticks = 0, phase.next_sample = 0;
}

void Profile::sample_every(int interval) {
  sample_interval = interval;
  for (Phase& phase : phases) phase.next_sample = phase.cost.entries;
}

void Profile::show_regions() { regions_shown = true; }

int Profile::current_phase() { return current ? current->phase_ : 0; }
std::string Profile::phase_name(int phase) { return phases[phase].name; }
int Profile::n_phases() { return int(phases.size()); }

Profile::Scope::Scope(const char* name)
    : phase_(number_of(name)),
      sampled_(current ? current->sampled_ : sample_due(phases[phase_])),
      is_region_(regions_shown),
      outer_(current) {
  if (is_region_) Kokkos::Profiling::pushRegion(name);
  if (sampled_) cpu_start_ = thread_cpu_time();
  current = this;
  start_ = processor::ticks();
}

Profile::Scope::~Scope() {
  const std::int64_t whole = processor::ticks() - start_;
  phases[std::size_t(phase_)].ticks += whole - inner_;
  PhaseCost& cost = phases[std::size_t(phase_)].cost;
  ++cost.entries;
  if (outer_) outer_->inner_ += whole;
  if (sampled_) {
    const double whole_cpu = thread_cpu_time() - cpu_start_;
    cost.sampled_cpu += whole_cpu - inner_cpu_;
    ++cost.sampled_entries;
    if (outer_) outer_->inner_cpu_ += whole_cpu;
  }
  current = outer_;
  if (is_region_) Kokkos::Profiling::popRegion();
}

Profile::Scope* Profile::leave() { return std::exchange(current, nullptr); }
void Profile::come_back(Scope* open) { current = open; }

Profile::MpiCall::MpiCall() : sampled_(current && current->sampled_) {
  if (sampled_) cpu_start_ = thread_cpu_time();
  start_ = Clock::now();
}

Profile::MpiCall::~MpiCall() {
  if (open_) end();
}

Profile::Clock::duration Profile::MpiCall::end() {
  open_ = false;
  const Clock::duration whole = Clock::now() - start_;
  PhaseCost& cost = phases[current_phase()].cost;
  cost.mpi_wall += seconds_of(whole);
  if (!current) cost.wall += seconds_of(whole);
  ++cost.mpi_calls;
  if (sampled_) cost.sampled_mpi_cpu += thread_cpu_time() - cpu_start_;
  return whole;
}

}  // namespace crumple
