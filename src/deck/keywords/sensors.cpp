// *SENSOR_DEFINE_...: what sensors measure. They act by *SENSOR_SWITCH and *SENSOR_CONTROL alone, which are errors.
// *ELEMENT_SEATBELT_ACCELEROMETER.
#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr Field accelerometer_card[] = {id(IdOf::other, "SBACID", "number of the accelerometer"),
                                        id(IdOf::node, "NID1", "location; nodout gives its motion in global axes"),
                                        id(IdOf::node, "NID2", "on its first axis"),
                                        id(IdOf::node, "NID3", "in the plane of its first two axes"),
                                        no_effect("IGRAV", "the reported acceleration does not include body loads"),
                                        no_effect("INTOPT", "only for velocities in its local axes"),
                                        real("MASS", "its mass, one third at each node", "mass")};

void read_accelerometers(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(accelerometer_card);
  expect_not_negative(card, {"MASS"});
  card.warn("NID1", "nodout gives the motion of node {} in global axes, not in the accelerometer's", card.id("NID1"));
  deck.later(Phase::conditions, [&deck, card] {
    for (const char* field : {"NID1", "NID2", "NID3"}) {
      const Index node = deck.find_node(card, field);
      if (node != none && card.real("MASS") > 0)
        deck.model.masses.push_back({card.id("SBACID"), node, card.real("MASS") / 3});
    }
  });
}

}  // namespace

void register_sensors(Registry& registry) {
  registry.ignore_family("SENSOR_DEFINE_", "they act only through *SENSOR_SWITCH and *SENSOR_CONTROL");
  registry.add("ELEMENT_SEATBELT_ACCELEROMETER", {}, {{"1 ...", accelerometer_card}}, each(read_accelerometers));
}

}  // namespace crumple::deck
