// Keywords of decks of other makers: charges, moments of inertia of masses, times of deletion, joints that bend and
// twist, sensors of elements, springs that yield, a sheet of three parameters, a viscous foam.
#include <cmath>
#include <numbers>

#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"
#include "kernels/materials/material_036_barlat.hpp"
#include "kernels/materials/material_054_enhanced_composite_damage.hpp"
#include "kernels/materials/material_073_low_density_viscous_foam.hpp"
#include "model/discrete_beams.hpp"
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_of_makers {
namespace {

const std::string charge = "*LOAD_BLAST_ENHANCED\n3,2,0,0,1,0.5,2,1\n0,0,0,0,0,8,1\n";

TEST(Charges, AreRead) {
  const Model model = read_text(base + charge + "*LOAD_BLAST_SEGMENT\n3,1,2,3,4,0,0,2\n");
  ASSERT_EQ(model.blast_faces.size(), 1u);
  const BlastFace& face = model.blast_faces[0];
  EXPECT_EQ(face.nodes, (std::array<Index, 4>{0, 1, 2, 3}));
  EXPECT_GT(face.arrival, 0.5);
  EXPECT_NEAR(face.end, face.arrival + face.duration, 1e-12);
  // the same in pounds, feet, milliseconds and psi
  const std::string user =
      "*LOAD_BLAST_ENHANCED\n3,2,0,0,1,0.5,5,1\n2.204622622,3.280839895,1000,1.450377377e-4,0,8,1\n";
  const Model by_user = read_text(base + user + "*LOAD_BLAST_SEGMENT\n3,1,2,3,4,0,0,2\n");
  EXPECT_NEAR(by_user.blast_faces[0].arrival, face.arrival, 1e-9);
  EXPECT_NEAR(by_user.blast_faces[0].reflected.pressure / face.reflected.pressure, 1, 1e-7);
  const std::string set = "*SET_SEGMENT\n4,\n1,2,3,4\n*LOAD_BLAST_SEGMENT_SET\n3,4\n";
  const Model of_set = read_text(base + charge + set);
  EXPECT_NEAR(of_set.blast_faces.at(0).reflected.pressure / face.reflected.pressure, 0.5, 1e-9);
}

TEST(Charges, SayWhatDoesNotFit) {
  const std::string segment = "*LOAD_BLAST_SEGMENT\n3,1,2,3,4\n";
  EXPECT_ERROR(base + with_change(charge, "3,2,0", "3,0,0") + segment, "field M: found 0, expected a mass");
  EXPECT_ERROR(base + with_change(charge, "0.5,2,1", "0.5,9,1") + segment, "field UNIT");
  EXPECT_ERROR(base + with_change(charge, "0.5,2,1", "0.5,5,1") + segment, "field CFM");
  EXPECT_ERROR(base + with_change(charge, "0.5,2,1", "0.5,2,4") + segment, "field BLAST");
  EXPECT_ERROR(base + with_change(charge, "3,2,0", "3,2e9,0") + segment, "field BID: a face has a scaled distance");
  EXPECT_ERROR(base + segment, "field BID: *LOAD_BLAST_ENHANCED 3 is not defined");
  EXPECT_WARNING(read_text(base + with_change(charge, "0,0,1,0.5", "0,0,1e5,0.5") + segment),
                 "field BID: 1 faces are farther than 40 m/kg^(1/3) from charge 3 and get no pressure");
  EXPECT_WARNING(read_text(base + with_change(charge, "0.5,2,1", "0.5,2,2") + segment),
                 "field BLAST: a sphere in free");
}

TEST(ElementInertia, IsRead) {
  const std::string frame = "*DEFINE_COORDINATE_SYSTEM\n7,0,0,0,0,1,0\n0,0,1\n";
  const Model model = read_text(base + frame + "*ELEMENT_INERTIA\n       9       1       7\n3.,0,0,3.,0,3.,0.5\n");
  const PointMass& mass = model.masses.back();
  EXPECT_EQ(mass.mass, 0.5);
  EXPECT_EQ(mass.mean_inertia(), 3);
  const std::string uneven = "*ELEMENT_INERTIA\n9,1,7\n1.,0,0,2.,0,6.,0.5\n";
  EXPECT_WARNING(read_text(base + frame + uneven), "field NID: node 1 is in no rigid body");
  const Mat3 turned = read_text(base + frame + uneven).masses.back().inertia;  // x of the frame is the global y
  EXPECT_NEAR(turned(1, 1), 1, 1e-12);
  EXPECT_NEAR(turned(2, 2), 2, 1e-12);
  EXPECT_NEAR(turned(0, 0), 6, 1e-12);
  EXPECT_ERROR(base + "*ELEMENT_INERTIA\n9,1,0\n-1.,0,0,2.,0,6.,0.5\n", "field IXX");
  EXPECT_ERROR(base + "*ELEMENT_INERTIA\n9,1,8\n1.,0,0,2.,0,6.,0.5\n", "field CSID");
  EXPECT_ERROR(base + "*ELEMENT_INERTIA_OFFSET\n9,1,0\n1.,0,0,1.,0,1.,0.5\n0,2.,0\n", "field Y-OFF");
  EXPECT_EQ(read_text(base + "*ELEMENT_INERTIA_OFFSET\n9,1,0\n1.,0,0,1.,0,1.,0.5\n0,0,0\n").masses.size(), 1u);
}

TEST(ElementDeath, IsRead) {
  const std::string name = "*DEFINE_ELEMENT_DEATH_SHELL";
  const Model model = read_text(base + name + "\n1,0.5\n");
  ASSERT_EQ(model.element_deaths.size(), 1u);
  EXPECT_EQ(model.element_deaths[0].shell, 0);
  EXPECT_EQ(model.element_deaths[0].solid, none);
  EXPECT_EQ(model.element_deaths[0].time, 0.5);
  EXPECT_EQ(read_text(base + "*SET_SHELL_LIST\n5\n1,2\n" + name + "_SET\n5,0.5\n").element_deaths.size(), 2u);
  EXPECT_ERROR(base + name + "\n99,0.5\n", "field EID: shell 99 is not defined");
  EXPECT_ERROR(base + name + "\n1,0.5,3\n", "field BOXID");
  EXPECT_WARNING(read_text(base + name + "\n1,0\n"), "field TIME: found 0, its elements are not deleted");
}

TEST(ReferenceGeometry, IsRead) {
  const std::string cloth = base + "*MAT_FABRIC\n7,1.,200.,0,0,.25\n0,0,0,1\n\n\n\n*SECTION_SHELL\n5,5,1,4\n1.0\n"
                            "*PART\nx\n9,5,7\n*ELEMENT_SHELL\n900,9,1,2,3,4\n";
  const std::string nodes = "*AIRBAG_REFERENCE_GEOMETRY\n1,5.,6.,7.\n";
  const Model model = read_text(cloth + nodes);
  ASSERT_EQ(model.shell_references.size(), 1u);
  EXPECT_EQ(model.shells[std::size_t(model.shell_references[0].shell)].id, 900);
  EXPECT_EQ(model.shell_references[0].corners[0], (Vec3{5, 6, 7}));
  EXPECT_EQ(model.shell_references[0].corners[1], model.nodes.position[1]);
  EXPECT_WARNING(model, "shells with nodes of it are not of *MAT_FABRIC");
  const Model scaled = read_text(cloth + "*AIRBAG_REFERENCE_GEOMETRY_ID\n3,2.,2.,2.,2\n1,5.,6.,7.\n2,1.,1.,1.\n");
  EXPECT_EQ(scaled.shell_references[0].corners[0], (Vec3{9, 11, 13}));
  EXPECT_WARNING(read_text(cloth + with_change(nodes, "GEOMETRY", "GEOMETRY_RDT")), "the time step is that of the");
  EXPECT_ERROR(cloth + "*AIRBAG_REFERENCE_GEOMETRY_BIRTH\n0.5,\n1,5.,6.,7.\n", "field BIRTH");
  EXPECT_EQ(read_text(cloth + "*AIRBAG_SHELL_REFERENCE_GEOMETRY\n900,9,4,1,2,3\n").shell_references[0].corners[0],
            model.nodes.position[3]);
  EXPECT_ERROR(base + "*AIRBAG_SHELL_REFERENCE_GEOMETRY\n99,9,1,2,3,4\n", "field EID: shell 99 is not defined");
}

TEST(FlexionTorsion, IsRead) {
  const std::string bodies = base +
                             "*SET_NODE\n51\n1,2\n*SET_NODE\n52\n7,8\n*CONSTRAINED_NODAL_RIGID_BODY\n51,0,51\n52,0,52\n"
                             "*DEFINE_COORDINATE_VECTOR\n5,1,0,0,0,1,0\n*DEFINE_CURVE\n71\n0,0\n3,5\n";
  const std::string joint = "*CONSTRAINED_JOINT_STIFFNESS_FLEXION-TORSION\n31,51,52,5\n71,0,0,0,0,71\n1.,2.,3.,4.\n"
                            "30.,-10.,20.\n";
  const Model model = read_text(bodies + joint);
  ASSERT_EQ(model.joint_stiffnesses.size(), 1u);
  const JointStiffness& own = model.joint_stiffnesses[0];
  EXPECT_TRUE(own.is_flexion);
  EXPECT_NE(own.resistance[0], none);
  EXPECT_NE(own.damping[2], none);
  EXPECT_EQ(own.stiffness, (std::array<double, 3>{1, 0, 3}));
  EXPECT_EQ(own.friction, (std::array<double, 3>{2, 0, 4}));
  const double degree = std::numbers::pi / 180;
  EXPECT_EQ(own.highest, (std::array<double, 3>{30 * degree, 0, 20 * degree}));
  EXPECT_EQ(own.lowest, (std::array<double, 3>{0, 0, -10 * degree}));
  EXPECT_ERROR(bodies + with_change(joint, "71,0,0,0,0,71", "72,0"), "field LCIDAL: curve 72 is not defined");
  EXPECT_ERROR(bodies + with_change(joint, "30.,-10", "-30.,-10"), "field SAAL: found -30, expected a value >= 0");
  EXPECT_WARNING(read_text(bodies + with_change(joint, "1.,2.,3.,4.", "0,2.,3.,4.")), "field ESAL: found 0");
}

TEST(SensorsOfElements, AreRead) {
  const std::string rest = "*SENSOR_SWITCH\n9,SENSOR,1,GT,5.\n*TERMINATION_SENSOR\n9,\n";
  const auto sensor = [&](const std::string& card) {
    return read_text(base + "*SENSOR_DEFINE_ELEMENT\n" + card + "\n" + rest).sensors.sensors.at(0);
  };
  const Sensor shell = sensor("1,SHELL,2,XY,STRESS,TOP,2.5");
  EXPECT_EQ(shell.kind, Sensor::Kind::element);
  EXPECT_EQ(shell.element.id, 2);
  EXPECT_EQ(shell.element.component, 3);
  EXPECT_TRUE(shell.element.at_top);
  EXPECT_EQ(shell.element.scale, 2.5);
  EXPECT_TRUE(sensor("1,SHELL,2,,FAIL").element.is_failure);
  const auto error = [&](const std::string& card) {
    return error_of(base + "*SENSOR_DEFINE_ELEMENT\n" + card + "\n" + rest);
  };
  EXPECT_PRED2(contains, error("1,SHELL,99,XX,STRESS"), "field ELEMID: shell 99 is not defined");
  EXPECT_PRED2(contains, error("1,TSHELL,2,XX,STRESS"), "field ETYPE");
  EXPECT_PRED2(contains, error("1,SHELL,2,XX"), "field CTYPE: found none, expected STRESS, FAIL");
  EXPECT_PRED2(contains, error("1,SHELL,2,AXIAL,STRESS"), "field COMP: found AXIAL, expected XX, YY, ZZ, XY, YZ, ZX");
  EXPECT_PRED2(contains, error("1,SHELL,2,XX,STRESS,,1,2"), "field PWR");
}

TEST(SensorsOfForces, AreRead) {
  const std::string things =
      base + "*RIGIDWALL_PLANAR_ID\n5,wall\n0\n0,0,0,0,0,1\n*DEFINE_VECTOR\n3,0,0,0,0,0,2\n"
             "*CONTACT_AUTOMATIC_SINGLE_SURFACE_ID\n6,all\n0\n\n\n*DEFINE_COORDINATE_SYSTEM\n7,0,0,0,0,1,0\n-1,0,0\n"
             "*NODE\n11,1,0,0\n*SET_NODE\n51\n1,2\n*SET_NODE\n52\n7,8,11\n"
             "*CONSTRAINED_NODAL_RIGID_BODY\n51,0,51\n52,0,52\n*CONSTRAINED_JOINT_SPHERICAL_ID\n8,ball\n2,11\n";
  const std::string rest = "*SENSOR_SWITCH\n9,SENSOR,1,GT,5.\n*TERMINATION_SENSOR\n9,\n";
  const auto sensor = [&](const std::string& card) {
    return read_text(things + "*SENSOR_DEFINE_FORCE\n" + card + "\n" + rest).sensors.sensors.at(0);
  };
  const Sensor wall = sensor("1,RWALL,5,3");
  EXPECT_EQ(wall.kind, Sensor::Kind::force);
  EXPECT_EQ(wall.force.source, Sensor::OfForce::Source::wall);
  EXPECT_EQ(wall.force.id, 5);
  EXPECT_EQ(wall.direction, (Vec3{0, 0, 1}));
  EXPECT_EQ(sensor("1,CONTACT,6,X,7").direction, (Vec3{0, 1, 0}));
  EXPECT_EQ(sensor("1,CONTACT,6,M").direction, Vec3{});
  const Sensor moment = sensor("1,JOINT,8,YMOMENT");
  EXPECT_TRUE(moment.force.is_moment);
  EXPECT_EQ(moment.direction, (Vec3{0, 1, 0}));
  EXPECT_TRUE(read_text(things + "*SENSOR_DEFINE_FORCE\n1,CONTACT,6,M\n" + rest).sensors.ask_interfaces());
  EXPECT_FALSE(read_text(things + "*SENSOR_DEFINE_FORCE\n1,JOINT,8,M\n" + rest).sensors.ask_interfaces());
  const auto error = [&](const std::string& card) {
    return error_of(things + "*SENSOR_DEFINE_FORCE\n" + card + "\n" + rest);
  };
  EXPECT_PRED2(contains, error("1,RWALL,6,M"), "field TYPEID: there is no RWALL 6");
  EXPECT_PRED2(contains, error("1,SPC,6,M"), "field FTYPE: found SPC, expected AIRBAG, CPM, CONTACT, JOINT, RWALL");
  EXPECT_PRED2(contains, error("1,RWALL,5"), "field VID: found none, expected X, Y, Z, M or the number of a vector");
  EXPECT_PRED2(contains, error("1,RWALL,5,XMOMENT"), "field VID: found XMOMENT, expected X, Y, Z, M or the number");
  EXPECT_PRED2(contains, error("1,RWALL,5,4"), "field VID: vector 4 is not defined");
  EXPECT_PRED2(contains, error("1,AIRBAG,5"), "field TYPEID: there is no AIRBAG 5");
}

TEST(SpringsOfBeams, AreRead) {
  const std::string beams =
      base + "*SECTION_BEAM\n8,6\n1.,1.\n*PART\nbeams\n8,8,8\n*ELEMENT_BEAM\n800,8,1,3\n*DEFINE_CURVE\n91\n0,4\n1,5\n";
  const std::string yields = "*MAT_INELASTIC_SPRING_DISCRETE_BEAM\n8,1e-3,3.,4.,5.,6.,7.\n91,0,0,0,1,0\n";
  const Model model = read_text(beams + yields);
  const auto& law = std::get<MaterialElasticSpringBeam>(model.materials.back().law);
  EXPECT_EQ(law.stiffness, 3);
  EXPECT_EQ(law.yield.y.front(), 4);
  EXPECT_ERROR(beams + with_change(yields, "1e-3,3.,", "1e-3,0,"), "field K");
  EXPECT_ERROR(beams + with_change(yields, "91,0,0,0", "91,0,2,0"), "field C1");
  EXPECT_ERROR(beams + with_change(yields, "91,0,0,0", "92,0,0,0"), "field FLCID: curve 92 is not defined");
  const std::string parts = "*PART\nspring\n9,8,9\n*MAT_094\n9,1e-3,3.\n91,0\n*MAT_095\n8,1e-3,9,0,0,9\n";
  const auto plastic = std::get<MaterialPlasticDiscreteBeam>(read_text(beams + parts).materials[1].law);
  EXPECT_EQ(plastic.stiffness, (SixNumbers{3, 0, 0, 3, 0, 0}));
  EXPECT_EQ(plastic.yield[3].x.size(), 2u);
  EXPECT_TRUE(plastic.yield[1].empty());
  EXPECT_ERROR(beams + with_change(parts, "*MAT_095", "*MAT_093"), "field TPIDR: part 9 is not of *MAT_074");
  EXPECT_ERROR(beams + with_change(parts, "1e-3,9,0,0,9", "1e-3,7"), "field TPIDR: part 7 is not defined");
}

TEST(SheetOfThreeParameters, IsRead) {
  const std::string sheet =
      "*MAT_3-PARAMETER_BARLAT\n7,7.8e-9,2e5,0.3,1,1000,250\n8,1.6,1.2,2.1\n2\n0,0,0,1,0,0\n0,0,0,0,0,0,30\n";
  const Model model = read_text(base + sheet);
  const auto& law = *model.materials.back().law.as<kernels::Barlat>();
  EXPECT_EQ(law.exponent, 8);
  EXPECT_NEAR(law.h, std::sqrt(1.6 / 2.6 * 3.1 / 2.1), 1e-12);
  EXPECT_NEAR(law.a, 2 - 2 * std::sqrt(1.6 / 2.6 * 2.1 / 3.1), 1e-12);
  const auto isotropic = *read_text(base + with_change(sheet, "8,1.6,1.2,2.1", "6,1,1,1"))
                              .materials.back().law.as<kernels::Barlat>();
  EXPECT_NEAR(isotropic.p, 1, 1e-9);
  EXPECT_ERROR(base + with_change(sheet, "8,1.6", "1,1.6"), "field M: found 1, expected 2 or more");
  EXPECT_ERROR(base + with_change(sheet, "8,1.6", "8,0"), "field R00");
  EXPECT_ERROR(base + with_change(sheet, "0.3,1,1000", "0.3,4,1000"), "field HR");
  EXPECT_ERROR(base + with_change(sheet, "0.3,1,1000", "0.3,3,1000"), "field LCID: curve 0 is not defined");
  EXPECT_ERROR(base + with_change(sheet, "1000,250", "1000,-5"), "field P2");
}

TEST(ViscousFoam, IsRead) {
  const std::string foam = "*MAT_LOW_DENSITY_VISCOUS_FOAM\n7,1e-10,5.,91\n,,,,0\n3.,4.\n2.,0.5\n"
                           "*DEFINE_CURVE\n91\n0,0\n1,9\n";
  const Model model = read_text(base + foam);
  const Material& material = model.materials.back();
  EXPECT_EQ(material.law.as<kernels::ViscousFoam>()->modulus[1], 2);
  ASSERT_EQ(material.relaxation.size(), 2u);
  EXPECT_EQ(material.relaxation[0].shear, 1.5);
  EXPECT_EQ(material.relaxation[0].decay, 4);
  EXPECT_ERROR(base + with_change(foam, ",,,,0", ",,,,91"), "field LCID2");
  EXPECT_ERROR(base + with_change(foam, "3.,4.", "-3.,4."), "field GI");
  std::string many;
  for (int i = 0; i < 6; ++i) many += "1.,1.\n";
  EXPECT_ERROR(base + with_change(foam, "3.,4.\n", many), "field GI: found more than 6 terms");
}

TEST(CompositeFailureOfShells, IsReadAsARelative) {
  const std::string plies = "*MAT_COMPOSITE_FAILURE_SHELL_MODEL\n7,1.5e-9,1e5,8e3,8e3,0.02,0.02,0.3\n4e3,3e3,4e3,0,2\n"
                            "0,0,0,1,0,0\n0,0,0\n0,0,0.5\n900,1200,150,60,-70\n";
  const Model model = read_text(base + plies);
  const auto& law = *model.materials.back().law.as<kernels::EnhancedComposite>();
  EXPECT_EQ(law.strength, (std::array<double, 5>{1200, 900, 60, 150, 70}));
  EXPECT_EQ(law.soft, 0.5);
  EXPECT_WARNING(model, "field SC: found -70");
  EXPECT_ERROR(base + with_change(plies, "0,0,0.5", "0,0,2"), "field SOFT");
}

TEST(PowerLawPlasticity, FailureStrainStandsBeforeTheFlag) {
  const std::string metal = "*MAT_POWER_LAW_PLASTICITY\n7,7.8e-9,2e5,0.3,600,0.2,0,0\n0,0.4876,0\n";
  EXPECT_EQ(read_text(base + metal).materials.back().law.as<kernels::PiecewiseLinear>()->failure_strain, 0.4876);
}

}  // namespace
}  // namespace crumple::deck::test::keywords_of_makers
