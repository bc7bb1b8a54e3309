// Where the threads of a search put pairs, in any order, and how their lists are sorted afterwards. Read by loops.
#pragma once

#include <cstdint>

#include "base/index.hpp"
#include "kernels/loops.hpp"

namespace crumple {

/// Where pairs are added. `count` may exceed the room: then the search is repeated with more.
template <class Pair>
struct PlacesFor {
  Pair* pairs;
  std::int32_t room;
  std::int32_t* count;
  CRUMPLE_INLINE void add(const Pair* some, std::int32_t n) const {
    const std::int32_t at = kernels::count_atomically(*count, n);
    for (std::int32_t i = 0; i < n && at + i < room; ++i) pairs[at + i] = some[i];
  }
};

/// Sorts a short list of numbers of pairs by insertion; a CPU finds them almost in order.
template <class Pair>
CRUMPLE_INLINE void sort_few(const Pair* pairs, Index* first, Index* last) {
  for (Index* i = first; i < last; ++i) {
    const Index inserted = *i;
    Index* at = i;
    for (; at > first && comes_before(pairs[inserted], pairs[at[-1]]); --at) *at = at[-1];
    *at = inserted;
  }
}

}  // namespace crumple
