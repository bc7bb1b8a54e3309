// Cutting a model with something of every kind in it: the pieces together are the whole, and nothing that belongs
// together is apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "model/compare.hpp"
#include "model_sample.hpp"
#include "physics/results/quanta.hpp"
#include "physics/state/cut_model.hpp"

namespace crumple::test::model_cut {
namespace {

constexpr int n_ranks = 3;

/// One in three is a shell's face, one a solid's, and one lies before no element.
void lay_faces(const Model& model, std::vector<ContactSegment>& faces) {
  for (std::size_t s = 0; s < faces.size(); ++s) {
    ContactSegment& face = faces[s];
    face.covered_by = Index(s);  // no two faces of a list are alike
    if (s % 3 != 0) face.shell = none;
    if (s % 3 != 1) face.solid = none;
    if (face.shell != none) face.nodes = model.shells[face.shell].nodes;
    if (face.solid != none) std::copy_n(model.solids[face.solid].nodes.begin(), 4, face.nodes.begin());
  }
}

/// Each is of another solid.
void lay_faces(const Model& model, std::vector<NonReflectingFace>& faces) {
  for (std::size_t s = 0; s < faces.size(); ++s) {
    faces[s].solid = Index(s);
    std::copy_n(model.solids[s].nodes.begin(), 4, faces[s].nodes.begin());
  }
}

/// A weld beam's material must be *MAT_100, a face must have nodes of its element, and a tie one element.
Model sample_to_cut() {
  Model model = sample_model();
  for (Material& material : model.materials) material.law = MaterialSpotWeld{};
  for (std::vector<Tie>* ties : {&model.ties, &model.soft_ties})
    for (std::size_t t = 0; t < ties->size(); ++t) (t % 2 ? (*ties)[t].shell : (*ties)[t].solid) = none;
  for_each_placed<Placement::on_one_rank>(model, [&](auto list) {
    if constexpr (std::is_same_v<decltype(list.value), std::vector<ContactSegment>&>) lay_faces(model, list.value);
  });
  lay_faces(model, model.non_reflecting_faces);
  return model;
}

Partition element_by_element(const Model& model) {
  Partition partition;
  partition.n_ranks = n_ranks;
  for (std::size_t e = 0; e < model.n_elements(); ++e) partition.rank.push_back(int(e % n_ranks));
  return partition;
}

std::vector<Domain> cut(const Model& model) {
  const Partition partition = element_by_element(model);
  const ModelCutter cutter(model, partition, choose_quanta(model));
  std::vector<Domain> pieces;
  for (int rank = 0; rank < n_ranks; ++rank) pieces.push_back(cutter.piece(rank));
  return pieces;
}

/// Elements behind ties are not in all pieces; a death is that of a shell or of a solid.
void forget_others(Model& model) {
  for (std::vector<Tie>* ties : {&model.ties, &model.soft_ties})
    for (Tie& tie : *ties) tie.shell = tie.solid = none;
  for (ElementDeath& death : model.element_deaths)
    if (death.shell != none) death.solid = none;
}

/// The piece, with the numbers of the whole model. Elements behind ties are not in all pieces: none.
Model with_global_numbers(const Domain& domain) {
  Model model = domain.model;
  for_each_of<Kind::node>(model, [&](auto& nodes) {
    for_each_index(nodes, [&](Index& node) { node = domain.global_node[node]; });
  });
  for_each_of<Kind::following_nodes>(model, [&](auto& nodes) {
    for_each_index(nodes, [&](Index& node) { node = domain.global_node[node]; });
  });
  for_each_of<Kind::ascending_nodes>(model, [&](auto& nodes) {
    for_each_index(nodes, [&](Index& node) { node = domain.global_node[node]; });
  });
  for_each_of<Kind::shell>(model, [&](Index& shell) { if (shell != none) shell = domain.global_element[shell]; });
  for_each_of<Kind::solid>(model, [&](auto& solids) {
    for_each_index(solids, [&](Index& solid) {
      if (solid != none) solid = domain.global_element[model.first_solid() + solid] - Index(domain.n_global_shells);
    });
  });
  forget_others(model);
  return model;
}

template <Kind kind, Placement placement, class T>
void expect_joined(const T& whole, const std::vector<const T*>& pieces, const std::string& where);

template <Described T>
void expect_members_joined(const T& whole, const std::vector<const T*>& pieces, const std::string& where) {
  std::vector<std::vector<const void*>> members(pieces.size());
  for (std::size_t p = 0; p < pieces.size(); ++p)
    for_each_member(*pieces[p], [&](auto member) { members[p].push_back(&member.value); });
  std::size_t i = 0;
  for_each_member(whole, [&](auto member) {
    using Value = std::remove_cvref_t<decltype(member.value)>;
    std::vector<const Value*> of_pieces;
    for (const auto& piece : members) of_pieces.push_back(static_cast<const Value*>(piece[i]));
    expect_joined<member.kind, member.placement>(member.value, of_pieces,
                                                 where + "." + std::string(names_of_members<T>()[i++]));
  });
}

/// How many pieces have each item of a list.
template <class List> std::vector<int> counts(const List& whole, const std::vector<const List*>& pieces) {
  std::vector<int> n;
  for (const auto& item : whole) {
    n.push_back(0);
    for (const List* piece : pieces)
      n.back() += int(std::ranges::count_if(*piece, [&](const auto& one) { return !first_difference(one, item); }));
  }
  return n;
}

template <Kind kind, Placement placement, class T>
void expect_joined(const T& whole, const std::vector<const T*>& pieces, const std::string& where) {
  constexpr bool has_list = is_list<T>;
  if constexpr (placement == Placement::per_node) return;  // see KeepsNodes
  else if constexpr (placement == Placement::only_on_root) {
    for (const T* piece : pieces) {
      if constexpr (std::is_arithmetic_v<T>) EXPECT_EQ(*piece, T()) << where;
      else EXPECT_TRUE(piece->empty()) << where;
    }
  } else if constexpr (placement != Placement::everywhere) {
    std::size_t n = 0;
    for (const T* piece : pieces) n += piece->size();
    for (const int count : counts(whole, pieces)) {
      EXPECT_GE(count, 1) << where;
      EXPECT_TRUE(count == 1 || placement == Placement::with_its_nodes) << where;
      n -= std::size_t(count);
    }
    EXPECT_EQ(n, 0u) << where;  // no piece has anything else
  } else if constexpr (has_list && (kind == Kind::node || kind == Kind::ascending_nodes || kind == Kind::solid)) {
    for (const int count : counts(whole, pieces)) EXPECT_GE(count, 1) << where;
    for (const T* piece : pieces)
      for (const Index item : *piece) EXPECT_TRUE(std::ranges::count(whole, item)) << where;
  } else if constexpr (Described<T>) expect_members_joined(whole, pieces, where);
  else if constexpr (has_list && has_structs<T>) {
    for (std::size_t i = 0; i < whole.size(); ++i) {
      std::vector<const typename T::value_type*> of_pieces;
      for (const T* piece : pieces) of_pieces.push_back(&piece->at(i));
      expect_joined<kind, placement>(whole[i], of_pieces, where + "[" + std::to_string(i) + "]");
    }
  } else {
    for (const T* piece : pieces) EXPECT_EQ(first_difference(whole, *piece), std::nullopt) << where;
  }
}

TEST(CutModel, PiecesTogetherAreTheWhole) {
  Model whole = sample_to_cut();
  std::vector<Model> pieces;
  for (const Domain& domain : cut(whole)) pieces.push_back(with_global_numbers(domain));
  forget_others(whole);
  std::vector<const Model*> addresses;
  for (const Model& piece : pieces) addresses.push_back(&piece);
  expect_members_joined(whole, addresses, "model");
}

/// What is swapped is in the other piece, too: a piece that gets the lists of another is as it was.
TEST(CutModel, PiecesHaveListsInCommon) {
  const std::vector<Domain> domains = cut(sample_to_cut());
  Model taken, piece = domains[0].model, other = domains[1].model;
  swap_common_lists(taken, piece);
  EXPECT_FALSE(taken.parts.empty() || taken.materials.empty() || taken.curves.empty() || taken.sections.empty());
  EXPECT_TRUE(piece.parts.empty() && piece.materials.empty() && piece.curves.empty() && piece.sections.empty());
  EXPECT_EQ(piece.shells.size(), domains[0].model.shells.size());
  EXPECT_EQ(piece.contacts.size(), domains[0].model.contacts.size());
  swap_common_lists(taken, other);
  swap_common_lists(taken, piece);
  EXPECT_EQ(first_difference(piece, domains[0].model), std::nullopt);
}

TEST(CutModel, KeepsNodes) {
  const Model whole = sample_to_cut();
  std::vector<int> n_owners(Sample::n_nodes, 0);
  for (const Domain& domain : cut(whole)) {
    ASSERT_EQ(domain.model.nodes.count(), Index(domain.global_node.size()));
    for (std::size_t i = 0; i < domain.global_node.size(); ++i) {
      EXPECT_EQ(domain.model.nodes.id[i], whole.nodes.id[domain.global_node[i]]);
      EXPECT_EQ(domain.model.nodes.velocity[i], whole.nodes.velocity[domain.global_node[i]]);
      n_owners[domain.global_node[i]] += domain.owns_node[i];
    }
    EXPECT_TRUE(std::ranges::is_sorted(domain.model.walls[0].nodes));
  }
  EXPECT_EQ(n_owners, std::vector<int>(Sample::n_nodes, 1));
}

/// The sample's items join all nodes in all pieces; those of a strip of shells are apart.
TEST(CutModel, PiecesOfAStripHaveTheirNodesAlone) {
  Model strip;
  strip.parts.emplace_back().section = 0;
  strip.parts.back().material = 0;
  strip.sections.emplace_back().thickness.fill(1);
  strip.materials.emplace_back().density = 1;
  constexpr Index n_shells = 12;
  for (Index i = 0; i <= n_shells; ++i)
    for (const double y : {0., 1.}) {
      strip.nodes.id.push_back(100 + strip.nodes.count());
      strip.nodes.position.push_back({double(i), y, 0});
      strip.nodes.velocity.push_back({y, double(i), 0});
      strip.nodes.angular_velocity.push_back({0, y, double(i)});
    }
  Partition partition;
  partition.n_ranks = n_ranks;
  for (Index i = 0; i < n_shells; ++i) {
    Shell& shell = strip.shells.emplace_back();
    shell.id = i + 1;
    shell.part = 0;
    shell.nodes = {2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1};
    partition.rank.push_back(int(i * n_ranks / n_shells));
  }
  const ModelCutter cutter(strip, partition, choose_quanta(strip));
  for (int rank = 0; rank < n_ranks; ++rank) {
    const Domain domain = cutter.piece(rank);
    EXPECT_EQ(domain.model.shells.size(), 4u);
    ASSERT_EQ(domain.model.nodes.count(), 10);
    for (Index i = 0; i < 10; ++i) {
      EXPECT_EQ(domain.global_node[std::size_t(i)], 8 * rank + i);
      EXPECT_EQ(domain.model.nodes.id[i], 100 + 8 * rank + i);
      EXPECT_EQ(domain.model.nodes.position[i], strip.nodes.position[8 * rank + i]);
      EXPECT_EQ(domain.model.nodes.velocity[i], strip.nodes.velocity[8 * rank + i]);
      EXPECT_EQ(domain.model.nodes.angular_velocity[i], strip.nodes.angular_velocity[8 * rank + i]);
    }
  }
}

/// All nodes of kind `kind` of an item.
template <Kind kind, class Item> std::vector<Index> nodes_of(const Item& item) {
  std::vector<Index> all;
  for_each_of<kind>(item, [&](const auto& nodes) { for_each_index(nodes, [&](Index node) { all.push_back(node); }); });
  return all;
}

TEST(CutModel, WhatBelongsTogetherIsTogether) {
  const Model whole = sample_to_cut();
  int n_together = 0;
  for (const Domain& domain : cut(whole)) {
    const auto here = [&](Index node) { return std::ranges::binary_search(domain.global_node, node); };
    for_each_placed<Placement::with_its_nodes>(whole, [&](auto list) {
      for (const auto& item : list.value) {
        const auto nodes = nodes_of<Kind::node>(item), followers = nodes_of<Kind::following_nodes>(item);
        if (std::ranges::none_of(nodes, here)) continue;
        ++n_together;
        EXPECT_TRUE(std::ranges::all_of(nodes, here));
        EXPECT_TRUE(std::ranges::all_of(followers, here));
      }
    });
    for (const Tie& tie : whole.ties) {
      const Index element = tie.shell != none ? tie.shell : Index(whole.first_solid()) + tie.solid;
      EXPECT_TRUE(here(tie.node) || !std::ranges::binary_search(domain.global_element, element));
    }
  }
  EXPECT_GT(n_together, 0);
  EXPECT_FALSE(whole.ties.empty());
}

/// Two ranks agree on the nodes that they share.
TEST(CutModel, HalosFitEachOther) {
  const std::vector<Domain> pieces = cut(sample_to_cut());
  const auto shared = [&](int rank, int other) {
    std::vector<Index> nodes;
    for (const Neighbour& neighbour : pieces[rank].halo.neighbours)
      if (neighbour.rank == other)
        for (const Index node : neighbour.nodes) nodes.push_back(pieces[rank].global_node[node]);
    return nodes;
  };
  std::size_t n_shared = 0;
  for (int rank = 0; rank < n_ranks; ++rank)
    for (int other = 0; other < rank; ++other) {
      std::vector<Index> both;
      std::ranges::set_intersection(pieces[rank].global_node, pieces[other].global_node, std::back_inserter(both));
      EXPECT_EQ(shared(rank, other), both);
      EXPECT_EQ(shared(other, rank), both);
      n_shared += both.size();
    }
  EXPECT_GT(n_shared, 0);
}

/// One shell on each of three ranks, their nodes welded in a chain; a node of the second is tied to the third.
TEST(CutModel, ChainsOfWeldsAndTies) {
  Model model;
  for (Id node = 0; node < 12; ++node) {
    model.nodes.id.push_back(node);
    model.nodes.position.push_back({double(node), double(node % 2), 0});
  }
  model.nodes.velocity.resize(12);
  model.nodes.angular_velocity.resize(12);
  model.sections.resize(1);
  model.materials.resize(1);
  model.parts.resize(1);
  model.parts[0].section = model.parts[0].material = 0;
  for (Index s = 0; s < 3; ++s) model.shells.push_back({s, 0, {4 * s, 4 * s + 1, 4 * s + 2, 4 * s + 3}, {}});
  model.spot_welds.resize(2);
  model.spot_welds[0].nodes = {0, 4};
  model.spot_welds[1].nodes = {5, 4};
  model.ties.resize(1);
  model.ties[0].node = 5;  // through the welds wherever node 0 is
  model.ties[0].corners = {8, 9, 10, 11};
  model.ties[0].shell = 2;
  const std::vector<Domain> pieces = cut(model);
  EXPECT_EQ(pieces[0].global_node, (std::vector<Index>{0, 1, 2, 3, 4, 5, 8, 9, 10, 11}));
  EXPECT_EQ(pieces[1].global_node, (std::vector<Index>{0, 4, 5, 6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(pieces[2].global_node, (std::vector<Index>{0, 4, 5, 8, 9, 10, 11}));
  for (const Domain& piece : pieces) {
    EXPECT_EQ(piece.global_spot_weld, (std::vector<Index>{0, 1}));
    ASSERT_EQ(piece.model.ties.size(), 1u);
    EXPECT_EQ(piece.model.ties[0].shell, piece.rank == 2 ? 0 : none);
  }
}

/// Shells k have nodes 4 k to 4 k + 3; nodes 12 to 15 have no elements.
TEST(CutModel, NodesWithoutElementsGoWhereTheirBodyOrWeldIs) {
  Model model;
  model.nodes.id.resize(16);
  for (auto* list : {&model.nodes.position, &model.nodes.velocity, &model.nodes.angular_velocity}) list->resize(16);
  model.parts.resize(1);
  model.sections.resize(1);
  model.parts[0].section = 0;
  for (Index k = 0; k < n_ranks; ++k)
    model.shells.push_back({k + 1, 0, {4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3}, {}});
  model.rigid_bodies.resize(2);
  model.rigid_bodies[0].nodes = {9, 12, 13};  // of the last shell
  model.rigid_bodies[1].nodes = {14, 15};     // of none, but welded
  model.spot_welds.resize(1);
  model.spot_welds[0].nodes = {14, 5};        // of the second
  const ModelCutter cutter(model, element_by_element(model), {});
  const auto owner = [&](Index node) {
    for (int rank = 0; rank < n_ranks; ++rank) {
      const Domain piece = cutter.piece(rank);
      for (std::size_t i = 0; i < piece.global_node.size(); ++i)
        if (piece.global_node[i] == node && piece.owns_node[i]) return rank;
    }
    return -1;
  };
  EXPECT_EQ(owner(12), 2);
  EXPECT_EQ(owner(13), 2);
  EXPECT_EQ(owner(14), 1);
  EXPECT_EQ(owner(15), 1);
}

}  // namespace
}  // namespace crumple::test::model_cut
