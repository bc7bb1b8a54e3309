// *MAT_ADD_EROSION: each criterion at the strain at which its closed form says so. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::erosion {
namespace {

constexpr double poisson = 0.3, shear_modulus = steel_young / 2.6, bulk = steel_young / 1.2;
constexpr double modulus = bulk + 4 * shear_modulus / 3;  ///< of uniaxial strain
const std::string steel = "1,7.85e-3,210000,0.3";

/// One hex or shell of edge 1 (thickness 1), with *MAT_ADD_EROSION or of another material, stretched at 1 / ms in
/// uniaxial strain, in reverse for `speed` = -1.
Run stretched(const std::string& erosion, bool shell, double speed, double time, int form = 0, int layers = 2) {
  DeckText deck(time, 0.05);
  deck.without_bulk_viscosity();
  if (erosion.starts_with("MAT_")) {
    deck.card(erosion.substr(0, 7), erosion.substr(8));
  } else {
    deck.card("MAT_ELASTIC", steel);
    deck.card("MAT_ADD_EROSION", erosion);
  }
  if (form != 0) shell ? deck.shell_form(form) : deck.solid_form(form);
  const Grid grid = shell ? deck.plate(deck.shell_part(1, 1.0, layers), {1, 1}, {1, 1, 0})
                          : deck.block(deck.solid_part(1), {1, 1, 1}, {1, 1, 1});
  deck.hold(grid.all_nodes(), shell ? "y z rx ry rz" : "y z");
  deck.hold(grid.nodes([](const Vec3& x) { return x.x == 0; }), "x");
  const std::vector<long> moving = grid.nodes([](const Vec3& x) { return x.x == 1; });
  deck.initial_velocity(moving, {speed, 0, 0});
  deck.prescribe_velocity(moving, 1, deck.constant_curve(), speed);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

/// Energy of uniaxial strain at the logarithmic strain e: M (l ln l - l + 1), l = exp(e).
double energy_at(double e, double stiffness) { return stiffness * (std::exp(e) * e - std::exp(e) + 1); }

/// The second card from the fields that are given.
std::string card(const std::string& first, const std::string& second) { return "1,999," + first + "\n" + second; }

constexpr double at = 0.04;  ///< the strain of failure

struct Criterion {
  std::string name, text;
  double speed;
};

TEST(Erosion, LeastStepOfAMaterial) {
  verifies({"2.20", "elastic hex in uniaxial compression, deleted by TDEL of *MAT_024, its step at a strain of 0.04",
            "closed form: the energy at that strain", "a step of 0.0005 of the strain"});
  const auto law = [](double least) { return fmt::format("MAT_024\n{},1e7,0,0,{}", steel, least); };
  const auto until = stretched(law(0), false, -1, -std::expm1(-at));
  const double step = until.summary.at("dt").at("min").get<double>() / 0.05;  // TSSFAC
  const auto run = stretched(law(step), false, -1, 0.06);
  expect_within("eroded energy [mJ]", run.energy("eroded"), energy_at(-at, modulus), 0.03);
}

// Strain e xx alone: pressure -K e, deviators 4/3 G e, effective strain 2/3 e, shear strain e / 2.
TEST(Erosion, EachCriterionOfSolids) {
  verifies({"2.8", "elastic hex in uniaxial strain, each criterion of *MAT_ADD_EROSION set for a strain of 0.04",
            "closed form: the energy M (l ln l - l + 1) at that strain", "a step of 0.0005 of the strain"});
  // the integral of max(0, M e - SIGTH)^2 with e = ln(1 + t), nearly t: from the threshold at 0.02 to 0.04
  double impulse = 0;
  for (int i = 0; i < 100000; ++i) {
    const double t = std::expm1(at) * (i + 0.5) / 100000, excess = modulus * (std::log1p(t) - 0.02);
    impulse += excess > 0 ? excess * excess * std::expm1(at) / 100000 : 0;
  }
  for (const Criterion& c : {Criterion{"MXPRES", card(fmt::format("{}", bulk * at), ""), -1},
                             Criterion{"MNEPS", card(fmt::format(",{}", -at), ""), -1},
                             Criterion{"EFFEPS", card(fmt::format(",,{}", 2 * at / 3), ""), 1},
                             Criterion{"VOLEPS", card(fmt::format(",,,{}", at), ""), 1},
                             Criterion{"VOLEPS < 0", card(fmt::format(",,,{}", -at), ""), -1},
                             Criterion{"MNPRES", card("", fmt::format("{}", -bulk * at)), 1},
                             Criterion{"SIGP1", card("", fmt::format("999,{}", modulus * at)), 1},
                             Criterion{"SIGVM", card("", fmt::format("999,,{}", 2 * shear_modulus * at)), 1},
                             Criterion{"MXEPS", card("", fmt::format("999,999,999,{}", at)), 1},
                             Criterion{"EPSSH", card("", fmt::format(",,,,{}", at / 2)), 1},
                             Criterion{"IMPULSE", card("", fmt::format(",,,,,{},{}", modulus * 0.02, impulse)), 1},
                             Criterion{"FAILTM", card("", fmt::format(",,,,,,,{}", std::expm1(at))), 1}}) {
    const auto run = stretched(c.text, false, c.speed, 0.06);
    expect_within(c.name + ": eroded energy [mJ]", run.energy("eroded"), energy_at(c.speed * at, modulus), 0.01);
  }
}

TEST(Erosion, EachFormOfElement) {
  verifies({"2.8", "MXEPS = 0.04 in shells of ELFORM 2, 10, 16 and hexes of ELFORM 1, 2, uniaxial strain",
            "closed form: the energy at that strain", "a step of 0.0005 of the strain"});
  const double plate = steel_young / (1 - poisson * poisson);
  const std::string text = card("", fmt::format(",,,{}", at));
  for (const int form : {2, 10, 16})
    expect_within(fmt::format("shell {}: eroded energy [mJ]", form),
                  stretched(text, true, 1, 0.06, form).energy("eroded"), energy_at(at, plate), 0.01);
  for (const int form : {1, 2})
    expect_within(fmt::format("hex {}: eroded energy [mJ]", form),
                  stretched(text, false, 1, 0.06, form).energy("eroded"), energy_at(at, modulus), 0.01);
}

TEST(Erosion, AllOfSoManyConditions) {
  verifies({"2.8", "NCS = 2: the later of two criteria", "closed form: the energy at its strain",
            "a step of 0.0005 of the strain"});
  const auto text = [](int conditions) {
    return card(fmt::format(",,,{},,{}", 0.02, conditions), fmt::format(",,,{}", at));
  };
  expect_within("NCS = 1: eroded energy [mJ]", stretched(text(1), false, 1, 0.06).energy("eroded"),
                energy_at(0.02, modulus), 0.02);
  expect_within("NCS = 2: eroded energy [mJ]", stretched(text(2), false, 1, 0.06).energy("eroded"),
                energy_at(at, modulus), 0.01);
}

/// One shell of edge 1 and thickness 0.1 with four layers, bent at a curvature of 1 / ms by turning two sides apart.
Run bent(const std::string& erosion, double time, int form) {
  DeckText deck(time, 0.1);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0");
  deck.card("MAT_ADD_EROSION", erosion);
  deck.shell_form(form);
  const Grid grid = deck.plate(deck.shell_part(1, 0.1, 4), {1, 1}, {1, 1, 0});
  deck.hold(grid.all_nodes(), "x y z rx rz");
  const int curve = deck.constant_curve();
  for (const double side : {0.0, 1.0}) {
    const int set = deck.node_set(grid.nodes([side](const Vec3& x) { return x.x == side; }));
    deck.card("BOUNDARY_PRESCRIBED_MOTION_SET", fmt::format("{},6,0,{},{}", set, curve, side - 0.5));
  }
  deck.outputs({"GLSTAT"}, 0.01);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

// Layers of a section in bending fail from outside inwards: those at 0.861 of the half thickness before those at 0.340.
TEST(Erosion, LayersOfABentShell) {
  verifies({"2.8", "shell of four layers bent at 1 / ms, SIGVM = 210 MPa, NUMFIP = 1, 3 and -75 %",
            "closed form: layer at z fails at a curvature of 0.001 / z; energy E t^3 k^2 / 24 until then",
            "a step of 0.002 of the time"});
  const double first = 0.001 / (0.05 * 0.8611363), third = 0.001 / (0.05 * 0.3399810);
  // until the first layers fail the section is whole, then the inner ones alone bend: by Gauss' weights
  const auto share = [](double weight, double place) { return weight * place * place; };
  const double inner = share(0.6521452, 0.3399810) / (share(0.6521452, 0.3399810) + share(0.3478548, 0.8611363));
  const double stiffness = steel_young * 1e-3 / 12;
  for (const int form : {2, 16})
    for (const char* points : {"1", "3", "-75"}) {
      const bool one = points == std::string("1");
      if (form == 16 && points == std::string("3")) continue;  // of 16 points: at the first four
      const auto run = bent(card(fmt::format(",,,,{}", points), ",,210"), 0.08, form);
      const double until_first = 0.5 * stiffness * first * first;
      const double then = 0.5 * stiffness * inner * (third * third - first * first);
      expect_within(fmt::format("ELFORM {}, NUMFIP {}: eroded energy [mJ]", form, points), run.energy("eroded"),
                    one ? until_first : until_first + then, 0.03);
    }
}

}  // namespace
}  // namespace crumple::test::erosion
