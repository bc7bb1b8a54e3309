// The counter of the kernels that are built with counting packs.
#include "kernels/simd/pack.hpp"

extern "C" [[gnu::visibility("default")]] std::int64_t crumple_take_operations() {
  auto& counted = crumple::kernels::operations;
  const std::int64_t sum = counted.sums + counted.products + counted.divisions + counted.roots;
  counted = {};
  return sum;
}
