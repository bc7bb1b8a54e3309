// Seat belts: each keyword's fields land in the Model, and what is not supported is told.
#include <algorithm>

#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_belts {
namespace {

const std::string belt = base +
                         "*DEFINE_CURVE\n71\n0,0\n1,50\n*DEFINE_CURVE\n72\n0,0\n1,90\n*MAT_SEATBELT\n8,0.06,71,72,0.1\n"
                         "*SECTION_SEATBELT\n8,\n*PART\nbelt\n8,8,8\n";
const std::string elements = "*ELEMENT_SEATBELT\n21,8,1,2,0,0.5\n23,8,5,6\n22,8,2,6\n24,8,3,4\n";

TEST(Belts, ElementsThatHangTogetherAreABelt) {
  const Model model = read_text(belt + elements);
  ASSERT_EQ(model.belts.size(), 2u);
  std::size_t longest = model.belts[0].elements.size() == 3 ? 0 : 1;
  EXPECT_EQ(model.belts[longest].elements.size(), 3u);
  EXPECT_EQ(model.belts[1 - longest].elements.size(), 1u);
  EXPECT_EQ(model.belts[1 - longest].elements[0].id, 24);
  EXPECT_EQ(model.belts[1].number, 1);
  const auto& law = std::get<MaterialSeatbelt>(
      model.materials[std::size_t(model.belts[longest].elements[0].material)].law);
  EXPECT_EQ(law.mass_per_length, 0.06);
  EXPECT_EQ(law.least_length, 0.1);
  EXPECT_EQ(law.loading.id, 71);
  EXPECT_EQ(law.unloading.id, 72);
  double mass = 0;
  for (const PointMass& each : model.masses) mass += each.mass;
  double length = 0;
  for (const Belt& one : model.belts)
    for (const BeltElement& element : one.elements)
      length += element.slack + norm(model.nodes.position[std::size_t(element.nodes[0])] -
                                     model.nodes.position[std::size_t(element.nodes[1])]);
  EXPECT_DOUBLE_EQ(mass, 0.06 * length);
  const auto broken = [](const std::string& from, const std::string& to) {
    return error_of(with_change(belt + elements, from, to));
  };
  EXPECT_PRED2(contains, broken("5,6\n22", "5,99\n22"), "*ELEMENT_SEATBELT field N2: node 99 is not defined");
  EXPECT_PRED2(contains, broken("22,8", "22,1"), "*ELEMENT_SEATBELT field PID: part 1 is not of *MAT_SEATBELT");
  EXPECT_PRED2(contains, broken("22,8", "21,8"), "*ELEMENT_SEATBELT field EID: belt element 21 is defined twice");
  EXPECT_EQ(read_text(with_change(belt + elements, "24,8,3,4", "24,8,3,4,7")).belts.size(), 1u);  // inside a retractor
  EXPECT_PRED2(contains, broken("0,0\n1,50", "0,0\n1,-5"), "*MAT_SEATBELT field LLCID: curve 71 does not rise at 1");
  EXPECT_PRED2(contains, broken("72,0.1", "72,0"), "*MAT_SEATBELT field LMIN: found 0, expected a positive value");
}

TEST(Belts, SlipRings) {
  const std::string rings = "*ELEMENT_SEATBELT_SLIPRING\n1,21,22,0.2,2,0.3\n,0,21\n2,22,23,0.1,6\n";
  const Model model = read_text(belt + elements + rings);
  const Belt& own = model.belts[model.belts[0].rings.empty() ? 1 : 0];
  ASSERT_EQ(own.rings.size(), 2u);
  const SlipRing& ring = own.rings[0];
  EXPECT_EQ(own.elements[std::size_t(ring.elements[0])].id, 21);
  EXPECT_EQ(own.elements[std::size_t(ring.elements[1])].id, 22);
  EXPECT_EQ(ring.friction, 0.2);
  EXPECT_EQ(ring.lock_time, 0.3);
  EXPECT_EQ(ring.way, 21);
  EXPECT_EQ(own.rings[1].way, 0);
  EXPECT_EQ(own.rings[1].lock_time, 1e20);
  const auto broken = [&](const std::string& from, const std::string& to) {
    return error_of(belt + elements + with_change(rings, from, to));
  };
  EXPECT_PRED2(contains, broken("21,22,0.2,2", "21,22,0.2,1"), "field SBID2: element 22 does not end at node 1");
  EXPECT_PRED2(contains, broken("22,23", "22,29"), "field SBID2: belt element 29 is not defined");
  EXPECT_PRED2(contains, broken(",0,21", ",0,13"), "field DIRECT: found 13, expected 0, 12 or 21");
}

// Decks of LS-DYNA have nodes of their own for rings and retractors, in the place of those of the elements.
TEST(Belts, NodesInThePlaceOfARing) {
  const std::string beside = "*NODE\n90,1.,0,0\n*ELEMENT_SEATBELT_SLIPRING\n1,21,22,0.2,90\n";
  const Model model = read_text(belt + elements + beside);
  const Belt& own = model.belts[model.belts[0].rings.empty() ? 1 : 0];
  const Index ring = own.rings.at(0).node;
  EXPECT_EQ(model.nodes.id[std::size_t(ring)], 90);
  int ends = 0, masses = 0;
  for (const BeltElement& element : own.elements) ends += int(std::ranges::count(element.nodes, ring));
  for (const PointMass& mass : model.masses) masses += mass.node == ring;
  EXPECT_EQ(ends, 2);
  EXPECT_EQ(masses, 2);
}

TEST(Belts, RetractorsAndTheirSensors) {
  const std::string cards =
      "*ELEMENT_SEATBELT_SENSOR\n1,1,0\n2,3,9.5,0.1\n2,2,0\n5,8.,0.2\n3,3,0\n12.\n4,4,0\n1,2,7.,6.\n"
      "*ELEMENT_SEATBELT_RETRACTOR\n5,1,21,1,2,3,4\n1.5,2.5,81,82\n"
      "*DEFINE_CURVE\n81\n0,10\n50,90\n*DEFINE_CURVE\n82\n0,0\n50,190\n";
  const Model model = read_text(belt + elements + cards);
  EXPECT_EQ(warnings_of(model), "");
  const Belt& own = model.belts[model.belts[0].retractors.empty() ? 1 : 0];
  ASSERT_EQ(own.retractors.size(), 1u);
  const Retractor& retractor = own.retractors[0];
  EXPECT_EQ(own.elements[std::size_t(retractor.element)].id, 21);
  EXPECT_EQ(retractor.sensors, (std::vector{0, 1, 2, 3}));
  EXPECT_EQ(retractor.delay, 1.5);
  EXPECT_EQ(retractor.pull, 2.5);
  EXPECT_EQ(retractor.loading.id, 81);
  EXPECT_EQ(retractor.unloading.id, 82);
  using enum BeltSensor::Kind;
  const auto& sensors = own.sensors;
  EXPECT_EQ(sensors[0].kind, acceleration);
  EXPECT_EQ(sensors[0].axis, 2);
  EXPECT_EQ(sensors[0].limit, 9.5);
  EXPECT_EQ(sensors[0].duration, 0.1);
  EXPECT_EQ(sensors[1].kind, payout);
  EXPECT_EQ(sensors[1].axis, 0);
  EXPECT_EQ(sensors[1].limit, 8);
  EXPECT_EQ(sensors[2].kind, time);
  EXPECT_EQ(sensors[2].limit, 12);
  EXPECT_EQ(sensors[3].kind, distance);
  EXPECT_EQ(sensors[3].nodes.size(), 2u);
  EXPECT_EQ(sensors[3].limit, 7);
  EXPECT_EQ(sensors[3].least, 6);
  const auto broken = [&](const std::string& from, const std::string& to) {
    return error_of(belt + elements + with_change(cards, from, to));
  };
  EXPECT_PRED2(contains, broken("1,2,3,4\n", "1,2,3,9\n"), "field SID4: seat belt sensor 9 is not defined");
  EXPECT_PRED2(contains, broken("2,2,0\n5,", "2,2,0\n6,"), "field SBRID: found 6, expected a retractor of the belt");
  EXPECT_PRED2(contains, broken("2,3,9.5", "2,4,9.5"), "field DOF: found 4, expected 1, 2 or 3");
  EXPECT_PRED2(contains, broken("4,4,0", "4,5,0"), "field SBSTYP: found 5, expected 1 to 4");
  EXPECT_PRED2(contains, broken("5,1,21", "5,4,21"), "field SBID: element 21 does not end at node 4");
  EXPECT_PRED2(contains, broken("50,90", "50,9"), "field LLCID: curve 81: expected rising forces, from pay-out 0");
}

TEST(Belts, PretensionersOfSprings) {
  const std::string cards =
      base + "*ELEMENT_SEATBELT_SENSOR\n1,3\n12.\n2,1\n5,2,3.,0.25\n3,4\n5,7,9.,2.\n4,2\n1,5.,1.\n"
             "*SECTION_DISCRETE\n8,0\n0,0\n*MAT_S01\n8,40.\n*PART\nsprings\n8,8,8\n*ELEMENT_DISCRETE\n31,8,1,2\n"
             "*ELEMENT_SEATBELT_PRETENSIONER\n6,2,1\n31,0.5\n";
  EXPECT_EQ(read_text(cards).springs.at(0).birth, 12.5);
  EXPECT_EQ(read_text(cards).springs.at(0).death, 1e28);
  EXPECT_EQ(read_text(with_change(cards, "6,2,1", "6,3,1")).springs.at(0).death, 12.5);
  const Model model = read_text(with_change(cards, "6,2,1", "6,3,1,2,3"));
  EXPECT_EQ(model.springs.at(0).death, 1e28);
  const Sensors& all = model.sensors;
  ASSERT_EQ(all.controls.size(), 1u);
  EXPECT_EQ(all.controls[0].kind, SensorControl::Kind::spring);
  EXPECT_EQ(all.controls[0].thing, 31);
  ASSERT_EQ(all.sensors.size(), 2u);
  EXPECT_EQ(all.sensors[0].direction, (Vec3{0, 1, 0}));
  EXPECT_TRUE(all.sensors[1].is_difference);
  const int own = all.controls[0].switches.at(0);
  EXPECT_EQ(all.time_of(own, {}), 12.5);
  std::vector<double> switched(all.switches.size(), never);
  for (std::size_t k = 0; k < switched.size(); ++k)
    if (all.switches[k].if_below) switched[k] = 3;  // the nodes have come near
  EXPECT_EQ(all.time_of(own, switched), 3);
  const auto broken = [&](const std::string& from, const std::string& to) {
    return error_of(with_change(cards, from, to));
  };
  EXPECT_PRED2(contains, broken("31,0.5", "32,0.5"), "field SBRID: spring 32 is not defined");
  EXPECT_PRED2(contains, broken("31,0.5", "31,-0.5"), "field TIME: found -0.5, expected a value >= 0");
  EXPECT_PRED2(contains, broken("6,2,1", "6,2,9"), "field SBSID1: seat belt sensor 9 is not defined");
  EXPECT_PRED2(contains, broken("6,2,1", "6,2,0"), "field SBSID1: found none, expected the number of a sensor");
  EXPECT_PRED2(contains, broken("6,2,1", "6,2,4"), "field SBSID1: sensor 4 is of the rate of a retractor");
}

TEST(Belts, PretensionersOfRetractors) {
  const std::string cards =
      "*ELEMENT_SEATBELT_PRETENSIONER\n6,5,1\n5,0.5,83,40.\n*ELEMENT_SEATBELT_SENSOR\n1,3,0\n12.\n"
      "*ELEMENT_SEATBELT_RETRACTOR\n5,1,21,1\n1.5,2.5,81\n"
      "*DEFINE_CURVE\n81\n0,10\n50,90\n*DEFINE_CURVE\n83\n0,0\n5.,30.\n";
  const auto retractor_of = [](const std::string& text) {
    const Model model = read_text(belt + elements + text);
    for (const Belt& own : model.belts)
      if (!own.retractors.empty()) return own.retractors.front();
    throw std::out_of_range("retractor");
  };
  const Pretensioner device = retractor_of(cards).pretensioner;
  EXPECT_EQ(device.id, 6);
  EXPECT_EQ(device.kind, Pretensioner::Kind::pull_in);
  EXPECT_EQ(device.sensors, std::vector{0});
  EXPECT_EQ(device.delay, 0.5);
  EXPECT_EQ(device.limit, 40);
  EXPECT_EQ(device.curve.id, 83);
  EXPECT_EQ(retractor_of(with_change(cards, "6,5,1", "6,1,1")).pretensioner.limit, 90);
  EXPECT_EQ(retractor_of(with_change(cards, "6,5,1", "6,4,1")).pretensioner.kind, Pretensioner::Kind::force);
  const auto broken = [&](const std::string& from, const std::string& to) {
    return error_of(belt + elements + with_change(cards, from, to));
  };
  EXPECT_PRED2(contains, broken("6,5,1", "6,2,1"), "field SBRID: spring 5 is not defined");
  EXPECT_PRED2(contains, broken("5,0.5,83", "7,0.5,83"), "field SBRID: retractor 7 is not defined");
  EXPECT_PRED2(contains, broken("6,5,1", "6,5,9"), "field SBSID1: seat belt sensor 9 is not defined");
  EXPECT_PRED2(contains, broken("5.,30.", "5.,-30."), "field PTLCID: curve 83: expected a length that grows from 0");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_belts
