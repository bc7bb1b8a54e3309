// Rubbers and foams in one element: energies of given deformations. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::rubbers_and_foams {
namespace {

/// A hex of edge 1 whose nodes at `axis` = 1 move along x by the curve times `speed`; the others stay.
Run deformed(const std::string& material, int axis, const std::vector<std::pair<double, double>>& curve, double speed,
             double time, const std::string& precision, int form = 1) {
  DeckText deck(time, 0.5);
  deck.without_bulk_viscosity();
  deck.solid_form(form);
  const auto line = material.find('\n');
  deck.card(material.substr(0, line), material.substr(line + 1));
  const Grid cube = deck.block(deck.solid_part(1), {1, 1, 1}, {1, 1, 1});
  const auto moves = [axis](const Vec3& x) { return (axis == 0 ? x.x : x.y) == 1; };
  deck.hold(cube.all_nodes(), "y z");
  deck.hold(cube.nodes([&](const Vec3& x) { return !moves(x); }), "x");
  deck.initial_velocity(cube.nodes(moves), {speed * curve.front().second, 0, 0});
  deck.prescribe_velocity(cube.nodes(moves), 1, deck.curve(curve), speed);
  deck.outputs({"GLSTAT"}, time / 100);
  return completed(run_deck(deck.str(), 1, "precision=" + precision));
}

const std::vector<std::pair<double, double>> steady = {{0, 1}, {1e6, 1}};

/// Invariants of the deformation: simple shear by `amount`, or stretch along x.
struct Deformation {
  double i1, i2, volume;
  double stretch[3];
};
Deformation shear(double amount) {
  const double l = amount / 2 + std::sqrt(1 + amount * amount / 4);
  return {3 + amount * amount, 3 + amount * amount, 1, {l, 1 / l, 1}};
}
Deformation stretched(double l) { return {l * l + 2, 2 * l * l + 1, l, {l, 1, 1}}; }

struct Rubber {
  std::string name, cards;
  std::function<double(const Deformation&)> energy;
};

double power_sum(const Deformation& d, double alpha) {
  double sum = -3;
  for (const double l : d.stretch) sum += std::pow(l / std::cbrt(d.volume), alpha);
  return sum;
}

std::vector<Rubber> rubbers() {
  // G = 1.2, nu = 0.49; K = 2 G (1 + nu) / (3 (1 - 2 nu)) = 59.6
  const double bulk = 59.6;
  const auto mooney = [](const Deformation& d) {
    const double a = 0.4, b = 0.2, nu = 0.49, iii = d.volume * d.volume;
    const double c = a / 2 + b, e = (a * (5 * nu - 2) + b * (11 * nu - 5)) / (2 * (1 - 2 * nu));
    return a * (d.i1 - 3) + b * (d.i2 - 3) + c * (1 / (iii * iii) - 1) + e * (iii - 1) * (iii - 1);
  };
  const auto polynomial = [bulk](const Deformation& d) {
    const double x = d.i1 * std::pow(d.volume, -2.0 / 3) - 3, y = d.i2 * std::pow(d.volume, -4.0 / 3) - 3;
    return 0.4 * x + 0.2 * y + 0.03 * x * y + 0.05 * x * x + 0.02 * y * y + 0.01 * x * x * x +
           bulk / 2 * (d.volume - 1) * (d.volume - 1);
  };
  // mu 0.8, alpha 2 and mu -0.2, alpha -4: G = (1.6 + 0.8) / 2 = 1.2
  const auto two_terms = [bulk](const Deformation& d) {
    return 0.8 / 2 * power_sum(d, 2) + -0.2 / -4 * power_sum(d, -4) + bulk * (d.volume - 1 - std::log(d.volume));
  };
  // the test of a neo-Hookean rubber, G = 1.2: nominal stress G (l - 1 / l^2), on a specimen of 2 x 3 x 5
  const auto neo_hookean = [bulk](const Deformation& d) {
    return 0.6 * power_sum(d, 2) + bulk * (d.volume - 1 - std::log(d.volume));
  };
  std::string test;
  for (int i = 0; i <= 400; ++i) {
    const double l = 0.3 + 0.01 * i;
    test += fmt::format("\n{:.12g},{:.12g}", 5 * (l - 1), i == 70 ? 0 : 6 * 1.2 * (l - 1 / (l * l)));
  }
  const auto blatz_ko = [](const Deformation& d) {
    const double m = 0.463 / (1 - 2 * 0.463);
    return 0.6 * (d.i1 - 3 + (std::pow(d.volume, -2 * m) - 1) / m);
  };
  const auto hill = [](const Deformation& d) {
    double sum = 0;
    const double c[] = {0.9, -0.2}, b[] = {2, -3}, n = 0.4;
    for (int j = 0; j < 2; ++j) {
      double powers = -3;
      for (const double l : d.stretch) powers += std::pow(l, b[j]);
      sum += c[j] / b[j] * (powers + (std::pow(d.volume, -n * b[j]) - 1) / n);
    }
    return sum;
  };
  // fibres at 45 degrees to x and y, which straighten at a stretch of 1.1
  const auto tissue = [bulk](const Deformation& d) {
    const double third = std::cbrt(d.volume), x = d.i1 / (third * third) - 3, y = d.i2 / std::pow(third, 4) - 3;
    const double amount = std::sqrt(std::max(d.i1 - 3, 0.0)), along = d.volume;
    const double square = d.volume == 1 ? ((1 + amount) * (1 + amount) + 1) / 2 : (along * along + 1) / 2;
    const double last = std::sqrt(square) / third, straight = 1.1, c3 = 0.2, c4 = 5, c5 = 3;
    const double c6 = c3 * (std::exp(c4 * (straight - 1)) - 1) - c5 * straight;
    double fibres = 0;
    const int n = 100000;
    for (int i = 0; last > 1 && i < n; ++i) {
      const double l = 1 + (i + 0.5) * (last - 1) / n;
      fibres += (l < straight ? c3 * (std::exp(c4 * (l - 1)) - 1) : c5 * l + c6) / l * (last - 1) / n;
    }
    return 0.4 * x + 0.2 * y + fibres + bulk / 2 * std::log(d.volume) * std::log(d.volume);
  };
  return {{"091", "MAT_SOFT_TISSUE\n1,1e-3,0.4,0.2,0.2,5,3\n59.6,1.1\n2,1,1,0,-1,1,0\n\n", tissue},
          {"007", "MAT_BLATZ-KO_RUBBER\n1,1e-3,1.2", blatz_ko},
          {"027", "MAT_MOONEY-RIVLIN_RUBBER\n1,1e-3,0.49,0.4,0.2\n", mooney},
          {"077_H", "MAT_HYPERELASTIC_RUBBER\n1,1e-3,0.49\n0.4,0.2,0.03,0.05,0.02,0.01", polynomial},
          {"077_O", "MAT_OGDEN_RUBBER\n1,1e-3,0.49\n0.8,-0.2\n2,-4", two_terms},
          {"177", "MAT_HILL_FOAM\n1,3e-6,0,0.4\n0.9,-0.2\n2,-3", hill},
          {"181", "MAT_SIMPLIFIED_RUBBER\n1,1e-3,59.6\n5,2,3,99\n*DEFINE_CURVE\n99" + test, neo_hookean}};
}

TEST(Rubbers, EnergyOfGivenDeformations) {
  verifies({"2.9",
            "hex of rubber, foam or tissue (007, 027, 077, 091, 177, 181), sheared by 1.5, stretched to 1.4, squeezed "
            "to 0.7",
            "closed form: the strain energy", "steps of a thousandth; 181: a test of 400 lines; float: 1e-7 of K"});
  for (const Rubber& rubber : rubbers())
    for (const char* precision : {"double", "single"}) {
      const auto check = [&](const std::string& what, int axis, double way, const Deformation& d, int form) {
        const auto run = deformed(rubber.cards, axis, steady, way, 1, precision, form);
        expect_within(fmt::format("{}, {} in {}, ELFORM {}: energy [mJ]", rubber.name, what, precision, form),
                      run.energy("internal"), rubber.energy(d), precision == std::string("double") ? 2e-3 : 4e-3);
      };
      for (const int form : {1, 2}) {
        check("sheared", 1, 1.5, shear(1.5), form);
        check("stretched", 0, 0.4, stretched(1.4), form);
        check("squeezed", 0, -0.3, stretched(0.7), form);
      }
    }
}

// tau = gamma rate [GI t + (G0 - GI) (1 - exp(-BETA t)) / BETA] while it is sheared; h decays when it is held.
TEST(Viscoelastic, RelaxesAndCreeps) {
  verifies({"2.14",
            "hex (006; 061; 076; 077_H, 077_O with GI; 092) sheared by 0.01 in 1 ms, held for 4 ms; BETA 1/ms, G from "
            "3 to 1",
            "closed form: work of the relaxing shear modulus", "strains of a hundredth"});
  const double g0 = 3, gi = 1, beta = 1, rate = 0.01;
  // of the shearing: the elastic part, and the integral of (1 - exp(-t)) from 0 to 1; when held nothing works
  const double work = rate * rate * (gi / 2 + (g0 - gi) / beta * (1 - (1 - std::exp(-beta)) / beta));
  // back within 1 ms: the stress of the first shear has relaxed to GI
  const double left = (g0 - gi) / beta * (1 - std::exp(-beta)) * std::exp(-4 * beta);
  const double back = -rate * rate * (gi / 2 + left * (1 - std::exp(-beta)) / beta) +
                      rate * rate * (g0 - gi) / beta * (1 - (1 - std::exp(-beta)) / beta);
  const char* laws[] = {"MAT_VISCOELASTIC\n1,1e-3,60,3,1,1",
                        "MAT_KELVIN-MAXWELL_VISCOELASTIC\n1,1e-3,60,3,1,1",
                        "MAT_GENERAL_VISCOELASTIC\n1,1e-3,60\n\n1,0\n2,1",
                        "MAT_077_H\n1,1e-3,0.49\n0.5,0\n2,1",
                        "MAT_077_O\n1,1e-3,0.49\n1,0\n2,0\n2,1",
                        "MAT_SOFT_TISSUE_VISCO\n1,1e-3,0.5\n60\n\n\n2\n1"};
  for (const std::string cards : laws)
    for (const char* precision : {"double", "single"})
      for (const int form : {1, 2}) {
        const std::vector<std::pair<double, double>> sheared{{0, 1}, {0.9999, 1}, {1.0001, 0}, {10, 0}};
        const auto held = deformed(cards, 1, sheared, rate, 5, precision, form);
        const std::vector<std::pair<double, double>> there_and_back{{0, 1},      {0.9999, 1},  {1.0001, 0},
                                                                    {4.9999, 0}, {5.0001, -1}, {10, -1}};
        const auto returned = deformed(cards, 1, there_and_back, rate, 6, precision, form);
        const std::string of = fmt::format(", {} of {}, ELFORM {}", precision, cards.substr(0, cards.find('\n')), form);
        expect_within("work of the shear [mJ]" + of, held.energy("internal"), work, 0.01);
        expect_within("and back [mJ]" + of, returned.energy("internal"), work + back, 0.01);
      }
}

const std::string foam_curve = "\n*DEFINE_CURVE\n99\n0,0\n0.05,0.1\n0.5,0.2\n0.8,2.0";
/// Area under it.
double foam_energy(double e) {
  if (e < 0.05) return e * e;
  if (e < 0.5) return 0.0025 + (e - 0.05) * 0.1 + (e - 0.05) * (e - 0.05) * 0.1 / 0.9;
  return 0.07 + (e - 0.5) * 0.2 + 3 * (e - 0.5) * (e - 0.5);
}

TEST(Foams, CurveAndHystereticUnloading) {
  verifies({"2.10", "hex of MAT_057 and 083 crushed to 0.6, and back, HU = 0.1, SHAPE = 3",
            "closed form: area under the curve; of the energy (1 - HU) SHAPE / (SHAPE + 1) is lost",
            "steps of a thousandth; the curve is resampled at 1025 points"});
  const double most = foam_energy(0.6), lost = 0.9 * 3.0 / 4;
  for (const std::string& foam :
       {"MAT_LOW_DENSITY_FOAM\n1,1e-4,2,99,0,0.1\n3," + foam_curve,
        "MAT_FU_CHANG_FOAM\n1,1e-4,2,0,0,0,0,99\n0,0,0,0,0,0,0,0.1\n\n0,0,0,0,0,0,0,3" + foam_curve})
    for (const char* precision : {"double", "single"}) {
      const std::string name = foam.substr(0, foam.find('\n')) + " in " + precision;
      const auto crushed = deformed(foam, 0, steady, -0.6, 1, precision);
      expect_within(name + ": energy at 0.6 [mJ]", crushed.energy("internal"), most, 5e-3);
      const auto back = deformed(foam, 0, {{0, 1}, {0.9995, 1}, {1.0005, -1}, {2, -1}}, -0.6, 2, precision);
      expect_within(name + ": energy that is lost [mJ]", back.energy("internal"), lost * most, 0.01);
    }
}

TEST(Foams, TensionEndsAtTheCutOff) {
  verifies({"2.10", "hex of MAT_057 drawn to 0.5 with E = 2 and TC = 0.4, FAIL = 0 and 1",
            "closed form: E e^2 / 2, then TC or nothing", "steps of a thousandth"});
  for (const int fail : {0, 1}) {
    const auto run = deformed(fmt::format("MAT_LOW_DENSITY_FOAM\n1,1e-4,2,99,0.4\n1,{}", fail) + foam_curve, 0, steady,
                              0.5, 1, "double");
    expect_within(fmt::format("FAIL = {}: energy [mJ]", fail), run.energy("internal"), 0.04 + (fail ? 0 : 0.4 * 0.3),
                  0.01);
  }
}

TEST(Foams, CurvesOverStrainRate) {
  verifies({"2.10", "hex of MAT_083 crushed to 0.6 at 0.1, 0.5, 1 and 5 / ms, curves at 0, 1 and 3 / ms",
            "closed form: area under curves interpolated in the rate", "the rate is an average of six steps"});
  const std::string table = "MAT_FU_CHANG_FOAM\n1,1e-7,2,0,0,0,0,50\n0,1\n\n\n*DEFINE_TABLE\n50\n0\n1\n3" + foam_curve +
                            "\n*DEFINE_CURVE\n98\n0,0\n0.05,0.2\n0.5,0.4\n0.8,4.0\n*DEFINE_CURVE\n97\n0,0\n0.05,0.4\n"
                            "0.5,0.8\n0.8,8.0";
  for (const double rate : {0.1, 0.5, 1.0, 2.0, 5.0}) {
    const auto run = deformed(table, 0, steady, -rate, 0.6 / rate, "double");
    const double factor = rate < 1 ? 1 + rate : std::min(2 + (rate - 1), 4.0);
    expect_within(fmt::format("at {} / ms: energy [mJ]", rate), run.energy("internal"), factor * foam_energy(0.6),
                  0.01);
  }
}

}  // namespace
}  // namespace crumple::test::rubbers_and_foams
