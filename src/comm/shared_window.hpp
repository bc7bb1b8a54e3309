// Memory that all ranks of a node see (an MPI-3 shared window), with counters by which they synchronise. For the shared
// modes of collectives and transports. Ordering: what a rank writes before `signal` is seen by those whose `wait` for
// that count has returned (release and acquire of the counter, with MPI_Win_sync as MPI asks for).
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>

#include "comm/node.hpp"

namespace crumple {

class SharedWindow {
 public:
  using Counter = std::int64_t;

  /// `n_doubles` of data for this rank, and its counters, at 0. Collective over the node.
  SharedWindow(const Node& node, std::size_t n_doubles);
  /// Collective over the node, except while an exception leaves the program.
  ~SharedWindow();
  SharedWindow(const SharedWindow&) = delete;

  /// Data of a rank of the node.
  double* data(int rank) const { return data_[std::size_t(rank)]; }

  static constexpr int n_counters = 2;
  /// Sets one of this rank's counters to `count`, after all that it wrote.
  void signal(int counter, Counter count);
  /// Returns when the counter of a rank is at least `count`. Yields the core if ranks are more than cores; lets MPI
  /// work.
  void wait(int rank, int counter, Counter count) const;

 private:
  Counter& counter(int rank, int which) const;

  const Node& node_;
  MPI_Win window_ = MPI_WIN_NULL;
  std::vector<double*> data_;  ///< [rank]
};

}  // namespace crumple
