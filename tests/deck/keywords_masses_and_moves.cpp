// Masses of node sets, moved parts, supports for a while, body loads of parts, dynamic relaxation, plotted lines,
// loads of rigid bodies.
#include <cmath>
#include <numbers>

#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_masses_and_moves {
namespace {

const std::string set = base_curve + "*SET_NODE_LIST\n1\n5,6,7,8\n";

TEST(ElementMassNodeSet, IsInEqualShares) {
  const Model model = read_text(set + "*ELEMENT_MASS_NODE_SET\n7,1,2.0\n");
  ASSERT_EQ(model.masses.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(model.masses[i].node, Index(4 + i));
    EXPECT_EQ(model.masses[i].mass, 0.5);
  }
  EXPECT_ERROR(set + "*ELEMENT_MASS_NODE_SET\n7,1,-2.0\n",
               "deck.k:41: *ELEMENT_MASS_NODE_SET field MASS: found -2, expected a mass >= 0");
  EXPECT_ERROR(set + "*ELEMENT_MASS_NODE_SET\n7,2,2.0\n", "field NSID: node set 2 is not defined");
}

TEST(Accelerometer, HasAMassAndSaysThatOutputsStayGlobal) {
  const Model model = read_text(base +
                                "*ELEMENT_SEATBELT_ACCELEROMETER\n7,1,2,3,0,0,6.\n8,2,3,4\n"
                                "*ELEMENT_SEATBELT_SENSOR\n1,3,0\n0.01\n");
  ASSERT_EQ(model.masses.size(), 3u);
  EXPECT_EQ(model.masses[2].mass, 2);
  EXPECT_WARNING(model, "the motion of node 1 in global axes");
  EXPECT_ERROR(base + "*ELEMENT_SEATBELT_ACCELEROMETER\n7,1,2,99\n", "node 99 is not defined");
  EXPECT_ERROR(base + "*ELEMENT_SEATBELT_ACCELEROMETER\n7,1,2,3,0,0,-1.\n", "field MASS: found -1");
}

TEST(PartMove, MovesTheNodesOfThePartOnce) {
  const Model model = read_text(base + "*PART_MOVE\n2,1.0,2.0,3.0\n");
  EXPECT_EQ(model.nodes.position[6].x, 2);
  EXPECT_EQ(model.nodes.position[6].y, 3);
  EXPECT_EQ(model.nodes.position[6].z, 4);
  EXPECT_EQ(model.nodes.position[9].x, 2);  // of part 1 alone
  const Model both = read_text(base + "*SET_PART_LIST\n3\n1,2\n*PART_MOVE\n3,1.0,0,0,0,1\n");
  EXPECT_EQ(both.nodes.position[0].x, 1);
  EXPECT_EQ(both.nodes.position[9].x, 3);
  EXPECT_ERROR(base + "*PART_MOVE\n9,1.0\n", "field PID: part 9 is not defined");
  EXPECT_ERROR(base + "*PART_MOVE\n1,1.0,0,0,0,2\n", "field IFSET: found 2, expected 0 or 1");
  EXPECT_ERROR(base + "*PART_MOVE\n1,1.0,0,0,5\n", "field CID: found 5");
}

TEST(SpcBirthDeath, AreMotionsOfSpeedZero) {
  const Model model = read_text(set + "*BOUNDARY_SPC_SET_BIRTH_DEATH\n1,0,1,0,0,0,0,1\n0.25,0.5\n");
  EXPECT_TRUE(model.constraints.empty());
  ASSERT_EQ(model.motions.size(), 2u);
  EXPECT_EQ(model.motions[0].nodes.size(), 4u);
  EXPECT_EQ(model.motions[0].direction.x, 1);
  EXPECT_FALSE(model.motions[0].rotation);
  EXPECT_TRUE(model.motions[1].rotation);
  EXPECT_EQ(model.motions[1].direction.z, 1);
  EXPECT_EQ(model.motions[1].scale, 0);
  EXPECT_EQ(model.motions[1].birth, 0.25);
  EXPECT_EQ(model.motions[1].death, 0.5);
  const Model one = read_text(set + "*BOUNDARY_SPC_NODE_BIRTH_DEATH_ID\n3,held\n5,0,1\n0.25\n");
  ASSERT_EQ(one.motions.size(), 1u);
  EXPECT_EQ(one.motions[0].death, 1e28);
  EXPECT_ERROR(set + "*BOUNDARY_SPC_SET_BIRTH_DEATH\n1,0,1\n0.5,0.25\n",
               "field DEATH: found 0.25, expected a time after BIRTH");
}

TEST(LoadBodyParts, RestrictsBodyLoadsWhereverItStands) {
  const std::string parts = "*SET_PART_LIST\n3\n2\n*LOAD_BODY_PARTS\n3\n";
  const Model model = read_text(base_curve + parts + "*LOAD_BODY_Z\n1,9.81\n*LOAD_GRAVITY_PART\n1,3,1,2.\n");
  ASSERT_EQ(model.body_loads.size(), 2u);
  EXPECT_EQ(model.body_loads[0].parts, std::vector<Index>{1});
  EXPECT_EQ(model.body_loads[1].parts, std::vector<Index>{0});
  EXPECT_WARNING(read_text(base_curve + parts), "there is no *LOAD_BODY_X to _RZ");
  EXPECT_ERROR(base_curve + "*LOAD_BODY_Z\n1,9.81\n*LOAD_BODY_PARTS\n4\n", "field PSID: part set 4 is not defined");
}

TEST(LoadBody, TurnsAboutAnAxis) {
  const Model model = read_text(base_curve + "*LOAD_BODY_RY\n1,3.,0,1,2,4\n*LOAD_BODY_X\n1,9.81\n");
  ASSERT_EQ(model.body_loads.size(), 2u);
  EXPECT_TRUE(model.body_loads[0].turns);
  EXPECT_EQ(model.body_loads[0].axis, 1);
  EXPECT_EQ(model.body_loads[0].scale, 3);
  EXPECT_EQ(model.body_loads[0].centre, (Vec3{1, 2, 4}));
  EXPECT_FALSE(model.body_loads[1].turns);
  EXPECT_ERROR(base_curve + "*LOAD_BODY_RX\n1,3.,0,0,0,0,7\n", "field CID");
  EXPECT_ERROR(base_curve + "*LOAD_BODY_RX\n8,3.\n", "field LCID: curve 8 is not defined");
  EXPECT_ERROR(base_curve + "*CONTROL_IMPLICIT_GENERAL\n1,0.1\n*CONTROL_IMPLICIT_SOLUTION\n6,\n*LOAD_BODY_RX\n1,3.\n",
               "implicit analysis: centrifugal forces with the arc length method are not supported");
}

TEST(LoadBody, Generalized) {
  const auto loads = [](const std::string& cards) { return read_text(base_curve + cards).body_loads; };
  const auto all = loads("*LOAD_BODY_GENERALIZED\n1,99999999,1,0,1,2,4\n0,5.,0,0,0,3.\n");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].axis, 1);
  EXPECT_EQ(all[0].scale, 5);
  EXPECT_TRUE(all[0].parts.empty());
  EXPECT_TRUE(all[1].turns);
  EXPECT_EQ(all[1].axis, 2);
  EXPECT_EQ(all[1].centre, (Vec3{1, 2, 4}));
  const std::string part = "*SET_PART\n7\n1\n*LOAD_BODY_GENERALIZED_SET_PART\n7,0,1\n2.,\n";
  ASSERT_EQ(loads(part).size(), 1u);
  EXPECT_EQ(loads(part)[0].parts, std::vector<Index>{0});
  EXPECT_ERROR(base_curve + "*LOAD_BODY_GENERALIZED\n1,2,1\n0,5.\n", "expected all or none");
  EXPECT_ERROR(base_curve + "*LOAD_BODY_GENERALIZED\n777,778,1\n0,5.\n", "field N1: found no nodes of a part");
  EXPECT_ERROR(base_curve + with_change(part, "2.,", "0,0,0,1.,1."), "field OMX: found angular velocities");
  EXPECT_ERROR(base_curve + with_change(part, "2.,", "2.,0,0,0,0,0,0,CORI"), "field ANGTYP: found CORI, expected CENT");
}

TEST(LoadBody, ActsAlongAVectorOrAnAxisOfAFrame) {
  const std::string frame = "*DEFINE_COORDINATE_SYSTEM\n7,0,0,0,0,1,0\n-1,0,0\n";
  const Model along = read_text(base_curve + frame + "*LOAD_BODY_X\n1,5.,0,0,0,0,7\n");
  ASSERT_EQ(along.body_loads.size(), 1u);
  EXPECT_EQ(along.body_loads[0].axis, 1);
  EXPECT_EQ(along.body_loads[0].scale, 5);
  const Model vector = read_text(base_curve + "*LOAD_BODY_VECTOR\n1,5.\n0,-3,4\n");
  ASSERT_EQ(vector.body_loads.size(), 2u);
  EXPECT_EQ(vector.body_loads[0].axis, 1);
  EXPECT_NEAR(vector.body_loads[0].scale, -3, 1e-15);
  EXPECT_NEAR(vector.body_loads[1].scale, 4, 1e-15);
  EXPECT_ERROR(base_curve + "*LOAD_BODY_VECTOR\n1,5.\n0,0,0\n", "field V1: found a vector of no length");
  EXPECT_ERROR(base_curve + "*LOAD_BODY_X\n1,5.,0,0,0,0,8\n", "field CID");
}

TEST(LinearGlobal, OfTwoEqualDisplacementsIsASharedMotion) {
  const std::string equation = "*CONSTRAINED_LINEAR_GLOBAL\n4,\n7,2,1.5\n3,2,-1.5\n";
  const Model model = read_text(base + equation);
  ASSERT_EQ(model.shared_motions.size(), 1u);
  EXPECT_EQ(model.shared_motions[0].nodes, (std::vector<Index>{2, 6}));
  EXPECT_EQ(model.shared_motions[0].dof, 2);
  EXPECT_ERROR(base + with_change(equation, "3,2,-1.5", "3,2,1.5"), "field COEF: found 1.5, expected -1.5");
  EXPECT_ERROR(base + with_change(equation, "3,2,-1.5", "3,3,-1.5"), "field DOF: found 3, expected 2");
  EXPECT_ERROR(base + with_change(equation, "7,2,", "7,4,"), "field DOF: found 4");
  EXPECT_ERROR(base + with_change(equation, "3,2,-1.5", "7,2,-1.5"), "field NID: found node 7 in both terms");
  EXPECT_ERROR(base + equation + "5,2,1.\n", "found 3 terms, expected 2");
  const std::string flags = "*CONSTRAINED_LINEAR\n2,\n7,0,1,0,0,0,0,1.\n3,0,1,0,0,0,0,-1.\n2,\n5,1,0,0,0,0,0,1.\n"
                            "6,1,0,0,0,0,0,-1.\n";
  const Model old = read_text(base + flags);
  ASSERT_EQ(old.shared_motions.size(), 2u);
  EXPECT_EQ(old.shared_motions[0].nodes, (std::vector<Index>{2, 6}));
  EXPECT_EQ(old.shared_motions[0].dof, 2);
  EXPECT_EQ(old.shared_motions[1].dof, 1);
  EXPECT_ERROR(base + with_change(flags, "3,0,1,0", "3,0,1,1"), "field DOFX: found 2 directions, expected one");
  EXPECT_ERROR(base + with_change(flags, "3,0,1,0", "3,0,0,1"), "field DOFX: found 3, expected 2 as in the first term");
  const std::string local = "*CONSTRAINED_LINEAR_LOCAL\n4,\n7,2,0,1.5\n3,2,0,-1.5\n";
  EXPECT_EQ(read_text(base + local).shared_motions.size(), 1u);
  EXPECT_ERROR(base + with_change(local, "7,2,0", "7,2,5"), "field CID: found 5");
}

TEST(ShellToSolid, IsANodalRigidBody) {
  const Model model = read_text(base + "*SET_NODE_LIST\n9\n5,6\n*CONSTRAINED_SHELL_TO_SOLID\n9,9\n");
  ASSERT_EQ(model.rigid_bodies.size(), 1u);
  EXPECT_EQ(model.rigid_bodies[0].nodes, (std::vector<Index>{4, 5, 8}));
  EXPECT_WARNING(model, "are a nodal rigid body: they do not slide");
  EXPECT_ERROR(base + "*CONSTRAINED_SHELL_TO_SOLID\n9,9\n", "field NSID: node set 9 is not defined");
}

TEST(Perturbation, AddsSinesToPlaces) {
  const std::string set = "*SET_NODE_LIST\n9\n2,3\n";
  const std::string sines = "*PERTURBATION_NODE\n1,9,0.5,4\n0.1,3,0.25,0,0,7,1\n";
  const Model before = read_text(base), after = read_text(base + set + sines);
  for (std::size_t i = 0; i < before.nodes.position.size(); ++i) {
    const Vec3 &x = before.nodes.position[i], &y = after.nodes.position[i];
    const bool moves = before.nodes.id[i] == 2 || before.nodes.id[i] == 3;
    const double change = moves ? 0.05 * (std::sin(2 * std::numbers::pi * (x.x + 0.25) / 3) +
                                          std::sin(2 * std::numbers::pi * (x.z + 1) / 7)) : 0;
    EXPECT_NEAR(y.x, x.x + change, 1e-15);
    EXPECT_NEAR(y.y, x.y + change, 1e-15);
    EXPECT_EQ(y.z, x.z);
  }
  const Model all = read_text(base + "*PERTURBATION_NODE\n1,0,1,3\n0.1,0,0,4,1\n");
  for (std::size_t i = 0; i < before.nodes.position.size(); ++i)
    EXPECT_NEAR(all.nodes.position[i].z - before.nodes.position[i].z,
                0.1 * std::sin(0.5 * std::numbers::pi * (before.nodes.position[i].y + 1)), 1e-15);
  EXPECT_ERROR(base + "*PERTURBATION_NODE\n8,0,1,3\n0.1\n", "field TYPE: found 8, expected 1 (harmonic)");
  EXPECT_ERROR(base + "*PERTURBATION_NODE\n1,0,1,8\n0.1,2\n", "field CMP: found 8");
  EXPECT_ERROR(base + "*PERTURBATION_NODE\n1,0,1,3,1\n0.1,2\n", "field ICOORD");
  EXPECT_ERROR(base + "*PERTURBATION_NODE\n1,0,1,3\n0.1,0\n", "field XWL: XWL, YWL and ZWL are 0");
}

TEST(DynamicRelaxation, IsRefusedOnlyWhereItIsAskedFor) {
  EXPECT_TRUE(warnings_of(read_text(base + "*CONTROL_DYNAMIC_RELAXATION\n250,0.001,0.995\n")).empty());
  EXPECT_TRUE(warnings_of(read_text(base + "*CONTROL_DYNAMIC_RELAXATION\n250,0.001,0.995,,,0,0.04,-999\n")).empty());
  for (const std::string flag : {"1", "2", "-1"})
    EXPECT_ERROR(base + "*CONTROL_DYNAMIC_RELAXATION\n250,0.001,0.995,,,0,0.04," + flag + "\n",
                 "field IDRFLG: found " + flag);
}

TEST(Plotel, IsLeftOut) {
  const std::string warnings = warnings_of(read_text(base + "*ELEMENT_PLOTEL\n1,5,6\n"));
  EXPECT_PRED2(contains, warnings, "ignored, as they do not affect the result: *ELEMENT_PLOTEL");
}

TEST(LoadRigidBody, Fields) {
  const std::string body = base_curve +
                           "*MAT_RIGID\n5,7.8e-9,210000.,0.3\n0\n0\n*PART\nbody\n5,2,5\n*ELEMENT_SOLID\n"
                           "50,5,51,52,53,54,55,56,57,58\n*NODE\n51,5,0,0\n52,6,0,0\n53,6,1,0\n54,5,1,0\n"
                           "55,5,0,1\n56,6,0,1\n57,6,1,1\n58,5,1,1\n";
  const Model model = read_text(body + "*LOAD_RIGID_BODY\n5,2,1,3.0\n5,7,1\n");
  ASSERT_EQ(model.nodal_loads.size(), 2u);
  EXPECT_EQ(model.nodal_loads[0].rigid_body, 0);
  EXPECT_TRUE(model.nodal_loads[0].nodes.empty());
  EXPECT_EQ(model.nodal_loads[0].direction.y, 1);
  EXPECT_EQ(model.nodal_loads[0].scale, 3);
  EXPECT_TRUE(model.nodal_loads[1].moment);
  EXPECT_ERROR(body + "*LOAD_RIGID_BODY\n5,4,1,3.0\n", "field DOF: found 4, expected 1 to 3");
  EXPECT_ERROR(body + "*LOAD_RIGID_BODY\n1,2,1,3.0\n", "*LOAD_RIGID_BODY field PID");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_masses_and_moves
