// Running sums of counts, of fewer and more than a chunk.
#include "physics/state/running_sums.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace crumple::test::running_sums_of {
namespace {

TEST(RunningSums, AreThoseOfTheCountsBefore) {
  for (const std::size_t n : {0, 1, 1023, 1024, 1025, 5000}) {
    kernels::RunVector<Index> counts(n);
    for (std::size_t i = 0; i < n; ++i) counts[i] = Index(i * i % 7);
    std::vector<Index> expected(n);
    std::exclusive_scan(counts.begin(), counts.end(), expected.begin(), Index(0));
    const Index total = std::accumulate(counts.begin(), counts.end(), Index(0));
    EXPECT_EQ(running_sums(counts), total) << n;
    EXPECT_TRUE(std::ranges::equal(counts, expected)) << n;
  }
}

}  // namespace
}  // namespace crumple::test::running_sums_of
