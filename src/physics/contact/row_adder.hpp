// Adds vectors to the rows of nodes, for one thread or for several at once; the sums are exact, so the order does not
// matter. Called where contact scatters its forces.
#pragma once

#include <atomic>
#include <cstddef>

#include "base/vec3.hpp"
#include "model/mesh.hpp"

namespace crumple {

struct RowAdder {
  double* rows;  ///< of four
  bool atomic;   ///< several threads add
  void operator()(Index node, const Vec3& v) const {
    double* row = rows + 4 * std::ptrdiff_t(node);
    for (int c = 0; c < 3; ++c)
      if (atomic)
        std::atomic_ref<double>(row[c]).fetch_add(v[c], std::memory_order_relaxed);
      else
        row[c] += v[c];
  }
};

}  // namespace crumple
