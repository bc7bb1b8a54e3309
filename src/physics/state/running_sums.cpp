#include "physics/state/running_sums.hpp"

#include <utility>

#include "base/loops.hpp"
#include "physics/state/running_sum_loops.hpp"

namespace crumple {

Index running_sums(kernels::RunVector<Index>& counts) {
  const std::size_t n = counts.size(), n_chunks = (n + counts_of_chunk - 1) / counts_of_chunk;
  constexpr std::size_t grain = 8;  // chunks that are worth waking a thread for
  kernels::RunVector<Index> sums(n_chunks);
  run_loop(SumChunk{counts.data(), n, sums.data()}, n_chunks, grain);
  wait_for_device();
  Index total = 0;
  for (Index& sum : sums) total += std::exchange(sum, total);
  run_loop(SumWithinChunk{counts.data(), n, sums.data()}, n_chunks, grain);
  wait_for_device();
  return total;
}

}  // namespace crumple
