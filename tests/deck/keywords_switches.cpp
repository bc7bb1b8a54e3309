// Parts that become rigid or deformable, and damping by stiffness: what each keyword says lands in the Model.
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_switches {
namespace {

/// The base deck with a third part beside: shell 3 of part 3.
const std::string three = base +
                          "*PART\nflap\n3,1,1\n*NODE\n21,5,0,0\n22,6,0,0\n23,6,1,0\n24,5,1,0\n"
                          "*ELEMENT_SHELL\n3,3,21,22,23,24\n";

std::vector<Id> held_in(Model model, int stage) {
  enter_stage(stage, model);
  std::vector<Id> ids;
  for (const Part& part : model.parts)
    if (part.is_held) ids.push_back(part.id);
  return ids;
}

TEST(DeformableToRigid, AtTheStartForGood) {
  const Model model = read_text(three + "*DEFORMABLE_TO_RIGID\n1,0,PART\n2,1\n");
  EXPECT_FALSE(model.part_switches.any());
  ASSERT_EQ(model.rigid_bodies.size(), 1u);
  EXPECT_EQ(model.rigid_bodies[0].id, 1);
  EXPECT_EQ(model.rigid_bodies[0].parts.size(), 2u);
  EXPECT_EQ(model.rigid_bodies[0].nodes.size(), 10u);
  EXPECT_FALSE(model.rigid_bodies[0].is_switched());
  const Model set = read_text(three + "*SET_PART\n7\n1,2\n*DEFORMABLE_TO_RIGID\n7,1,PSET\n3\n");
  EXPECT_EQ(set.rigid_bodies.size(), 2u);
}

TEST(DeformableToRigid, Stages) {
  const std::string cards =
      "*DEFORMABLE_TO_RIGID\n1\n2,1\n*DEFORMABLE_TO_RIGID_AUTOMATIC\n"
      "2,0,0.2\n0,0,0,1e-6,0,1\n1,PART\n1,0,0.5\n0,0,0,0,2,1\n1\n3\n2,PART\n";
  // part 2 would join part 1, which is no longer rigid
  EXPECT_ERROR(three + cards, "part 2 joins part 1, which must itself become rigid by then");
  const Model model = read_text(three +
                                "*DEFORMABLE_TO_RIGID\n1\n2,1\n*DEFORMABLE_TO_RIGID_AUTOMATIC\n"
                                "2,0,0.2\n0,0,0,1e-6,0,2\n1,PART\n2\n1,0,0.5\n0,0,0,0,2,0\n1\n3\n");
  const PartSwitches& switches = model.part_switches;
  EXPECT_EQ(switches.times, (std::vector<double>{0.2, 0.5}));
  EXPECT_EQ(switches.most_dt, (std::vector<double>{0, 1e-6, 0}));
  EXPECT_EQ(switches.stage_at(0.1), 0);
  EXPECT_EQ(switches.stage_at(0.2), 1);
  EXPECT_EQ(switches.stage_at(0.7), 2);
  EXPECT_EQ(held_in(model, 0), (std::vector<Id>{1, 2}));
  EXPECT_EQ(held_in(model, 1), (std::vector<Id>{}));
  EXPECT_EQ(held_in(model, 2), (std::vector<Id>{1, 3}));
  ASSERT_EQ(model.rigid_bodies.size(), 3u);
  EXPECT_EQ(model.rigid_bodies[0].in_stage, (std::vector<std::uint8_t>{1, 0, 0}));
  EXPECT_EQ(model.rigid_bodies[0].nodes.size(), 10u);
  EXPECT_EQ(model.rigid_bodies[1].in_stage, (std::vector<std::uint8_t>{0, 0, 1}));
}

TEST(DeformableToRigid, BrokenDecks) {
  const auto error = [](const std::string& cards) {
    return error_of(three + "*DEFORMABLE_TO_RIGID_AUTOMATIC\n" + cards);
  };
  EXPECT_PRED2(contains, error("1,3,0.2\n0,0,0,0,1,0\n1\n"), "field CODE: found 3, expected 0, a switch by time");
  EXPECT_PRED2(contains, error("1,0,0.2\n0,0,0,0,1,0\n9\n"), "part 9 is not defined");
  EXPECT_PRED2(contains, error("1,0,0.2\n1,0,0,0,1,0\n1\n"), "field NRBF: found 1");
  EXPECT_PRED2(contains, error("1,0,0.2\n0,0,0,0,1,0\n1,0,NODE\n"), "field PTYPE: found NODE, expected PART, PSET");
  EXPECT_PRED2(contains, error("1,0,0.2\n0,0,0,0,2,0\n1\n2\n"), "share node");
  EXPECT_PRED2(contains, error("1,0,0.2\n0,0,0,0,1,0\n1,3\n"), "part 1 joins part 3");
  EXPECT_PRED2(contains, error("1,0,0.2\n0,0,0,0,1,0\n1\n*LOAD_RIGID_BODY\n1,1,1\n*DEFINE_CURVE\n1\n0,1\n1,1\n"),
               "part 1 is rigid at times only");
  EXPECT_PRED2(contains,
               error("1,0,0.2\n0,0,0,0,0,1\n4\n*MAT_RIGID\n5,1e-9,1,0.3\n0\n0\n*PART\nr\n4,1,5\n*ELEMENT_SHELL\n"
                     "4,4,21,22,24\n"),
               "part 4 is rigid by its material");
  EXPECT_PRED2(contains, error("1,0,0.2\n0,0,0,0,1,0\n1\n*DEFORMABLE_TO_RIGID_INERTIA\n1\n0,0,0,1\n1,0,0,1,0,1\n"),
               "becomes rigid during the run, for which an inertia of its own is not supported");
}

TEST(DeformableToRigid, InertiaIsGiven) {
  const Model model = read_text(three +
                                "*DEFORMABLE_TO_RIGID\n1\n*DEFORMABLE_TO_RIGID_INERTIA\n1\n1,2,3,0.5\n"
                                "4,0.1,0.2,5,0.3,6\n");
  ASSERT_TRUE(model.rigid_bodies.at(0).inertia);
  const GivenInertia& given = *model.rigid_bodies[0].inertia;
  EXPECT_EQ(given.center, (Vec3{1, 2, 3}));
  EXPECT_EQ(given.mass, 0.5);
  EXPECT_EQ(given.inertia(0, 2), 0.2);
  EXPECT_EQ(given.inertia(2, 2), 6);
}

TEST(StiffnessDamping, OfPartsAndSets) {
  const Model model = read_text(three +
                                "*DAMPING_PART_STIFFNESS\n1,0.1\n2,-1e-6\n*SET_PART\n7\n3\n"
                                "*DAMPING_PART_STIFFNESS_SET\n7,0.2\n");
  EXPECT_EQ(model.parts[0].stiffness_damping, 0.1);
  EXPECT_EQ(model.parts[1].stiffness_damping, -1e-6);
  EXPECT_EQ(model.parts[2].stiffness_damping, 0.2);
  EXPECT_ERROR(base + "*DAMPING_PART_STIFFNESS\n1,20\n", "COEF: found 20, expected at most 1");
  EXPECT_WARNING(read_text(base + "*DAMPING_FREQUENCY_RANGE\n0.01,1,30\n"), "no damping in a range of frequencies");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_switches
