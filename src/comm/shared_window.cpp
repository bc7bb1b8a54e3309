#include "comm/shared_window.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>

#include "base/processor.hpp"
#include "comm/idle_ranks.hpp"
#include "comm/mpi_profile/recorder.hpp"

namespace crumple {
namespace {

constexpr std::size_t line = 64 / sizeof(double);  // each counter has a cache line, in front of the data
constexpr std::size_t n_head = SharedWindow::n_counters * line;

}  // namespace

SharedWindow::SharedWindow(const Node& node, std::size_t n_doubles) : node_(node) {
  // each rank's part on its own pages, in memory near its core
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", "true");
  double* mine = nullptr;
  const std::size_t n = n_head + n_doubles;
  MPI_Win_allocate_shared(MPI_Aint(n * sizeof(double)), sizeof(double), info, node.comm, static_cast<void*>(&mine),
                          &window_);
  MPI_Info_free(&info);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
  std::fill_n(mine, n, 0.0);
  for (int k = 0; k < n_counters; ++k) *reinterpret_cast<Counter*>(mine + k * line) = 0;
  data_.resize(std::size_t(node.size));
  for (int r = 0; r < node.size; ++r) {
    MPI_Aint size = 0;
    int unit = 0;
    MPI_Win_shared_query(window_, r, &size, &unit, static_cast<void*>(&data_[std::size_t(r)]));
    data_[std::size_t(r)] += n_head;
  }
  MPI_Win_sync(window_);
  MPI_Barrier(node.comm);
  MPI_Win_sync(window_);
}

SharedWindow::~SharedWindow() {
  if (std::uncaught_exceptions() > 0) return;  // the others may not get here
  MPI_Win_unlock_all(window_);
  MPI_Win_free(&window_);
}

SharedWindow::Counter& SharedWindow::counter(int rank, int which) const {
  return *reinterpret_cast<Counter*>(data_[std::size_t(rank)] - n_head + std::size_t(which) * line);
}

void SharedWindow::signal(int which, Counter count) {
  MPI_Win_sync(window_);
  std::atomic_ref(counter(node_.rank, which)).store(count, std::memory_order_release);
}

void SharedWindow::wait(int rank, int which, Counter count) const {
  // About 40 us, after which the other rank may not be running. Where nobody else wants the core, yielding takes 0.3 us
  // and costs little; where other programs do, spinning for longer kept the other rank from it. On a crowded node a
  // rank sleeps.
  constexpr std::int64_t spins_before_yield = 1 << 10;
  // The other rank may need progress of a message of this one.
  const std::int64_t spins_per_probe = node_.is_crowded ? 1 << 4 : 1 << 12;
  const std::atomic_ref seen(counter(rank, which));
  const auto spin = [&] {
    for (std::int64_t spins = 1; seen.load(std::memory_order_acquire) < count; ++spins) {
      if (node_.is_crowded) sched_yield();
      else if (spins > spins_before_yield) give_way();
      else processor::rest();
      if (spins % spins_per_probe == 0) {
        int flag = 0;
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      }
    }
    return MPI_Win_sync(window_);
  };
  mpi_profile::record("Window wait", no_size, spin);  // no MPI function, but waiting all the same
}

}  // namespace crumple
