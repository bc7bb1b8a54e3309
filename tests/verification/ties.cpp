// Tied contacts. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::ties {
namespace {

Place shifted(const Vec3& by) {
  return [by](const Vec3& x) { return x + by; };
}

/// A bar of 2 x 2 x 100 hexes flying at -10 mm/ms whose end x = 0 is stopped; whole, or of two blocks tied in the
/// middle. Returns the run, with the motion of the corner at the far end.
Run stopped_bar(bool tied) {
  DeckText deck(0.06);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const int near = deck.solid_part(1), far = tied ? deck.solid_part(1) : near;
  const Grid first = deck.block(near, {tied ? 50 : 100, 2, 2}, {tied ? 50. : 100., 2, 2});
  const Grid second = tied ? deck.block(far, {50, 2, 2}, {50, 2, 2}, shifted({50, 0, 0})) : first;
  if (tied)
    deck.card(
        "CONTACT_TIED_NODES_TO_SURFACE",
        fmt::format("{},{},4,3\n,\n,\n", deck.node_set(second.nodes([](const Vec3& x) { return x.x == 50; })), near));
  deck.initial_velocity(first.all_nodes(), {-10, 0, 0});
  if (tied) deck.initial_velocity(second.all_nodes(), {-10, 0, 0});
  deck.hold(first.nodes([](const Vec3& x) { return x.x == 0; }), "x");
  deck.history({second.node(second.cells[0], 2, 2)});
  deck.outputs({"NODOUT"}, 1e-3);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

TEST(Ties, MatchingMeshesAreAsMerged) {
  verifies({"6.1", "bar of two tied blocks with matching meshes, a wave runs through",
            "equivalence: the bar in one piece",
            "order of rounding to quanta, 2^-50 of the largest forces, over 600 steps"});
  const auto whole = stopped_bar(false), tied = stopped_bar(true);
  const std::vector<NodeRecord> a = whole.nodes().begin()->second, b = tied.nodes().begin()->second;
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    for (int c = 0; c < 3; ++c)
      expect_near("displacement of the end [mm]", b[i].displacement[c], a[i].displacement[c], 1e-9);
}

/// Largest deviation and mean of the von Mises stress of a block 3 x 3 x 3 tied under a block 4 x 4 x 4, both 10 mm
/// wide, pulled by 100 MPa.
std::pair<double, double> patch_stress() {
  DeckText deck(2);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const int low = deck.solid_part(1), high = deck.solid_part(1);
  const Grid lower = deck.block(low, {3, 3, 3}, {10, 10, 10});
  const Grid upper = deck.block(high, {4, 4, 4}, {10, 10, 10}, shifted({0, 0, 10}));
  deck.card("CONTACT_TIED_NODES_TO_SURFACE",
            fmt::format("{},{},4,3\n,\n,\n", deck.node_set(upper.nodes([](const Vec3& x) { return x.z == 10; })), low));
  deck.hold(lower.nodes([](const Vec3& x) { return x.z == 0; }), "z");
  for (const Grid* grid : {&lower, &upper}) {
    deck.hold(grid->nodes([](const Vec3& x) { return x.x == 0; }), "x");
    deck.hold(grid->nodes([](const Vec3& x) { return x.y == 0; }), "y");
  }
  const int ramp = deck.curve({{0, 0}, {0.5, 1}, {10, 1}});
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 4; ++i)
      deck.card("LOAD_SEGMENT", fmt::format("{},-100,0,{},{},{},{}", ramp, upper.node(i, j, 4), upper.node(i + 1, j, 4),
                                            upper.node(i + 1, j + 1, 4), upper.node(i, j + 1, 4)));
  deck.card("DAMPING_GLOBAL", "0,30");
  deck.outputs({"BINARY_D3PLOT"}, 2);
  const auto run = completed(run_deck(deck.str(), 2, "precision=double"));
  const State state = read_states(run.folder).back();
  double mean = 0, deviation = 0;
  for (const float stress : state.von_mises) {
    mean += stress / double(state.von_mises.size());
    deviation = std::max(deviation, std::abs(stress - 100.));
  }
  return {mean, deviation};
}

TEST(Ties, PatchTestOfMeshesThatDoNotMatch) {
  verifies({"6.1", "tied blocks of 3 x 3 x 3 and 4 x 4 x 4 hexes under 100 MPa", "closed form: uniform stress",
            "nodes on faces do not pass the patch test (Puso and Laursen 2003)"});
  const auto [mean, deviation] = patch_stress();
  expect_within("mean stress [MPa]", mean, 100, 0.01);
  expect_below("largest deviation [MPa]", deviation, 15);
}

/// Deflection of the end of a strip 100 x 10 x 2 clamped at x = 0 under 10 N, damped to rest; in one piece or of two
/// strips whose edges are tied.
double deflection(bool tied) {
  DeckText deck(40, 0.6);  // bending of thick small shells limits the step
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0");
  const int part = deck.shell_part(1, 2.0), other = tied ? deck.shell_part(1, 2.0) : part;
  const Grid near = deck.plate(part, {tied ? 10 : 20, 2}, {tied ? 50. : 100., 10, 0});
  const Grid far = tied ? deck.plate(other, {10, 2}, {50, 10, 0}, shifted({50, 0, 0})) : near;
  if (tied)
    deck.card(
        "CONTACT_TIED_SHELL_EDGE_TO_SURFACE",
        fmt::format("{},{},4,3\n,\n,\n", deck.node_set(far.nodes([](const Vec3& x) { return x.x == 50; })), part));
  deck.hold(near.nodes([](const Vec3& x) { return x.x == 0; }), "x y z rx ry rz");
  const auto end = far.nodes([](const Vec3& x) { return x.x == 100; });
  const int ramp = deck.curve({{0, 0}, {5, 1}, {100, 1}});
  deck.card("LOAD_NODE_SET", fmt::format("{},3,{},{}", deck.node_set(end), ramp, 10. / 3));
  deck.card("DAMPING_GLOBAL", "0,0.6");
  deck.history({end[1]});
  deck.outputs({"NODOUT"}, 10);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  return run.nodes().begin()->second.back().displacement[2];
}

// A hinge at the tie would let the strip fall.
TEST(Ties, ShellEdgesCarryBending) {
  verifies({"6.1", "clamped strip of two plates, edge tied to edge", "closed form: F L^3 / (3 E I)",
            "coarse mesh, damping; between whole and tied the order of rounding"});
  const double whole = deflection(false), tied = deflection(true);
  expect_within("deflection in one piece [mm]", whole, 2.381, 0.02);
  expect_within("deflection tied [mm]", tied, whole, 1e-6);
}

TEST(Ties, OffsetTurnsWithTheFace) {
  verifies({"6.1", "two plates tied with an offset of 2 mm spin", "conservation law: kinetic energy, distance",
            "the plates bend in the beginning, as all mass is on the lower plate's nodes"});
  DeckText deck(3);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const int low = deck.shell_part(1, 2.0), high = deck.shell_part(1, 2.0);
  const Grid lower = deck.plate(low, {8, 8}, {40, 40, 0}, shifted({-20, -20, 0}));
  const Grid upper = deck.plate(high, {5, 5}, {30, 30, 0}, shifted({-15, -15, 2}));
  deck.card("CONTACT_TIED_SHELL_EDGE_TO_SURFACE_CONSTRAINED_OFFSET", fmt::format("{},{},3,3\n,\n,\n", high, low));
  const Vec3 spin{0.4, 0, 0.3};
  for (const Grid* grid : {&lower, &upper})
    for (std::size_t i = 0; i < grid->positions.size(); ++i)
      deck.initial_node_velocity(grid->first_node + long(i), cross(spin, grid->positions[i]), spin);
  const long corner = upper.node(0, 0);
  deck.history({corner, lower.node(4, 4)});
  deck.outputs({"NODOUT", "GLSTAT"}, 0.1);
  const auto run = completed(run_deck(deck.str(), 2, "precision=double"));
  const auto kinetic = run.glstat("kinetic energy");
  for (const auto& [time, energy] : kinetic)
    expect_within("kinetic energy [mJ]", energy, kinetic.front().second, 0.005);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 1e-3);
  // the distance of the two nodes stays what it was: the plates have turned by 86 degrees
  const auto nodes = run.nodes();
  const auto distance = [&](std::size_t i) {
    Vec3 r;
    for (int c = 0; c < 3; ++c) r[c] = nodes.at(corner)[i].position[c] - nodes.at(lower.node(4, 4))[i].position[c];
    return norm(r);
  };
  expect_within("distance of two nodes [mm]", distance(nodes.at(corner).size() - 1), distance(0), 1e-3);
}

}  // namespace
}  // namespace crumple::test::ties
