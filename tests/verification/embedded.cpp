// *CONSTRAINED_BEAM_IN_SOLID and _LAGRANGE_IN_SOLID: bars in blocks. Units mm, ms, g, MPa.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::embedded {
namespace {

constexpr double length = 60, width = 20, stretch = 0.06, bar_area = 5, block_young = 30000, end_time = 4;

/// A block with a bar of trusses askew in it, whose nodes match none of the block's, is stretched along x. Energies at
/// the end of the block and of the bar [mJ].
struct Stretched {
  double block = 0, bar = 0;
};
Stretched stretched(const std::string& coupling, int form, const std::array<Vec3, 2>& ends) {
  DeckText deck(end_time);
  deck.solid_form(form);
  deck.card("MAT_ELASTIC", fmt::format("1,2.4e-3,{},0", block_young));
  deck.card("MAT_ELASTIC", fmt::format("2,{},{},0.3", steel_density, steel_young));
  const int part = deck.solid_part(1);
  const Grid block = form == 10 ? deck.tetrahedra(part, {4, 2, 2}, {length, width, width})
                                : deck.block(part, {4, 2, 2}, {length, width, width});
  deck.card("SECTION_BEAM", fmt::format("90,3\n{},0,0", bar_area));
  deck.card("PART", "bar\n90,90,2");
  constexpr int n = 7;
  std::vector<long> nodes;
  for (int i = 0; i <= n; ++i) nodes.push_back(deck.node(ends[0] + (double(i) / n) * (ends[1] - ends[0])));
  for (int i = 0; i < n; ++i)
    deck.card("ELEMENT_BEAM", fmt::format("{},90,{},{}", 5001 + i, nodes[std::size_t(i)], nodes[std::size_t(i) + 1]));
  deck.card("CONSTRAINED_" + coupling.substr(0, coupling.find('\n')), coupling.substr(coupling.find('\n') + 1));
  // x = X (1 + e): all of the block's nodes are moved, so that its strain is uniform
  deck.hold(block.nodes([](const Vec3& x) { return x.x < 1e-6; }), "x");
  for (int i = 1; i <= 4; ++i) {
    const std::vector<long> layer = block.nodes([&](const Vec3& x) { return std::abs(x.x - i * length / 4) < 1e-6; });
    deck.prescribe_velocity(layer, 1, deck.curve({{0, 0}, {2, 1}, {4, 0}, {100, 0}}), i * stretch / 4 / 2);
  }
  deck.hold(block.all_nodes(), "y z");
  deck.outputs({"MATSUM", "GLSTAT"}, end_time);
  const Run run = completed(run_deck(deck.str(), 1, "precision=double"));
  return {run.last_energy(part), run.last_energy(90)};
}

TEST(Embedded, BarsAreStrainedAsTheSolidsAroundThem) {
  verifies({"7.21", "a bar of trusses in a block that is stretched by 0.1 %, along it and askew (embedded)",
            "closed form: E A L e^2 / 2 with the strain along the bar", "the strain is a difference of lengths"});
  const double strain = stretch / length;
  for (const int form : {1, 10})
    for (const char* coupling : {"BEAM_IN_SOLID\n90,1,1,1\n", "LAGRANGE_IN_SOLID\n90,1,1,1,0,2\n"}) {
      const std::string name = fmt::format("{} of ELFORM {}", std::string(coupling).substr(0, 4), form);
      const Stretched along = stretched(coupling, form, {Vec3{3, 7, 8}, Vec3{51, 7, 8}});
      expect_within(name + ": along [mJ]", along.bar, 0.5 * steel_young * bar_area * 48 * strain * strain, 0.003);
      expect_within(name + ": block [mJ]", along.block,
                    0.5 * block_young * width * width * length * strain * strain, 0.003);
      const Vec3 from{3, 4, 5}, to{51, 16, 14}, way = to - from;
      const double its = strain * way.x * way.x / dot(way, way);
      expect_within(name + ": askew [mJ]", stretched(coupling, form, {from, to}).bar,
                    0.5 * steel_young * bar_area * norm(way) * its * its, 0.003);
    }
}

/// A column of hexes that stands on the ground, with two bars of steel in it, which move along it alone.
DeckText column(int n_modes, int form) {
  DeckText deck(1);
  deck.card("CONTROL_IMPLICIT_GENERAL", "1,1");
  deck.card("CONTROL_IMPLICIT_SOLUTION", "1,");
  deck.card("CONTROL_IMPLICIT_EIGENVALUE", fmt::format("{},", n_modes));
  deck.card("MAT_ELASTIC", fmt::format("1,2.4e-3,{},0", block_young));
  deck.card("MAT_ELASTIC", fmt::format("2,{},{},0.3", steel_density, steel_young));
  const Grid block = deck.block(deck.solid_part(1, 6), {2, 2, 20}, {width, width, 200});
  deck.hold(block.nodes([](const Vec3& x) { return x.z == 0; }), "x y z");
  deck.hold(block.all_nodes(), "x y");
  deck.card("SECTION_BEAM", form == 3 ? fmt::format("90,3\n{},0,0", bar_area) : "90,1,,2,1\n2.5231325,2.5231325");
  deck.card("PART", "bar\n90,90,2");
  int element = 5001;
  for (const double at : {5.0, 15.0}) {
    std::vector<long> nodes;
    for (int i = 0; i <= 40; ++i) nodes.push_back(deck.node({at, at, 5.0 * i}));
    for (std::size_t i = 1; i < nodes.size(); ++i, ++element)
      deck.card("ELEMENT_BEAM", form == 3 ? fmt::format("{},90,{},{}", element, nodes[i - 1], nodes[i])
                                          : fmt::format("{},90,{},{},{}", element, nodes[i - 1], nodes[i], 1));
  }
  deck.card("CONSTRAINED_BEAM_IN_SOLID", "90,1,1,1");
  const int ramp = deck.curve({{0, 0}, {1, 1}});
  const std::vector<long> top = block.nodes([](const Vec3& x) { return x.z == 200; });
  for (const long node : top) deck.card("BOUNDARY_PRESCRIBED_MOTION_NODE", fmt::format("{},3,2,{},0.02", node, ramp));
  deck.outputs({"MATSUM", "BNDOUT"}, 1);
  return deck;
}

TEST(Embedded, BarsInImplicitAnalysis) {
  verifies({"13.28", "column of hexes with two bars of trusses or beams in it: pull of a prescribed motion, energies, "
            "first mode along it with trusses",
            "closed form: (E A + 2 Es As) u / L; f = ((E A + 2 Es As) / (rho A + 2 rhos As))^(1/2) / (4 L)",
            "digits of the files; 20 elements to a quarter of a wave"});
  constexpr double tall = 200, way = 0.02, strain = way / tall, area = width * width;
  const double stiffness = block_young * area + 2 * steel_young * bar_area;
  const double mass = 2.4e-3 * area + 2 * steel_density * bar_area;
  for (const int form : {3, 1}) {
    const std::string name = form == 3 ? "trusses: " : "beams: ";
    const auto run = completed(run_deck(column(0, form).str(), 2, "precision=double"));
    const std::string file = run.file("bndout");
    const auto at = file.rfind("ztotal=");
    ASSERT_NE(at, std::string::npos);
    expect_within(name + "pull [N]", std::stod(file.substr(at + 7)), stiffness * strain, 1e-3);
    expect_within(name + "energy of the bars [mJ]", run.last_energy(90),
                  steel_young * bar_area * tall * strain * strain, 1e-3);
    if (form == 1) continue;  // straight bars of beams twist about their axes at lower frequencies
    DeckText free = column(6, form);
    std::string text = free.str();
    for (std::size_t k = text.find("*BOUNDARY_PRES"); k != std::string::npos; k = text.find("*BOUNDARY_PRES", k))
      text.erase(k, text.find('*', k + 1) - k);
    const auto modes = completed(run_deck(text, 2, "precision=double"));
    std::istringstream lines(modes.file("eigout"));
    double first = 0;
    for (std::string line; std::getline(lines, line) && first == 0;) {
      std::istringstream words(line);
      double mode, value, radians, cycles;
      if (words >> mode >> value >> radians >> cycles && cycles > 1) first = cycles;
    }
    expect_within(name + "first mode along the column [1/ms]", first, std::sqrt(stiffness / mass) / (4 * tall), 2e-3);
  }
}

}  // namespace
}  // namespace crumple::test::embedded
