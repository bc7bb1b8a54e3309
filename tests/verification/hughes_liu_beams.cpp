// Hughes-Liu beams (ELFORM 1): bending, points that yield, tension with torsion. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::hughes_liu_beams {
namespace {

constexpr double poisson = 0.3, shear_modulus = steel_young / (2 * (1 + poisson)), length = 100;
constexpr double yield = 300, tangent = 1000, hardening = steel_young * tangent / (steel_young - tangent);
const std::string elastic = fmt::format("{},{},{}", steel_density, steel_young, poisson);

/// n elements along x with s along y, of section 90 and material 90; returns the nodes, the first of them held.
std::vector<long> add_beam(DeckText& deck, int n, const std::string& section) {
  deck.card("SECTION_BEAM", "90,1," + section);
  deck.card("PART", "beam\n90,90,90");
  std::vector<long> nodes;
  for (int i = 0; i <= n; ++i) nodes.push_back(deck.node({length * i / n, 0, 0}));
  for (int i = 0; i < n; ++i)
    deck.card("ELEMENT_BEAM_ORIENTATION",
              fmt::format("{},90,{},{}\n0,1,0", i + 1, nodes[std::size_t(i)], nodes[std::size_t(i) + 1]));
  deck.hold({nodes[0]}, "x y z rx ry rz");
  return nodes;
}

double deflection(int n, int direction, const std::string& section = "0.8333333,2,0\n10,10,6,6",
                  const std::string& rule = "") {
  DeckText deck(20);
  deck.card("MAT_ELASTIC", "90," + elastic);
  if (!rule.empty()) deck.card("INTEGRATION_BEAM", rule);
  const std::vector<long> nodes = add_beam(deck, n, section);
  const int ramp = deck.curve({{0, 0}, {4, 1}, {100, 1}});
  deck.card("LOAD_NODE_SET", fmt::format("{},{},{},10", deck.node_set({nodes.back()}), direction, ramp));
  deck.card("DAMPING_GLOBAL", "0,5");
  deck.history({nodes.back()});
  deck.outputs({"NODOUT"}, 20);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  return run.nodes().at(nodes.back()).back().displacement[std::size_t(direction) - 1];
}

// One point along an element takes the mean of its moment: the deflection is short by 1 / (4 n^2).
TEST(HughesLiuBeams, Cantilever) {
  verifies({"6.8", "cantilever of Hughes-Liu beams (ELFORM 1), 2 x 2 points",
            "closed form: P L^3 / 3 E I (1 - 1 / 4 n^2) + P L / k G A", "the load's rest after damping"});
  const double area = 60, bends = 10 * length * length * length / 3 / steel_young;
  const double shears = 10 * length / (5.0 / 6 * shear_modulus * area);
  for (const int n : {4, 12}) {
    const double part = 1 - 0.25 / (n * n);
    const double along_s = bends * part * 12 / (6 * 1000) + shears, along_t = bends * part * 12 / (10 * 216) + shears;
    expect_within(fmt::format("{} elements, along s [mm]", n), deflection(n, 2), along_s, 0.003);
    expect_within(fmt::format("{} elements, along t [mm]", n), deflection(n, 3), along_t, 0.003);
  }
}

/// The hash of a cantilever of two beams, whose first one has a card of *ELEMENT_BEAM_THICKNESS or none.
std::string hash_of_two(const std::string& material, const std::string& section, const std::string& sizes) {
  DeckText deck(0.2);
  deck.card("MAT_" + material.substr(0, material.find('\n')), material.substr(material.find('\n') + 1));
  deck.card("SECTION_BEAM", "90," + section);
  deck.card("PART", "beam\n90,90,90");
  std::vector<long> nodes;
  for (int i = 0; i <= 2; ++i) nodes.push_back(deck.node({20.0 * i, 0, 0}));
  for (int i = 0; i < 2; ++i) {
    const std::string beam = fmt::format("{},90,{},{}", i + 1, nodes[std::size_t(i)], nodes[std::size_t(i) + 1]);
    if (sizes.empty())
      deck.card("ELEMENT_BEAM_ORIENTATION", beam + "\n0,1,0");
    else
      deck.card("ELEMENT_BEAM_THICKNESS_ORIENTATION", beam + "\n" + sizes + "\n0,1,0");
  }
  deck.hold({nodes[0]}, "x y z rx ry rz");
  deck.initial_velocity({nodes[1], nodes[2]}, {1, 0.5, 0.3});
  deck.outputs({"GLSTAT"}, 0.1);
  return completed(run_deck(deck.str(), 1, "precision=double")).hash();
}

TEST(HughesLiuBeams, SizesOfElementsAreThoseOfSections) {
  const std::string solid = "ELASTIC\n90," + elastic, weld = "SPOTWELD\n90," + elastic + ",500,1000";
  struct Form {
    const std::string& material;
    const char *section, *sizes, *others;
  };
  for (const Form& form : {Form{solid, "1,0.8333333,2,0\n{}", "8,8,6,6", "3,3,4,4"},
                           {solid, "1,0.8333333,2,1\n{}", "8,8,2,2", "3,3,1,1"},
                           {solid, "2,0,0,0\n{}", "40,200,300,400,35", "10,20,30,40,0"},
                           {solid, "3,0,0,0\n{}", "40,0", "10,0"},
                           {weld, "9,1,0,1\n{}", "8,8,0,0", "3,3,0,0"}}) {
    const auto of = [&](const char* sizes) { return fmt::format(fmt::runtime(form.section), sizes); };
    const std::string expected = hash_of_two(form.material, of(form.sizes), "");
    EXPECT_EQ(hash_of_two(form.material, of(form.others), form.sizes), expected) << form.section;
    EXPECT_EQ(hash_of_two(form.material, of(form.sizes), "0,0"), expected) << form.section;
    EXPECT_NE(hash_of_two(form.material, of(form.others), ""), expected) << form.section;
  }
}

TEST(HughesLiuBeams, CantileverOfGivenPoints) {
  verifies({"6.43", "cantilever of 12 Hughes-Liu beams whose section is given by points (*INTEGRATION_BEAM)",
            "closed form: as 6.8, with the area and the second moments of the points",
            "the load's rest after damping"});
  constexpr int n = 12;
  // half of the rectangle of 10 x 6 mm: 6 mm2 in each of four points at 4 and 1.5 mm from the axis, and in its middle
  const char* rule = "7,5,0.5\n-0.8,-0.5,0.2\n0.8,-0.5,0.2\n-0.8,0.5,0.2\n0.8,0.5,0.2\n0,0,0.2";
  const double area = 30, along_s = 4 * 6 * 16, along_t = 4 * 6 * 2.25;
  const double bends = 10 * length * length * length / 3 / steel_young * (1 - 0.25 / (n * n));
  const double shears = 10 * length / (5.0 / 6 * shear_modulus * area);
  const std::string section = "0.8333333,-7,2\n10,10,6,6";
  expect_within("along s [mm]", deflection(n, 2, section, rule), bends / along_s + shears, 0.003);
  expect_within("along t [mm]", deflection(n, 3, section, rule), bends / along_t + shears, 0.003);
}

/// Internal energy of one element whose end is stretched and twisted.
double energy_of(const std::string& section, const std::string& material, double stretch, double twist) {
  DeckText deck(2);
  deck.card("MAT_PLASTIC_KINEMATIC", "90," + material);
  const std::vector<long> nodes = add_beam(deck, 1, section);
  const int speed = deck.curve({{0, 0}, {0.2, 1}, {1.8, 1}, {2, 0}, {9, 0}});
  deck.hold({nodes[1]}, "y z ry rz");
  for (const auto& [dof, value] : {std::pair{1, stretch}, std::pair{5, twist}})
    deck.card("BOUNDARY_PRESCRIBED_MOTION_NODE", fmt::format("{},{},0,{},{}", nodes[1], dof, speed, value / 1.8));
  deck.outputs({"GLSTAT"}, 1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  expect_within("energy over the work", run.energy("ratio"), 1, 1e-3);
  return run.energy("internal");
}

TEST(HughesLiuBeams, TensionAndTorsionYieldTogether) {
  verifies({"6.9", "Hughes-Liu beam of MAT_003, tube, stretched and twisted",
            "independent code: von Mises with axial and shear stress at a radius, by small steps in the test",
            "the end's logarithmic strain against the mean length of a step"});
  const double outer = 10, inner = 8, radius = std::sqrt((outer * outer + inner * inner) / 8);
  const double area = std::numbers::pi / 4 * (outer * outer - inner * inner);
  for (const double beta : {1.0, 0.0}) {
    const int n = 100000;
    const double stretch = 1, twist = 0.3;
    double sigma = 0, tau = 0, back_s = 0, back_t = 0, plastic = 0, work = 0;
    for (int i = 0; i < n; ++i) {
      const double now = length + stretch * (i + 0.5) / n, de = stretch / n / now, dg = radius * twist / n / now;
      const double s0 = sigma, t0 = tau;
      sigma += steel_young * de;
      tau += shear_modulus * dg;
      const double a = sigma - back_s, b = tau - back_t, q = std::sqrt(a * a + 3 * b * b);
      const double excess = q - (yield + beta * hardening * plastic);
      if (excess > 0) {  // one explicit return along the normal
        const double slope = (steel_young * a * a + 9 * shear_modulus * b * b) / (q * q) + hardening;
        const double flow = excess / slope, kinematic = (1 - beta) * hardening * flow / q;
        plastic += flow;
        sigma -= steel_young * flow * a / q;
        tau -= 3 * shear_modulus * flow * b / q;
        back_s += kinematic * a;
        back_t += kinematic * b;
      }
      work += area * now * (0.5 * (s0 + sigma) * de + 0.5 * (t0 + tau) * dg);
    }
    expect_within(
        fmt::format("internal energy, beta {} [mJ]", beta),
        energy_of("1,2,1\n10,10,8,8", fmt::format("{},{},{},{}", elastic, yield, tangent, beta), stretch, twist), work,
        0.003);
  }
}

TEST(HughesLiuBeams, ARectangleYieldsFromTheOutsideIn) {
  verifies({"6.10", "Hughes-Liu beam of MAT_024 without hardening, 4 x 4 points, end turned by 0.4",
            "closed form: moment Mp (1 - (k_y / k)^2 / 3) over curvature",
            "four Gauss points over the height have 4.3 % more plastic moment than the section"});
  const double width = 6, height = 10, turn = 0.4;
  const double full = yield * width * height * height / 4;
  const double first = 2 * yield / (steel_young * height), last = turn / length;
  const double elastic_work = 0.5 * (2.0 / 3) * full * first;
  const double work = length * (elastic_work + full * (last - first + first * first / 3 * (1 / last - 1 / first)));
  DeckText deck(2);
  deck.card("MAT_PIECEWISE_LINEAR_PLASTICITY", fmt::format("90,{},{},0.001", elastic, yield));
  const std::vector<long> nodes = add_beam(deck, 1, "0.8333333,5,0\n10,10,6,6");
  const int speed = deck.curve({{0, 0}, {0.2, 1}, {1.8, 1}, {2, 0}, {9, 0}});
  deck.card("BOUNDARY_PRESCRIBED_MOTION_NODE", fmt::format("{},7,0,{},{}", nodes[1], speed, turn / 1.8));
  deck.card("DAMPING_GLOBAL", "0,2");
  deck.outputs({"GLSTAT"}, 1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  expect_within("internal energy [mJ]", run.energy("internal"), work, 0.06);
}

}  // namespace
}  // namespace crumple::test::hughes_liu_beams
