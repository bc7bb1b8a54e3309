// The MPI profile of a run: calls, bytes and time of every MPI function, by phase and message size, and who sent how
// much to whom. Recorded by wrappers of the MPI functions (src/comm/mpi_profile, the PMPI interface of the MPI
// standard), which also delay calls for experiments with latency and noise. Read by app, printed by io.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "comm/world.hpp"

namespace crumple {

/// Calls of one kind: how many, what they sent (or, if they only receive, received) and how long they took.
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

/// Size classes of messages: their upper limits [bytes], and one more without limit; calls that move no message of
/// known size (waits, tests) have none.
inline constexpr std::array<std::int64_t, 10> mpi_size_limits = {64,    256,    1024,    4096,    16384,
                                                                 65536, 262144, 1048576, 4194304, 16777216};
inline constexpr int no_size = -1;
/// E.g. "64-256 B", "> 16 MiB", or "no size".
std::string size_class_name(int size_class);

/// Calls of one function from one phase with messages of one size class.
struct MpiCell {
  std::string phase, function;  ///< function without "MPI_", e.g. "Allreduce"
  int size_class = no_size;
  MpiTally tally;
  template <class A>
  void serialize(A& a) {
    a(phase, function, size_class, tally);
  }
};

/// Messages sent to one rank (of all ranks), collectives left out.
struct MpiPartner {
  int rank = 0;
  std::int64_t messages = 0, bytes = 0;
  template <class A>
  void serialize(A& a) {
    a(rank, messages, bytes);
  }
};

/// Some calls of a collective began with a barrier: the time until the last rank came, and the time from then on.
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

/// What one rank did in the steps (from start_mpi_steps to end_mpi_steps).
struct RankMpiProfile {
  int node = 0;                   ///< number of its node: the least rank there
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

/// What profile=, latency_us= and noise= ask for.
struct MpiProfileOptions {
  enum class Depth { off, on, full };  ///< full: reads CPU clocks and samples waits in every call
  Depth depth = Depth::on;
  double latency_us = 0;           ///< no collective and no receive completes sooner after its start
  double noise_us = 0;             ///< mean length of an interruption
  double noise_period_us = 10000;  ///< of interruptions; each rank has its own offset
  std::int64_t noise_seed = 1;
};

/// For main, before the first message whose delay matters; the same on all ranks.
void set_mpi_profile(const MpiProfileOptions& options);
/// Around the steps: what comes before and after is left out of the profile.
void start_mpi_steps();
void end_mpi_steps();
/// All ranks' profiles on root, empty elsewhere. Collective.
MpiProfile gather_mpi_profile(const World& world);

}  // namespace crumple
