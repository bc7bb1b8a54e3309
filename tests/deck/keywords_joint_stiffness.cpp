// Joint stiffnesses and rigid body stoppers: each keyword's fields land in the Model, and what does not fit is told.
#include <numbers>

#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_joint_stiffness {
namespace {

/// The base deck with nodal rigid bodies 51 (nodes 1, 2) and 52 (nodes 7, 8), frames and a curve.
const std::string bodies = base +
                           "*SET_NODE\n51\n1,2\n*SET_NODE\n52\n7,8\n*CONSTRAINED_NODAL_RIGID_BODY\n51,0,51\n52,0,52\n"
                           "*DEFINE_COORDINATE_VECTOR\n5,1,0,0,0,1,0\n*DEFINE_COORDINATE_VECTOR\n6,0,1,0,0,0,1\n"
                           "*DEFINE_CURVE\n71\n-1,-5\n1,5\n*DEFINE_CURVE\n72\n0,3\n1,3\n";

TEST(JointStiffness, Fields) {
  const Model model = read_text(bodies +
                                "*CONSTRAINED_JOINT_STIFFNESS_GENERALIZED\n31,51,52,5,6\n71,0,0,0,71\n"
                                "1.,2.,3.,4.\n-10.,20.,30.,0\n"
                                "*CONSTRAINED_JOINT_STIFFNESS_TRANSLATIONAL\n32,52,51,5\n0,71\n1.,2.\n-3.,4.\n");
  ASSERT_EQ(model.joint_stiffnesses.size(), 2u);
  const JointStiffness &turns = model.joint_stiffnesses[0], &ways = model.joint_stiffnesses[1];
  EXPECT_EQ(turns.id, 31);
  EXPECT_FALSE(turns.is_translational);
  EXPECT_EQ(turns.bodies, (std::array<Index, 2>{0, 1}));
  EXPECT_EQ(turns.nodes, (std::array<Index, 2>{0, 6}));
  EXPECT_NE(turns.frames[0], turns.frames[1]);
  EXPECT_NE(turns.resistance[0], none);
  EXPECT_EQ(turns.resistance[1], none);
  EXPECT_NE(turns.damping[1], none);
  EXPECT_EQ(turns.stiffness, (std::array<double, 3>{1, 3, 0}));
  EXPECT_EQ(turns.friction, (std::array<double, 3>{2, 4, 0}));
  const double degree = std::numbers::pi / 180;
  EXPECT_EQ(turns.lowest, (std::array<double, 3>{-10 * degree, -30 * degree, 0}));
  EXPECT_EQ(turns.highest, (std::array<double, 3>{20 * degree, 0, 0}));
  EXPECT_TRUE(ways.is_translational);
  EXPECT_EQ(ways.frames[0], ways.frames[1]);
  EXPECT_EQ(ways.lowest[0], -3);
  EXPECT_EQ(ways.highest[0], 4);
  EXPECT_EQ(ways.number, 1);
  const auto error = [](const std::string& cards) {
    return error_of(bodies + "*CONSTRAINED_JOINT_STIFFNESS_GENERALIZED\n" + cards);
  };
  EXPECT_PRED2(contains, error("31,51,51,5\n71,\n,\n,\n"), "field PIDB: both are the same rigid body, expected two");
  EXPECT_PRED2(contains, error("31,51,53,5\n71,\n,\n,\n"), "field PIDB: 53 is no rigid part and no nodal rigid body");
  EXPECT_PRED2(contains, error("31,51,52,9\n71,\n,\n,\n"), "field CIDA: coordinate system 9 is not defined");
  EXPECT_PRED2(contains, error("31,51,52,5\n73,\n,\n,\n"), "field LCIDPH: curve 73 is not defined");
  EXPECT_WARNING(read_text(bodies + "*CONSTRAINED_JOINT_STIFFNESS_GENERALIZED\n31,51,52,5\n71,\n0,2.\n,\n"),
                 "field ESPH: found 0: its friction and stops are not active");
  EXPECT_PRED2(contains, error("31,51,52,5\n71,\n1,-2.\n,\n"), "field FMPH: found -2, expected a value >= 0");
}

TEST(JointStiffness, Titles) {
  const Model model = read_text(bodies +
                                "*CONSTRAINED_JOINT_STIFFNESS_GENERALIZED_TITLE\nneck\n31,51,52,5,6\n71\n0\n0\n"
                                "knee\n32,51,52,5,6\n71\n0\n0\n");
  ASSERT_EQ(model.joint_stiffnesses.size(), 2u);
  EXPECT_EQ(model.joint_stiffnesses[1].id, 32);
}

TEST(Title, IsAnOptionOfEveryKeywordThatIsRead) {
  const Model model = read_text(base +
                                "*DAMPING_GLOBAL_TITLE\nall nodes\n0,2.0\n"
                                "*CONSTRAINED_INTERPOLATION_TITLE\nlink\n3,9,136\n1,123,1\n2,0,1\n3,123,2\n");
  EXPECT_EQ(model.damping.constant, 2);
  EXPECT_EQ(model.interpolations.size(), 1u);
  EXPECT_ERROR(base + "*INCLUDE_TITLE\nx\nnone.k\n", "*INCLUDE_TITLE: this keyword is not");
  EXPECT_ERROR(base + "*LOAD_SEGMENT_TITLE\nx\n1\n", "*LOAD_SEGMENT_TITLE: this keyword is not");
}

TEST(BodyStoppers, Fields) {
  const std::string stopper = "*CONSTRAINED_RIGID_BODY_STOPPERS\n";
  const Model model = read_text(bodies + stopper + "52,-71,72,0,0,72,4,8\n0.1,0.4\n*DEFINE_VECTOR\n8,0,0,0,0,3,4\n");
  ASSERT_EQ(model.body_stoppers.size(), 1u);
  const BodyStopper& own = model.body_stoppers[0];
  EXPECT_EQ(own.body, 1);
  EXPECT_LT(norm(own.direction - Vec3{0, 0.6, 0.8}), 1e-15);
  EXPECT_EQ(model.curves[std::size_t(own.most)].id, 71);
  EXPECT_FALSE(own.most_is_place);
  EXPECT_EQ(model.curves[std::size_t(own.least)].id, 72);
  EXPECT_TRUE(own.least_is_place);
  EXPECT_NE(own.speed, none);
  EXPECT_EQ(own.birth, 0.1);
  EXPECT_EQ(own.death, 0.4);
  EXPECT_ERROR(bodies + stopper + "52,71,0,0,0,0,6\n,\n", "field DIR: found 6, expected 1 to 4");
  EXPECT_ERROR(bodies + stopper + "52,71,0,3\n,\n", "field PSIDMX");
  EXPECT_ERROR(bodies + stopper + "52,-73\n,\n", "field LCMAX: curve 73 is not defined");
  EXPECT_ERROR(bodies + "*CONTROL_IMPLICIT_GENERAL\n1,0.1\n" + stopper + "52,-71,0,0,0,72\n,\n",
               "implicit analysis: bounds of the speed of a body (LCVMNX) in dynamics, or in a run without");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_joint_stiffness
