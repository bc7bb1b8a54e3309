// The program's own sched_yield: a rank that looks for messages again and again sleeps, one that computes does not.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>

#include <chrono>

namespace crumple::test::idle_ranks {
namespace {

/// Times that this thread gave its core away of itself.
long sleeps() {
  rusage used{};
  getrusage(RUSAGE_THREAD, &used);
  return used.ru_nvcsw;
}

TEST(IdleRanks, SleepWhereTheyOnlyWait) {
  const long before = sleeps();
  for (int look = 0; look < 400; ++look) sched_yield();
  EXPECT_GT(sleeps() - before, 200);  // all but the first 40, and again where another program comes between two looks
}

TEST(IdleRanks, KeepTheirCoreWhileTheyCompute) {
  const long before = sleeps();
  for (int look = 0; look < 400; ++look) {
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < std::chrono::microseconds(10)) {}
    sched_yield();
  }
  EXPECT_LT(sleeps() - before, 40);
}

}  // namespace
}  // namespace crumple::test::idle_ranks
