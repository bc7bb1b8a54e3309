// Nodes that a prescribed motion turns about an axis (DOF 9 to 11). Units mm, ms, g, MPa.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::turned_nodes {
namespace {

void turn(DeckText& deck, const std::vector<long>& nodes, int dof, int kind, int curve, double scale, double u,
          double v) {
  deck.card("BOUNDARY_PRESCRIBED_MOTION_SET",
            fmt::format("{},{},{},{},{}\n{},{}", deck.node_set(nodes), dof, kind, curve, scale, u, v));
}

Vec3 displacement(const Run& run, long node) {
  const auto& way = run.nodes().at(node).back().displacement;
  return {way[0], way[1], way[2]};
}

TEST(TurnedNodes, StayOnTheirCircles) {
  verifies({"12.11", "block whose nodes are all turned about an axis beside it, DOF 9 to 11, by the angle and its rate",
            "closed form: the rotation; its energy, and no other", "printed digits"});
  for (const int axis : {0, 1, 2})
    for (const int kind : {0, 2}) {
      const double rate = 1.5;
      DeckText deck(1, 0.5);
      deck.card("MAT_ELASTIC", "1,7.85e-3,2100,0.3");
      const auto place = [axis](const Vec3& x) {
        Vec3 turned;
        for (int c = 0; c < 3; ++c) turned[(c + axis + 1) % 3] = x[c];  // x, y of the drawing are across the axis
        return turned;
      };
      const Grid block = deck.block(deck.solid_part(1), {2, 2, 2}, {10, 10, 10}, place);
      const int curve = kind == 0 ? deck.constant_curve(1) : deck.curve({{0, 0}, {10, 10}});
      turn(deck, block.all_nodes(), 9 + axis, kind, curve, rate, -20, 5);
      const long corner = block.node(2, 0, 0);
      deck.history({corner});
      deck.outputs({"NODOUT", "GLSTAT"}, 0.1);
      const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
      const double angle = rate * run.summary.at("end_time").get<double>(), u = 30, v = -5;
      const double c = std::cos(angle), s = std::sin(angle);
      const Vec3 moved = place({u * c - v * s - u, u * s + v * c - v, 0});
      const Vec3 way = displacement(run, corner);
      const std::string of = fmt::format(", axis {}, VAD {}", "xyz"[axis], kind);
      expect_near("distance from where it should be [mm]" + of, norm(way - moved), 0, 1e-3);  // digits of nodout
      double energy = 0;  // of masses in the ratio of 1, 2, 1 along each side
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          energy += 7.85 / 16 * (i == 1 ? 2 : 1) * (j == 1 ? 2 : 1) * 0.5 * rate * rate *
                    (std::pow(20 + 5 * i, 2) + std::pow(5 * j - 5, 2));
      expect_within("kinetic energy [mJ]" + of, run.energy("kinetic"), energy, 1e-3);
      expect_within("external work [mJ]" + of, run.energy("external_work"), energy, 1e-3);
    }
}

TEST(TurnedNodes, MayMoveAlongTheirRadius) {
  verifies({"12.12", "mass on a spring that is turned about the spring's other end, DOF -11, until it has come to rest",
            "closed form: r0 / (1 - m w^2 / k)", "what is left of its vibration"});
  const double rate = 0.4;
  DeckText deck(40, 0.5);
  deck.card("MAT_ELASTIC", "1,7.85e-3,2100,0.3");
  const Grid block = deck.block(deck.solid_part(1), {1, 1, 1}, {1, 1, 1});
  deck.hold(block.all_nodes(), "x y z");
  deck.card("MAT_SPRING_ELASTIC", "90,1");
  deck.card("SECTION_DISCRETE", "90,0\n0,0");
  deck.card("PART", "spring\n90,90,90");
  const long mass = deck.node({10, 0, 0});
  deck.card("ELEMENT_DISCRETE", fmt::format("900,90,{},{}", block.node(0, 0), mass));
  deck.card("ELEMENT_MASS", fmt::format("900,{},1.0", mass));
  deck.hold({mass}, "z");
  deck.card("DAMPING_GLOBAL", "0,0.8");
  turn(deck, {mass}, -11, 0, deck.constant_curve(), rate, 0, 0);
  deck.history({mass});
  deck.outputs({"NODOUT"}, 1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const Vec3 at = displacement(run, mass) + Vec3{10, 0, 0};
  expect_within("radius [mm]", norm(at), 10 / (1 - rate * rate), 2e-3);
}

}  // namespace
}  // namespace crumple::test::turned_nodes
