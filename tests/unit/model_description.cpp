// Descriptions of the model: nothing is left out, what is sent arrives, and comparing finds every difference.
#include <gtest/gtest.h>

#include <cereal/archives/binary.hpp>
#include <set>
#include <sstream>

#include "kernels/materials/material_001_elastic.hpp"
#include "model/compare.hpp"
#include "model/complete.hpp"
#include "model/serialize.hpp"
#include "model_sample.hpp"

template std::optional<std::string> crumple::first_difference(const Model& a, const Model& b);

namespace crumple::test::model_description {
namespace {

struct Whole {
  Id id = 0;
  std::optional<Vec3> direction;
  std::array<Index, 4> nodes{};
  std::variant<int, std::string> either;
  CRUMPLE_DESCRIBE(plain(id, direction, either), ref::node(nodes))
};
struct LeavesOutNodes {
  Id id = 0;
  std::array<Index, 4> nodes{};
  CRUMPLE_DESCRIBE(plain(id))
};
struct HoldsOne {
  std::vector<LeavesOutNodes> all;
  CRUMPLE_DESCRIBE(plain(all))
};
struct LeavesOutItsOwn : Whole {
  double mass = 0;
  CRUMPLE_DESCRIBE(base<Whole>(*this))
};

TEST(Description, IncompleteOnesAreFound) {
  static_assert(is_complete<Whole> && is_complete<Model>);
  static_assert(!is_complete<LeavesOutNodes>);
  static_assert(!is_complete<HoldsOne>);
  static_assert(!is_complete<LeavesOutItsOwn>);
}

TEST(Description, NamesOfMembers) {
  EXPECT_EQ(names_of_members<Beam>(),
            (std::array<std::string_view, 8>{"id", "towards", "preload", "part", "nodes", "orientation", "triad_nodes",
                                        "section"}));
  EXPECT_EQ(names_of_members<PressureLoad>(),
            (std::array<std::string_view, 4>{"segments", "curve", "scale", "arrival"}));
  EXPECT_EQ(names_of_members<Contact>(), (std::array<std::string_view, 3>{"this", "a", "b"}));
}

Model sent(const Model& model) {
  std::stringstream stream;
  cereal::BinaryOutputArchive{stream}(model);
  Model received;
  cereal::BinaryInputArchive{stream}(received);
  return received;
}

TEST(Serialize, EveryMemberArrives) {
  const Model model = sample_model();
  EXPECT_EQ(first_difference(model, Model()), ".title");
  EXPECT_EQ(first_difference(model, sent(model)), std::nullopt);
}

/// Calls f with each number, word, switch in a value, with its way of being changed.
template <class T, class F> void for_each_leaf(T& value, const F& f) {
  if constexpr (Described<T>) for_each_member(value, [&](auto member) { for_each_leaf(member.value, f); });
  else if constexpr (is_list<T>) {
    for (auto& one : value) for_each_leaf(one, f);
  } else if constexpr (is_optional<T>) {
    if (value) for_each_leaf(*value, f);
  } else if constexpr (is_variant<T>) std::visit([&](auto& one) { for_each_leaf(one, f); }, value);
  else f(value);
}

TEST(Compare, EveryChangeIsFound) {
  Model model = sample_model();
  const Model original = model;
  std::set<std::string> found;
  int n_leaves = 0;
  for_each_leaf(model, [&]<class T>(T& leaf) {
    const T before = leaf;
    leaf = T{};
    if (leaf == before) return;
    const auto where = first_difference(model, original);
    ASSERT_TRUE(where) << n_leaves;
    EXPECT_TRUE(found.insert(*where).second) << *where;
    ++n_leaves;
    leaf = before;
  });
  EXPECT_GT(n_leaves, 2000);  // so that none of the loops is empty
  EXPECT_TRUE(found.contains(".contacts[1].friction_static"));
  EXPECT_TRUE(found.lower_bound(".ties[2].corners[")->starts_with(".ties[2].corners["));  // one may have been 0
}

TEST(Compare, ListsAndAlternatives) {
  Model a = sample_model(), b = a;
  EXPECT_EQ(a, b);
  b.walls[1].nodes.pop_back();
  EXPECT_EQ(first_difference(a, b), ".walls[1].nodes.size()");
  b = a;
  b.parts[0].inertia.reset();
  EXPECT_EQ(first_difference(a, b), ".parts[0].inertia");
  b = a;
  b.materials[1].law = kernels::Elastic{};
  EXPECT_EQ(first_difference(a, b), ".materials[1].law");
}

}  // namespace
}  // namespace crumple::test::model_description
