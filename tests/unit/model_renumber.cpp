// Renumbering the nodes of a model: every reference goes along, and nothing else changes.
#include <gtest/gtest.h>

#include <algorithm>

#include "contact_scene.hpp"
#include "model/compare.hpp"
#include "model/renumber.hpp"
#include "model/surface.hpp"
#include "model_sample.hpp"

namespace crumple::test::model_renumber {
namespace {

// The nodes of 4 x 4 x 4 bricks are numbered along x first; along the curve they have other numbers. What a side of an
// eroding contact says of its nodes must still be what its faces say.
TEST(Renumber, NodesOfCoveredFaces) {
  Scene scene;
  scene.add_block(scene.add_solid_part(), {0, 0, 0}, {4, 4, 4}, 4, 4, 4);
  scene.model.contacts.emplace_back().a = eroding_surface_of_parts(scene.model, {true}, true);
  order_nodes_along_curve(scene.model);
  const ContactSurface& renumbered = scene.model.contacts[0].a;
  ContactSurface expected = renumbered;
  collect_nodes(expected);
  EXPECT_EQ(renumbered.nodes, expected.nodes);
  EXPECT_EQ(renumbered.inner, expected.inner);
}

// Renumbering there and back restores a model with every kind of member, and nodes keep their data.
TEST(Renumber, ThereAndBack) {
  const Model original = sample_model();
  Model model = original;
  std::vector<Index> there(Sample::n_nodes), back(Sample::n_nodes);
  for (int i = 0; i < Sample::n_nodes; ++i) there[i] = 7 * i % Sample::n_nodes;  // 7 and 24 have no common divisor
  for (int i = 0; i < Sample::n_nodes; ++i) back[there[i]] = i;
  renumber_nodes(model, there);
  EXPECT_EQ(model.nodes.position[3], original.nodes.position[21]);
  EXPECT_TRUE(std::ranges::is_sorted(model.walls[0].nodes));
  EXPECT_EQ(model.nodes.id[model.beams[2].orientation], original.nodes.id[original.beams[2].orientation]);
  EXPECT_EQ(model.nodes.id[model.ties[1].corners[2]], original.nodes.id[original.ties[1].corners[2]]);
  renumber_nodes(model, back);
  EXPECT_EQ(first_difference(model, original), std::nullopt);
}

TEST(Renumber, NoneStaysNone) {
  Model model = sample_model();
  model.beams[0].orientation = none;
  order_nodes_along_curve(model);
  EXPECT_EQ(model.beams[0].orientation, none);
}

}  // namespace
}  // namespace crumple::test::model_renumber
