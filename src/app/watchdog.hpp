// Ends the job if no step ends for a given time: otherwise, if a rank hangs (an unresponsive file system, a failed
// machine), all others wait for it until the batch system's limit. A thread of each rank monitors; root reports first,
// the others after it in case root hangs. Time in which the process itself is stopped does not count.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace crumple {

class Watchdog {
 public:
  /// `seconds` of wall time; 0: off.
  Watchdog(int rank, double seconds);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// Called between steps.
  void step_ended(std::int64_t cycle) { cycle_.store(cycle, std::memory_order_relaxed); }

 private:
  void watch();

  const int rank_;
  const double seconds_;
  std::atomic<std::int64_t> cycle_{0};
  bool is_over_ = false;  ///< under the mutex
  std::mutex mutex_;
  std::condition_variable over_;
  std::thread thread_;
};

}  // namespace crumple
