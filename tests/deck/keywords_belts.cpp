// Seat belts: each keyword's fields land in the Model, and what is not supported is told.
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test {
namespace {

const std::string belt = base +
                         "*DEFINE_CURVE\n71\n0,0\n1,50\n*DEFINE_CURVE\n72\n0,0\n1,90\n*MAT_SEATBELT\n8,0.06,71,72,0.1\n"
                         "*SECTION_SEATBELT\n8,\n*PART\nbelt\n8,8,8\n";
const std::string elements = "*ELEMENT_SEATBELT\n21,8,1,2,0,0.5\n23,8,5,6\n22,8,2,6\n24,8,3,4\n";

std::string with_change(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

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
  EXPECT_PRED2(contains, broken("1,2,0,0.5", "1,2,4,0.5"), "field SBRID");
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

}  // namespace
}  // namespace crumple::deck::test
