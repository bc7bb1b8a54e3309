// Shared by the wrappers of this folder: the record of a call, and the delays. A wrapper passes the name of its
// function, the bytes it sends and the call to the library's PMPI_ function; see messages.cpp for the simplest ones. On
// the main thread only, as all MPI calls here (MPI_THREAD_FUNNELED).
#pragma once

#include <mpi.h>

#include <utility>

#include "base/profile.hpp"
#include "comm/mpi_profile.hpp"
#include "comm/mpi_profile/delays.hpp"

namespace crumple::mpi_profile {

/// Whether the library itself makes the call inside another one (MPI-IO does so); such calls are not recorded.
extern bool inside;
/// False for profile=off without delays: wrappers then only forward calls.
extern bool recording;

/// Records one call; lives for its duration.
class Call {
 public:
  /// `function` is a literal without "MPI_"; `bytes` is the size of its message, or no_size.
  Call(const char* function, std::int64_t bytes);
  ~Call();
  Call(const Call&) = delete;

 private:
  const char* function_;
  std::int64_t bytes_;
  Profile::MpiCall account_;
};

/// Bytes of `count` elements.
std::int64_t bytes_of(std::int64_t count, MPI_Datatype type);
/// Records a message to a rank of the communicator or window.
void note_sent(int to, MPI_Comm comm, std::int64_t bytes);
void note_sent(int to, MPI_Win window, std::int64_t bytes);

/// Separates waiting from transfer in a sample of a collective's calls by a barrier before the call. For collectives
/// that no rank can leave before all have entered. Ends with the scope. Made inside a Call.
class WaitSample {
 public:
  WaitSample(const char* function, MPI_Comm comm);
  ~WaitSample();
  WaitSample(const WaitSample&) = delete;

 private:
  const char* function_ = nullptr;  // null: this call is no sample
  Profile::Clock::time_point start_, met_;
};

template <class Work>
int record(const char* function, std::int64_t bytes, Work&& work) {
  if (inside || !recording) return work();
  suffer_noise();  // counts as time of the program, not of MPI
  Call call(function, bytes);
  return work();
}

}  // namespace crumple::mpi_profile
