// Sums over the ranks that hold a thing: right for all of them, whoever holds what, in messages that follow what a rank
// holds. On planned ranks, of which there may be many.
#include "comm/holder_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "comm/planned_ranks.hpp"

namespace crumple::test::holder_sums {
namespace {

using Holders = std::vector<std::set<int>>;  // [thing]

double share(int rank, std::size_t thing) { return double((rank * 37 + int(thing) * 11) % 101 - 50); }

double sum_of(const std::set<int>& holders, std::size_t thing) {
  double sum = 0;
  for (const int rank : holders) sum += share(rank, thing);
  return sum;
}

std::vector<std::int32_t> things_of(const Holders& holders, int rank) {
  std::vector<std::int32_t> here;
  for (std::size_t t = 0; t < holders.size(); ++t)
    if (holders[t].contains(rank)) here.push_back(std::int32_t(t));
  return here;
}

std::set<int> each(int step, int n_ranks, int first = 0) {
  std::set<int> ranks;
  for (int r = first; r < n_ranks; r += step) ranks.insert(r);
  return ranks;
}

/// Thing t has t % 3 + 1 numbers: its share and multiples of it.
std::vector<std::size_t> widths_of(const Holders& holders) {
  std::vector<std::size_t> widths;
  for (std::size_t t = 0; t < holders.size(); ++t) widths.push_back(t % 3 + 1);
  return widths;
}

using Look = std::function<void(const World&, const std::vector<std::int32_t>&, HolderSums&)>;

void sum_twice(const Holders& holders, int n_ranks, HolderSums::To to, const Look& look) {
  const std::vector<std::size_t> widths = widths_of(holders);
  run_planned_ranks(n_ranks, {}, [&](const World& world) {
    std::vector<std::int32_t> here = things_of(holders, world.rank());
    HolderSums sums(world, widths, here, to, world.transport());
    if (to == HolderSums::To::root && world.is_root()) here = things_of(Holders(holders.size(), {0}), 0);
    for (int turn = 1; turn <= 2; ++turn) {
      for (std::size_t k = 0; k < here.size(); ++k) {
        const std::size_t thing = std::size_t(here[k]);
        const bool holds = holders[thing].contains(world.rank());
        SumShare mine = sums.share(k);
        for (std::size_t i = 0; i < widths[thing]; ++i)
          mine.put(Rounded::from_sum(holds ? turn * double(i + 1) * share(world.rank(), thing) : 0.0));
      }
      sums.start();
      sums.finish();
      if (to == HolderSums::To::root && !world.is_root()) continue;
      for (std::size_t k = 0; k < here.size(); ++k)
        for (std::size_t i = 0; i < sums.of(k).size(); ++i)
          EXPECT_EQ(sums.of(k)[i], turn * double(i + 1) * sum_of(holders[here[k]], here[k])) << here[k];
    }
    look(world, here, sums);
  });
}

/// Of one, few, many and all ranks, in all kinds of numbers.
Holders of_all_kinds(int n_ranks) {
  Holders holders = {
      {}, {n_ranks - 1}, {0}, each(1, n_ranks), each(1, n_ranks, 1), each(2, n_ranks), each(3, n_ranks, 1)};
  for (int n = 2; n < n_ranks; n = n * 3 / 2 + 1) holders.push_back(each(1, n, n / 3));
  return holders;
}

TEST(HolderSums, EveryHolderGetsTheSum) {
  for (const int n_ranks : {1, 2, 7, 8, 9, 64, 65, 200})
    sum_twice(of_all_kinds(n_ranks), n_ranks, HolderSums::To::holders, [](const auto&, const auto&, auto&) {});
}

TEST(HolderSums, EveryHolderGetsTheMaximum) {
  for (const int n_ranks : {1, 2, 9, 65}) {
    const Holders holders = of_all_kinds(n_ranks);
    run_planned_ranks(n_ranks, {}, [&](const World& world) {
      const std::vector<std::int32_t> here = things_of(holders, world.rank());
      HolderSums greatest(world, widths_of(holders), here, HolderSums::To::holders, world.transport(), Operation::max);
      for (std::size_t k = 0; k < here.size(); ++k)
        std::ranges::fill(greatest.maxima(k), share(world.rank(), std::size_t(here[k])));
      greatest.run();
      for (std::size_t k = 0; k < here.size(); ++k) {
        const std::size_t thing = std::size_t(here[k]);
        double expected = -1e300;
        for (const int rank : holders[thing]) expected = std::max(expected, share(rank, thing));
        for (const double value : greatest.of(k)) EXPECT_EQ(value, expected) << thing;
      }
    });
  }
}

TEST(HolderSums, RootGetsTheSum) {
  for (const int n_ranks : {1, 2, 7, 8, 9, 64, 65, 200})
    sum_twice(of_all_kinds(n_ranks), n_ranks, HolderSums::To::root, [](const auto&, const auto&, auto&) {});
}

/// What a rank sends of a thing: in each round at most to twice as many ranks as there are other blocks. What all hold
/// is in a collective, and nothing else is.
TEST(HolderSums, ARankSendsWhatItHolds) {
  constexpr int n_ranks = 200, n_rounds = 3;  // 8^3 ranks or fewer
  const Holders holders = of_all_kinds(n_ranks);
  std::size_t most = 0;
  sum_twice(holders, n_ranks, HolderSums::To::holders,
            [&](const World&, const std::vector<std::int32_t>& here, HolderSums& sums) {
              std::size_t held = 0, sent = 0;
              for (std::size_t k = 0; k < here.size(); ++k) held += sums.of(k).size();
              const auto exchanges = sums.exchanges("sums");
              EXPECT_EQ(exchanges.size(), std::size_t(n_rounds));
              EXPECT_EQ(exchanges.back().name, "sums 3");
              for (const NamedExchange& exchange : exchanges)
                for (const Partner& partner : exchange.partners) sent += partner.n_sent;
              EXPECT_LE(sent, 2 * n_rounds * (HolderSums::fan - 1) * held);
              EXPECT_EQ(sums.shape().pieces, std::vector<std::size_t>{1});  // of thing 3
              most = std::max(most, sent);
            });
  EXPECT_GT(most, 0u);
}

/// To root a rank sends a thing once, unless it collects it for others.
TEST(HolderSums, OnTheWayToRootAThingIsSentOnce) {
  constexpr int n_ranks = 200;
  const Holders holders = of_all_kinds(n_ranks);
  sum_twice(holders, n_ranks, HolderSums::To::root,
            [&](const World& world, const std::vector<std::int32_t>& here, HolderSums& sums) {
              std::size_t held = 0, sent = 0;
              for (std::size_t k = 0; k < here.size(); ++k) held += sums.of(k).size();
              for (const NamedExchange& exchange : sums.exchanges("sums"))
                for (const Partner& partner : exchange.partners) sent += partner.n_sent;
              EXPECT_EQ(sent, world.is_root() ? 0 : held);
              EXPECT_EQ(sums.shape().count(), 0u);
            });
}

TEST(HolderSums, SumOnRootTakesWhatIsNotZero) {
  constexpr int n_ranks = 30;
  const std::vector<std::size_t> widths = {2, 1, 3, 1};
  run_planned_ranks(n_ranks, {}, [&](const World& world) {
    std::vector<double> values(7, 0.0);
    values[0] = 1;                                // all
    if (world.rank() == 17) values[2] = 5;        // one
    if (world.rank() % 2 == 1) values[5] = 0.25;  // some, not root; and nobody the last
    const std::vector<double> before = values;
    sum_on_root(world, widths, values);
    EXPECT_EQ(values, world.is_root() ? (std::vector<double>{30, 0, 5, 0, 0, 3.75, 0}) : before);
  });
}

}  // namespace
}  // namespace crumple::test::holder_sums
