// What a deck of a crash has and implicit analysis does not know: it waits for an explicit part of the run, or is an
// error.
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_implicit {
namespace {

/// Implicit until 1, then explicit to 10, or by `flag`.
std::string implicit_first(const std::string& flag = "-9") {
  return with_change(base_curve, "*CONTROL_TERMINATION\n1", "*CONTROL_TERMINATION\n10") +
         "*DEFINE_CURVE\n9\n0,1\n1,1\n1.001,0\n*CONTROL_IMPLICIT_GENERAL\n" + flag + ",0.1\n";
}

const std::string dynamics = "*CONTROL_IMPLICIT_DYNAMICS\n1\n";

TEST(ImplicitDecks, WallsWithAMassStandStill) {
  const std::string wall = "*RIGIDWALL_PLANAR_MOVING\n0\n0,0,9,0,0,0\n3,5\n";
  EXPECT_WARNING(read_text(implicit_first() + wall), "rigid walls with a mass stand still");
  for (const std::string& deck : {implicit_first("1") + wall, implicit_first() + dynamics + wall})
    EXPECT_ERROR(deck, "rigid walls that move with a mass in dynamics, or in a run without an explicit part, are not");
}

TEST(ImplicitDecks, ModesAloneNeedNoStep) {
  const std::string general = "*CONTROL_IMPLICIT_GENERAL\n1,0.\n", buckling = "*CONTROL_IMPLICIT_BUCKLE\n3\n";
  EXPECT_EQ(error_of(base + general + "*CONTROL_IMPLICIT_EIGENVALUE\n3\n"), "");
  EXPECT_ERROR(base + general, "field DT0: found 0, expected a positive time step");
  EXPECT_ERROR(base + general + buckling, "field DT0: found 0, expected a positive time step");
}

TEST(ImplicitDecks, MotionsMayBeBornAfterwards) {
  const auto motion = [](const std::string& kind, double birth) {
    return implicit_first() + "*BOUNDARY_PRESCRIBED_MOTION_NODE\n1,1," + kind + ",1,1,0,0," + std::to_string(birth) +
           "\n";
  };
  const char* refused = "motions by acceleration, or with BIRTH or DEATH in the course of implicit analysis";
  EXPECT_ERROR(motion("1", 0), refused);
  EXPECT_ERROR(motion("1", 0.5), refused);
  EXPECT_ERROR(motion("2", 0.5), refused);
  EXPECT_EQ(error_of(motion("1", 1.001)), "");
  EXPECT_EQ(error_of(motion("2", 0)), "");
}

TEST(ImplicitDecks, StaticsAreDividedByDeaths) {
  const std::string death = "*DEFINE_ELEMENT_DEATH_SOLID\n10,";
  EXPECT_EQ(read_text(implicit_first() + death + "2.\n").implicit.switches, std::vector<double>{1});
  EXPECT_EQ(read_text(implicit_first() + death + "0.5\n").implicit.switches, (std::vector<double>{0.5, 0.5, 1}));
  EXPECT_ERROR(implicit_first() + dynamics + death + "0.5\n",
               "elements that are deleted in the course of implicit analysis other than nonlinear statics");
}

TEST(ImplicitDecks, StaticsAreDividedBySwitchesOfParts) {
  const auto at = [](const std::string& time) {
    return implicit_first() + "*DEFORMABLE_TO_RIGID_AUTOMATIC\n1,0," + time + "\n0,0,0,0,1,0\n2\n";
  };
  EXPECT_EQ(read_text(at("0.5")).implicit.switches, (std::vector<double>{0.5, 0.5, 1}));
  EXPECT_ERROR(at("0.5") + dynamics, "switches between deformable and rigid parts in the course of implicit analysis");
  EXPECT_EQ(read_text(at("2")).implicit.switches, std::vector<double>{1});
}

TEST(ImplicitDecks, ChargesBurstInExplicitPartsOrDynamics) {
  const auto burst = [](const std::string& time) {
    return "*LOAD_BLAST_ENHANCED\n3,1.,50,50,50," + time + ",8,1\n\n*LOAD_BLAST_SEGMENT\n3,1,2,3,4\n";
  };
  const char* refused = "charges whose pressure acts in the course of statics";
  EXPECT_EQ(error_of(implicit_first() + burst("2")), "");
  EXPECT_ERROR(implicit_first() + burst("0"), refused);
  EXPECT_EQ(error_of(implicit_first() + dynamics + burst("0")), "");
}

TEST(ImplicitDecks, BoundariesAbsorbWavesOfExplicitParts) {
  const std::string boundary = "*SET_SEGMENT\n4\n1,4,3,2\n*BOUNDARY_NON_REFLECTING\n4,0,0\n";
  EXPECT_WARNING(read_text(implicit_first() + boundary), "non-reflecting boundaries have no force");
  EXPECT_ERROR(implicit_first() + dynamics + boundary, "non-reflecting boundaries in dynamics");
}

TEST(ImplicitDecks, WeldsHold) {
  const std::string weld = "*CONSTRAINED_SPOTWELD\n1,2,100.,50.\n";
  EXPECT_WARNING(read_text(implicit_first() + weld), "spot welds and tied nodes do not fail");
}

TEST(ImplicitDecks, DumpsAreToldOf) {
  const std::string dump = "*DATABASE_BINARY_D3DUMP\n100\n";
  EXPECT_WARNING(read_text(implicit_first("1") + dump), "no dumps are written");
  EXPECT_FALSE(contains(warnings_of(read_text(implicit_first() + dump)), "no dumps"));
}

}  // namespace
}  // namespace crumple::deck::test::keywords_implicit
