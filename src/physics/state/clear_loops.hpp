// The loop that begins sums of others.
#pragma once

#include "kernels/loops.hpp"

namespace crumple {

struct Clear {
  static constexpr const char* name = "cleared";
  double* sums;
  CRUMPLE_INLINE void operator()(std::size_t i) const { sums[i] = 0; }
};

using ClearLoops = kernels::Loops<Clear>;

}  // namespace crumple
