// Shared by the wrappers of this folder: the record of a call, and the delays. A wrapper names its function, the
// bytes it sends and the call to the library's own PMPI_ function; see messages.cpp for the plainest ones.
// On the main thread only, as all of MPI here (MPI_THREAD_FUNNELED).
#pragma once

#include <mpi.h>

#include <utility>

#include "base/profile.hpp"
#include "comm/mpi_profile.hpp"
#include "comm/mpi_profile/delays.hpp"

namespace crumple::mpi_profile {

/// Whether a call is the library's own, from inside another one (MPI-IO does so); those are left alone.
extern bool inside;
/// False: profile=off without delays; wrappers then only pass calls on.
extern bool recording;

/// Lives as long as a call.
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
/// Notes a message to a rank of the communicator or window.
void note_sent(int to, MPI_Comm comm, std::int64_t bytes);
void note_sent(int to, MPI_Win window, std::int64_t bytes);

/// Separates waiting from transfer in some of the calls of a collective that nobody can leave before all have come:
/// has all ranks meet first. Ends with the scope. Made inside a Call.
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
  suffer_noise();  // takes from the program's time, not from MPI's
  Call call(function, bytes);
  return work();
}

}  // namespace crumple::mpi_profile
