// Denormal numbers are zero on all threads, after and outside of the region that says so: OpenMP libraries differ in
// what they do to these settings when a parallel region begins and ends.
#include <gtest/gtest.h>
#include <immintrin.h>

#include <atomic>

#include "app/isa.hpp"

namespace crumple::denormals {
namespace {

/// Half of the smallest normal number, by the processor and not by the compiler; 0 if denormals are flushed.
double half_of_smallest() {
  volatile double smallest = 0x1p-1022;
  return smallest * 0.5;
}

TEST(Denormals, AreFlushedOnAllThreads) {
  const unsigned before = _mm_getcsr();
  EXPECT_GT(half_of_smallest(), 0);
  flush_denormals();
  EXPECT_EQ(half_of_smallest(), 0);
  std::atomic<int> kept = 0;
#pragma omp parallel
  if (half_of_smallest() != 0) ++kept;
  _mm_setcsr(before);
#pragma omp parallel
  _mm_setcsr(before);
  EXPECT_EQ(kept, 0);
}

}  // namespace
}  // namespace crumple::denormals
