// Change of a shell's thickness with ISTUPD. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::thickness {
namespace {

struct Sheet {
  double thickness = 0, strain_x = 0, strain_y = 0;
  Run run;
};

/// A shell 10 x 10 x 1 stretched to the true strain `x` along x; along y to `y`, or free if y < 0.
Sheet stretch(const std::string& material, int update, double x, double y) {
  const double time = 30 * std::max(x, 0.01);
  DeckText deck(time, 0.5);
  const auto line = material.find('\n');
  deck.card(material.substr(0, line), material.substr(line + 1));
  deck.card("CONTROL_SHELL", fmt::format("20,0,-1,{}", update));
  const Grid sheet = deck.plate(deck.shell_part(1, 1.0), {1, 1}, {10, 10, 0});
  deck.hold(sheet.nodes([](const Vec3& p) { return p.x == 0; }), "x");
  deck.hold(sheet.nodes([](const Vec3& p) { return p.y == 0; }), "y");
  deck.hold(sheet.all_nodes(), "z rx ry rz");
  const int curve = deck.curve({{0, 0}, {0.1 * time, 1}, {10 * time, 1}});
  const auto velocity = [&](double strain) { return 10 * (std::exp(strain) - 1) / (0.95 * time); };
  deck.prescribe_velocity(sheet.nodes([](const Vec3& p) { return p.x == 10; }), 1, curve, velocity(x));
  if (y >= 0) deck.prescribe_velocity(sheet.nodes([](const Vec3& p) { return p.y == 10; }), 2, curve, velocity(y));
  deck.card("DAMPING_GLOBAL", "0,5");
  deck.outputs({"BINARY_D3PLOT"}, 100);
  Sheet result;
  result.run = completed(run_deck(deck.str(), 1, "precision=double"));
  const State state = read_states(result.run.folder).back();
  result.thickness = state.thickness[0];
  result.strain_x = std::log(state.position.at(3)[0] / 10);
  result.strain_y = std::log(state.position.at(3)[1] / 10);
  return result;
}

const std::string plastic = "MAT_PLASTIC_KINEMATIC\n1,7.85e-3,210000,0.3,250,995.26,1";  // H = 1000
const std::string linear = "MAT_ELASTIC\n1,7.85e-3,210000,0.3";

// Plastic flow keeps the volume: exp(-0.1) = 0.904837 for 0.2 along x, exp(-0.2) = 0.818731 for 0.1 both ways. At the
// yield stress of 450 MPa that is reached, elasticity leaves (1 - 2 nu) sigma / E = 0.00086 of volume for each stress,
// half of which counts in the first case, where the sheet contracts sideways as well.
TEST(Thickness, PlasticUniaxial) {
  verifies({"1.8", "plastic shell pulled to 0.2", "closed form: plastic flow keeps the volume, exp(-0.1)"});
  const Sheet s = stretch(plastic, 1, 0.2, -1);
  expect_near("strain", s.strain_x, 0.2, 1e-3);
  expect_within("thickness [mm]", s.thickness, 0.904837 * std::exp(0.00043), 1e-3);
}

TEST(Thickness, PlasticEquibiaxial) {
  verifies({"1.8", "plastic shell pulled to 0.1 both ways", "closed form: plastic flow keeps the volume, exp(-0.2)"});
  const Sheet s = stretch(plastic, 1, 0.1, 0.1);
  expect_near("strain", s.strain_y, 0.1, 1e-3);
  expect_within("thickness [mm]", s.thickness, 0.818731 * std::exp(2 * 0.00086), 1e-3);
}

TEST(Thickness, Elastic) {
  verifies({"1.8", "elastic shell pulled to 1e-3", "closed form: exp(-nu e)"});
  const Sheet s = stretch(linear, 1, 1e-3, -1);
  expect_within("change of thickness [mm]", 1 - s.thickness, 1 - std::exp(-0.3 * s.strain_x), 0.01);
  expect_within("thickness [mm]", s.thickness, 0.9997, 1e-5);
}

TEST(Thickness, StaysWithoutUpdate) { EXPECT_EQ(stretch(plastic, 0, 0.2, -1).thickness, 1); }

}  // namespace
}  // namespace crumple::test::thickness
