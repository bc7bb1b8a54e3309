// The loops of running sums (running_sums.cpp): the sums of chunks, and then those within them.
#pragma once

#include "base/index.hpp"
#include "kernels/loops.hpp"

namespace crumple {

inline constexpr std::size_t counts_of_chunk = 1024;

struct SumChunk {
  static constexpr const char* name = "sums of counts";
  const Index* counts;
  std::size_t n;
  Index* sums;  ///< [chunk]
  CRUMPLE_INLINE void operator()(std::size_t chunk) const {
    Index sum = 0;
    for (std::size_t i = chunk * counts_of_chunk; i < n && i < (chunk + 1) * counts_of_chunk; ++i) sum += counts[i];
    sums[chunk] = sum;
  }
};

struct SumWithinChunk {
  static constexpr const char* name = "running sums of counts";
  Index* counts;
  std::size_t n;
  const Index* before;  ///< [chunk] sum of all chunks before it
  CRUMPLE_INLINE void operator()(std::size_t chunk) const {
    Index sum = before[chunk];
    for (std::size_t i = chunk * counts_of_chunk; i < n && i < (chunk + 1) * counts_of_chunk; ++i) {
      const Index count = counts[i];
      counts[i] = sum;
      sum += count;
    }
  }
};

using RunningSumLoops = kernels::Loops<SumChunk, SumWithinChunk>;

}  // namespace crumple
