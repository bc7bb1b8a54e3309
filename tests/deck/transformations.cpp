// *DEFINE_TRANSFORMATION, *INCLUDE_TRANSFORM, *NODE_TRANSFORM, *NODE_MERGE_SET: files and nodes put where they belong.
#include <cmath>

#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::transformations {
namespace {

/// A part of its own: a sheet of two shells with section, material, curve, sets, a frame and all that refers to them.
const std::string module_text =
    "*MAT_PIECEWISE_LINEAR_PLASTICITY\n1,7.8e-9,210000.,0.3\n,,5\n"
    "*DEFINE_CURVE\n5\n0,300\n1,400\n"
    "*SECTION_SHELL\n1,2\n2.0\n"
    "*PART\nmodule\n3,1,1\n"
    "*NODE\n       1             1.0             0.0             0.0\n       2             2.0             0.0         "
    "    0.0\n"
    "       3             2.0             1.0             0.0\n       4             1.0             1.0             "
    "0.0\n"
    "5,3,0,0\n6,3,1,0\n"
    "*ELEMENT_SHELL\n       1       3       1       2       3       4\n2,3,2,5,6,3\n"
    "*SET_NODE_LIST\n7\n1,4\n*SET_PART_LIST\n8\n3\n*SET_NODE_GENERAL\n9\nPART,3\n"
    "*DEFINE_COORDINATE_SYSTEM\n2,1,0,0,2,0,0\n1,1,0\n"
    "*BOUNDARY_SPC_SET\n7,2,1,0,0,0,0,0\n"
    "*BOUNDARY_PRESCRIBED_MOTION_NODE\n5,1,2,5\n"
    "*LOAD_NODE_SET\n9,3,5\n"
    "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n8,0,2\n\n\n"
    "*DATABASE_HISTORY_NODE\n6\n*DATABASE_HISTORY_SHELL\n2\n";

std::string transformed(const std::string& offsets_1, const std::string& offsets_2, const std::string& transformation) {
  return "*INCLUDE_TRANSFORM\nmodule.k\n" + offsets_1 + "\n" + offsets_2 + "\n1,1,1,1\n" + transformation + "\n";
}

void expect_near(const Vec3& a, const Vec3& b) { EXPECT_LT(norm(a - b), 1e-12) << a.x << ' ' << a.y << ' ' << a.z; }

TEST(IncludeTransform, ShiftsEveryIdAndMovesNodesAndFrames) {
  const Folder folder;
  folder.write("module.k", module_text);
  // 90 degrees about z through (1, 0, 0), then up by 10
  const std::string motion = "*DEFINE_TRANSFORMATION\n4\nROTATE,0,0,1,1,0,0,90\nTRANSL,0,0,10\n";
  const Model model =
      read_deck(folder.write("main.k", "*KEYWORD\n*CONTROL_TERMINATION\n1.0\n" + motion + "*INCLUDE\nmodule.k\n" +
                                           transformed("100,200,300,400,500,600,700", "800", "4")));
  ASSERT_EQ(model.nodes.count(), 12);
  EXPECT_EQ(model.nodes.id[6], 101);
  expect_near(model.nodes.position[6], {1, 0, 10});
  expect_near(model.nodes.position[10], {1, 2, 10});  // 105 was (3, 0, 0)
  ASSERT_EQ(model.shells.size(), 4u);
  EXPECT_EQ(model.shells[2].id, 201);
  EXPECT_EQ(model.shells[3].nodes, (std::array<Index, 4>{7, 10, 11, 8}));
  ASSERT_EQ(model.parts.size(), 2u);
  EXPECT_EQ(model.parts[1].id, 303);
  EXPECT_EQ(model.materials.at(std::size_t(model.parts[1].material)).id, 401);
  EXPECT_EQ(model.sections.at(std::size_t(model.parts[1].section)).id, 801);
  EXPECT_EQ(model.curves.back().id, 605);
  ASSERT_EQ(model.part_sets.size(), 2u);
  EXPECT_EQ(model.part_sets[1].id, 508);
  EXPECT_EQ(model.part_sets[1].parts, std::vector<Index>{1});
  const Frame& frame = model.frames.at(1);
  EXPECT_EQ(frame.id, 702);
  expect_near(frame.origin, {1, 0, 10});
  expect_near(frame.axes.row[0], {0, 1, 0});
  ASSERT_EQ(model.constraints.size(), 4u);
  EXPECT_EQ(model.constraints[2].node, 6);
  EXPECT_EQ(model.constraints[2].frame, 1);
  ASSERT_EQ(model.motions.size(), 2u);
  EXPECT_EQ(model.motions[1].nodes, std::vector<Index>{10});
  EXPECT_EQ(model.motions[1].curve, 1);
  ASSERT_EQ(model.nodal_loads.size(), 2u);
  EXPECT_EQ(model.nodal_loads[1].nodes, (std::vector<Index>{6, 7, 8, 9, 10, 11}));
  ASSERT_EQ(model.contacts.size(), 2u);
  ASSERT_EQ(model.contacts[1].a.segments.size(), 2u);
  EXPECT_EQ(model.contacts[1].a.segments[0].shell, 2);
  EXPECT_EQ(model.output.history_nodes, (std::vector<Index>{5, 11}));
  EXPECT_EQ(model.output.history_elements.shells, (std::vector<Id>{2, 202}));
}

TEST(IncludeTransform, TurnsInitialVelocities) {
  const Folder folder;
  folder.write("module.k", module_text +
                               "*INITIAL_VELOCITY_GENERATION\n0,0,2.0,5.0,0,1.0\n1.0,0,0,0,0,1.0\n"
                               "*INITIAL_VELOCITY_NODE\n1,3.0,0,0,0,4.0,0\n");
  const std::string head = "*KEYWORD\n*CONTROL_TERMINATION\n1.0\n*DEFINE_TRANSFORMATION\n4\n";
  // 90 degrees about z through (1, 0, 0) at twice the size
  const std::string moved = transformed("100,200,300,400,500,600,700", "800", "4");
  const Model model =
      read_deck(folder.write("main.k", head + "SCALE,2.0,2.0,2.0\nROTATE,0,0,1,1,0,0,90\n" + moved));
  expect_near(model.nodes.velocity[0], {0, 3, 0});
  expect_near(model.nodes.angular_velocity[0], {-4, 0, 0});
  const Vec3 x = model.nodes.position[1], centre{1, 1, 0};  // (1, 0, 0) at twice the size is (2, 0, 0), then (1, 1, 0)
  expect_near(model.nodes.velocity[1], Vec3{0, 5, 1} + cross(Vec3{0, 0, 2}, x - centre));
  expect_near(model.nodes.angular_velocity[1], {0, 0, 2});
  const Model mirrored = read_deck(folder.write("mirrored.k", head + "SCALE,-1.0,1.0,1.0\n" + moved));
  expect_near(mirrored.nodes.velocity[0], {-3, 0, 0});
  expect_near(mirrored.nodes.angular_velocity[0], {0, -4, 0});
}

TEST(IncludeTransform, NestsAndSaysWhatItCannotDo) {
  const Folder folder;
  folder.write("module.k", module_text);
  folder.write("outer.k", transformed("100,100,100,100,100,100,100", "100", "4"));
  const std::string head = "*KEYWORD\n*CONTROL_TERMINATION\n1.0\n*DEFINE_TRANSFORMATION\n4\nTRANSL,0,5,0\n";
  const Model model = read_deck(
      folder.write("main.k", head + "*INCLUDE_TRANSFORM\nouter.k\n1000,1000,1000,1000,1000,1000,0\n1000\n\n4\n"));
  EXPECT_EQ(model.nodes.id.front(), 1101);
  EXPECT_EQ(model.nodes.position.front().y, 10);
  const auto error = [&](const std::string& text) {
    try {
      read_deck(folder.write("bad.k", text));
    } catch (const Error& problem) {
      return std::string(problem.what());
    }
    return std::string();
  };
  EXPECT_PRED2(contains, error("*KEYWORD\n*CONTROL_TERMINATION\n1.0\n" + transformed("", "", "4")),
               "transformation 4 is not defined above");
  folder.write("module.k", module_text + "*RIGIDWALL_PLANAR\n0\n0,0,0,0,0,1\n");
  EXPECT_PRED2(contains, error(head + transformed("", "", "4")), "*RIGIDWALL_PLANAR: it stands in a file that");
  EXPECT_PRED2(contains, error(head + "*INCLUDE_TRANSFORM\nmodule.k\n\n\n,,1000\n"), "a different unit of length");
}

TEST(Transformation, RotatesByPointsScalesAndPlaces) {
  const auto moved = [](const std::string& steps) {
    const Model model =
        read_text(base + "*DEFINE_TRANSFORMATION\n1\n" + steps + "*SET_NODE_LIST\n1\n7\n*NODE_TRANSFORM\n1,1\n");
    return model.nodes.position[6];  // (1, 1, 1)
  };
  expect_near(moved("POINT,1,0,0,0\nPOINT,2,1,0,0\nROTATE,1,2,90\n"), {1, -1, 1});
  expect_near(moved("SCALE,1,1.25,0\n"), {1, 1.25, 1});
  const std::string points =
      "POINT,1,1,1,1\nPOINT,2,2,1,1\nPOINT,3,1,2,1\nPOINT,4,0,0,2\nPOINT,5,0,3,2\nPOINT,6,-1,0,2\n";
  expect_near(moved(points + "POS6P,1,2,3,4,5,6\n"), {0, 0, 2});
  EXPECT_ERROR(base + "*DEFINE_TRANSFORMATION\n1\nTRANSL2ND,1,2,3\n", "found TRANSL2ND");
}

TEST(NodeMerge, NodesAtOnePlaceBecomeTheFirst) {
  const std::string twice =
      base + "*NODE\n31,1,0,0\n32,2,0,1e-5\n33,2,1,0\n34,1,1,0\n35,1,0,2\n*ELEMENT_SHELL\n3,1,31,32,33,34\n" +
      "*SET_NODE_LIST\n4\n2,3,9,10,31,32,33,34\n*DATABASE_HISTORY_NODE\n31,33\n";
  const Model apart = read_text(twice), merged = read_text(twice + "*NODE_MERGE_TOLERANCE\n1e-4\n*NODE_MERGE_SET\n4\n");
  EXPECT_EQ(apart.shells[2].nodes, (std::array<Index, 4>{10, 11, 12, 13}));
  EXPECT_EQ(merged.shells[2].nodes, merged.shells[1].nodes);
  EXPECT_EQ(merged.output.history_nodes, (std::vector<Index>{1, 9}));
  const Model strict = read_text(twice + "*NODE_MERGE_SET\n4\n");
  EXPECT_EQ(strict.shells[2].nodes, (std::array<Index, 4>{1, 11, 9, 2}));
}

}  // namespace
}  // namespace crumple::deck::test::transformations
