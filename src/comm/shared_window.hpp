// Memory shared by all ranks of a node (an MPI-3 shared window), with counters for synchronisation. For the shared
// modes of collectives and transports. Ordering: what a rank writes before `signal` is visible to the ranks whose
// `wait` for that count has returned (release and acquire of the counter, with MPI_Win_sync as MPI requires).
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>

#include "comm/node.hpp"

namespace crumple {

class SharedWindow {
 public:
  using Counter = std::int64_t;

  /// `n_doubles` of data for this rank, and its counters, initially 0. Collective over the node.
  SharedWindow(const Node& node, std::size_t n_doubles);
  /// Collective over the node, except during stack unwinding.
  ~SharedWindow();
  SharedWindow(const SharedWindow&) = delete;

  /// The data of a rank of the node.
  double* data(int rank) const { return data_[std::size_t(rank)]; }

  static constexpr int n_counters = 2;
  /// Sets one of this rank's counters to `count`, after all its writes.
  void signal(int counter, Counter count);
  /// Returns when the counter of a rank is at least `count`. Yields the core if there are more ranks than cores; calls
  /// MPI for progress.
  void wait(int rank, int counter, Counter count) const;

 private:
  Counter& counter(int rank, int which) const;

  const Node& node_;
  MPI_Win window_ = MPI_WIN_NULL;
  std::vector<double*> data_;  ///< [rank]
};

}  // namespace crumple
