// *CONSTRAINED_BEAM_IN_SOLID and _LAGRANGE_IN_SOLID: bars in blocks. Units mm, ms, g, MPa.
#include <fmt/format.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace crumple::test::embedded
