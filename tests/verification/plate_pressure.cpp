// Simply supported square plate under a step of pressure. Units in, s, lbf.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::plate_pressure {
namespace {

constexpr int n_side = 8;
constexpr double half = 5, thickness = 0.5;

/// A quarter of the plate, 8 x 8 shells with 5 layers; the middle is at the origin. `material` has id 1.
Run pressed_plate(const std::string& material, int form = 2) {
  DeckText deck(1.2e-3);
  deck.shell_form(form);
  deck.card(material.substr(0, material.find('\n')), material.substr(material.find('\n') + 1));
  const Grid plate = deck.plate(deck.shell_part(1, thickness, 5, 4, 0.03), {n_side, n_side}, {half, half, 0});
  deck.hold(plate.nodes([](const Vec3& x) { return x.x == 0; }), "x ry rz");
  deck.hold(plate.nodes([](const Vec3& x) { return x.y == 0; }), "y rx rz");
  deck.hold(plate.nodes([](const Vec3& x) { return x.x == half; }), "z rx");
  deck.hold(plate.nodes([](const Vec3& x) { return x.y == half; }), "z ry");
  deck.card("SET_SHELL_GENERATE", fmt::format("1\n1,{}", n_side * n_side));
  deck.card("LOAD_SHELL_SET", fmt::format("1,{},-300", deck.constant_curve()));
  deck.history({plate.node(0, 0)});
  deck.outputs({"NODOUT", "GLSTAT"}, 2e-6);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

struct Peak {
  double deflection = 0, time = 0, hourglass_ratio = 0;
};

Peak peak_of(const Run& run) {
  Peak peak;
  const auto nodes = run.nodes();
  for (const NodeRecord& r : nodes.begin()->second)
    if (std::abs(r.displacement[2]) > peak.deflection) peak = {std::abs(r.displacement[2]), 1e3 * r.time, 0};
  peak.hourglass_ratio = run.energy("hourglass") / run.energy("internal");
  return peak;
}

TEST(PlatePressure, Elastic) {
  verifies({"9.1", "simply supported plate under a step of 300 psi, elastic",
            "independent code: scripts/references/belytschko_tsay.py on the same mesh (Mindlin's series: 0.2158 in at "
            "0.508 ms)",
            "strains and steps are taken differently; the time is read every 2 us"});
  const auto run = pressed_plate("MAT_ELASTIC\n1,2.588e-4,1e7,0.3");
  const Peak peak = peak_of(run);
  expect_within("largest deflection [in]", peak.deflection, 0.2138, 0.01);
  expect_within("its time [ms]", peak.time, 0.5168, 0.01);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.005);
  expect_within("hourglass over internal energy", peak.hourglass_ratio, 0.0119, 0.02);
}

TEST(PlatePressure, ElasticFullyIntegrated) {
  verifies({"9.1", "the same of ELFORM 16", "closed form: series of Mindlin's plate",
            "8 x 8 shells to a quarter; higher modes on top of the first move the time of the peak"});
  const auto run = pressed_plate("MAT_ELASTIC\n1,2.588e-4,1e7,0.3", 16);
  const Peak peak = peak_of(run);
  expect_within("largest deflection [in]", peak.deflection, 0.21582, 0.02);
  expect_within("its time [ms]", peak.time, 0.508, 0.03);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.005);
}

TEST(PlatePressure, ElasticPlastic) {
  verifies({"9.1", "the same, perfectly plastic at 30,000 psi",
            "independent code: scripts/references/belytschko_tsay.py on the same mesh",
            "strains and steps are taken differently; warping ends at the yield strain, which the reference has not"});
  const auto run = pressed_plate("MAT_PLASTIC_KINEMATIC\n1,2.588e-4,1e7,0.3,30000,0,1");
  const Peak peak = peak_of(run);
  expect_within("largest deflection [in]", peak.deflection, 0.2863, 0.005);
  expect_within("its time [ms]", peak.time, 0.7461, 0.01);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.005);
  expect_within("hourglass over internal energy", peak.hourglass_ratio, 0.00741, 0.1);
}

}  // namespace
}  // namespace crumple::test::plate_pressure
