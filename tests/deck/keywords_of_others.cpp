// What decks of other makers say that has a near relative here, or no effect: they are read with a warning or without.
#include <algorithm>
#include <cmath>

#include "kernels/materials/material_003_plastic_kinematic.hpp"
#include "kernels/materials/material_005_soil_and_foam.hpp"
#include "kernels/materials/material_075_bilkhu_dubois_foam.hpp"
#include "kernels/materials/material_110_johnson_holmquist_ceramics.hpp"
#include "kernels/materials/material_111_johnson_holmquist_concrete.hpp"
#include "kernels/materials/material_126_modified_honeycomb.hpp"
#include "kernels/materials/material_154_deshpande_fleck_foam.hpp"
#include "model/switched_things.hpp"
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_of_others {
namespace {

const std::string shell_part = "*PART\nsheet\n9,9,1\n*ELEMENT_SHELL\n90,9,1,2,3,4\n";
std::string with_shell(const std::string& first, const std::string& second = "2") {
  return base + shell_part + "*SECTION_SHELL\n9," + first + "\n" + second + "\n";
}
const Section& section_of(const Model& model, Id id) {
  return *std::ranges::find(model.sections, id, &Section::id);
}

TEST(FormsOfOthers, HaveStandIns) {
  for (const auto& [form, used] : {std::pair{1, 2}, {6, 16}, {11, 2}, {18, 16}, {20, 16}, {25, 2}}) {
    const Model model = read_text(with_shell(std::to_string(form)));
    EXPECT_EQ(section_of(model, 9).element_form, used);
    EXPECT_WARNING(model, "field ELFORM: found " + std::to_string(form) + ", which is not implemented");
  }
  EXPECT_ERROR(with_shell("13"), "field ELFORM: found 13, expected 2");
  const Model solids = read_text(with_change(base, "*SECTION_SOLID\n2,1", "*SECTION_SOLID\n2,18"));
  EXPECT_EQ(section_of(solids, 2).element_form, 2);
  EXPECT_WARNING(read_text(with_shell("2,,,,1")), "Gauss points are used");
  EXPECT_ERROR(with_shell("2,,,,3"), "field QR/IRID");
}

TEST(HourglassOfOthers, HaveStandIns) {
  for (const auto& [type, used] : {std::pair{7, 6}, {9, 6}, {10, 6}, {16, 1}}) {
    const Model model = read_text(base + "*CONTROL_HOURGLASS\n" + std::to_string(type) + ",0.1\n");
    EXPECT_EQ(model.hourglasses.at(0).type, used);
    EXPECT_WARNING(model, "field IHQ: found " + std::to_string(type));
  }
  EXPECT_ERROR(base + "*CONTROL_HOURGLASS\n-1\n", "field IHQ: found -1");
}

TEST(MassOfSections, IsAtTheNodes) {
  const auto total = [](const Model& model) {
    double sum = 0;
    for (const PointMass& mass : model.masses) sum += mass.mass;
    return sum;
  };
  EXPECT_DOUBLE_EQ(total(read_text(with_shell("2", "2,,,,,0.25"))), 0.25);
  const std::string beam = "*PART\nbeam\n8,8,1\n*ELEMENT_BEAM_PID\n80,8,1,2,4\n1,1\n*SECTION_BEAM\n8,1,,,,,";
  const Model model = read_text(base + beam + "3\n0.1,0.1,0.1,0.1\n");
  EXPECT_DOUBLE_EQ(total(model), 3);
  EXPECT_EQ(model.masses.size(), 2u);
  const Model timoshenko = read_text(base + with_change(beam, "8,1,,,,,", "8,13,,,,,") + "\n1,1,1,1\n");
  EXPECT_EQ(section_of(timoshenko, 8).element_form, 2);
}

TEST(MetalFoam, IsRead) {
  const std::string foam = "*MAT_DESHPANDE_FLECK_FOAM\n7,3e-10,1500,0.2,2.1,4\n1.8,60,3,2.5,0,0.1\n";
  const auto& law = *read_text(base + foam).materials.back().law.as<kernels::DeshpandeFleckFoam>();
  EXPECT_EQ(law.alpha, 2.1);
  EXPECT_EQ(law.densification, 1.8);
  EXPECT_EQ(law.failure, 0.1);
  EXPECT_ERROR(base + with_change(foam, "0,0.1", "0,0.1,5"), "field PFAIL");
  EXPECT_ERROR(base + with_change(foam, "1.8,60", "0,60"), "field EPSD");
  EXPECT_ERROR(base + with_change(foam, "60,3", "60,0"), "field BETA");
}

TEST(TenNodeTetrahedra, AreRead) {
  const std::string section = "*SECTION_SOLID\n9,16\n*PART\nt\n9,9,1\n";
  const std::string nodes =
      "*NODE\n901,0,0,0\n902,2,0,0\n903,0,2,0\n904,0,0,2\n905,1,0,0\n906,1,1,0\n907,0,1,0\n908,0,0,1\n909,1,0,1\n"
      "910,0,1,1\n";
  const std::string ten = "*ELEMENT_SOLID\n90,9\n901,902,903,904,905,906,907,908,909,910\n";
  const auto ids_of = [](const Model& model, const auto& indices) {
    std::vector<Id> ids;
    for (const Index node : indices) ids.push_back(model.nodes.id[std::size_t(node)]);
    return ids;
  };
  const Model model = read_text(base + nodes + section + ten);
  const Solid& solid = *std::ranges::find(model.solids, 90, &Solid::id);
  EXPECT_TRUE(solid.is_tetrahedron() && solid.has_side_nodes());
  EXPECT_EQ(ids_of(model, solid.nodes), (std::vector<Id>{901, 902, 903, 903, 904, 904, 904, 904}));
  EXPECT_EQ(ids_of(model, solid.side_nodes), (std::vector<Id>{905, 906, 907, 908, 909, 910}));
  EXPECT_WARNING(read_text(base + nodes + with_change(section, "9,16", "9,17") + ten), "16 (ten-node tetrahedron)");
  EXPECT_ERROR(base + nodes + with_change(section, "9,16", "9,10") + ten,
               "has ten nodes, but its section has ELFORM 10");
  EXPECT_ERROR(base + nodes + section + with_change(ten, "909,910", "909,0"), "found an element with nine nodes");
  EXPECT_ERROR(base + nodes + section + with_change(ten, "909,910", "909,999"), "field N10: element 90 names node 999");
  EXPECT_ERROR(base + nodes + section + "*ELEMENT_SOLID\n90,9,901,902,903,904\n", "has no ten nodes");

  const Model made = read_text(base + nodes + section + "*ELEMENT_SOLID_TET4TOTET10\n90,9,901,902,903,904\n");
  const Solid& other = *std::ranges::find(made.solids, 90, &Solid::id);
  ASSERT_TRUE(other.has_side_nodes());
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_GT(made.nodes.id[std::size_t(other.side_nodes[k])], 910);
    EXPECT_EQ(made.nodes.position[std::size_t(other.side_nodes[k])],
              model.nodes.position[std::size_t(solid.side_nodes[k])]);
  }
  EXPECT_WARNING(made, "6 nodes are made on sides");
}

TEST(BrittleSolids, AreRead) {
  const std::string ceramics =
      "*MAT_JOHNSON_HOLMQUIST_CERAMICS_TITLE\nalumina\n7,3.9e-9,9e4,0.93,0.31,0,0.6,0.6\n"
      "1,200,,2790,1460,1\n0.005,1,130950,,,-1\n";
  const auto& law = *read_text(base + ceramics).materials.back().law.as<kernels::JohnsonHolmquistCeramics>();
  EXPECT_DOUBLE_EQ(law.limit_strength(), 1995);
  EXPECT_EQ(law.failure, -1);
  // K1 mu of HEL = K1 mu + 4/3 G mu / (1 + mu)
  const Model computed = read_text(base + with_change(ceramics, "1460", ""));
  const auto& its = *computed.materials.back().law.as<kernels::JohnsonHolmquistCeramics>();
  const double mu = its.elastic_limit_pressure / 130950;
  EXPECT_NEAR(130950 * mu + 12e4 * mu / (1 + mu), 2790, 1e-6);
  EXPECT_ERROR(base + with_change(ceramics, "1460", "2800"), "field PHEL: found 2800, expected less than HEL");
  EXPECT_ERROR(base + with_change(ceramics, "130950", "0"), "field K1");

  const std::string concrete =
      "*MAT_111\n7,2.4e-9,14860,0.79,1.6,0.007,0.61,48\n4,1,0.01,7,16,0.001,800,0.1\n0.04,1,85000,-171000,208000,0\n";
  const Model model = read_text(base + concrete);
  const auto& porous = *model.materials.back().law.as<kernels::JohnsonHolmquistConcrete>();
  const double m = (porous.closed() - 0.1) / 1.1;
  EXPECT_NEAR(85000 * m - 171000 * m * m + 208000 * m * m * m, 800, 1e-6);
  EXPECT_NEAR(model.materials.back().young, 9 * 16000 * 14860. / (3 * 16000 + 14860), 1e-6);
  EXPECT_ERROR(base + with_change(concrete, "0.001,800", "0.2,800"), "field UL");
  EXPECT_ERROR(base + with_change(concrete, "800,0.1", "800,0.02"), "field PL: found 800: crushing has the slope");
  EXPECT_ERROR(base + with_change(concrete, "-171000", "-271000"), "field K2");
}

TEST(FieldsWithoutUse, DoNotStopADeck) {
  const std::string step = "*CONTROL_TIMESTEP\n0,0.9,0,1e-9";
  read_text(base + step + "\n0,0,1,,,1\n");
  EXPECT_ERROR(base + step + ",-1e-6\n0,0,1\n", "field IMSCL: found 1");
  EXPECT_WARNING(read_text(base + step + "\n"), "small shells keep their stiffness");
  read_text(base + "*BOUNDARY_SPC_SET\n0,0,0,0,0,0,0,0\n");
  EXPECT_ERROR(base + "*BOUNDARY_SPC_SET\n0,0,1\n", "node set 0 is not defined");
  const Model contact = read_text(base + "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n0.2,0.1,0,100\n\n2,0,0,0,0,45\n");
  EXPECT_WARNING(contact, "field VC");
  EXPECT_TRUE(contact.contacts.at(0).edges);
  const Model both = read_text(base + "*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE\n0,0\n\n\n");
  EXPECT_WARNING(both, "field SURFA: SURFA and SURFB are 0");
  EXPECT_EQ(both.contacts.at(0).kind, ContactKind::single_surface);
  for (const char* text : {"*CONTROL_SUBCYCLE_16_1\n", "*CONTROL_CHECK_SHELL\n0\n",
                           "*INTERFACE_SPRINGBACK_LSDYNA\n1\n", "*CONTACT_INTERIOR\n1\n",
                           "*DAMPING_FREQUENCY_RANGE_DEFORM\n0.01,1,100\n", "*TERMINATION_CONTACT\n1,1,5.0\n",
                           "*DEFINE_PLANE\n1,1,2,3\n", "*CONTROL_ADAPTIVE\n1e-4,5,2\n"})
    EXPECT_EQ(error_of(base + text), "") << text;
}

TEST(PartsOfOthers, CardsOfOptions) {
  const Model model =
      read_text(base + "*PART_INERTIA_REPOSITION_PRINT\nbody\n9,1,1\n0,0,0,2\n1,0,0,1,0,1\n\n0,0,0\n1\n");
  EXPECT_EQ(std::ranges::find(model.parts, Id(9), &Part::id)->inertia->mass, 2);
}

TEST(SetsOfOthers, OfSetsOfOtherKinds) {
  const std::string sets = "*SET_SOLID\n1\n10\n*SET_NODE\n2\n7\n*SET_SEGMENT\n3\n1,2,3,4\n";
  const auto nodes = [&](const std::string& set) {
    return read_text(base + sets + set + "*BOUNDARY_SPC_SET\n9,0,1\n").constraints.size();
  };
  EXPECT_EQ(nodes("*SET_NODE_GENERAL\n9\nSET_SOLID,1\n"), 8u);
  EXPECT_EQ(nodes("*SET_NODE_GENERAL\n9\nSET_NODE,2\nSET_SEGMENT,3\n"), 5u);
  EXPECT_EQ(nodes("*SET_NODE_ADD_ADVANCED\n9\n2,1,3,5\n"), 5u);
  EXPECT_ERROR(base + sets + "*SET_NODE_ADD_ADVANCED\n9\n2,7\n*BOUNDARY_SPC_SET\n9,0,1\n", "field TYPE1: found 7");
  const Model loaded = read_text(base_curve + sets + "*SET_SEGMENT_ADD\n9\n3\n*LOAD_SEGMENT_SET\n9,1\n");
  EXPECT_EQ(loaded.pressure_loads.at(0).segments.size(), 1u);
}

TEST(WeldsOfOthers, RivetsAndFilteredForces) {
  const Model model = read_text(base + "*CONSTRAINED_RIVET_ID\n5\n1,7,0.5\n*CONSTRAINED_SPOTWELD_FILTERED_FORCE\n"
                                       "2,8,10,20\n9,0.1\n");
  ASSERT_EQ(model.spot_welds.size(), 2u);
  EXPECT_EQ(model.spot_welds[0].id, 5);
  EXPECT_EQ(model.spot_welds[0].normal_strength, 0);
  EXPECT_EQ(model.spot_welds[0].failure_time, 0.5);
  EXPECT_EQ(model.spot_welds[1].shear_strength, 20);
}

TEST(CurveFunctions, StepsAndCurves) {
  const auto values = [](const std::string& function) {
    return read_text(base_curve + "*DEFINE_CURVE_FUNCTION\n9\n" + function + "\n*LOAD_NODE_POINT\n1,1,9\n").curves;
  };
  const auto at = [&](const std::string& function, double share) {
    const auto all = values(function);
    const Curve& curve = *std::ranges::find(all, Id(9), &Curve::id);
    return curve.evaluate(share * curve.x.back());
  };
  EXPECT_DOUBLE_EQ(at("IF(TIME-1E9, 1.0, 2.0, 3.0)", 0.5), 1);
  EXPECT_DOUBLE_EQ(at("STEP(TIME, 1E8, 2.0, 1E9, 5.0)", 0.5), 2);
  EXPECT_DOUBLE_EQ(at("HAVSIN(TIME, -2E9, 2.0, -1E9, 5.0)", 0.5), 5);
  EXPECT_DOUBLE_EQ(at("2*LC1", 0.5), 2 * at("LC1", 0.5));
  EXPECT_GT(at("LC1", 0.5), 0);
}

/// Switches at 0.2, 0.375 and 0.5, and one at the later of the first two or at the third.
const std::string switches =
    "*SENSOR_SWITCH\n1,TIME,0,GT,0.2\n2,TIME,0,,0.125,0,0.125,0.125\n3,TIME,0,GT,0.5\n"
    "*SENSOR_SWITCH_CALC-LOGIC\n4,1,2,-3\n";
std::string control(const std::string& what, const std::string& states) {
  return switches + "*SENSOR_CONTROL\n1," + what + "\n" + states + "\n";
}

TEST(SensorsOfOthers, SetTimesOfContactsWallsAndMotions) {
  const std::string contact = base + "*CONTACT_AUTOMATIC_SINGLE_SURFACE_ID\n7,all\n0\n\n\n";
  const auto times = [&](const std::string& states) {
    const Contact its = read_text(contact + control("CONTACT,7", states)).contacts.at(0);
    return std::pair{its.birth, its.death};
  };
  EXPECT_EQ(times("OFF,1"), std::pair(0.2, 1e20));
  EXPECT_EQ(times("OFF,1,3"), std::pair(0.2, 0.5));
  EXPECT_EQ(times("ON,4"), std::pair(0.0, 0.375));
  EXPECT_ERROR(contact + control("CONTACT,7", "ON,1,3"), "it is switched on twice");
  EXPECT_ERROR(contact + control("CONTACT,8", "ON,1"), "there is no CONTACT 8");
  EXPECT_ERROR(contact + control("RADAR,7", "ON,1"), "field TYPE: found RADAR, expected AIRBAG");
  EXPECT_ERROR(contact + control("CONTACT,7", "ON,9"), "sensor switch 9 is not defined");
  const Model wall = read_text(base + "*RIGIDWALL_PLANAR_ID\n7\n0\n0,0,9,0,0,8\n" + control("RWALL,7", "OFF,3"));
  EXPECT_EQ(wall.walls.at(0).birth, 0.5);
  const std::string motion = base_curve + "*BOUNDARY_PRESCRIBED_MOTION_NODE_ID\n7\n1,1,0,1\n";
  EXPECT_EQ(read_text(motion + control("PRESC-MOT,7", "OFF,1")).motions.at(0).birth, 0.2);
  const Model later = read_text(motion + control("PRESC-MOT,7,1", "OFF,1"));
  EXPECT_EQ(later.curves.at(std::size_t(later.motions.at(0).curve)).x.front(), 0.2);
}

TEST(SensorsOfOthers, StartBagsAndReleaseWelds) {
  const std::string bag =
      base_curve + "*AIRBAG_SIMPLE_AIRBAG_MODEL_ID\n7\n1,1\n718,1005,300,1,0.6,0.01,1e-4,1.2e-9\n*SET_PART\n1\n1\n";
  const Model model = read_text(bag + control("AIRBAG,7", "OFF,1"));
  const Curve& inflow = model.curves.at(std::size_t(model.airbags.at(0).gas.inflow));
  EXPECT_EQ(inflow.evaluate(0.19), 0);
  EXPECT_EQ(inflow.evaluate(0.21), 1);
  EXPECT_ERROR(bag + control("AIRBAG,7", "ON,1"), "an airbag is not switched off");
  const std::string weld = base + "*CONSTRAINED_SPOTWELD_ID\n7\n1,7\n";
  EXPECT_EQ(read_text(weld + control("SPOTWELD,7", "ON,2")).spot_welds.at(0).failure_time, 0.375);
  EXPECT_ERROR(weld + control("SPOTWELD,7", "OFF,2"), "expected one that is on at first");
}

TEST(SensorsOfOthers, OfNodesWaitForTheRun) {
  const std::string contact = base + "*CONTACT_AUTOMATIC_SINGLE_SURFACE_ID\n7,all\n0\n\n\n";
  const std::string sensors =
      "*DEFINE_VECTOR\n3,0,0,0,0,2,0\n*SENSOR_DEFINE_NODE\n5,1,7,3,0,VEL\n6,2\n"
      "*SENSOR_DEFINE_CALC-MATH\n8,MULTIPLY,5,-6\n*SENSOR_SWITCH\n1,TIME,0,GT,0.2\n2,SENSOR,8,LT,4,0,0.5,0.25\n"
      "*SENSOR_SWITCH_CALC-LOGIC\n4,1,2\n";
  const auto control = [&](const std::string& switches) {
    return contact + sensors + "*SENSOR_CONTROL\n1,CONTACT,7\n" + switches + "\n";
  };
  Model model = read_text(control("OFF,4"));
  EXPECT_EQ(model.contacts.at(0).birth, 0);  // not known yet
  const Sensors& all = model.sensors;
  ASSERT_EQ(all.sensors.size(), 3u);
  EXPECT_EQ(all.sensors[0].kind, Sensor::Kind::velocity);
  EXPECT_TRUE(all.sensors[0].is_difference);
  EXPECT_EQ(all.sensors[0].direction, (Vec3{0, 1, 0}));
  EXPECT_EQ(all.sensors[1].kind, Sensor::Kind::acceleration);
  EXPECT_EQ(all.sensors[1].direction, Vec3{});
  EXPECT_EQ(all.sensors[2].operation, Sensor::Operation::product);
  EXPECT_FALSE(all.sensors[2].operands.at(0).is_inverse);
  EXPECT_TRUE(all.sensors[2].operands.at(1).is_inverse);
  const int last = all.controls.at(0).switches.at(0);
  EXPECT_EQ(all.time_of(last, {}), never);
  std::vector<double> switched(all.switches.size(), never);
  switched[std::size_t(all.switches[std::size_t(last)].operands.at(1).place)] = 0.125;
  EXPECT_EQ(all.time_of(last, switched), 0.2);  // the later one
  apply_switches(switched, model);
  EXPECT_EQ(model.contacts.at(0).birth, 0.2);
  EXPECT_EQ(read_text(control("OFF,1")).contacts.at(0).birth, 0.2);
  EXPECT_FALSE(read_text(control("OFF,1")).sensors.any());
  EXPECT_ERROR(with_change(control("OFF,4"), "3,0,VEL", "3,0,TEMP"), "field CTYPE: found TEMP, expected ACC, VEL");
  EXPECT_ERROR(with_change(control("OFF,4"), "MULTIPLY", "DIVIDE"), "field CALC: found DIVIDE, expected SUM");
  EXPECT_ERROR(with_change(control("OFF,4"), "8,MULTIPLY,5,-6", "8,SUM,8"), "sensors refer to each other without end");
  EXPECT_ERROR(with_change(control("OFF,4"), "SENSOR,8,LT", "SENSOR,8,EQ"), "field LOGIC: found EQ, expected GT or LT");
  EXPECT_ERROR(with_change(control("OFF,4"), "SENSOR,8", "SENSOR,9"), "or calculation 9 is not defined");
}

TEST(SensorsOfOthers, EndRuns) {
  const auto ends = [](const std::string& card) { return read_text(base_curve + "*TERMINATION_" + card).sensors; };
  const Sensors node = ends("NODE\n7,2,5.0,-1.0\n");
  ASSERT_EQ(node.ends.size(), 2u);
  EXPECT_EQ(node.ends[0].reason, "the place of node 7 along y is above 5");
  EXPECT_EQ(node.ends[1].reason, "the place of node 7 along y is below -1");
  EXPECT_TRUE(node.switches.at(1).if_below);
  EXPECT_ERROR(base + "*TERMINATION_NODE\n7,4,5.0\n", "field STOP: found 4, expected 1, 2 or 3");
  EXPECT_ERROR(base + "*TERMINATION_BODY\n2,1,5.0\n", "field PID");
  EXPECT_EQ(ends("CURVE\n9,0\n*DEFINE_CURVE\n9\n0,0\n1,2\n3,-2\n").switches.at(0).limit, 2);
  EXPECT_EQ(ends("CURVE\n9,2.5\n*DEFINE_CURVE\n9\n0,0\n1,2\n3,-2\n5,2\n").switches.at(0).limit, 4);
  EXPECT_TRUE(ends("CURVE\n9,0\n*DEFINE_CURVE\n9\n0,0\n1,2\n").ends.empty());
}

/// The base with a law, number 8, for its solid.
std::string with_law(const std::string& law) {
  return with_change(base_curve, "block\n2,2,1\n", "block\n2,2,8\n") + law;
}
const Material& law_8(const Model& model) { return *std::ranges::find(model.materials, Id(8), &Material::id); }

const std::string no_curve = "0,-0.1,-0.5\n\n0,2,20\n\n";

TEST(LawsOfOthers, SoilsTakePointsOrACurve) {
  const auto soil = [](const std::string& name, const std::string& rest) {
    return read_text(with_law("*MAT_" + name + "\n8,1,10,100,1,2,3,-0.5\n" + rest));
  };
  const Model points = soil("SOIL_AND_FOAM", "0,0,0\n" + no_curve);
  const Material& material = law_8(points);
  EXPECT_EQ(material.law.as<kernels::SoilAndFoam>()->tears, 0);
  EXPECT_EQ(material.curves.at(0).x, (std::vector<double>{0, 0.1, 0.5}));
  EXPECT_EQ(material.curves.at(0).y, (std::vector<double>{0, 2, 20}));
  const Model curve = soil("014", "0,0,5\n*DEFINE_CURVE\n5\n0,0\n0.1,3\n");
  EXPECT_EQ(law_8(curve).law.as<kernels::SoilAndFoam>()->tears, 1);
}

TEST(LawsOfOthers, IsotropicPlasticityIsThatOf003) {
  const Model model = read_text(with_law("*MAT_ISOTROPIC_ELASTIC_PLASTIC\n8,1,80,0.3,2,160\n"));
  const Material& material = law_8(model);
  EXPECT_EQ(material.law.as<kernels::PlasticKinematic>()->beta, 1);
  EXPECT_NEAR(material.young, 9 * 160 * 80 / (3 * 160 + 80.0), 1e-9);
}

TEST(LawsOfOthers, GeneralSpringsAreThoseOf067And068) {
  const auto law = [](const std::string& cards) {
    const std::string mount = "*SECTION_BEAM\n8,6,,,,3\n1,1\n*PART\nmount\n8,8,8\n*ELEMENT_BEAM\n80,8,1,7\n";
    return law_8(read_text(base_curve + mount + "*MAT_196\n8,1\n" + cards)).law;
  };
  const auto elastic = std::get<MaterialNonlinearDiscreteBeam>(law("1,0,50,2,0,3\n\n4,0\n1\n"));
  EXPECT_DOUBLE_EQ(elastic.force[0].evaluate(0.5), 25);
  EXPECT_DOUBLE_EQ(elastic.damping[0].evaluate(0.5), 1);
  EXPECT_EQ(elastic.failure.displacement[0], 3);
  EXPECT_EQ(elastic.force[3].id, 1);
  const auto plastic = std::get<MaterialPlasticDiscreteBeam>(law("1,1,50\n1\n2,0,70,4\n\n"));
  EXPECT_EQ(plastic.yield[0].id, 1);
  EXPECT_EQ(plastic.stiffness[1], 70);
  EXPECT_EQ(plastic.damping[1], 4);
}

TEST(LawsOfOthers, Foam075) {
  const auto foam = [](const std::string& first, const std::string& second) {
    return with_law("*MAT_075\n8,1,100,5,6," + first + "\n" + second +
                    "\n*DEFINE_CURVE\n5\n0,1\n1,4\n*DEFINE_CURVE\n6\n0,2\n1,5\n");
  };
  const Model model = read_text(foam("", ""));
  EXPECT_EQ(law_8(model).law.as<kernels::BilkhuDuboisFoam>()->tension, 0.1);
  EXPECT_ERROR(with_change(foam("", ""), "0,2\n", "0,3\n"), "is not more than a third of the uniaxial");
  EXPECT_ERROR(foam("", ",,7"), "field LCRATE");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_of_others
