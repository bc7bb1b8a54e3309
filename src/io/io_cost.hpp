// The cost of writing a kind of file on a rank, counted on two layers: requests to HDF5 with their sizes, and their
// system calls (proc(5), /proc/thread-self/io). Counted by Hdf5File and the modes of io/storage, printed by the
// summary.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/process_usage.hpp"
#include "comm/together.hpp"

namespace crumple {

/// Activities of a rank in output.
enum class IoPhase {
  gather,  ///< exchange of rows between ranks
  write,   ///< calls that write or create data sets
  sync,    ///< flushing to the file system, and to the disk if io_sync is set
  close,
  wait,    ///< for other ranks
  join,    ///< for the thread that writes asynchronously
  behind,  ///< of that thread: overlaps with the steps
};
inline constexpr std::array io_phase_names = {"gather", "write", "sync", "close", "wait", "join", "behind"};

struct IoCost {
  std::int64_t files = 0, requests = 0, bytes = 0;   ///< requests to write rows, and the bytes in them
  std::map<int, std::int64_t> sizes;                 ///< requests by the binary logarithm of their bytes, rounded down
  std::int64_t posix_requests = 0, posix_bytes = 0;  ///< write calls, and the bytes in them
  std::int64_t storage_bytes = 0;                    ///< bytes that the system sent, or will send, to a disk
  std::array<double, io_phase_names.size()> seconds{};

  void add_request(std::int64_t its_bytes);
  double& operator[](IoPhase phase) { return seconds[std::size_t(phase)]; }
  IoCost& operator+=(const IoCost& other);
  template <class A>
  void serialize(A& a) {
    a(files, requests, bytes, sizes, posix_requests, posix_bytes, storage_bytes, seconds);
  }
};

/// Adds its lifetime to the seconds of a phase; null: no effect.
class IoTimer {
 public:
  IoTimer(IoCost* cost, IoPhase phase) : cost_(cost), phase_(phase), start_(Clock::now()) {}
  ~IoTimer() {
    if (cost_) (*cost_)[phase_] += std::chrono::duration<double>(Clock::now() - start_).count();
  }
  IoTimer(const IoTimer&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  IoCost* cost_;
  IoPhase phase_;
  Clock::time_point start_;
};

/// The same, plus the system's counts of this thread's requests.
class IoCall {
 public:
  IoCall(IoCost* cost, IoPhase phase);
  ~IoCall();

 private:
  IoCost* cost_;
  IoCounters before_;
  IoTimer timer_;
};

/// As `together`; the wait for other ranks is added to `cost`. Collective.
template <class Work>
void together(const World& world, IoCost* cost, Work&& work) {
  const std::string message = failure_of(work);
  IoTimer timer(cost, IoPhase::wait);
  agree(world, message);
}

/// By kind of file.
using IoCosts = std::map<std::string, IoCost>;

/// The costs of all ranks, by rank; on root. Collective.
std::vector<IoCosts> gather_io_costs(const World& world, const IoCosts& own);

}  // namespace crumple
