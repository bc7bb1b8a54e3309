// Renumbering the nodes of a model: every reference goes along, and nothing else changes.
#include <gtest/gtest.h>

#include "contact_scene.hpp"
#include "model/renumber.hpp"
#include "model/surface.hpp"

namespace crumple::test {
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

}  // namespace
}  // namespace crumple::test
