// Joints between rigid bodies: each keyword's fields land in the Model.
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_rigid_joints {
namespace {

/// The base deck with nodal rigid bodies 51 (nodes 1, 2) and 52 (nodes 7, 8, and 11 and 12 at nodes 2 and 1).
const std::string bodies = base +
                           "*NODE\n11,1,0,0\n12,0,0,0\n*SET_NODE\n51\n1,2\n*SET_NODE\n52\n7,8,11,12\n"
                           "*CONSTRAINED_NODAL_RIGID_BODY\n51,0,51\n52,0,52\n";

TEST(Joint, KindsAndFields) {
  const Model model = read_text(bodies +
                                "*CONSTRAINED_JOINT_REVOLUTE_ID_FAILURE\n31,hinge\n2,11,1,12,,,0.5,0.2\n"
                                "0,0.3,1.0\n10,20,30,1,2,3\n*CONSTRAINED_JOINT_SPHERICAL\n2,11\n"
                                "*CONSTRAINED_JOINT_CYLINDRICAL\n1,12,2,11\n");
  ASSERT_EQ(model.joints.size(), 3u);
  const Joint& hinge = model.joints[0];
  EXPECT_EQ(hinge.id, 31);
  EXPECT_EQ(hinge.title, "hinge");
  EXPECT_EQ(hinge.kind, JointKind::revolute);
  EXPECT_EQ(hinge.nodes, (std::array<Index, 6>{1, 10, 0, 11, none, none}));
  EXPECT_EQ(hinge.bodies, (std::array<Index, 2>{0, 1}));
  EXPECT_EQ(hinge.stiffness_scale, 0.5);
  EXPECT_EQ(hinge.damping_scale, 0.2);
  ASSERT_TRUE(hinge.failure);
  EXPECT_EQ(hinge.failure->time, 0.3);
  EXPECT_FALSE(hinge.failure->is_coupled);
  EXPECT_EQ(hinge.failure->force, (Vec3{10, 20, 30}));
  EXPECT_EQ(hinge.failure->moment, (Vec3{1, 2, 3}));
  EXPECT_EQ(model.joints[1].id, 2);
  EXPECT_EQ(model.joints[1].nodes, (std::array<Index, 6>{1, 10, none, none, none, none}));
  EXPECT_EQ(model.joints[1].stiffness_scale, 1);
  EXPECT_FALSE(model.joints[1].failure);
  EXPECT_EQ(model.joints[2].kind, JointKind::cylindrical);
  EXPECT_EQ(model.joints[2].number, 2);
}

TEST(Joint, Universal) {
  const auto cards = [](const std::string& arms) {
    return bodies + "*CONSTRAINED_JOINT_UNIVERSAL\n2,11," + arms + "\n";
  };
  const Joint joint = read_text(cards("1,7")).joints.at(0);
  EXPECT_EQ(joint.kind, JointKind::universal);
  EXPECT_EQ(joint.n_nodes(), 4u);
  EXPECT_EQ(joint.n_pairs(), 1u);
  EXPECT_ERROR(cards("1,12"), "field N4: the arms N1-N3 and N2-N4 have cos = 1.000");
  EXPECT_ERROR(cards("2,7"), "field N3: found an arm without length");
}

TEST(Joint, Planar) {
  const auto cards = [](const std::string& ends) {
    return bodies + "*CONSTRAINED_JOINT_PLANAR\n2,11," + ends + "\n";
  };
  const Joint joint = read_text(cards("1,12")).joints.at(0);
  EXPECT_EQ(joint.kind, JointKind::planar);
  EXPECT_EQ(joint.n_nodes(), 4u);
  EXPECT_EQ(joint.n_pairs(), 1u);
  EXPECT_TRUE(joint.has_torque());
  EXPECT_ERROR(cards("1,7"), "field N4: the normals N1-N3 and N2-N4 have cos = 0.000");
  EXPECT_ERROR(cards("2,12"), "field N3: found an arm without length");
}

TEST(Joint, Locking) {
  const std::string deck = bodies + "*NODE\n13,0,1,0\n*CONSTRAINED_EXTRA_NODES_NODE\n52,13\n51,4\n" +
                           "*CONSTRAINED_JOINT_LOCKING\n2,11,1,12,4,13\n";
  const Joint joint = read_text(deck).joints.at(0);
  EXPECT_EQ(joint.kind, JointKind::locking);
  EXPECT_EQ(joint.n_pairs(), 3u);
  EXPECT_FALSE(joint.slides());
  EXPECT_ERROR(with_change(deck, "4,13\n", "1,13\n"), "field N5: node 1 is on the axis");
}

TEST(Joint, BrokenDecks) {
  EXPECT_ERROR(bodies + "*CONSTRAINED_JOINT_SPHERICAL\n2,3\n", "node 3 belongs to no rigid body");
  EXPECT_ERROR(bodies + "*CONSTRAINED_JOINT_SPHERICAL\n1,2\n", "belong to the same rigid body");
  EXPECT_ERROR(bodies + "*CONSTRAINED_JOINT_REVOLUTE\n2,11,7,12\n", "node 7 belongs to another rigid body than node 2");
  EXPECT_ERROR(bodies + "*CONSTRAINED_JOINT_REVOLUTE\n2,11,2,11\n", "are at the same place");
  EXPECT_ERROR(bodies + "*CONSTRAINED_JOINT_SPHERICAL_MOVED\n2,11\n", "is not supported");
  const Model apart = read_text(bodies + "*CONSTRAINED_JOINT_SPHERICAL\n2,8\n");
  EXPECT_WARNING(apart, "from where the joint");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_rigid_joints
