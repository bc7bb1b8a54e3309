#include "app/watchdog.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "app/sense_switch.hpp"

namespace crumple {

namespace {

/// Additional wait of a rank after root: mpirun needs seconds to end all ranks [s].
double grace(int rank) { return 10.0 * std::min(rank, 3); }

}  // namespace

Watchdog::Watchdog(int rank, double seconds) : rank_(rank), seconds_(seconds) {
  if (seconds > 0) thread_ = std::thread([this] { watch(); });
}

Watchdog::~Watchdog() {
  if (!thread_.joinable()) return;
  {
    const std::scoped_lock lock(mutex_);
    is_over_ = true;
  }
  over_.notify_one();
  thread_.join();
}

void Watchdog::watch() {
  const double tick = std::min(1.0, seconds_ / 4);
  double idle = 0;
  std::int64_t last = cycle_.load(std::memory_order_relaxed);
  std::unique_lock lock(mutex_);
  while (!over_.wait_for(lock, std::chrono::duration<double>(tick), [this] { return is_over_; })) {
    const std::int64_t cycle = cycle_.load(std::memory_order_relaxed);
    idle = cycle == last ? idle + tick : 0;
    last = cycle;
    if (idle < seconds_ + grace(rank_)) continue;
    if (!signal_has_come())  // otherwise the job is being ended, and other ranks have reported
      std::fprintf(stderr,
                   "Error: rank %d has seen no step end for %.0f s after cycle %lld: some rank hangs (watchdog=%g)\n",
                   rank_, idle, static_cast<long long>(cycle), seconds_);
    std::fflush(stderr);
    std::_Exit(1);  // MPI may be what hangs; mpirun ends the other ranks
  }
}

}  // namespace crumple
