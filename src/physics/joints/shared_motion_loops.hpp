// The loop over sets of nodes that have velocities in common (shared_motions.cpp).
#pragma once

#include "physics/state/loop_data.hpp"

namespace crumple {

/// Gives the nodes of each set the mean of their velocities, weighted by mass, along the axes whose bits are set.
struct ShareMotion {
  static constexpr const char* name = "shared motions";
  struct Set {
    std::size_t first, last;  ///< of its nodes
    int dof;
    double until;             ///< [time]
  };
  const Set* sets;
  const Index* nodes;
  double time;
  const double* mass;
  RowsAt velocity;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const Set& set = sets[i];
    for (int c = 0; c < 3; ++c) {
      if (!(set.dof & (1 << c)) || !(time < set.until)) continue;
      double all = 0, momentum = 0;
      for (std::size_t k = set.first; k < set.last; ++k) {
        all += mass[nodes[k]];
        momentum += mass[nodes[k]] * velocity(nodes[k])[c];
      }
      if (!(all > 0)) continue;  // all of their elements are gone
      for (std::size_t k = set.first; k < set.last; ++k) velocity(nodes[k])[c] = momentum / all;
    }
  }
};

using SharedMotionLoops = kernels::Loops<ShareMotion>;

}  // namespace crumple
