// The program's own sched_yield, which Open MPI and MPICH call when they find no message and mpirun has more ranks than
// cores (mpi_yield_when_idle). To the kernel a process that yields has had its turn: beside busy processes each wait
// takes a time slice of milliseconds, and a solver that looks for messages while it computes (MUMPS) loses its core
// with each look. Here a rank that looks now and then keeps its core; one that looks again and again sleeps, and a
// process that wakes up goes before those that compute.
#include "comm/idle_ranks.hpp"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace crumple {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::microseconds;

/// Of one thread: looks for a message that follow each other without a computation between them.
struct Looks {
  static constexpr int most = 40;  ///< before a rank sleeps: about as long as a message takes between cores
  static constexpr microseconds no_computation{5}, sleep{20};
  Clock::time_point last;
  int count = 0;
};

}  // namespace

void give_way() {
  constexpr microseconds time_slice{1000};
  thread_local int n_sleeps = 0;
  if (n_sleeps > 0) {
    --n_sleeps;
    sched_yield();
    return;
  }
  const auto begin = Clock::now();
  syscall(SYS_sched_yield);
  if (Clock::now() - begin > time_slice) n_sleeps = 1000;
}

}  // namespace crumple

extern "C" int sched_yield() noexcept {
  using namespace crumple;
  thread_local Looks looks;
  const bool follows = Clock::now() - looks.last < Looks::no_computation;
  looks.count = follows ? looks.count + 1 : 0;
  if (looks.count >= Looks::most) {
    std::this_thread::sleep_for(Looks::sleep);
    looks.count = Looks::most;
  }
  looks.last = Clock::now();
  return 0;
}
