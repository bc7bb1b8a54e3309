// Statics and modes of what holds bodies and nodes beside elements: resistances of joints, stoppers, belts, lines of
// trusses, gas in bags; and of centrifugal forces. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"
#include "tests/verification/implicit_deck.hpp"

namespace crumple::test::implicit_resistances {
namespace {

/// The zero of a function that grows, between two values.
template <class F> double zero_of(F f, double low, double high) {
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = 0.5 * (low + high);
    (f(middle) < 0 ? low : high) = middle;
  }
  return low;
}

/// Steps of 0.25 to the end.
DeckText statics(double end) {
  DeckText deck(end);
  deck.card("CONTROL_IMPLICIT_GENERAL", "1,0.25");
  deck.card("CONTROL_IMPLICIT_SOLUTION", "12,11,20,1e-6,1e-10,1e-5");
  return deck;
}

/// Part 1, a rigid block that is held, far away; part 2, a rigid block of 20 x 20 x 20 with its middle at the origin,
/// which CON1 and CON2 hold; frame 7 there, its axes x, y, z along the global y, z, x.
Grid add_blocks(DeckText& deck, const std::string& constraints) {
  deck.card("MAT_RIGID", "1,7.85e-3,210000,0.3\n1,7,7\n0,0");
  deck.card("MAT_RIGID", fmt::format("2,7.85e-3,210000,0.3\n{}\n0,0", constraints));
  deck.block(deck.solid_part(1), {1, 1, 1}, {20, 20, 20}, [](const Vec3& x) { return x + Vec3{500, 0, 0}; });
  deck.card("DEFINE_COORDINATE_SYSTEM", "7,0,0,0,0,1,0\n0,0,1");
  return deck.block(deck.solid_part(2), {2, 2, 2}, {20, 20, 20}, [](const Vec3& x) { return x - Vec3{10, 10, 10}; });
}
/// Part 90 of springs.
void add_springs(DeckText& deck, double stiffness) {
  deck.card("MAT_SPRING_ELASTIC", fmt::format("90,{}", stiffness));
  deck.card("SECTION_DISCRETE", "90,0\n");
  deck.card("PART", "springs\n90,90,90");
}

constexpr double block_inertia = steel_density * 8000 * 100;  // of its nodes' masses: 1/4, 1/2, 1/4 at -10, 0, 10 mm

TEST(ImplicitResistances, JointTurnsUnderAWeight) {
  verifies({"13.68",
            "rigid block on a curve of moment (*CONSTRAINED_JOINT_STIFFNESS_GENERALIZED) under a force on a lever that "
            "turns with it, without and with a stop; its mode",
            "closed form: k t + ES (t - stop) = F L cos t, with k = F L t = cos t; sqrt(k / I) / 2 pi",
            "the iterations' tolerance, digits of nodout"});
  constexpr double stiffness = 2e4, lever = 10, of_stop = 1e5, stop = 0.5;
  for (const bool has_stop : {false, true}) {
    DeckText deck = statics(1);
    const Grid block = add_blocks(deck, "1,7,6");
    deck.card("CONSTRAINED_JOINT_STIFFNESS_GENERALIZED",
              fmt::format("1,1,2,7\n{},0\n{},0\n0,{:.17g}", deck.curve({{-3, -3 * stiffness}, {3, 3 * stiffness}}),
                          of_stop, has_stop ? stop * 180 / std::numbers::pi : 0));
    const long node = block.node(2, 1, 1);  // at (10, 0, 0)
    deck.card("LOAD_NODE_POINT",
              fmt::format("{},3,{},{:.17g}", node, deck.curve({{0, 0}, {1, 1}}), -stiffness / lever));
    deck.history({node});
    deck.outputs({"NODOUT", "GLSTAT"}, 0.25);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    const double exact = zero_of(
        [&](double t) {
          return stiffness * t + (has_stop ? of_stop * std::max(t - stop, 0.0) : 0) - stiffness * std::cos(t);
        },
        0, 1);
    const NodeRecord last = run.nodes().at(node).back();
    expect_within("turn [rad]", std::atan2(-last.position[2], last.position[0]), exact, 1e-5);
    const double most = std::max(exact - stop, 0.0);
    expect_within("sliding energy [force length]", run.glstat("sliding interface energy").back().second,
                  0.5 * stiffness * exact * exact + (has_stop ? 0.5 * of_stop * most * most : 0), 0.03);
  }
  DeckText deck(1);
  deck.card("CONTROL_IMPLICIT_GENERAL", "1,1");
  deck.card("CONTROL_IMPLICIT_EIGENVALUE", "1,");
  add_blocks(deck, "1,7,6");
  deck.card("CONSTRAINED_JOINT_STIFFNESS_GENERALIZED",
            fmt::format("1,1,2,7\n{},0\n0,0\n0,0", deck.curve({{-3, -3 * stiffness}, {3, 3 * stiffness}})));
  const std::vector<double> found = frequencies_of(completed(run_deck(deck.str(), 1, "precision=double")));
  ASSERT_EQ(found.size(), 1u);
  expect_within("frequency [1/time]", found[0], std::sqrt(stiffness / block_inertia) / (2 * std::numbers::pi), 1e-5);
}

TEST(ImplicitResistances, FrictionHoldsAlongAnAxis) {
  verifies({"13.69",
            "rigid block on a curve of force with friction (*CONSTRAINED_JOINT_STIFFNESS_TRANSLATIONAL), pulled and "
            "let go",
            "closed form: (F - FF) / k, then FF / k", "springs of the friction, a hundredth of the way"});
  constexpr double stiffness = 100, friction = 50, force = 400;
  DeckText deck = statics(2);
  const Grid block = add_blocks(deck, "1,5,7");  // free along x, the frame's z
  deck.card("CONSTRAINED_JOINT_STIFFNESS_TRANSLATIONAL",
            fmt::format("1,1,2,7\n0,0,{}\n0,0,0,0,{},{}\n0,0",
                        deck.curve({{-30, -30 * stiffness}, {30, 30 * stiffness}}), 100 * stiffness, friction));
  const long node = block.node(1, 1, 1);
  deck.card("LOAD_NODE_POINT", fmt::format("{},1,{},{}", node, deck.curve({{0, 0}, {1, 1}, {2, 0}}), force));
  deck.history({node});
  deck.outputs({"NODOUT"}, 1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto nodes = run.nodes();
  const auto& history = nodes.at(node);
  expect_within("way under the force [length]", history.at(1).displacement[0], (force - friction) / stiffness, 1e-4);
  expect_within("way without [length]", history.back().displacement[0], friction / stiffness, 0.02);
}

TEST(ImplicitResistances, StoppersHoldAndPush) {
  verifies({"13.70", "rigid block on a spring, pulled against a stopper that then moves back",
            "closed form: the spring and that of the stopper, 100 times as stiff; work of the bound",
            "digits of nodout; the work by the trapezoidal rule"});
  constexpr double stiffness = 1000, force = 8000, bound = 5, back = 3;
  DeckText deck = statics(2);
  const Grid block = add_blocks(deck, "1,5,7");
  add_springs(deck, stiffness);
  const long ground = deck.node({-50, 0, 0}), node = block.node(1, 1, 1);
  deck.hold({ground}, "x y z");
  deck.card("ELEMENT_DISCRETE", fmt::format("1,90,{},{}", ground, node));
  deck.card("CONSTRAINED_RIGID_BODY_STOPPERS",
            fmt::format("2,{},0,,,,1\n0,0", -deck.curve({{0, bound}, {1, bound}, {2, back}})));
  deck.card("LOAD_NODE_POINT", fmt::format("{},1,{},{}", node, deck.curve({{0, 0}, {1, 1}, {3, 1}}), force));
  deck.history({node});
  deck.outputs({"NODOUT", "GLSTAT"}, 1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto nodes = run.nodes();
  const auto held_at = [&](double place) { return (force + 100 * stiffness * place) / (101 * stiffness); };
  expect_within("way at the bound [length]", nodes.at(node).at(1).displacement[0], held_at(bound), 1e-5);
  expect_within("way at the moved bound [length]", nodes.at(node).back().displacement[0], held_at(back), 1e-5);
  const auto last = [&](const char* name) { return run.glstat(name).back().second; };
  expect_within("energy of the spring and of the stopper [force length]",
                last("internal energy") + last("sliding interface energy"), last("external work"), 5e-3);
}

TEST(ImplicitResistances, BeltSlipsThroughItsRing) {
  verifies({"13.71", "belt over a slip ring at a right angle, its end pulled by a force, without and with friction",
            "closed form: strains of both elements with F and F / exp(FC pi / 2), F L (1 + exp(-FC pi / 2)) / slope",
            "unstretched lengths of elements change by the slip"});
  constexpr double length = 100, slope = 1e5, force = 500;
  for (const double friction : {0.0, 0.3}) {
    DeckText deck = statics(1);
    deck.card("MAT_SEATBELT", fmt::format("80,0.05,{},0,1.", deck.curve({{0, 0}, {1, slope}})));
    deck.card("SECTION_SEATBELT", "80,");
    deck.card("PART", "belt\n80,80,80");
    deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
    const Grid block =
        deck.block(deck.solid_part(1), {2, 1, 1}, {16, 8, 8}, [](const Vec3& x) { return x + Vec3{900, 0, 0}; });
    deck.hold(block.nodes([](const Vec3& x) { return x.z == 0; }), "x y z");
    const long first = deck.node({-length, 0, 0}), ring = deck.node({0, 0, 0}), end = deck.node({0, 0, -length});
    deck.hold({first, ring}, "x y z");
    deck.hold({end}, "x y");
    deck.card("ELEMENT_SEATBELT", fmt::format("1,80,{},{}\n2,80,{},{}", first, ring, ring, end));
    deck.card("ELEMENT_SEATBELT_SLIPRING", fmt::format("1,1,2,{},{}", friction, ring));
    deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},{}", end, deck.curve({{0, 0}, {1, 1}}), -force));
    deck.history({end});
    deck.outputs({"NODOUT"}, 1);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    const double ratio = std::exp(-friction * std::numbers::pi / 2), strain = force / slope;
    // of the first element, whose length stays, L / (1 + ratio strain) is left unstretched
    const double slip = length - length / (1 + ratio * strain);
    expect_within("way of the end [length]", -run.nodes().at(end).back().displacement[2],
                  (length + slip) * (1 + strain) - length, 1e-4);
  }
}

TEST(ImplicitResistances, LineOfTrussesIsOneElement) {
  verifies({"13.72", "two trusses of a line over a corner (*PART_AVERAGED), its end pulled by a force",
            "closed form: F (L1 + L2) / (E A), the strain of the whole line", "change of length over length"});
  constexpr double lengths[] = {100, 50}, area = 2, force = 420;
  ImplicitDeck deck(steel_young, 0.3, steel_density);
  deck.card("SECTION_BEAM", fmt::format("80,3\n{},0", area));
  deck.card("PART_AVERAGED", "line\n80,80,1");
  const long first = deck.node({-lengths[0], 0, 0}), corner = deck.node({0, 0, 0});
  const long end = deck.node({0, 0, -lengths[1]});
  deck.hold({first, corner}, "x y z");
  deck.hold({end}, "x y");
  deck.card("ELEMENT_BEAM", fmt::format("1,80,{},{}\n2,80,{},{}", first, corner, corner, end));
  deck.load(end, 3, -force);
  deck.watch(end);
  deck.solve();
  expect_within("way of the end [length]", -deck.displacement(end).z,
                force * (lengths[0] + lengths[1]) / (steel_young * area), 1e-5);
}

TEST(ImplicitResistances, GasUnderAPiston) {
  verifies({"13.73", "box with gas (*AIRBAG_ADIABATIC_GAS_MODEL), its lid a piston on springs, pressed down by forces",
            "closed form: F = k x + A (p - pe), p = pe (V0 / V)^gamma; work over the energies",
            "the iterations' tolerance; the work of the gas by the trapezoidal rule"});
  constexpr double side = 100, pressure = 0.1, gamma = 1.4, stiffness = 20, force = 1500;
  DeckText deck(1);
  deck.card("CONTROL_IMPLICIT_GENERAL", "1,0.1");
  deck.card("CONTROL_IMPLICIT_SOLUTION", "12,11,20,1e-6,1e-10,1e-5");
  deck.card("CONTROL_IMPLICIT_AUTO", "1,");
  deck.card("MAT_NULL", fmt::format("80,{},0,0,0,0,210,0.3", steel_density));
  deck.card("SECTION_SHELL", "80,2\n1,1,1,1");
  deck.card("PART", "skin\n80,80,80");
  std::vector<long> n;
  for (const Vec3& x : {Vec3{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}})
    n.push_back(deck.node(side * x));
  const int faces[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  for (int f = 0; f < 6; ++f)
    deck.card("ELEMENT_SHELL",
              fmt::format("{},80,{},{},{},{}", 901 + f, n[std::size_t(faces[f][0])], n[std::size_t(faces[f][1])],
                          n[std::size_t(faces[f][2])], n[std::size_t(faces[f][3])]));
  add_springs(deck, stiffness / 4);
  deck.hold({n[0], n[1], n[2], n[3]}, "x y z");
  const int ramp = deck.curve({{0, 0}, {1, 1}});
  for (std::size_t k = 4; k < 8; ++k) {
    deck.hold({n[k]}, "x y");
    deck.card("ELEMENT_DISCRETE", fmt::format("{},90,{},{}", k, n[k - 4], n[k]));
    deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},{}", n[k], ramp, -force / 4));
  }
  deck.card("SET_PART_LIST", "80\n80");
  deck.card("AIRBAG_ADIABATIC_GAS_MODEL", fmt::format("80,1\n1,0,{},0,{},1e-6", gamma, pressure));
  deck.history({n[4]});
  deck.outputs({"NODOUT", "GLSTAT", "ABSTAT"}, 1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double way = zero_of(
      [&](double x) {
        return stiffness * x + side * side * pressure * (std::pow(side / (side - x), gamma) - 1) - force;
      },
      0, 90);
  expect_within("way of the lid [length]", -run.nodes().at(n[4]).back().displacement[2], way, 1e-4);
  expect_within("internal energy over the external work", run.glstat("internal energy").back().second,
                run.glstat("external work").back().second, 0.02);
}

TEST(ImplicitResistances, CentrifugalForces) {
  verifies({"13.74", "bar of hexes held on the axis of *LOAD_BODY_RZ; a rigid block on a spring beside that of _RX",
            "closed form: tan(k L) / k - L at the end of the bar, k^2 = rho omega^2 / E; m omega^2 r0 / (K - m "
            "omega^2)",
            "20 elements; the iterations' tolerance"});
  constexpr double spin = 2;
  {
    constexpr double length = 100;
    DeckText deck = statics(1);
    deck.card("MAT_ELASTIC", fmt::format("1,{},{},0", steel_density, steel_young));
    deck.solid_form(2);
    const Grid bar = deck.block(deck.solid_part(1), {20, 1, 1}, {length, 5, 5},
                                [](const Vec3& x) { return x + Vec3{30, 20, 0}; });
    deck.hold(bar.nodes([](const Vec3& x) { return x.x < 30.1; }), "x");
    deck.hold(bar.all_nodes(), "y z");
    deck.card("LOAD_BODY_RZ", fmt::format("{},{},0,30,20,7", deck.curve({{0, 0}, {1, 1}}), spin));
    deck.history({bar.node(20, 0, 0)});
    deck.outputs({"NODOUT"}, 1);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    const double k = spin * std::sqrt(steel_density / steel_young);
    expect_within("displacement of the bar's end [mm]", run.nodes().begin()->second.back().displacement[0],
                  std::tan(k * length) / k - length, 2e-3);
  }
  constexpr double r0 = 40, stiffness = 200, mass = steel_density * 1000;
  DeckText deck = statics(1);
  deck.card("MAT_RIGID", fmt::format("1,{},{},0.3\n1,6,7\n", steel_density, steel_young));
  const Grid block = deck.block(deck.solid_part(1), {2, 2, 2}, {10, 10, 10},
                                [](const Vec3& x) { return x + Vec3{-5, r0 - 5, -5}; });
  add_springs(deck, stiffness);
  const long ground = deck.node({0, -100, 0}), middle = block.node(1, 1, 1);
  deck.hold({ground}, "x y z");
  deck.card("ELEMENT_DISCRETE", fmt::format("1,90,{},{}", ground, middle));
  deck.card("LOAD_BODY_RX", fmt::format("{},{}", deck.curve({{0, 0}, {1, 1}}), spin));
  deck.history({middle});
  deck.outputs({"NODOUT"}, 1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double per_way = mass * spin * spin;
  expect_within("displacement of the block [mm]", run.nodes().begin()->second.back().displacement[1],
                per_way * r0 / (stiffness - per_way), 1e-4);
}

}  // namespace
}  // namespace crumple::test::implicit_resistances
