// Beams that meet faces with the radius of their section. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::beams_in_contact {
namespace {

/// A beam of `section` comes down flat on a held plate of 2 mm at 1 mm/ms: how near its axis comes to the middle of the
/// plate, and its speed after the rebound.
struct Fall {
  double nearest = 1e300, speed = 0;
};

Fall let_fall(const std::string& contact, const std::string& section) {
  DeckText deck(5);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const Grid plate = deck.plate(deck.shell_part(1, 2), {4, 4}, {40, 40, 0});
  deck.hold(plate.all_nodes(), "x y z rx ry rz");
  deck.card("SECTION_BEAM", section);
  deck.card("PART", "rod\n80,80,1");
  std::vector<long> nodes;
  for (const double x : {12.0, 20.0, 28.0}) nodes.push_back(deck.node({x, 23, 5}));
  deck.card("ELEMENT_BEAM", fmt::format("1,80,{},{},0\n2,80,{},{},0", nodes[0], nodes[1], nodes[1], nodes[2]));
  deck.initial_velocity(nodes, {0, 0, -1});
  deck.card("CONTACT_AUTOMATIC_" + contact, "0,0\n");
  deck.history(nodes);
  deck.outputs({"NODOUT", "GLSTAT"}, 0.01);
  const auto run = completed(run_deck(deck.str(), 2, "precision=double"));
  EXPECT_NEAR(run.energy("ratio"), 1, 0.01);
  Fall fall;
  for (const auto& [node, records] : run.nodes()) {
    for (const NodeRecord& record : records) fall.nearest = std::min(fall.nearest, record.position[2]);
    fall.speed = records.back().velocity[2];
  }
  return fall;
}

TEST(BeamsInContact, BounceAtTheirRadius) {
  verifies({"5.24", "rods of parts fall flat on a plate: tube of 4 mm, bar of 4 x 2 mm",
            "closed form: half the thickness and the radius; speed", "the depth of the blow; vibration of the rod"});
  const double of_bar = std::sqrt(8 / 3.14159265358979323846);
  for (const std::string contact :
       {"SINGLE_SURFACE\n0,0,2,0", "NODES_TO_SURFACE\n80,1,3,3", "BEAMS_TO_SURFACE\n80,1,3,3"}) {
    const Fall tube = let_fall(contact, "80,1,1,2,1\n4,4,2,2,0,0"), bar = let_fall(contact, "80,1,1,2,0\n4,4,2,2,0,0");
    expect_near("nearest to the plate [mm], tube", tube.nearest, 1 + 2, 0.1);
    expect_near("nearest to the plate [mm], bar", bar.nearest, 1 + of_bar, 0.1);
    expect_within("rebound [mm/ms], tube", tube.speed, 1, 0.03);
    expect_within("rebound [mm/ms], bar", bar.speed, 1, 0.03);
  }
}

/// The energy that contact has taken, over the initial one, after a steel rod has struck a cube obliquely at `speed`.
double strike_with_rod(double speed, int soft) {
  DeckText deck(0.05 + 20 / speed);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const Grid cube = deck.block(deck.solid_part(1), {3, 3, 3}, {15, 15, 15});
  deck.card("SECTION_BEAM", "80,1,1,2,1\n2,2,0,0,0,0");
  deck.card("PART", "rod\n80,80,1");
  std::vector<long> nodes;
  for (int i = 0; i <= 5; ++i) nodes.push_back(deck.node({4.0 + 0.8 * i, 6 + 1.1 * i, 16.2 + 4.4 * i}));
  std::string beams;
  for (std::size_t i = 0; i < 5; ++i)
    beams += fmt::format("{}{},80,{},{},0", i ? "\n" : "", i + 1, nodes[i], nodes[i + 1]);
  deck.card("ELEMENT_BEAM", beams);
  deck.initial_velocity(nodes, {0, 0, -speed});
  deck.card("CONTACT_AUTOMATIC_SINGLE_SURFACE", fmt::format("0\n\n\n{}", soft));
  deck.outputs({"GLSTAT"}, 1e-3);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double length = 5 * std::sqrt(0.8 * 0.8 + 1.1 * 1.1 + 4.4 * 4.4), area = 0.25 * 3.14159265358979323846 * 4;
  return run.energy("sliding") / (0.5 * 7.85e-3 * area * length * speed * speed);
}

// With SOFT = 2 the spring is a tenth of what the step allows: it hardens before the tip gets through the element.
TEST(BeamsInContact, ARodIsHeldAtAnySpeed) {
  verifies({"5.34", "a steel rod strikes a steel cube obliquely with its tip, at 20 and 150 m/s",
            "conservation law: energy", "the depth of the blow in steps"});
  for (const int soft : {0, 1, 2})
    for (const double speed : {20.0, 150.0})
      expect_near(fmt::format("energy in contact over the initial one, SOFT = {}, {} m/s", soft, speed),
                  strike_with_rod(speed, soft), 0, 0.01);
}

}  // namespace
}  // namespace crumple::test::beams_in_contact
