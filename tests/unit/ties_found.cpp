// Which nodes are tied to which faces: tolerance, projection, nodes that can't be tied.
#include <gtest/gtest.h>

#include "physics/joints/find_ties.hpp"

namespace crumple::ties_found {
namespace {

/// Two quadrilaterals 10 x 10 of thickness 2 in the plane z = 0, and free nodes of no element, to be tied to them.
Model plate_and_nodes(const std::vector<Vec3>& free_nodes) {
  Model model;
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 3; ++i) model.nodes.position.push_back({10. * i, 10. * j, 0});
  for (const Vec3& x : free_nodes) model.nodes.position.push_back(x);
  for (std::size_t i = 0; i < model.nodes.position.size(); ++i) model.nodes.id.push_back(Id(i) + 1);
  model.nodes.velocity.resize(model.nodes.id.size());
  model.nodes.angular_velocity.resize(model.nodes.id.size());
  model.sections.push_back({});
  model.sections[0].thickness = {2, 2, 2, 2};
  model.materials.push_back({});
  model.parts.push_back({});
  model.parts[0].section = model.parts[0].material = 0;
  TiedContact contact;
  contact.id = 7;
  for (Index s = 0; s < 2; ++s) {
    model.shells.push_back({s + 1, 0, {s, s + 1, s + 4, s + 3}, {}});
    contact.b.segments.push_back({model.shells.back().nodes, s, none});
  }
  for (Index i = 6; i < model.nodes.count(); ++i) contact.a.nodes.push_back(i);
  model.tied_contacts.push_back(contact);
  return model;
}

// Nodes of no shell have no thickness: the tolerance is max(0.6 x 2, 0.05 x 14.1) = 1.2.
TEST(FindTies, WithinTheToleranceAndOntoTheFace) {
  Model model = plate_and_nodes({{2, 5, 1.1}, {13, 5, -1.19}, {13, 5, 1.3}, {-0.1, 5, 0}, {-0.5, 5, 0}});
  find_ties(model);
  ASSERT_EQ(model.ties.size(), 3u);
  EXPECT_EQ(model.tied_contacts[0].n_ties, 3);
  EXPECT_EQ(model.ties[0].shell, 0);
  EXPECT_EQ(model.ties[1].shell, 1);
  EXPECT_NEAR(norm(model.nodes.position[6] - Vec3{2, 5, 0}), 0, 1e-14);
  EXPECT_NEAR(norm(model.nodes.position[7] - Vec3{13, 5, 0}), 0, 1e-14);
  EXPECT_EQ(model.nodes.position[8], (Vec3{13, 5, 1.3}));  // too far: stays
  Vec3 foot;
  for (int i = 0; i < 4; ++i) foot += model.ties[1].weights[i] * model.nodes.position[model.ties[1].corners[i]];
  EXPECT_NEAR(norm(foot - Vec3{13, 5, 0}), 0, 1e-14);
  ASSERT_EQ(model.warnings.size(), 1u);
  EXPECT_EQ(
      model.warnings[0],
      "tied contact 7: 2 of 5 nodes are not tied, because they are above no face within the tolerance (first: node 9)");
}

TEST(FindTies, GivenThicknessesAreTheOnlyCriterion) {
  Model model = plate_and_nodes({{2, 5, 0.59}, {4, 5, 0.61}});
  model.tied_contacts[0].thickness_a = model.tied_contacts[0].thickness_b = -0.5;
  model.tied_contacts[0].keeps_offset = true;
  find_ties(model);
  ASSERT_EQ(model.ties.size(), 1u);
  EXPECT_EQ(model.ties[0].node, 6);
  EXPECT_EQ(model.nodes.position[6], (Vec3{2, 5, 0.59}));
}

// The first shell is 2 + 3 x 4 thick at its corners, 3.5 in the mean: the tolerance is 0.6 x 3.5 = 2.1, not 1.2.
TEST(FindTies, AShellIsAsThickAsInTheMeanOfItsCorners) {
  Model model = plate_and_nodes({{2, 5, 2.0}, {4, 5, 2.2}, {12, 5, 2.0}});
  model.shells[0].thickness = {2, 4, 4, 4};
  find_ties(model);
  ASSERT_EQ(model.ties.size(), 1u);
  EXPECT_EQ(model.ties[0].node, 6);
}

TEST(FindTies, NoNodeHasTwoMasters) {
  Model model = plate_and_nodes({{2, 5, 0.5}, {5, 5, 0}, {12, 5, 0}});
  model.tied_contacts.push_back(model.tied_contacts[0]);
  model.tied_contacts[1].id = 8;
  model.rigid_bodies.push_back({});
  model.rigid_bodies[0].nodes = {7};
  find_ties(model);
  ASSERT_EQ(model.ties.size(), 2u);
  EXPECT_EQ(model.ties[0].node, 6);
  EXPECT_EQ(model.ties[1].node, 8);
  ASSERT_EQ(model.warnings.size(), 3u);
  EXPECT_NE(model.warnings[0].find("contact 7: 1 of 3 nodes are not tied, because they belong to a rigid body"),
            std::string::npos);
  EXPECT_NE(model.warnings[2].find("contact 8: 2 of 3 nodes are not tied, because they or their faces' corners"),
            std::string::npos);
}

}  // namespace
}  // namespace crumple::ties_found
