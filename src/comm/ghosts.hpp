// Copies of other ranks' nodes. The lists change at each contact search; between searches only the values travel.
#pragma once

#include <cstdint>
#include <vector>

#include "comm/world.hpp"

namespace crumple {

/// What to send to and receive from each partner rank; partners in ascending rank.
struct GhostPlan {
  struct Send {
    int rank = 0;
    std::vector<std::int32_t> nodes;  ///< local numbers, in the order in which the receiver stores them
  };
  struct Receive {
    int rank = 0;
    std::int32_t first = 0, count = 0;  ///< range of rows in the receiver's ghost arrays
  };
  std::vector<Send> sends;
  std::vector<Receive> receives;
};

/// Rows of `width` doubles: ghost_rows[receive ranges] = node_rows[send lists], across ranks. Not collective over ranks
/// that are not partners. Rows have `stride` doubles in memory, the first `width` travel.
void update_ghosts(const World& world, const GhostPlan& plan, const double* node_rows, double* ghost_rows, int width,
                   int stride);

}  // namespace crumple
