// Adds numbers and vectors to nodes, from one thread or concurrently; the sums are exact, so the order does not matter.
// Called where contact scatters the results of pairs.
#pragma once

#include <atomic>
#include <cstddef>

#include "physics/state/state.hpp"

namespace crumple {

struct NumberAdder {
  double* values;
  bool atomic;  ///< several threads add
  void operator()(std::ptrdiff_t at, double number) const {
    if (atomic)
      std::atomic_ref<double>(values[at]).fetch_add(number, std::memory_order_relaxed);
    else
      values[at] += number;
  }
};

struct RowAdder {
  const SumRows& rows;
  bool atomic;  ///< several threads add
  void operator()(Index node, const RoundedVec3& v) const {
    const NumberAdder add{rows.data() + 4 * std::ptrdiff_t(node), atomic};
    for (int c = 0; c < 3; ++c) add(c, v.value()[c]);
  }
};

}  // namespace crumple
