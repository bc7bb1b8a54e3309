// Nodes that move as the mean of others, and damping and masses of parts: whole runs. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::interpolation {
namespace {

/// An element far from all else, without which a deck has none.
void add_bystander(DeckText& deck) {
  deck.card("MAT_ELASTIC", "70,7.85e-3,210000,0.3");
  deck.block(deck.solid_part(70), {1, 1, 1}, {1, 1, 1}, [](const Vec3& x) { return x + Vec3{500, 0, 0}; });
}

TEST(Interpolation, LoadIsSharedByWeights) {
  verifies({"6.11", "*CONSTRAINED_INTERPOLATION: a mass in the middle of three others is pulled, weights 1, 1, 2",
            "closed form: a = F / (m + 1 / sum(w_i^2 / m_i)), shares w_i F' / m_i",
            "constant acceleration is exact in central differences but for the first half step"});
  const double end = 10, force = 2, own = 5, weight[] = {0.25, 0.25, 0.5}, mass[] = {10, 20, 40};
  DeckText deck(end, 0.5);
  add_bystander(deck);
  const Vec3 corner[] = {{0, 0, 0}, {40, 0, 0}, {10, 30, 0}};
  Vec3 middle;
  std::vector<long> n;
  for (int i = 0; i < 3; ++i) {
    n.push_back(deck.node(corner[i]));
    middle += weight[i] * corner[i];
  }
  n.push_back(deck.node(middle));
  for (int i = 0; i < 3; ++i) deck.card("ELEMENT_MASS", fmt::format("{},{},{}", 800 + i, n[std::size_t(i)], mass[i]));
  deck.card("ELEMENT_MASS", fmt::format("803,{},{}", n[3], own));
  deck.card("CONSTRAINED_INTERPOLATION", fmt::format("1,{},123\n{},123,1\n{},123,1\n{},123,2", n[3], n[0], n[1], n[2]));
  deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},{}", n[3], deck.constant_curve(), force));
  deck.outputs({"BINARY_D3PLOT", "GLSTAT"}, end);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  double softness = 0;
  for (int i = 0; i < 3; ++i) softness += weight[i] * weight[i] / mass[i];
  const double others = 1 / softness, way = 0.5 * force / (own + others) * end * end;
  const State state = read_states(run.folder).back();
  const double time = state.time / end;
  const auto z = [&](int i) { return double(state.position.at(std::size_t(n[std::size_t(i)] - 1))[2]); };
  expect_within("displacement of the dependent node [mm]", z(3), way * time * time, 1e-3);
  for (int i = 0; i < 3; ++i)
    expect_within("displacement of an independent node [mm]", z(i), way * time * time * others * weight[i] / mass[i],
                  1e-3);
  expect_within("external work over kinetic energy", run.energy("external_work") / run.energy("kinetic"), 1, 1e-6);
}

TEST(SharedMotions, NodesMoveAlikeUntilTheyAreFree) {
  verifies({"6.42",
            "*CONSTRAINED_NODE_SET: three masses with the same x, free in y, one of them pulled; free after 5 ms",
            "closed form: a = F / sum(m) for all, then F / m for one",
            "the first half step and that of the release: a thousandth"});
  const double end = 10, force = 2, mass[] = {10, 20, 40}, all = 70;
  DeckText deck(end, 0.5);
  add_bystander(deck);
  std::vector<long> n;
  for (int i = 0; i < 3; ++i) n.push_back(deck.node({10.0 * i, 0, 5.0 * i}));
  for (int i = 0; i < 3; ++i) deck.card("ELEMENT_MASS", fmt::format("{},{},{}", 800 + i, n[std::size_t(i)], mass[i]));
  const int set = deck.node_set(n), curve = deck.constant_curve();
  deck.card("CONSTRAINED_NODE_SET", fmt::format("{},1,5.", set));
  deck.card("LOAD_NODE_POINT", fmt::format("{0},1,{1},{2}\n{0},2,{1},{2}", n[0], curve, force));
  for (const long node : n) deck.history({node});
  deck.outputs({"NODOUT", "GLSTAT"}, end / 100);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto at_end = [&](int i) { return run.nodes().at(n[std::size_t(i)]).back(); };
  const double free = at_end(0).time - 5;
  expect_within("velocity of the pulled node along x [mm/ms]", at_end(0).velocity[0],
                force * 5 / all + force * free / mass[0], 3e-3);
  for (int i = 1; i < 3; ++i) {
    expect_within("velocity of the others along x [mm/ms]", at_end(i).velocity[0], force * 5 / all, 3e-3);
    expect_near("along y [mm/ms]", at_end(i).velocity[1], 0, 1e-12);
  }
  expect_within("velocity of the pulled node along y [mm/ms]", at_end(0).velocity[1], force * at_end(0).time / mass[0],
                3e-3);
  expect_within("external work over kinetic energy", run.energy("external_work") / run.energy("kinetic"), 1, 1e-6);
}

TEST(Interpolation, MassOnALeverTurnsWithThePlate) {
  verifies({"6.12", "*CONSTRAINED_INTERPOLATION: a mass beside a free plate, both turning as one, 1 rad",
            "conservation law: kinetic energy and momentum; the mass keeps its place in the plate's axes",
            "the drift of the velocity constraint is the angle times half of omega dt, and the plate's own vibration"});
  const double omega = 0.05, end = 20;
  DeckText deck(end, 0.5);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const int part = deck.shell_part(1, 2);
  const Grid plate = deck.plate(part, {2, 2}, {20, 20, 0}, [](const Vec3& x) { return x - Vec3{10, 10, 0}; });
  const Vec3 place{25, 5, 15}, spin{0, 0, omega};
  const long node = deck.node(place);
  deck.card("ELEMENT_MASS", fmt::format("900,{},3", node));
  const int set = deck.node_set(plate.all_nodes());
  deck.card("CONSTRAINED_INTERPOLATION", fmt::format("1,{},123456,0,1\n{},123", node, set));
  for (const long id : plate.all_nodes())
    deck.initial_node_velocity(id, cross(spin, plate.positions[std::size_t(id - plate.first_node)]), spin);
  deck.initial_node_velocity(node, cross(spin, place), spin);
  deck.outputs({"BINARY_D3PLOT", "GLSTAT"}, end / 4);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const std::vector<State> states = read_states(run.folder);
  const auto distance = [&](const State& state, long a, long b) {
    const auto &x = state.position.at(std::size_t(a - 1)), &y = state.position.at(std::size_t(b - 1));
    return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
  };
  for (const long corner : {plate.node(0, 0), plate.node(2, 0), plate.node(0, 2)})
    expect_within("distance of the mass from a corner [mm]", distance(states.back(), node, corner),
                  distance(states.front(), node, corner), 2e-3);
  expect_within("energy ratio", run.energy("ratio"), 1, 2e-3);
  const auto &from = states.front().position.at(std::size_t(plate.node(0, 0) - 1)),
             &to = states.back().position.at(std::size_t(plate.node(0, 0) - 1));
  EXPECT_GT(std::hypot(from[0] - to[0], from[1] - to[1]), 5);
}

TEST(PartDamping, PartsSlowDownByThemselves) {
  verifies({"4.6", "*DAMPING_PART_MASS: thrown blocks, one damped, one rigid and damped along x, one left alone",
            "closed form: x = v/D (1 - exp(-D t)); energies balance",
            "damping in the middle of the step is of the second order"});
  const double end = 2, speed = 3, d = 1.5;
  DeckText deck(end, 0.5);
  deck.card("MAT_ELASTIC", "1,7.85e-3,2100,0");
  deck.card("MAT_RIGID", "2,7.85e-3,2100,0\n0,0,0\n0,0,0");
  std::vector<Grid> blocks;
  std::vector<int> parts;
  for (int b = 0; b < 3; ++b) {
    parts.push_back(deck.solid_part(b == 1 ? 2 : 1));
    blocks.push_back(
        deck.block(parts.back(), {2, 1, 1}, {4, 2, 2}, [b](const Vec3& x) { return x + Vec3{0, 10.0 * b, 0}; }));
    deck.initial_velocity(blocks.back().all_nodes(), {speed, speed, 0});
  }
  deck.card("DAMPING_PART_MASS", fmt::format("{},{},{},0", parts[0], deck.constant_curve(0.5), 2 * d));
  deck.card("DAMPING_PART_MASS", fmt::format("{},{},1,1\n{},0,0,0,0,0", parts[1], deck.constant_curve(), d));
  deck.outputs({"BINARY_D3PLOT", "GLSTAT"}, end);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const std::vector<State> states = read_states(run.folder);
  const double time = states.back().time, slowed = speed / d * (1 - std::exp(-d * time));
  const auto moved = [&](int b, std::size_t axis) {
    const auto at = std::size_t(blocks[std::size_t(b)].first_node - 1);
    return double(states.back().position.at(at)[axis]) - double(states.front().position.at(at)[axis]);
  };
  expect_within("displacement of the damped block [mm]", moved(0, 0), slowed, 1e-4);
  expect_within("displacement of the damped block across [mm]", moved(0, 1), slowed, 1e-4);
  expect_within("displacement of the rigid block along x [mm]", moved(1, 0), slowed, 1e-4);
  expect_within("displacement of the rigid block along y [mm]", moved(1, 1), speed * time, 1e-5);
  expect_within("displacement of the block left alone [mm]", moved(2, 0), speed * time, 1e-5);
  expect_within("energy ratio", run.energy("ratio"), 1, 1e-4);
}

}  // namespace
}  // namespace crumple::test::interpolation
