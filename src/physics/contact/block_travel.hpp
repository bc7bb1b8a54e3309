// The gauge of relative motion of a block of nodes, read by loops of a step (travel_gauge.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

#include "base/index.hpp"
#include "base/vec3.hpp"

namespace crumple {

inline constexpr std::size_t nodes_of_range = 64;  ///< whose velocities are taken together

/// Component-wise range, with the rows' padding [length/time].
struct VelocityRange {
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  alignas(32) double low[4] = {infinity, infinity, infinity, infinity};
  alignas(32) double high[4] = {-infinity, -infinity, -infinity, -infinity};
  CRUMPLE_INLINE VelocityRange& operator+=(const VelocityRange& other) {
    for (int c = 0; c < 4; ++c) {
      low[c] = std::min(low[c], other.low[c]);
      high[c] = std::max(high[c], other.high[c]);
    }
    return *this;
  }
  /// Upper bound of the relative speed of any two of the nodes.
  CRUMPLE_INLINE double width() const {
    return norm(Vec3{std::max(0.0, high[0] - low[0]), std::max(0.0, high[1] - low[1]),
                     std::max(0.0, high[2] - low[2])});
  }
};

/// The range of a node, local or a copy, among TravelGauge::ranges.
struct RangesOfNodes {
  const Index* of_local;  ///< [local node]
  Index n_local;
  Index n_local_ranges;
  CRUMPLE_INLINE Index operator()(Index node) const {
    return node < n_local ? of_local[node] : n_local_ranges + (node - n_local) / Index(nodes_of_range);
  }
};

/// A gauge after the last motion, as loops see it.
struct GaugeAt {
  double since_search, last_step, safety_time;  ///< see TravelGauge
  const VelocityRange* ranges;
  std::size_t n_ranges;
  /// Bound of the relative displacement in the last motion of any two nodes in these ranges [length].
  CRUMPLE_INLINE double last_step_within(const Index* first, const Index* last) const {
    VelocityRange all;
    for (; first < last; ++first) {
      if (std::size_t(*first) >= n_ranges) return last_step;  // of copies that have not moved yet
      all += ranges[*first];
    }
    return std::min(last_step, safety_time * all.width());
  }
};

/// Gauge of a block of nodes since a search.
struct BlockTravel {
  double travel = 0;  ///< bound of the relative displacement of any two of the nodes [length]
  double until = 0;   ///< TravelGauge::since_search up to which this is valid [length]
  /// The reading after the last motion, which is added unless already done; motions that were missed are added with the
  /// bound of the gauge of all nodes. `first` to `last`: the ranges of all nodes of the block.
  CRUMPLE_INLINE double advanced(const GaugeAt& gauge, const Index* first, const Index* last) {
    const double step = gauge.since_search - until;
    if (!(step > 0)) return travel;
    travel += std::max(0.0, step - gauge.last_step) + gauge.last_step_within(first, last);
    until = gauge.since_search;
    return travel;
  }
};

}  // namespace crumple
