// What dividing a model adds to the work of ranks, and shares that make up for it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "decomp/added_work.hpp"
#include "decomp/partition.hpp"

namespace crumple::decomposition_added_work {
namespace {

/// Sheets of nx by ny unit quads, one above the other, in one single-surface contact. With half thicknesses of 0.05 and
/// a margin of 0.4 a face looks 0.8 beyond its corners: 0.4 for what it holds, which is four contact distances.
Model sheets(int nx, int ny, const std::vector<double>& heights) {
  Model model;
  model.parts.push_back({1, "", 0, none, none, {}, {}, {}});
  model.sections.resize(1);
  model.contacts.resize(1);
  Contact& contact = model.contacts[0];
  contact.thickness_a = 0.1;
  for (const double z : heights) {
    const Index first = model.nodes.count();
    for (int i = 0; i <= nx; ++i)
      for (int j = 0; j <= ny; ++j) {
        model.nodes.id.push_back(Id(model.nodes.id.size()) + 1);
        model.nodes.position.push_back({double(i), double(j), z});
        contact.a.nodes.push_back(model.nodes.count() - 1);
      }
    const auto node = [&](int i, int j) { return first + Index(i * (ny + 1) + j); };
    for (int i = 0; i < nx; ++i)
      for (int j = 0; j < ny; ++j) {
        const std::array<Index, 4> nodes{node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)};
        contact.a.segments.push_back({nodes, Index(model.shells.size()), none});
        model.shells.push_back({Id(model.shells.size()) + 1, 0, nodes, {}});
      }
  }
  return model;
}

ElementCosts costs_of(const Model& model) {
  ElementCosts costs(model.n_elements());
  std::ranges::fill(costs.element, 1.0f);
  std::ranges::fill(costs.contact, 0.35f);
  return costs;
}

double slowest(const Model& model, const Partition& partition) {
  std::vector<double> work;
  const AddedWork adds(model, added_costs({}, partition.costs.unit));
  for (const AddedToRank& added : adds.to_ranks(partition.rank, partition.n_ranks))
    work.push_back(added.forces);
  for (std::size_t e = 0; e < partition.rank.size(); ++e)
    work[std::size_t(partition.rank[e])] += partition.costs.total(e);
  return *std::ranges::max_element(work);
}

TEST(AddedWork, CopiesASheetThatLiesOnAnother) {
  for (const double gap : {0.5, 2.0}) {
    const Model model = sheets(6, 4, {0, gap});
    std::vector<int> rank(48, 0);
    std::fill(rank.begin() + 24, rank.end(), 1);
    for (const ContactCopies& copied : AddedWork(model, added_costs({}, 21)).copies(rank, 2)) {
      EXPECT_EQ(copied.nodes, gap < 0.8 ? 35 : 0);
      EXPECT_EQ(copied.faces, gap < 0.8 ? 24 : 0);
    }
  }
}

/// The nodes of the first row of faces, which has nodes on both ranks, are evaluated by both; so the faces around these
/// are needed, too.
TEST(AddedWork, CopiesTwoRowsOfFacesOnTheOtherSideOfACut) {
  const Model model = sheets(6, 4, {0});
  std::vector<int> rank(24, 0);
  std::fill(rank.begin() + 12, rank.end(), 1);
  for (const ContactCopies& copied : AddedWork(model, added_costs({}, 21)).copies(rank, 2)) {
    EXPECT_EQ(copied.nodes, 10);
    EXPECT_EQ(copied.faces, 8);
  }
  const auto added = AddedWork(model, added_costs({}, 21)).to_ranks(rank, 2);
  EXPECT_DOUBLE_EQ(added[0].forces, 18 * cost_of_copy);
  EXPECT_DOUBLE_EQ(added[0].exchange, (5 + cost_of_message) * table_cost("exchange").ns / 21);
}

TEST(AddedWork, OfABodyIsOnAllItsRanks) {
  Model model = sheets(6, 4, {0});
  model.contacts.clear();
  model.rigid_bodies.resize(1);
  model.rigid_bodies[0].nodes = {0, 34};  // opposite corners
  std::vector<int> rank(24, 0);
  std::fill(rank.begin() + 12, rank.begin() + 16, 1);
  std::fill(rank.begin() + 16, rank.end(), 2);
  const auto added = AddedWork(model, added_costs({}, 21)).to_ranks(rank, 3);
  EXPECT_DOUBLE_EQ(added[0].forces, (cost_of_body + cost_of_body_message) * table_cost("rigid bodies").ns / 21);
  EXPECT_EQ(added[0].forces, added[2].forces);
  EXPECT_EQ(added[1].forces, 0);
  MeasuredCosts measured;
  measured.phase["rigid bodies"] = {42, 0.1};
  EXPECT_DOUBLE_EQ(added_costs(measured, 21).node_of_body, 2);
  EXPECT_DOUBLE_EQ(added_costs(measured, 21).shared_node, table_cost("exchange").ns / 21);
}

/// The rank between two others has two cuts, for which it gets fewer elements.
TEST(BalancedShares, ShortenTheWorkOfTheSlowestRank) {
  const Model model = sheets(60, 1, {0});
  for (const std::string method : {"rcb", "rib"}) {
    DecompositionOptions options;
    options.method = method;
    options.n_passes = 0;
    const Partition before = make_partition(model, 3, options, costs_of(model));
    options.n_passes = 4;
    const Partition after = make_partition(model, 3, options, costs_of(model));
    EXPECT_LT(slowest(model, after), 0.97 * slowest(model, before)) << method;
    EXPECT_EQ(after.rank, make_partition(model, 3, options, costs_of(model)).rank) << method;
    EXPECT_GT(std::ranges::count(after.rank, 0), std::ranges::count(after.rank, after.rank[30])) << method;
  }
}

}  // namespace
}  // namespace crumple::decomposition_added_work
