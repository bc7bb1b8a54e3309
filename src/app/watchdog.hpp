// Ends the job when no step ends for a set time: a rank that hangs (a file system that does not answer, a machine that
// has gone) leaves all others waiting for it, and the batch system's hours run out in silence. A thread of each rank
// looks; root speaks first, the others after it, should root be the one that hangs. Time in which the process itself is
// stopped does not count.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace crumple {

class Watchdog {
 public:
  /// `seconds` of wall time; 0: nothing is watched.
  Watchdog(int rank, double seconds);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// To be called between steps.
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
