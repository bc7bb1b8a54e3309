// The MPI profile of a run: calls, bytes and time of every MPI function, by phase and message size, and the bytes sent
// between each pair of ranks. Recorded by wrappers of the MPI functions (src/comm/mpi_profile, the PMPI interface of
// the MPI standard), which also delay calls for experiments with latency and noise. Read by app, printed by io.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "comm/world.hpp"

namespace crumple {

/// Calls of one kind: their number, the bytes sent (received, if they only receive) and the time.
struct MpiTally {
  std::int64_t calls = 0, bytes = 0, nanoseconds = 0;
  MpiTally& operator+=(const MpiTally& other) {
    calls += other.calls, bytes += other.bytes, nanoseconds += other.nanoseconds;
    return *this;
  }
  double seconds() const { return 1e-9 * double(nanoseconds); }
  template <class A>
  void serialize(A& a) {
    a(calls, bytes, nanoseconds);
  }
};

/// Upper limits of the message size classes [bytes], followed by one class without limit; calls without a message of
/// known size (waits, tests) have no class.
inline constexpr std::array<std::int64_t, 10> mpi_size_limits = {64,    256,    1024,    4096,    16384,
                                                                 65536, 262144, 1048576, 4194304, 16777216};
inline constexpr int no_size = -1;
/// E.g. "64-256 B", "> 16 MiB", or "no size".
std::string size_class_name(int size_class);

/// Calls of one function in one phase with messages of one size class.
struct MpiCell {
  std::string phase, function;  ///< function without "MPI_", e.g. "Allreduce"
  int size_class = no_size;
  MpiTally tally;
  template <class A>
  void serialize(A& a) {
    a(phase, function, size_class, tally);
  }
};

/// Point-to-point messages sent to one rank (of all ranks).
struct MpiPartner {
  int rank = 0;
  std::int64_t messages = 0, bytes = 0;
  template <class A>
  void serialize(A& a) {
    a(rank, messages, bytes);
  }
};

/// For sampled calls of a collective, which begin with a barrier: the time until the last rank arrives, and the rest.
struct MpiWait {
  std::string function;
  std::int64_t calls = 0, waiting_ns = 0, transfer_ns = 0;
  template <class A>
  void serialize(A& a) {
    a(function, calls, waiting_ns, transfer_ns);
  }
};

/// A phase of the steps on one rank.
struct MpiPhase {
  std::string name;
  double wall = 0, mpi = 0;  ///< [s]; wall includes mpi
  double work = 0;           ///< CPU time outside MPI [s], scaled up from samples
  template <class A>
  void serialize(A& a) {
    a(name, wall, mpi, work);
  }
};

/// Activity of one rank in the steps (from start_mpi_steps to end_mpi_steps).
struct RankMpiProfile {
  int node = 0;                   ///< number of its node: the lowest rank there
  double wall = 0, mpi = 0;       ///< [s]: of the steps, and inside MPI
  double latency = 0, noise = 0;  ///< [s] injected; latency is part of mpi, noise is not
  std::vector<MpiPhase> phases;
  /// CPU time outside MPI in all phases [s], of the rank's first thread.
  double work() const {
    double sum = 0;
    for (const MpiPhase& phase : phases) sum += phase.work;
    return sum;
  }
  std::vector<MpiCell> cells;
  std::vector<MpiPartner> partners;
  std::vector<MpiWait> waits;
  template <class A>
  void serialize(A& a) {
    a(node, wall, mpi, latency, noise, phases, cells, partners, waits);
  }
};

/// By rank. Empty: not recorded.
using MpiProfile = std::vector<RankMpiProfile>;

/// The options profile=, latency_us= and noise=.
struct MpiProfileOptions {
  enum class Depth { off, on, full };  ///< full: reads CPU clocks and samples waits in every call
  Depth depth = Depth::on;
  double latency_us = 0;           ///< minimum time from start to completion of a collective or receive
  double noise_us = 0;             ///< mean length of an interruption
  double noise_period_us = 10000;  ///< between interruptions; each rank has its own offset
  std::int64_t noise_seed = 1;
};

/// Called by main with the same options on all ranks, before the first message to be delayed.
void set_mpi_profile(const MpiProfileOptions& options);
/// Delimit the steps: calls outside of them are not profiled.
void start_mpi_steps();
void end_mpi_steps();
/// All ranks' profiles on root, empty elsewhere. Collective.
MpiProfile gather_mpi_profile(const World& world);

}  // namespace crumple
