// Solids that meet at their edges: nothing passes through, nothing leaves sideways. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::solids_at_edges {
namespace {

/// What a rigid striker of 3.4 kg does that hits the edge of an aluminium plate one element thick at 20 mm/ms, shifted
/// across that edge: its speed back, and sliding energy over its kinetic energy.
struct Rebound {
  double speed = 0, sliding = 0;
};

Rebound strike_edge(double shift, const std::string& card_a = "0", int cells = 4) {
  DeckText deck(2);
  deck.card("MAT_PLASTIC_KINEMATIC", "1,2.7e-3,70000,0.33,241,70,1");
  deck.card("MAT_RIGID", "2,0.85,210000,0.3\n1,6,7\n");
  const Grid plate = deck.block(deck.solid_part(1, 2, 0.1), {20, 5, 1}, {200, 50, 10});
  deck.block(deck.solid_part(2), {cells, 1, 1}, {40, 10, 10},
             [&](const Vec3& x) { return x + Vec3{78.3, 50.5, shift}; });
  deck.hold(plate.nodes([](const Vec3& x) { return x.x == 0 || x.x == 200; }), "x y");
  deck.hold(plate.all_nodes(), "z");
  deck.card("INITIAL_VELOCITY_RIGID_BODY", "2,0,-20,0,0,0,0");
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", "1,2,3,3\n0.2,0.2\n1,1\n" + card_a);
  deck.outputs({"GLSTAT", "MATSUM"}, 0.02);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double before = 0.5 * 3400 * 400;
  return {run.last_velocity(2, 1), run.energy("sliding") / before};
}

TEST(SolidsAtEdges, StrikerOnTheEdgeOfAPlate) {
  verifies({"5.11", "rigid striker on the edge of a plate one element thick, nearly meshed in its planes",
            "equivalence: the mean rebound when it is shifted by 1 and 3 mm across the edge"});
  for (const std::string card_a : {"0", "1", "2", "2,,,,,5"}) {
    const double mean = 0.5 * (strike_edge(1, card_a).speed + strike_edge(3, card_a).speed);
    EXPECT_GT(mean, 0);
    for (const double shift : {0.0, 0.001, 0.01, 0.1}) {
      const Rebound rebound = strike_edge(shift, card_a);
      const std::string of = fmt::format("shifted by {} mm, SOFT {}", shift, card_a);
      expect_within("rebound [mm/ms], " + of, rebound.speed, mean, 0.03);
      expect_below("sliding over kinetic energy, " + of, std::abs(rebound.sliding), 0.01);
    }
  }
}

// Between the nodes of a striker of one solid its edge alone holds, up to its corners.
TEST(SolidsAtEdges, StrikerOfOneSolid) {
  verifies(
      {"5.11", "the same striker, of one solid", "equivalence: the mean rebound when it is shifted by 1 and 3 mm"});
  const double mean = 0.5 * (strike_edge(1, "0", 1).speed + strike_edge(3, "0", 1).speed);
  for (const double shift : {0.0003, 0.001, 0.01, 0.1}) {
    const Rebound rebound = strike_edge(shift, "0", 1);
    const std::string of = fmt::format("of one solid, shifted by {} mm", shift);
    expect_within("rebound [mm/ms], " + of, rebound.speed, mean, 0.03);
    expect_below("sliding over kinetic energy, " + of, std::abs(rebound.sliding), 0.01);
  }
}

/// Speeds along x at the end of blocks of n^3 elements, the first flying at 10 mm/ms at the other, equal and flush.
std::array<double, 2> strike_flush(int n, double poisson, double dt_scale, double end) {
  DeckText deck(end, dt_scale);
  deck.without_bulk_viscosity();
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},{}", steel_density, steel_young, poisson));
  const Grid flying = deck.block(deck.solid_part(1), {n, n, n}, {10, 10, 10});
  deck.block(deck.solid_part(1), {n, n, n}, {10, 10, 10}, [](const Vec3& x) { return x + Vec3{10.05, 0, 0}; });
  deck.initial_velocity(flying.all_nodes(), {10, 0, 0});
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", "1,2,3,3\n0,0\n1,1");
  deck.outputs({"GLSTAT", "MATSUM"}, 1e-3);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  EXPECT_NEAR(run.energy("ratio"), 1, 0.02);
  return {run.last_velocity(1, 0), run.last_velocity(2, 0)};
}

TEST(SolidsAtEdges, FlushBlocksSwapTheirSpeeds) {
  verifies({"5.12", "equal elastic blocks meet flush", "conservation law: momentum and energy",
            "vibration is left in the blocks, more of it in fewer elements"});
  for (const int n : {2, 4}) {
    const auto speed = strike_flush(n, 0.3, 0.67, 0.05);
    expect_within(fmt::format("speed of the struck block of {} elements [mm/ms]", n * n * n), speed[1], 10, 0.03);
    expect_below(fmt::format("speed left to the striker of {} elements, over the initial", n * n * n), speed[0] / 10,
                 0.03);
  }
}

/// Speed of the struck one of two chains of two masses, each a spring E A / L between the halves of a block without
/// lateral contraction, with a spring between the chains that only pushes.
double speed_of_struck_chain(double contact_stiffness, double end) {
  const double mass = 0.5 * steel_density * 1000, spring = steel_young * 100 / 10, dt = 1e-7;
  std::array<double, 4> moved{}, v{10, 10, 0, 0};
  for (double time = 0; time < end; time += dt) {
    const double first = spring * (moved[1] - moved[0]), second = spring * (moved[3] - moved[2]);
    const double push = contact_stiffness * std::max(0.0, moved[1] - moved[2] - 0.05);
    const std::array force{first, -first - push, push + second, -second};
    for (int i = 0; i < 4; ++i) v[i] += dt * force[i] / mass;
    for (int i = 0; i < 4; ++i) moved[i] += dt * v[i];
  }
  return 0.5 * (v[2] + v[3]);
}

TEST(SolidsAtEdges, SingleElementsDoWhatTwoMassesDo) {
  verifies({"5.13", "single elements meet flush",
            "closed form: chains of two masses that meet through the springs of eight nodes, 0.1 K A^2 / V each"});
  const double spring = 0.1 * steel_young / 3 * 10;
  const auto speed = strike_flush(1, 0, 0.2, 0.03);
  expect_within("speed of the struck element [mm/ms]", speed[1], speed_of_struck_chain(8 * spring, 0.03), 0.01);
}

/// A bar one element wide flies at one that is turned about their axis and may be of another width.
double strike_turned(double width, double degrees) {
  const double transit = 2 * 100 / std::sqrt(steel_young / steel_density), angle = degrees * std::numbers::pi / 180;
  DeckText deck(0.01 + 1.6 * transit);
  deck.without_bulk_viscosity();
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0", steel_density, steel_young));
  const auto bar = [&](double side, double turn, double at) {
    return deck.block(deck.solid_part(1), {100, 1, 1}, {100, side, side}, [=](const Vec3& x) {
      const double y = x.y - 0.5 * side, z = x.z - 0.5 * side;
      return Vec3{x.x + at, std::cos(turn) * y - std::sin(turn) * z, std::sin(turn) * y + std::cos(turn) * z};
    });
  };
  const Grid left = bar(1, 0, 0), right = bar(width, angle, 100.1);
  deck.initial_velocity(left.all_nodes(), {5, 0, 0});
  deck.initial_velocity(right.all_nodes(), {-5, 0, 0});
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", "1,2,3,3\n0,0\n1,1");
  deck.outputs({"MATSUM"}, 1e-3);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  return run.last_velocity(2, 0);
}

// Turned by 30 degrees no node of the ends lies within the other end: edges hold edges.
TEST(SolidsAtEdges, TurnedBarsExchangeTheirVelocities) {
  verifies({"5.14", "bars one element wide, of equal length, turned about their axis",
            "closed form: waves in bars, force 10 Z1 Z2 / (Z1 + Z2) for two transits, Z = rho c A"});
  for (const auto& [width, degrees] : {std::pair{1.0, 0.0}, {1.0, 30.0}, {0.9, 30.0}, {0.7, 30.0}, {1.2, 30.0}}) {
    const double area = width * width, after = 2 * 10 / (1 + area) - 5;
    expect_within(fmt::format("velocity of a bar {} wide turned by {} degrees [mm/ms]", width, degrees),
                  strike_turned(width, degrees), after, 0.03);
  }
}

struct Crossing {
  double speed = 0, contact_energy = 0;
};

/// An aluminium bar of three hexes of 10 x side x side mm falls on another across it at 5 mm/ms, the elements in its
/// middle one above the other: their nodes lie beside the other bar, and four crossings of edges hold it. What speed
/// the lower bar gets, and the energy in contact over the initial one.
Crossing cross_bars(double side, const std::string& card_a) {
  DeckText deck(1);
  deck.card("MAT_ELASTIC", "1,2.7e-3,70000,0.3");
  const int lower = deck.solid_part(1), upper = deck.solid_part(1);
  deck.block(lower, {3, 1, 1}, {30, side, side}, [&](const Vec3& x) { return x - Vec3{15, side / 2, side}; });
  const Grid falling =
      deck.block(upper, {1, 3, 1}, {side, 30, side}, [&](const Vec3& x) { return x + Vec3{-side / 2, -15, 0.05}; });
  deck.initial_velocity(falling.all_nodes(), {0, 0, -5});
  deck.card("CONTACT_AUTOMATIC_SINGLE_SURFACE", "0,0\n0,0\n1,1\n" + card_a);
  deck.outputs({"GLSTAT", "MATSUM"}, 0.01);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  return {run.last_velocity(lower), run.energy("sliding") / (0.5 * 2.7e-3 * 30 * side * side * 25)};
}

// Pairs of edges end at a node, and the next piece of the edge goes on with the push of the last.
TEST(SolidsAtEdges, CrossedBarsWhoseNodesAreBesideTheOther) {
  verifies({"5.25", "elastic bars meet crosswise, nodes 1e-4 to 0.1 of an element beside the other",
            "equivalence: the bar that is narrower by a tenth",
            "stiffness of the pairs differs; vibration is left in the bars"});
  for (const std::string soft : {"0", "2,,,,,5"}) {
    const double reference = cross_bars(9.8, soft).speed;
    for (const double side : {9.998, 9.99, 9.98, 9.9, 9.0}) {
      const auto of = fmt::format("side {} mm, SOFT = {}", side, soft.front());
      const Crossing crossing = cross_bars(side, soft);
      expect_within("speed of the bar below [mm/ms], " + of, crossing.speed, reference, 0.05);
      expect_near("energy in contact over the initial one, " + of, crossing.contact_energy, 0, 0.01);
    }
  }
}

// Where nodes are above nodes, or so near that rounding decides, four pairs of edges share what one has elsewhere.
TEST(SolidsAtEdges, CrossedBarsNodeOnNode) {
  verifies({"5.32", "elastic bars meet crosswise, nodes above nodes or 1e-6 of an element beside them",
            "equivalence: the bars wider by a hundredth",
            "vibration is left in the bars; a spring at the limit of the step takes up to 3 % in its first one"});
  for (const std::string soft : {"0", "2,,,,,5"})
    for (const double side : {10.0, 10 - 1e-5}) {
      const auto of = fmt::format("side {} mm, SOFT = {}", side, soft.front());
      const Crossing crossing = cross_bars(side, soft);
      expect_within("speed of the bar below [mm/ms], " + of, crossing.speed, cross_bars(10.1, soft).speed, 0.03);
      expect_near("energy in contact over the initial one, " + of, crossing.contact_energy, 0, 0.03);
    }
}

/// Two elastic cubes of 27 hexes close at `speed`, an edge of one across an edge of the other and `aside` of the middle
/// of both; the upper one slides at `slide` along the edge of the lower one. The energy that contact has taken when
/// they have parted, over the initial one; the sum of their velocities.
struct EdgeOnEdge {
  double taken = 0, momentum = 0;
};

EdgeOnEdge meet_edge_on_edge(double speed, double aside, int soft, double slide = 0) {
  constexpr double side = 12, turned = std::numbers::sqrt2 / 2;
  DeckText deck(0.1 + 5 / speed);
  deck.without_bulk_viscosity();
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
  const auto cube = [&](const Vec3& along, const Vec3& across, const Vec3& at) {
    const Vec3 middle{side / 2, side / 2, side / 2};
    return deck.block(deck.solid_part(1), {3, 3, 3}, {side, side, side}, [=](const Vec3& x) {
      const Vec3 r = x - middle;
      return at + r.x * along + (turned * (r.y - r.z)) * across + Vec3{0, 0, turned * (r.y + r.z)};
    });
  };
  const double height = turned * side + 0.02;
  const Grid lower = cube({1, 0, 0}, {0, 1, 0}, {0, 0, -height});
  const Grid upper = cube({0, 1, 0}, {-1, 0, 0}, {aside, aside, height});
  deck.initial_velocity(lower.all_nodes(), {0, 0, speed / 2});
  deck.initial_velocity(upper.all_nodes(), {slide, 0, -speed / 2});
  deck.card("CONTACT_AUTOMATIC_SINGLE_SURFACE", fmt::format("0\n\n\n{}", soft));
  deck.outputs({"GLSTAT", "MATSUM"}, 1e-3);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double kinetic = 0.5 * steel_density * side * side * side * (speed * speed / 2 + slide * slide);
  return {run.energy("sliding") / kinetic, (run.last_velocity(1) + run.last_velocity(2)) / speed};
}

// The edges are driven into each other by up to the height of an element. At 2 mm both have a node there, where their
// next pieces take over; near their ends they slip off them.
TEST(SolidsAtEdges, EdgesGiveBackWhatTheyTake) {
  verifies({"5.33", "elastic cubes meet edge on edge, in the middle, at nodes and near a corner, at 20 and 150 m/s",
            "conservation law: energy, momentum", "steps in which edges slip off their ends by a part of their depth"});
  for (const int soft : {0, 1, 2})
    for (const double speed : {20.0, 150.0})
      for (const double aside : {1.0, 2.0, 5.7}) {
        const EdgeOnEdge met = meet_edge_on_edge(speed, aside, soft);
        const auto of = fmt::format("SOFT = {}, {} m/s, {} mm from the middle", soft, speed, aside);
        expect_near("energy in contact over the initial one, " + of, met.taken, 0, 0.01);
        expect_near("sum of velocities over the closing one, " + of, met.momentum, 0, 1e-6);
      }
}

// While the edges push each other, those of the lower cube that continue each other pass them on, bent by the push.
TEST(SolidsAtEdges, EdgesPassOnWhatSlidesAcrossTheirNodes) {
  verifies({"5.35", "elastic cubes meet edge on edge and slide across nodes, at 20 and 150 m/s",
            "conservation law: energy", "the share of an edge changes within a few steps"});
  for (const int soft : {0, 1, 2})
    for (const double speed : {20.0, 150.0})
      for (const double slide : {0.5, 1.0}) {
        const EdgeOnEdge met = meet_edge_on_edge(speed, 1.5, soft, slide * speed);
        const auto of = fmt::format("SOFT = {}, {} m/s, sliding at {} m/s", soft, speed, slide * speed);
        expect_near("energy in contact over the initial one, " + of, met.taken, 0, 0.01);
      }
}

}  // namespace
}  // namespace crumple::test::solids_at_edges
