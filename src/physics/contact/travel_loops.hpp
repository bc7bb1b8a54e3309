// The loop of travel gauges on a device (travel_gauge.cpp).
#pragma once

#include <algorithm>

#include "kernels/loops.hpp"
#include "physics/contact/block_travel.hpp"

namespace crumple {

/// The range of the velocities of the nodes of a range that have elements.
struct FindVelocityRange {
  static constexpr const char* name = "velocity extremes";
  const Index* nodes;
  std::size_t n;          ///< of the nodes
  const double *v, *live; ///< [local node] rows; elements
  VelocityRange* ranges;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    VelocityRange here;
    const std::size_t last = n < (i + 1) * nodes_of_range ? n : (i + 1) * nodes_of_range;
    for (std::size_t k = i * nodes_of_range; k < last; ++k) {
      if (!(live[nodes[k]] > 0)) continue;
      const double* const row = v + 4 * std::ptrdiff_t(nodes[k]);
      for (int c = 0; c < 3; ++c) {
        here.low[c] = std::min(here.low[c], row[c]);
        here.high[c] = std::max(here.high[c], row[c]);
      }
    }
    ranges[i] = here;
  }
};

using TravelLoops = kernels::Loops<FindVelocityRange>;

}  // namespace crumple
