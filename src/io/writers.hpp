// Aggregated output: the ranks that write for others, and the gathering of rows on them. Used by the modes of
// io/storage.
#pragma once

#include <mpi.h>

#include <vector>

#include "comm/world.hpp"
#include "io/row_file.hpp"

namespace crumple {

/// Contiguous rows.
struct RowBlock {
  std::int64_t first_row;
  std::vector<std::byte> values;
};

class Writers {
 public:
  /// `n` writers, each for a contiguous range of ranks; 0: the first rank of each node for its node. Root is one of
  /// them. Collective.
  Writers(const World& world, int n);
  ~Writers();
  Writers(const Writers&) = delete;

  bool writes() const { return writer_ == world_.rank(); }
  MPI_Comm comm() const { return comm_; }  ///< of several writers; null on other ranks
  int count() const { return count_; }

  /// Gathers each rank's rows on its writer; returns contiguous rows merged there. Collective.
  std::vector<RowBlock> gather(std::int64_t first_row, std::int64_t row_size, std::span<const std::byte> values,
                               IoCost* cost) const;

 private:
  const World& world_;
  int writer_, count_ = 1;
  MPI_Comm comm_ = MPI_COMM_NULL;
};

}  // namespace crumple
