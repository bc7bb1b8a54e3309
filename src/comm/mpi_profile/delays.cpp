#include "comm/mpi_profile/delays.hpp"

#include <unordered_map>

namespace crumple::mpi_profile {
namespace {

using Clock = Profile::Clock;

Clock::duration latency{}, noise_mean{}, noise_period{};
Clock::duration latency_paid{}, noise_paid{};
std::uint64_t noise_seed = 0;
std::int64_t next_interruption = 0;  // its number
Clock::time_point noise_start;

// The earliest completion times of active operations.
std::unordered_map<MPI_Request, Clock::time_point> due;
std::unordered_map<MPI_Win, Clock::time_point> windows_due;

Clock::duration microseconds(double us) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double, std::micro>(us));
}

/// Returns the time spent since `start`, the current time.
Clock::duration spin(Clock::time_point start, Clock::time_point end) {
  Clock::time_point now = start;
  while (now < end) now = Clock::now();
  return now - start;
}

/// A number in [0, 1) that depends on seed, rank and index only (splitmix64: Steele, Lea, Flood 2014).
double uniform(std::uint64_t index) {
  std::uint64_t z = noise_seed + (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return double((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

Clock::time_point time_of_interruption(std::int64_t k) {
  const double offset = uniform(0);
  return noise_start + std::chrono::duration_cast<Clock::duration>((double(k) + offset) * noise_period);
}

}  // namespace

void set_delays(const MpiProfileOptions& options) {
  latency = microseconds(options.latency_us);
  noise_mean = microseconds(options.noise_us);
  noise_period = microseconds(options.noise_period_us);
  int rank = 0;
  if (options.noise_us > 0) PMPI_Comm_rank(MPI_COMM_WORLD, &rank);  // ranks in memory have no MPI
  noise_seed = std::uint64_t(options.noise_seed) * 0x2545f4914f6cdd1du + std::uint64_t(rank) * 0xd1342543de82ef95u;
  next_interruption = 0;
  noise_start = Clock::now();
}

bool has_latency() { return latency > Clock::duration{}; }

void suffer_noise() {
  if (noise_mean == Clock::duration{}) return;
  const Clock::time_point start = Clock::now();
  // All interruptions since the last call are served together; one by one, they would never end if other programs use
  // the core for longer than a period.
  Clock::duration length{};
  while (time_of_interruption(next_interruption) <= start) {
    const double share = 2 * uniform(std::uint64_t(++next_interruption));
    length += std::chrono::duration_cast<Clock::duration>(share * noise_mean);
  }
  if (length > Clock::duration{}) noise_paid += spin(start, start + length);
}

void pay_latency() {
  if (!has_latency()) return;
  const Clock::time_point start = Clock::now();
  latency_paid += spin(start, start + latency);
}

void pay_latency_since(Clock::time_point start) {
  if (has_latency()) latency_paid += spin(Clock::now(), start + latency);
}

void hold(MPI_Request request) {
  if (has_latency()) due[request] = Clock::now() + latency;
}

void hold(MPI_Win window) {
  if (has_latency()) windows_due[window] = Clock::now() + latency;
}

bool is_over(MPI_Request request) {
  const auto found = due.find(request);
  return found == due.end() || Clock::now() >= found->second;
}

void await(MPI_Request request) {
  if (auto operation = due.extract(request)) latency_paid += spin(Clock::now(), operation.mapped());
}

void await(MPI_Win window) {
  if (auto epoch = windows_due.extract(window)) latency_paid += spin(Clock::now(), epoch.mapped());
}

void forget(MPI_Request request) { due.erase(request); }

double injected_latency() { return std::chrono::duration<double>(latency_paid).count(); }
double injected_noise() { return std::chrono::duration<double>(noise_paid).count(); }
void reset_injected() { latency_paid = noise_paid = {}; }

}  // namespace crumple::mpi_profile
