// Ranks in one process: they meet as MPI ranks do, and what goes wrong on one ends all.
#include "comm/planned_ranks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/profile.hpp"
#include "comm/halo.hpp"
#include "comm/together.hpp"

namespace crumple::test::planned_ranks {
namespace {

constexpr int n_ranks = 300;

void on_ranks(const std::function<void(const World&)>& work) { run_planned_ranks(n_ranks, {}, work); }

std::string error_of(const std::function<void(const World&)>& work) {
  try {
    on_ranks(work);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(PlannedRanks, ReduceBroadcastAndGather) {
  int n_done = 0;
  on_ranks([&](const World& world) {
    Profile::Scope scope(phase<"initialization">);  // open while others have their turns
    EXPECT_EQ(world.size(), n_ranks);
    const double r = world.rank();
    double least[2] = {r, -r}, most[1] = {r}, sum[1] = {r}, root[1] = {r + 5};
    std::int64_t count[1] = {world.rank()};
    world.min(least);
    world.max(most);
    world.sum(sum);
    world.sum(std::span<std::int64_t>(count));
    world.broadcast(root);
    EXPECT_EQ(least[0], 0);
    EXPECT_EQ(least[1], 1 - n_ranks);
    EXPECT_EQ(most[0], n_ranks - 1);
    EXPECT_EQ(sum[0], n_ranks * (n_ranks - 1) / 2);
    EXPECT_EQ(count[0], n_ranks * (n_ranks - 1) / 2);
    EXPECT_EQ(root[0], 5);
    Bytes bytes = to_bytes(std::span<const double>(&r, 1));
    const std::vector<Bytes> all = world.gather(bytes);
    EXPECT_EQ(all.size(), world.is_root() ? n_ranks : 0);
    for (std::size_t k = 0; k < all.size(); ++k) EXPECT_EQ(from_bytes<double>(all[k])[0], double(k));
    world.barrier();
    world.broadcast(bytes);
    EXPECT_EQ(from_bytes<double>(bytes)[0], 0);
    ++n_done;
  });
  EXPECT_EQ(n_done, n_ranks);
}

/// In a ring; what comes is sorted by rank.
TEST(PlannedRanks, ExchangeMessages) {
  on_ranks([&](const World& world) {
    const int right = (world.rank() + 1) % n_ranks, left = (world.rank() + n_ranks - 1) % n_ranks;
    const double value = world.rank();
    const Bytes bytes = to_bytes(std::span<const double>(&value, 1));
    for (int turn = 0; turn < 3; ++turn) {
      const std::vector<Message> arrived = world.exchange({{left, bytes}, {right, bytes}});
      ASSERT_EQ(arrived.size(), 2u);
      EXPECT_EQ(arrived[0].rank, std::min(left, right));
      EXPECT_EQ(arrived[1].rank, std::max(left, right));
      for (const Message& message : arrived) EXPECT_EQ(from_bytes<double>(message.bytes)[0], message.rank);
    }
  });
}

/// A node between each two ranks of a chain: sums of both sides.
TEST(PlannedRanks, SumNodesAndCopyGhosts) {
  on_ranks([&](const World& world) {
    HaloPlan halo;
    if (world.rank() > 0) halo.neighbours.push_back({world.rank() - 1, {0}});
    if (world.rank() + 1 < n_ranks) halo.neighbours.push_back({world.rank() + 1, {1}});
    double rows[8] = {1.0 * world.rank(), 1, 1, 9, 1.0 * world.rank(), 1, 1, 9};
    HaloExchange exchange(world, halo);
    exchange.sum({rows});
    EXPECT_EQ(rows[0], world.rank() > 0 ? 2 * world.rank() - 1 : 0);
    EXPECT_EQ(rows[4], world.rank() + 1 < n_ranks ? 2 * world.rank() + 1 : world.rank());
    EXPECT_EQ(rows[3], 9);

    std::vector<RowLists> lists;  // of the rank's number, to the right only
    if (world.rank() > 0) lists.push_back({world.rank() - 1, {}, {0}});
    if (world.rank() + 1 < n_ranks) lists.push_back({world.rank() + 1, {0}, {}});
    double mine[1] = {1.0 * world.rank()}, ghost[1] = {-1};
    RowExchange ghosts(world, world.transport(), lists, RowShape());
    ghosts.start({mine});
    ghosts.finish({ghost}, Arrival::replaces);
    EXPECT_EQ(ghost[0], world.rank() - 1);
  });
}

TEST(PlannedRanks, ScatterFromRoot) {
  on_ranks([](const World& world) {
    int read = 0;
    world.scatter([](int rank, std::ostream& out) { out << 3 * rank; }, [&](std::istream& in) { in >> read; });
    EXPECT_EQ(read, 3 * world.rank());
  });
}

/// Messages arrive by the order of their starts, whichever exchange is finished first, and ranks that have no part in
/// them need not wait.
TEST(PlannedRanks, NeighboursExchangeWhileOthersGoOn) {
  std::vector<int> order;
  const auto work = [&](const World& world) {
    if (world.rank() < 2) {
      const std::vector<Partner> other{{1 - world.rank(), 2, 2}};
      const auto first = world.neighbour_exchange(other), second = world.neighbour_exchange(other);
      for (int turn = 0; turn < 3; ++turn) {
        first->outgoing(0)[0] = 10 * turn + world.rank();
        first->start();
        second->outgoing(0)[0] = 100 + 10 * turn + world.rank();
        second->start();
        second->finish();
        first->finish();
        EXPECT_EQ(first->incoming(0)[0], 10 * turn + 1 - world.rank());
        EXPECT_EQ(second->incoming(0)[0], 100 + 10 * turn + 1 - world.rank());
      }
    }
    world.barrier();
    order.push_back(world.rank());
  };
  run_planned_ranks(4, {.steps = true}, work);
  EXPECT_EQ(order.size(), 4u);
}

/// Address sanitizers do not follow exceptions on stacks of makecontext: they report what is no fault.
constexpr bool follows_exceptions =
#ifdef __SANITIZE_ADDRESS__
    false;
#else
    true;
#endif

TEST(PlannedRanks, AnErrorEndsAll) {
  if (!follows_exceptions) GTEST_SKIP();
  int n_unwound = 0;
  struct Unwound {
    int& n;
    ~Unwound() { ++n; }
  };
  EXPECT_EQ(error_of([&](const World& world) {
              const Unwound unwound{n_unwound};
              if (world.rank() == 7) throw Error("seven");
              world.barrier();
            }),
            "seven");
  EXPECT_EQ(n_unwound, 8);  // the ranks after it have not begun
  EXPECT_EQ(error_of([](const World& world) {
              together(world, [&] {
                if (world.rank() == 200) throw Error("two hundred");
              });
            }),
            "two hundred");
}

TEST(PlannedRanks, WaitingForDifferentThingsIsAnError) {
  if (!follows_exceptions) GTEST_SKIP();
  const std::string different = error_of([](const World& world) {
    double value[1] = {1};
    world.rank() == 3 ? world.barrier() : world.max(value);
  });
  EXPECT_EQ(different, "ranks of the plan wait for different things: max and barrier");
  EXPECT_EQ(error_of([](const World& world) {
              if (world.rank() > 0) world.barrier();
            }),
            "some ranks of the plan end while others wait");
}

/// Each rank waits for the others while it handles an error of its own.
TEST(PlannedRanks, ErrorsBelongToTheirRank) {
  if (!follows_exceptions) GTEST_SKIP();
  std::vector<std::string> caught(4);
  run_planned_ranks(4, {}, [&](const World& world) {
    const std::string mine = std::to_string(world.rank());
    try {
      try {
        throw Error(mine);
      } catch (const Error&) {
        world.barrier();
        throw;
      }
    } catch (const Error& error) {
      caught[std::size_t(world.rank())] = error.what();
    }
  });
  EXPECT_EQ(caught, (std::vector<std::string>{"0", "1", "2", "3"}));
}

/// What is lent to the rank whose turn it is.
TEST(PlannedRanks, TellWhoseTurnItIs) {
  int borrower = -1;
  const auto work = [&](const World& world) {
    borrower = world.rank();
    for (int i = 0; i < 3; ++i) {
      world.barrier();
      EXPECT_EQ(borrower, world.rank());
    }
    borrower = -1;
  };
  run_planned_ranks(n_ranks, {}, work, [&](int rank, bool begins) {
    EXPECT_EQ(borrower, begins ? -1 : rank);
    borrower = begins ? rank : -1;
  });
  EXPECT_EQ(borrower, -1);
}

/// A deep call on every rank: stacks are their own.
TEST(PlannedRanks, StacksKeepWhatIsOnThem) {
  on_ranks([](const World& world) {
    volatile double on_stack[8000];  // 64 KB
    for (int i = 0; i < 8000; ++i) on_stack[i] = world.rank() + i;
    world.barrier();
    for (int i = 0; i < 8000; ++i) ASSERT_EQ(on_stack[i], world.rank() + i);
  });
}

}  // namespace
}  // namespace crumple::test::planned_ranks
