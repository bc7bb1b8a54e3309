// Every decomposition method: balance, any number of ranks, shares, regions; and what is particular to some.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>

#include "base/error.hpp"
#include "decomp/methods/methods.hpp"
#include "decomp/partition.hpp"

namespace crumple::decomposition_methods {
namespace {

namespace fs = std::filesystem;

/// A plate of nx by ny unit quads in part 1 (x < nx/2) and part 2, with a contact over the first 20, and a block of
/// 4 x 4 x 4 hexes far away in part 3.
Model plate_and_block(int nx = 40, int ny = 10, bool block = true) {
  Model model;
  auto add_node = [&](double x, double y, double z) {
    model.nodes.id.push_back(Id(model.nodes.id.size()) + 1);
    model.nodes.position.push_back({x, y, z});
  };
  for (int i = 0; i <= nx; ++i)
    for (int j = 0; j <= ny; ++j) add_node(i, j, 0);
  auto node = [&](int i, int j) { return Index(i * (ny + 1) + j); };
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j)
      model.shells.push_back({Id(model.shells.size()) + 1,
                              2 * i < nx ? 0 : 1,
                              {node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)},
                              {}});
  if (block) {
    const Index first = model.nodes.count();
    for (int i = 0; i <= 4; ++i)
      for (int j = 0; j <= 4; ++j)
        for (int k = 0; k <= 4; ++k) add_node(100 + i, j, k);
    auto at = [&](int i, int j, int k) { return first + Index((i * 5 + j) * 5 + k); };
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        for (int k = 0; k < 4; ++k)
          model.solids.push_back({Id(model.solids.size()) + 1,
                                  2,
                                  {at(i, j, k), at(i + 1, j, k), at(i + 1, j + 1, k), at(i, j + 1, k), at(i, j, k + 1),
                                   at(i + 1, j, k + 1), at(i + 1, j + 1, k + 1), at(i, j + 1, k + 1)}});
  }
  for (const Id id : {1, 2, 3}) model.parts.push_back({id, "", none, none, none, {}, {}, {}});
  model.part_sets = {{7, {0, 2}}};
  Contact contact;
  contact.id = 6;
  for (Index s = 0; s < std::min<Index>(20, Index(model.shells.size())); ++s)
    contact.a.segments.push_back({model.shells[s].nodes, s, none});
  model.contacts.push_back(contact);
  return model;
}

ElementCosts equal_costs(const Model& model) {
  ElementCosts costs(model.shells.size() + model.solids.size());
  std::ranges::fill(costs.element, 1.0f);
  return costs;
}

/// The first quarter of the elements costs 4, and every third has contact.
ElementCosts uneven_costs(const Model& model) {
  ElementCosts costs = equal_costs(model);
  for (std::size_t e = 0; e < costs.element.size() / 4; ++e) costs.element[e] = 4;
  for (std::size_t e = 0; e < costs.contact.size(); e += 3) costs.contact[e] = 1;
  return costs;
}

std::vector<double> loads(const Partition& partition) {
  std::vector<double> load(std::size_t(partition.n_ranks), 0.0);
  for (std::size_t e = 0; e < partition.rank.size(); ++e)
    load[std::size_t(partition.rank[e])] += partition.costs.total(e);
  return load;
}

Selector parts(std::vector<Id> ids) { return {SelectorKind::parts, false, std::move(ids), {}, {}}; }

Region region_of(Selector selector, Grouping grouping = Grouping::spread) {
  Region region;
  region.any_of_all = {{std::move(selector)}};
  region.grouping = grouping;
  region.n_ranks = grouping == Grouping::lumped ? 1 : 0;
  return region;
}

/// The ranks that have elements of a range.
std::set<int> ranks_in(const Partition& partition, std::size_t from, std::size_t to) {
  return {partition.rank.begin() + std::ptrdiff_t(from), partition.rank.begin() + std::ptrdiff_t(to)};
}

class Methods : public testing::TestWithParam<std::string> {
 protected:
  DecompositionOptions options() const {
    DecompositionOptions all;
    all.method = GetParam();
    return all;
  }
};

TEST_P(Methods, BalanceEqualAndUnequalCostsOnAnyNumberOfRanks) {
  const Model model = plate_and_block();
  for (const ElementCosts& costs : {equal_costs(model), uneven_costs(model)}) {
    const double heaviest = costs.element[0] + 1;
    for (const int n : {1, 2, 3, 7, 8, 16}) {
      const Partition partition = make_partition(model, n, options(), costs);
      const std::vector<double> load = loads(partition);
      const double mean = std::accumulate(load.begin(), load.end(), 0.0) / n;
      // bisections miss by up to half an element at each of up to four levels; METIS also leaves 1 % or one element
      EXPECT_LE(*std::max_element(load.begin(), load.end()), 1.01 * mean + 2.5 * heaviest) << n;
      EXPECT_GT(*std::min_element(load.begin(), load.end()), 0) << n;
    }
  }
}

TEST_P(Methods, UseEveryRankWhenNothingCosts) {
  const Model model = plate_and_block();
  ElementCosts costs = equal_costs(model);
  for (float& cost : costs.element) cost = 0;
  const Partition partition = make_partition(model, 3, options(), costs);
  EXPECT_EQ(ranks_in(partition, 0, Index(partition.rank.size())).size(), 3u);
}

TEST_P(Methods, GiveTheSamePartitionEachTime) {
  const Model model = plate_and_block();
  EXPECT_EQ(make_partition(model, 7, options(), uneven_costs(model)).rank,
            make_partition(model, 7, options(), uneven_costs(model)).rank);
}

TEST_P(Methods, TakeOneElementEachWhenThereAreAsManyRanks) {
  const Model model = plate_and_block(5, 1, false);
  const Partition partition = make_partition(model, 5, options(), equal_costs(model));
  EXPECT_EQ(ranks_in(partition, 0, 5).size(), 5u);
}

TEST_P(Methods, RefuseMoreRanksThanElements) {
  const Model model = plate_and_block(5, 1, false);
  try {
    make_partition(model, 6, options(), equal_costs(model));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "the model has 5 elements, too few for 6 ranks");
  }
}

TEST_P(Methods, FollowTheSpeedOfRanks) {
  const Model model = plate_and_block();
  const std::vector<double> load = loads(make_partition(model, 3, options(), equal_costs(model), {1, 2, 1}));
  // half of 464 elements; 1 % and two elements as above
  EXPECT_NEAR(load[1], 232, 0.01 * 232 + 2);
}

TEST_P(Methods, KeepARegionOnOneRankAndFillUpTheOthers) {
  const Model model = plate_and_block();
  for (const Grouping grouping : {Grouping::lumped, Grouping::together}) {
    DecompositionOptions all = options();
    all.regions = {region_of(parts({3}), grouping)};
    const Partition partition = make_partition(model, 4, all, equal_costs(model));
    EXPECT_EQ(ranks_in(partition, 400, 464).size(), 1u);
    const std::vector<double> load = loads(partition);
    // 116 each; the group of 64 is one item that cuts cannot divide: they miss by a part of it when it is `together`
    EXPECT_LE(*std::max_element(load.begin(), load.end()), 116 * 1.01 + (grouping == Grouping::together ? 64 : 3));
    EXPECT_GT(*std::min_element(load.begin(), load.end()), 0);
  }
}

TEST_P(Methods, SpreadARegionOverAllOrSomeRanks) {
  const Model model = plate_and_block();
  DecompositionOptions all = options();
  all.regions = {region_of(parts({2}))};
  std::vector<double> load(4, 0.0);
  Partition partition = make_partition(model, 4, all, equal_costs(model));
  for (std::size_t e = 200; e < 400; ++e) ++load[std::size_t(partition.rank[e])];
  for (const double l : load) EXPECT_NEAR(l, 50, 2);  // two levels of bisection, 1 % of METIS
  all.regions[0].n_ranks = 2;
  all.regions[0].first_rank = 1;
  partition = make_partition(model, 4, all, equal_costs(model));
  EXPECT_EQ(ranks_in(partition, 200, 400), (std::set<int>{1, 2}));
  // meant for 4 ranks, on 8
  all.regions[0].of_ranks = 4;
  partition = make_partition(model, 8, all, equal_costs(model));
  EXPECT_EQ(ranks_in(partition, 200, 400), (std::set<int>{2, 3, 4, 5}));
}

INSTANTIATE_TEST_SUITE_P(All, Methods, testing::ValuesIn(method_names()), [](const auto& info) { return info.param; });

TEST(Methods, AreTheseSix) {
  EXPECT_EQ(method_names(), (std::vector<std::string>{"greedy", "hsfc", "metis", "metis_recursive", "rcb", "rib"}));
}

DecompositionOptions with_regions(std::vector<Region> regions) {
  DecompositionOptions options;
  options.regions = std::move(regions);
  return options;
}

TEST(Regions, TakeElementsByPartSetContactAndShape) {
  const Model model = plate_and_block();
  auto taken = [&](const std::vector<std::vector<Selector>>& any_of_all) {
    Region region;
    region.any_of_all = any_of_all;
    region.grouping = Grouping::lumped;
    region.n_ranks = 1;
    region.first_rank = 3;
    // a region of everything else follows, so that rank 3 has just the first
    Region rest = region_of({SelectorKind::box, false, {}, {-1e9, 1e9, -1e9, 1e9, -1e9, 1e9}, {}}, Grouping::lumped);
    rest.first_rank = 0;
    const Partition partition = make_partition(model, 4, with_regions({region, rest}), equal_costs(model));
    return std::count(partition.rank.begin(), partition.rank.end(), 3);
  };
  const Selector box{SelectorKind::box, false, {}, {0, 10, 0, 5, -1, 1}, {}};
  const Selector sphere{SelectorKind::sphere, false, {}, {102, 2, 2, 1}, {}};
  const Selector cylinder{SelectorKind::cylinder, false, {}, {100, 2, 2, 1, 0, 0, 1, 2}, {}};
  Selector outside = box;
  outside.negated = true;
  EXPECT_EQ(taken({{parts({1, 3})}}), 264);
  EXPECT_EQ(taken({{{SelectorKind::part_sets, false, {7}, {}, {}}}}), 264);
  EXPECT_EQ(taken({{{SelectorKind::contacts, false, {6}, {}, {}}}}), 20);
  EXPECT_EQ(taken({{box}}), 50);
  EXPECT_EQ(taken({{outside}}), 414);
  EXPECT_EQ(taken({{parts({1}), outside}}), 150);
  EXPECT_EQ(taken({{parts({3})}, {box}}), 114);
  EXPECT_EQ(taken({{sphere}}), 8);
  EXPECT_EQ(taken({{cylinder}}), 8);  // 2 along the axis, 4 around it
}

TEST(Regions, ComeInTheirOrderAndLocalOnesStayWithTheRest) {
  const Model model = plate_and_block();
  Region first = region_of(parts({1}), Grouping::lumped), second = region_of(parts({1, 2}), Grouping::lumped);
  first.first_rank = 2;
  second.first_rank = 1;
  Partition partition = make_partition(model, 4, with_regions({first, second}), equal_costs(model));
  EXPECT_EQ(ranks_in(partition, 0, 200), std::set<int>{2});
  EXPECT_EQ(ranks_in(partition, 200, 400), std::set<int>{1});
  EXPECT_EQ(ranks_in(partition, 400, 464), (std::set<int>{0, 3}));
  partition =
      make_partition(model, 4, with_regions({region_of(parts({1}), Grouping::local), second}), equal_costs(model));
  EXPECT_GT(ranks_in(partition, 0, 200).size(), 1u);
  EXPECT_EQ(ranks_in(partition, 200, 400), std::set<int>{1});
}

TEST(Regions, NameWhatTheDeckDoesNotHave) {
  const Model model = plate_and_block();
  const TextPlace where{"pfile", 3, 9, ""};
  auto message = [&](Region region) {
    region.where = where;
    region.any_of_all[0][0].where = where;
    try {
      make_partition(model, 4, with_regions({region}), equal_costs(model));
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message(region_of(parts({1, 99}))), "pfile:3:9: pfile: part 99 is not in the deck");
  EXPECT_EQ(message(region_of({SelectorKind::part_sets, false, {8}, {}, {}})),
            "pfile:3:9: pfile: part set 8 is not in the deck");
  EXPECT_EQ(message(region_of({SelectorKind::contacts, false, {1}, {}, {}})),
            "pfile:3:9: pfile: contact interface 1 is not in the deck");
  Region far = region_of(parts({1}), Grouping::lumped);
  far.first_rank = 4;
  EXPECT_EQ(message(far), "pfile:3:9: pfile: region: 1 ranks from rank 4 on (the first is 0), but there are 4 ranks");
}

TEST(Rcb, CutsTheLongestSideAfterTheTransformation) {
  const Model model = plate_and_block(40, 10, false);
  DecompositionOptions options;
  Partition partition = make_partition(model, 2, options, equal_costs(model));
  for (Index e = 0; e < 400; ++e) EXPECT_EQ(partition.rank[e], e < 200 ? 0 : 1);  // at x = 20
  options.transformation.scale(1, 10);
  partition = make_partition(model, 2, options, equal_costs(model));
  for (Index e = 0; e < 400; ++e) EXPECT_EQ(partition.rank[e], e % 10 < 5 ? 0 : 1);  // at y = 5
}

TEST(Rib, CutsAcrossAnObliquePlate) {
  Model model = plate_and_block(40, 10, false);
  for (Vec3& p : model.nodes.position) p = {0.8 * p.x - 0.6 * p.y, 0.6 * p.x + 0.8 * p.y, 0};
  DecompositionOptions options;
  options.method = "rib";
  const Partition partition = make_partition(model, 2, options, equal_costs(model));
  for (Index e = 0; e < 400; ++e) EXPECT_EQ(partition.rank[e] == partition.rank[0], e < 200) << e;
}

TEST(Hsfc, VisitsNeighboursOneAfterTheOther) {
  // 8 x 8 x 8 cells of a cube, one on each rank: the curve steps over faces only
  Model model;
  Cut cut{model, {}, {}, {}, {}, {}, std::vector<double>(512, 1.0 / 512)};
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      for (int k = 0; k < 8; ++k) cut.centre.push_back({double(i), double(j), double(k)});
  cut.weight.assign(512, 1);
  const std::vector<int> rank = find_method("hsfc")->partition(cut);
  std::vector<Vec3> visited(512);
  for (std::size_t i = 0; i < 512; ++i) visited[std::size_t(rank[i])] = cut.centre[i];
  for (std::size_t i = 1; i < 512; ++i) EXPECT_EQ(norm(visited[i] - visited[i - 1]), 1) << i;
}

/// METIS balances each of the columns by itself, which it does not with fewer constraints. 25 elements of a rank cost
/// something in the column: it is off by a few of them.
void expect_balanced(std::vector<float> ElementCosts::*column, int n_constraints) {
  const Model model = plate_and_block(40, 10, false);
  ElementCosts costs = equal_costs(model);
  for (std::size_t e = 0; e < 100; ++e) (costs.*column)[e] = 1;  // the first quarter of the plate
  DecompositionOptions options;
  options.method = "metis";
  const auto worst = [&] {
    const Partition partition = make_partition(model, 4, options, costs);
    std::vector<double> load(4, 0.0);
    for (std::size_t e = 0; e < 400; ++e) load[std::size_t(partition.rank[e])] += (costs.*column)[e];
    return *std::max_element(load.begin(), load.end()) / 25;
  };
  options.n_constraints = n_constraints - 1;
  EXPECT_GT(worst(), 2);
  options.n_constraints = n_constraints;
  EXPECT_LT(worst(), 1.2);
}

TEST(Metis, BalancesTheStagesByThemselvesWhenAsked) { expect_balanced(&ElementCosts::nodes, 2); }
TEST(Metis, BalancesContactByItselfWhenAsked) { expect_balanced(&ElementCosts::contact, 3); }

/// A file in the temporary folder that does not exist yet.
std::string fresh(const std::string& name) {
  const fs::path path = fs::temp_directory_path() / fmt::format("{}-{}", getpid(), name);
  fs::remove(path);
  return path.string();
}

std::string failure(const Model& model, int n_ranks, const DecompositionOptions& options) {
  try {
    make_partition(model, n_ranks, options, equal_costs(model));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(DecompositionFile, IsWrittenOnceAndReadThereafter) {
  const Model model = plate_and_block();
  DecompositionOptions options;
  options.method = "metis";
  options.file = fresh("crumple-test-decomposition");
  options.file_where = {"pfile", 1, 5, ""};
  const Partition written = make_partition(model, 8, options, equal_costs(model));
  EXPECT_EQ(written.method, "metis");
  options.method = "rcb";
  const Partition read = make_partition(model, 8, options, equal_costs(model));
  EXPECT_EQ(read.method, "file");
  EXPECT_EQ(read.rank, written.rank);
  const Partition halved = make_partition(model, 4, options, equal_costs(model));
  for (std::size_t e = 0; e < halved.rank.size(); ++e) EXPECT_EQ(halved.rank[e], written.rank[e] / 2);
  EXPECT_NE(failure(model, 3, options).find("is for 8 ranks, expected 3 or a multiple of it"), std::string::npos);
  EXPECT_NE(failure(plate_and_block(41), 8, options).find("is the decomposition of another mesh"), std::string::npos);
  std::ofstream(options.file) << "something else\n";
  EXPECT_EQ(failure(model, 8, options), "pfile:1:5: pfile: file: " + options.file + " is no decomposition");
  fs::remove(options.file);
}

TEST(RcbLog, ReplaysTheCutsOnASimilarModel) {
  Model model = plate_and_block(40, 10, false);
  DecompositionOptions options;
  options.rcb_log = fresh("crumple-test-rcblog");
  options.rcb_log_where = {"pfile", 1, 5, ""};
  const Partition recorded = make_partition(model, 5, options, equal_costs(model));
  EXPECT_EQ(make_partition(model, 5, options, equal_costs(model)).rank, recorded.rank);
  // other costs would be cut elsewhere; replayed, they are not
  EXPECT_EQ(make_partition(model, 5, options, uneven_costs(model)).rank, recorded.rank);
  model.nodes.position[0].z = 0.1;
  EXPECT_EQ(make_partition(model, 5, options, equal_costs(model)).rank, recorded.rank);
  EXPECT_NE(failure(model, 4, options).find("has cuts for 5 ranks, expected 4"), std::string::npos);
  options.method = "metis";
  EXPECT_EQ(failure(model, 5, options), "pfile:1:5: pfile: rcblog records the cuts of method rcb, not of metis");
  options.method = "rcb";
  options.regions = {region_of(parts({1}))};
  EXPECT_NE(failure(model, 5, options).find("do not fit this model and its regions"), std::string::npos);
  std::ofstream(options.rcb_log) << "something else\n";
  EXPECT_NE(failure(model, 5, options).find("holds no cuts of rcb"), std::string::npos);
  fs::remove(options.rcb_log);
}

}  // namespace
}  // namespace crumple::decomposition_methods
