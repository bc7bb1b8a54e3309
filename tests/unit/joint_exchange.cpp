// Two exchanges in common messages: they leave with the last that is started and have arrived with the first that is
// finished.
#include "comm/joint_exchange.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "comm/halo.hpp"
#include "comm/planned_ranks.hpp"
#include "comm/world.hpp"

namespace crumple::test::joint_exchange {
namespace {

constexpr int n_ranks = 5;

void on_ranks(const std::function<void(const World&)>& work) { run_planned_ranks(n_ranks, {.steps = true}, work); }

/// Of a ring: two numbers to the right, one from the left.
std::vector<Partner> to_the_right(const World& world) {
  return {{(world.rank() + 1) % n_ranks, 2, 0}, {(world.rank() + n_ranks - 1) % n_ranks, 0, 2}};
}
/// The same to the left; and one number for the rank after the next, to which the other part sends nothing.
std::vector<Partner> to_the_left(const World& world) {
  return {{(world.rank() + n_ranks - 1) % n_ranks, 1, 0},
          {(world.rank() + 1) % n_ranks, 0, 1},
          {(world.rank() + 2) % n_ranks, 1, 0},
          {(world.rank() + n_ranks - 2) % n_ranks, 0, 1}};
}

void fill(NeighbourExchange& part, double number) {
  for (std::size_t k = 0; k < part.partners().size(); ++k)
    for (std::size_t i = 0; i < part.partners()[k].n_sent; ++i) part.outgoing(k)[i] = number + 10 * double(i);
}

/// What each partner's fill() wrote, as a function of the partner's rank.
void expect_filled(const NeighbourExchange& part, const std::function<double(int)>& number) {
  for (std::size_t k = 0; k < part.partners().size(); ++k)
    for (std::size_t i = 0; i < part.partners()[k].n_received; ++i)
      EXPECT_EQ(part.incoming(k)[i], number(part.partners()[k].rank) + 10 * double(i));
}

TEST(JointExchange, CountsAMessageForEachNeighbour) {
  const auto joint = joint_partners({{{2, 3, 4}, {7, 1, 0}}, {{1, 5, 6}, {2, 10, 20}}});
  ASSERT_EQ(joint.size(), 3u);
  EXPECT_EQ(joint[0].rank, 1);
  EXPECT_EQ(joint[1].rank, 2);
  EXPECT_EQ(joint[1].n_sent, 13u);
  EXPECT_EQ(joint[1].n_received, 24u);
  EXPECT_EQ(joint[2].rank, 7);
  EXPECT_EQ(joint[2].n_sent, 1u);
}

TEST(JointExchange, BringsEachPartItsOwn) {
  on_ranks([](const World& world) {
    auto parts = join_exchanges(world, world.transport(), {to_the_right(world), to_the_left(world)});
    NeighbourExchange &right = *parts[0], &left = *parts[1];
    for (int turn = 0; turn < 4; ++turn) {
      const auto of_right = [&](int rank) { return 100.0 * turn + rank; };
      const auto of_left = [&](int rank) { return -100.0 * turn - rank; };
      NeighbourExchange& first = turn % 2 == 0 ? right : left;
      fill(right, of_right(world.rank()));
      fill(left, of_left(world.rank()));
      first.start();
      (&first == &right ? left : right).start();
      first.finish();
      expect_filled(right, of_right);
      expect_filled(left, of_left);
      (&first == &right ? left : right).finish();
      EXPECT_FALSE(right.is_started() || left.is_started());
    }
  });
}

/// As the copies of contact between steps.
TEST(JointExchange, APartIsSentAloneIfItIsWaitedFor) {
  on_ranks([](const World& world) {
    auto parts = join_exchanges(world, world.transport(), {to_the_right(world), to_the_left(world)});
    NeighbourExchange &right = *parts[0], &left = *parts[1];
    for (int turn = 0; turn < 3; ++turn) {
      fill(left, turn + world.rank());
      left.start();
      left.finish();
      expect_filled(left, [&](int rank) { return double(turn + rank); });
    }
    fill(right, world.rank());
    fill(left, 7 * world.rank());
    right.start();
    left.start();
    right.finish();
    left.finish();
    expect_filled(right, [](int rank) { return double(rank); });
    expect_filled(left, [](int rank) { return 7.0 * rank; });
  });
}

/// Nodal sums of a chain of ranks that share a node with the next, while another exchange joins, is replaced in the
/// middle of a step, and goes.
TEST(JointExchange, NodalSumsCarryWhatJoins) {
  on_ranks([](const World& world) {
    HaloPlan plan;
    if (world.rank() > 0) plan.neighbours.push_back({world.rank() - 1, {0}});
    if (world.rank() + 1 < n_ranks) plan.neighbours.push_back({world.rank() + 1, {1}});
    HaloExchange halo(world, plan);
    const double r = world.rank(), before = r > 0 ? r - 1 : 0, after = r + 1 < n_ranks ? r + 1 : 0;
    const auto expect_sums = [&](const std::vector<double>& force, const std::vector<double>& moment) {
      // a node's share is 10 on its right rank, 20 on its left
      EXPECT_EQ(force[0], 10 + r + (r > 0 ? 20 + before : 0));
      EXPECT_EQ(force[4], 20 + r + (r + 1 < n_ranks ? 10 + after : 0));
      EXPECT_EQ(moment[1], r + before);
    };
    const auto start = [&](std::vector<double>& force, std::vector<double>& moment) {
      force = {10 + r, 0, 0, 0, 20 + r, 0, 0, 0};
      moment = {0, r, 0, 0, 0, r, 0, 0};
      halo.start_step(force.data(), moment.data());
    };
    std::vector<double> force, moment;
    halo.finish_step();  // no effect
    start(force, moment);
    halo.finish_step();
    expect_sums(force, moment);

    auto other = halo.join(to_the_left(world));
    EXPECT_EQ(halo.partners_in_step().size(), joint_partners({partners_of(plan, 2), to_the_left(world)}).size());
    for (int turn = 0; turn < 2; ++turn) {
      fill(*other, r);
      other->start();
      start(force, moment);
      other->finish();
      expect_filled(*other, [](int rank) { return double(rank); });
      if (turn == 0) {
        halo.finish_step();
      } else {  // a search
        other.reset();
        other = halo.join(to_the_right(world));
      }
      expect_sums(force, moment);
    }
    fill(*other, 3 * r);
    other->start();
    start(force, moment);
    halo.finish_step();
    other->finish();
    expect_sums(force, moment);
    expect_filled(*other, [](int rank) { return 3.0 * rank; });
    other.reset();
    start(force, moment);  // sent when waited for, as one part is gone
    halo.finish_step();
    expect_sums(force, moment);
  });
}

}  // namespace
}  // namespace crumple::test::joint_exchange
