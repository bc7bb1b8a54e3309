// Implicit analysis of springs, cables, bars, joints and rigid bodies against closed forms. Units mm, s, t (N, MPa).
#include <numbers>

#include "tests/verification/implicit_deck.hpp"

namespace crumple::test::implicit_mechanisms {
namespace {

using std::numbers::pi;

constexpr double young = 210000, density = 7.8e-9;

/// Linear statics where `solution` is 1, iterations where it is 12; a load or a motion grows over the unit of time.
DeckText statics(const std::string& solution, double step = 1) {
  DeckText deck(1);
  deck.card("CONTROL_IMPLICIT_GENERAL", fmt::format("1,{}", step));
  deck.card("CONTROL_IMPLICIT_SOLUTION", solution + ",11");
  deck.outputs({"GLSTAT", "NODOUT", "SPCFORC", "DEFORC", "JNTFORC"}, step);
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", density, young));
  return deck;
}

DeckText modes(const char* keyword, int n) {
  DeckText deck(1);
  deck.card("CONTROL_IMPLICIT_GENERAL", "1,1");
  deck.card(keyword, fmt::format("{},", n));
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", density, young));
  return deck;
}

Run solved(const DeckText& deck) { return completed(run_deck(deck.str(), 1, "precision=double")); }

Vec3 moved(const Run& run, long node) {
  const auto& u = run.nodes().at(node).back().displacement;
  return {u[0], u[1], u[2]};
}

/// A part of its own section and material, which both have the number of the part.
void part(DeckText& deck, int number, const std::string& section, const std::string& material) {
  deck.card("PART", fmt::format("part\n{0},{0},{0}", number));
  deck.card(section.substr(0, section.find('\n')),
            fmt::format("{},{}", number, section.substr(section.find('\n') + 1)));
  deck.card(material.substr(0, material.find('\n')),
            fmt::format("{},{}", number, material.substr(material.find('\n') + 1)));
}
void spring_part(DeckText& deck, int number, double stiffness) {
  part(deck, number, "SECTION_DISCRETE\n0,\n0,", fmt::format("MAT_SPRING_ELASTIC\n{},", stiffness));
}

/// A line of `n` beams along z from the origin; the nodes.
std::vector<long> column(DeckText& deck, const std::string& section, double length, int n) {
  deck.card("PART", "column\n30,30,1");
  deck.card("SECTION_BEAM", "30," + section);
  const long third = deck.node({0, 50, 0});
  std::vector<long> nodes;
  for (int i = 0; i <= n; ++i) nodes.push_back(deck.node({0, 0, length * i / n}));
  for (int i = 0; i < n; ++i)
    deck.card("ELEMENT_BEAM", fmt::format("{},30,{},{},{}", 5000 + i, nodes[std::size_t(i)],
                                          nodes[std::size_t(i) + 1], third));
  deck.hold({third}, "x y z rx ry rz");
  return nodes;
}

TEST(ImplicitMechanisms, ColumnUnderARigidBar) {
  verifies({"13.82", "clamped column of 20 beams with a rigid bar of 0, 0.3 and 1 times its length on top, loaded at "
            "the "
            "bar's end: first load of buckling",
            "closed form: deflection d (1 - cos k x) of the column, k a sin k l = cos k l, P = E I k^2",
            "20 beams: 0.1 %"});
  const double length = 100, inertia = std::pow(5.0, 4) / 12;
  for (const double bar : {0.0, 30.0, 100.0}) {
    DeckText deck = modes("CONTROL_IMPLICIT_BUCKLE", 2);
    const std::vector<long> nodes = column(deck, "1,0.8333,2,0\n5,5,5,5", length, 20);
    deck.hold({nodes.front()}, "x y z rx ry rz");
    long loaded = nodes.back();
    if (bar > 0) {
      loaded = deck.node({0, 0, length + bar});
      const long aside = deck.node({3, 0, length + bar});
      deck.card("ELEMENT_MASS", fmt::format("1,{},1e-6\n2,{},1e-6", loaded, aside));
      deck.card("CONSTRAINED_NODAL_RIGID_BODY",
                fmt::format("90,,{}", deck.node_set({nodes.back(), loaded, aside})));
    }
    deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},-1", loaded, deck.curve({{0, 0}, {1, 1}})));
    double low = 0, high = pi / 2 / length;  // k
    for (int i = 0; i < 60; ++i) {
      const double k = 0.5 * (low + high);
      (k * bar * std::sin(k * length) < std::cos(k * length) ? low : high) = k;
    }
    expect_within(fmt::format("bar of {}: load [N]", bar), buckling_factors_of(solved(deck)).front(),
                  young * inertia * low * low, 2e-3);
  }
}

/// A line of `n` struts of length 10 along z, its inner nodes held by springs of 10 N/mm across it, both ends fixed but
/// along it; `strut` puts one between two nodes.
DeckText chain(DeckText deck, int n, const std::function<void(DeckText&, int number, long a, long b)>& strut) {
  std::vector<long> nodes;
  for (int i = 0; i <= n; ++i) nodes.push_back(deck.node({0, 0, 10.0 * i}));
  spring_part(deck, 20, 10);
  for (int i = 0; i < n; ++i) strut(deck, 100 + i, nodes[std::size_t(i)], nodes[std::size_t(i) + 1]);
  for (std::size_t i = 1; i + 1 < nodes.size(); ++i) {
    const long aside = deck.node({10, 0, 10.0 * double(i)});
    deck.hold({aside}, "x y z rx ry rz");
    deck.card("ELEMENT_DISCRETE", fmt::format("{},20,{},{}", 200 + i, nodes[i], aside));
  }
  deck.hold(nodes, "y rx ry rz");
  deck.hold({nodes.front()}, "x z");
  deck.hold({nodes.back()}, "x");
  deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},-1", nodes.back(), deck.curve({{0, 0}, {1, 1}})));
  return deck;
}

TEST(ImplicitMechanisms, StrutsInALineBuckle) {
  verifies({"13.83", "8 struts in a line of trusses or springs under a force along it, springs across it at each node: "
            "loads of buckling",
            "closed form: P = k l / (2 - 2 cos(m pi / n)), here from m = 7 down",
            "solver: the loads strain the trusses by 1e-4"});
  const auto truss = [](DeckText& deck, int number, long a, long b) {
    if (number == 100) {
      deck.card("PART", "trusses\n31,31,1");
      deck.card("SECTION_BEAM", "31,3\n25,");
    }
    deck.card("ELEMENT_BEAM", fmt::format("{},31,{},{}", number, a, b));
  };
  const auto spring = [](DeckText& deck, int number, long a, long b) {
    if (number == 100) spring_part(deck, 32, 5e5);
    deck.card("ELEMENT_DISCRETE", fmt::format("{},32,{},{}", number, a, b));
  };
  using Strut = std::function<void(DeckText&, int, long, long)>;
  for (const auto& [name, strut] : {std::pair<const char*, Strut>{"trusses", truss}, {"springs", spring}}) {
    const std::vector<double> found =
        buckling_factors_of(solved(chain(modes("CONTROL_IMPLICIT_BUCKLE", 3), 8, strut)));
    ASSERT_EQ(found.size(), 3u);
    for (int m = 0; m < 3; ++m)
      expect_within(fmt::format("{}, load {} [N]", name, m + 1), found[std::size_t(m)],
                    10 * 10 / (2 - 2 * std::cos((7 - m) * pi / 8)), 2e-3);
  }
}

/// A lever, a rigid body of 4 nodes, on a joint at the origin of a rigid body that is fixed, held by a spring of
/// 1000 N/mm at 100 mm; its nodes: on the joint, at the spring, at -50 mm.
std::array<long, 3> lever(DeckText& deck, const std::string& joint) {
  const auto body = [&](int number, const std::vector<Vec3>& places, const std::string& holds) {
    std::vector<long> nodes;
    for (const Vec3& place : places) {
      nodes.push_back(deck.node(place));
      deck.card("ELEMENT_MASS", fmt::format("{0},{0},0.001", nodes.back()));
    }
    deck.card("CONSTRAINED_NODAL_RIGID_BODY_SPC", fmt::format("{},,{}\n{}", number, deck.node_set(nodes), holds));
    return nodes;
  };
  const std::vector<long> moving = body(91, {{0, 0, 0}, {100, 0, 0}, {-50, 0, 0}, {0, 0, 50}}, "1,0,4");
  const std::vector<long> fixed = body(92, {{0, 0, 0}, {0, -10, 0}, {0, 0, -10}, {0, 0, 50}}, "1,7,7");
  const long ground = deck.node({100, -10, 0});
  deck.hold({ground}, "x y z rx ry rz");
  spring_part(deck, 20, 1000);
  deck.card("ELEMENT_DISCRETE", fmt::format("1,20,{},{}", moving[1], ground));
  deck.card("CONSTRAINED_JOINT_" + joint, joint == "REVOLUTE"
                                              ? fmt::format("{},{},{},{}", moving[0], fixed[0], moving[3], fixed[3])
                                              : fmt::format("{},{}", moving[0], fixed[0]));
  return {moving[0], moving[1], moving[2]};
}

TEST(ImplicitMechanisms, LeverOnAJoint) {
  verifies({"13.84", "rigid lever on a spherical or revolute joint, held by a spring: frequency, and displacement "
            "under a load in linear and nonlinear statics",
            "closed form: (k a^2 / J)^(1/2) / 2 pi; f b^2 / (k a^2)",
            "the stiffness of joints, 1e6 times that of springs; 1e-4 in nonlinear statics by the lever's rotation"});
  const double inertia = 0.001 * (100 * 100 + 50 * 50);
  for (const std::string joint : {"SPHERICAL", "REVOLUTE"}) {
    DeckText free = modes("CONTROL_IMPLICIT_EIGENVALUE", 1);
    lever(free, joint);
    expect_within(joint + ": frequency [1/s]", frequencies_of(solved(free)).front(),
                  std::sqrt(1000 * 100 * 100 / inertia) / (2 * pi), 1e-4);
  }
  for (const std::string solution : {"1", "12"}) {
    DeckText loaded = statics(solution);
    const auto [hinge, spring, end] = lever(loaded, "SPHERICAL");
    loaded.card("LOAD_NODE_POINT", fmt::format("{},2,{},10", end, loaded.curve({{0, 0}, {1, 1}})));
    loaded.history({hinge, end});
    const auto run = solved(loaded);
    expect_within("NSOLVR " + solution + ", at the load [mm]", moved(run, end).y, 10 * 50 * 50 / (1000.0 * 100 * 100),
                  1e-3);
    expect_near("NSOLVR " + solution + ", at the joint [mm]", moved(run, hinge).y, 0, 1e-6);
  }
}

TEST(ImplicitMechanisms, BeamsTwist) {
  verifies({"13.85", "clamped line of 20 beams of 5 x 5 x 5 mm, resultant beams: mode of torsion",
            "closed form: c / 4 l with c = (G J / rho I)^(1/2), J = I as given", "20 beams, lumped masses: 0.03 %"});
  DeckText deck = modes("CONTROL_IMPLICIT_EIGENVALUE", 8);
  const std::vector<long> nodes = column(deck, "2,\n25,52.0833,52.0833,104.1667", 100, 20);
  deck.hold({nodes.front()}, "x y z rx ry rz");
  const double speed = std::sqrt(young / 2.6 / density);
  double nearest = 0;
  for (const double f : frequencies_of(solved(deck)))
    if (std::abs(f - speed / 400) < std::abs(nearest - speed / 400)) nearest = f;
  expect_within("frequency [1/s]", nearest, speed / 400, 1e-3);
}

TEST(ImplicitMechanisms, DrivenRotations) {
  verifies({"13.86", "end of a cantilever of 10 beams turned by 0.1 rad, nothing else acts: its deflection and energy "
            "in linear and nonlinear statics",
            "closed form: theta l / 2, E I theta^2 / 2 l", "0.2 % by the finite rotation"});
  for (const std::string solution : {"1", "12"}) {
    DeckText deck = statics(solution, 0.5);
    const std::vector<long> nodes = column(deck, "1,0.8333,2,0\n5,5,5,5", 100, 10);
    deck.hold({nodes.front()}, "x y z rx ry rz");
    deck.card("BOUNDARY_PRESCRIBED_MOTION_NODE",
              fmt::format("{},5,2,{},0.1", nodes.back(), deck.curve({{0, 0}, {1, 1}})));
    deck.history({nodes.back()});
    const auto run = solved(deck);
    expect_within("NSOLVR " + solution + ": deflection [mm]", std::abs(moved(run, nodes.back()).y), 5, 3e-3);
    expect_within("NSOLVR " + solution + ": energy [mJ]", run.energy("internal"),
                  young * std::pow(5.0, 4) / 12 * 0.01 / 200, 3e-3);
  }
}

TEST(ImplicitMechanisms, ToolMovesBeforeItTouches) {
  verifies({"13.87", "rigid block 1 mm above a clamped plate moves by 1.5 mm in 5 static steps: its displacement, and "
            "that of the plate", "closed form: the motion that is prescribed",
            "the contact's penetration"});
  DeckText deck = statics("12", 0.2);
  const int plate_part = deck.shell_part(1, 1, 3);
  const Grid plate = deck.plate(plate_part, {6, 6}, {30, 30, 0});
  deck.card("MAT_RIGID", fmt::format("2,{},{},0.3\n0,\n0,", density, young));
  const Grid tool = deck.block(deck.solid_part(2), {1, 1, 1}, {10, 10, 10}, [](const Vec3& x) {
    return x + Vec3{10, 10, 1.5};
  });
  deck.hold(plate.nodes([](const Vec3& x) { return x.x == 0 || x.x == 30 || x.y == 0 || x.y == 30; }),
            "x y z rx ry rz");
  const int still = deck.curve({{0, 0}, {1, 0}}), down = deck.curve({{0, 0}, {1, -1.5}});
  for (const int dof : {1, 2, 3, 5, 6, 7})
    deck.card("BOUNDARY_PRESCRIBED_MOTION_RIGID", fmt::format("2,{},2,{}", dof, dof == 3 ? down : still));
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", "1,2,3,3\n0,0\n0,0");
  deck.history({tool.node(0, 0, 0), plate.node(2, 2)});
  const auto run = solved(deck);
  expect_within("tool [mm]", moved(run, tool.node(0, 0, 0)).z, -1.5, 1e-9);
  expect_between("plate under its corner [mm]", moved(run, plate.node(2, 2)).z, -0.55, -0.4, -0.5);
}

TEST(ImplicitMechanisms, SpringsAndCables) {
  verifies({"13.88", "a spring, a cable, and a slack cable pulled by 100 N, and a spring that is turned by a moment, "
            "in linear and nonlinear statics: displacement, and energy over work",
            "closed form: F / k, slack + F / k; M / k",
            "solver; the stiffness of the slack cable counts from its own length, 0.1 %"});
  for (const std::string solution : {"1", "12"}) {
    const auto pulled = [&](const std::string& what, const std::function<void(DeckText&, long, long)>& put,
                            double expected) {
      DeckText deck = statics(solution, 0.5);
      const long a = deck.node({0, 0, 0}), b = deck.node({50, 0, 0});
      put(deck, a, b);
      deck.card("ELEMENT_MASS", fmt::format("1,{},1e-4\n2,{},1e-4", a, b));
      deck.hold({a}, "x y z rx ry rz");
      deck.hold({b}, "y z rx ry rz");
      deck.card("LOAD_NODE_POINT", fmt::format("{},1,{},100", b, deck.curve({{0, 0}, {1, 1}})));
      deck.history({b});
      const auto run = solved(deck);
      expect_within(fmt::format("NSOLVR {}, {} [mm]", solution, what), moved(run, b).x, expected, 2e-3);
      if (what != "slack cable")
        expect_within(fmt::format("NSOLVR {}, {}: energy over work", solution, what), run.energy("internal"), 5, 1e-6);
    };
    pulled("spring", [](DeckText& deck, long a, long b) {
      spring_part(deck, 20, 1000);
      deck.card("ELEMENT_DISCRETE", fmt::format("1,20,{},{}", a, b));
    }, 0.1);
    const auto cable = [](double slack) {
      return [slack](DeckText& deck, long a, long b) {
        part(deck, 21, fmt::format("SECTION_BEAM\n6,\n0,0,0,1,{}", -slack),
             fmt::format("MAT_CABLE_DISCRETE_BEAM\n{},50000", density));
        const long third = deck.node({0, 50, 0});
        deck.hold({third}, "x y z");
        deck.card("ELEMENT_BEAM", fmt::format("1,21,{},{},{}", a, b, third));
      };
    };
    pulled("cable", cable(0), 0.1);
    if (solution == "12") pulled("slack cable", cable(0.05), 0.15);
  }
  for (const std::string solution : {"1", "12"}) {
    DeckText deck = statics(solution, 0.5);
    const long a = deck.node({0, 0, 0}), b = deck.node({0, 0, 0});
    part(deck, 20, "SECTION_DISCRETE\n1,\n0,", "MAT_SPRING_ELASTIC\n200,");
    deck.card("DEFINE_SD_ORIENTATION", "3,0,0,1,0");
    deck.card("ELEMENT_DISCRETE", fmt::format("1,20,{},{},3", a, b));
    deck.card("ELEMENT_INERTIA", fmt::format("1,{}\n1e-3,0,0,1e-3,0,1e-3,1e-3", b));
    deck.hold({a}, "x y z rx ry rz");
    deck.hold({b}, "x y z rx rz");
    deck.card("LOAD_NODE_POINT", fmt::format("{},6,{},10", b, deck.curve({{0, 0}, {1, 1}})));
    deck.history({b});
    const auto run = solved(deck);
    expect_within("NSOLVR " + solution + ", turned: energy [mJ]", run.energy("internal"), 0.5 * 10 * 0.05, 1e-6);
  }
}

TEST(ImplicitMechanisms, PendulumOfARigidBlock) {
  verifies({"13.89", "rigid block on a revolute joint swings by 0.05 rad under gravity, Newmark steps of a fortieth of "
            "the period: height of the joint, and displacement after half of it",
            "closed form: twice the amplitude in half a period, T = 2 pi (J / m g l)^(1/2)",
            "Newmark's rule lengthens the period by pi^2 / 3 (dt / T)^2 = 0.2 %"});
  const double arm = 100, inertia = arm * arm + 100.0 / 6, gravity = 9810, angle = 0.05;
  const double period = 2 * pi * std::sqrt(inertia / (gravity * arm)) * (1 + angle * angle / 16);
  DeckText deck(period / 2);
  deck.card("CONTROL_IMPLICIT_GENERAL", fmt::format("1,{:.10g}", period / 40));
  deck.card("CONTROL_IMPLICIT_SOLUTION", "12,11");
  deck.card("CONTROL_IMPLICIT_DYNAMICS", "1,");
  deck.outputs({"NODOUT"}, period / 40);
  deck.card("MAT_RIGID", fmt::format("1,{},{},0.3\n0,\n0,", density, young));
  const auto turned = [&](const Vec3& x) {
    return Vec3{x.x * std::cos(angle) - x.z * std::sin(angle), x.y, x.x * std::sin(angle) + x.z * std::cos(angle)};
  };
  const Grid block = deck.block(deck.solid_part(1), {1, 1, 1}, {10, 10, 10}, [&](const Vec3& x) {
    return turned(x - Vec3{5, 5, 5} - Vec3{0, 0, arm});
  });
  std::vector<long> fixed;
  const std::vector<long> on_axis{deck.node({0, -5, 0}), deck.node({0, 5, 0})};
  for (const Vec3& place : {Vec3{0, -5, 0}, Vec3{0, 5, 0}, Vec3{10, 0, 0}, Vec3{0, 0, 10}}) {
    fixed.push_back(deck.node(place));
    deck.card("ELEMENT_MASS", fmt::format("{0},{0},1e-6", fixed.back()));
  }
  deck.card("CONSTRAINED_EXTRA_NODES_SET", fmt::format("1,{}", deck.node_set(on_axis)));
  deck.card("CONSTRAINED_NODAL_RIGID_BODY_SPC", fmt::format("92,,{}\n1,7,7", deck.node_set(fixed)));
  deck.card("CONSTRAINED_JOINT_REVOLUTE", fmt::format("{},{},{},{}", on_axis[0], fixed[0], on_axis[1], fixed[1]));
  deck.card("LOAD_BODY_Z", fmt::format("{},{}", deck.constant_curve(), gravity));
  deck.history({block.node(0, 0, 0), on_axis[0]});
  const auto run = solved(deck);
  expect_near("joint [mm]", norm(moved(run, on_axis[0])), 0, 1e-3);
  expect_within("block [mm]", moved(run, block.node(0, 0, 0)).x, -2 * std::sin(angle) * (arm + 5), 0.01);
}

TEST(ImplicitMechanisms, StepsOfLinearStaticsAreAlike) {
  verifies({"13.90", "strip of shells driven at its end: reaction and energy in 1 and in 20 steps of linear statics",
            "conservation law: each step is the response of the first geometry", "rounding to quanta of the energy"});
  std::vector<double> energies, works;
  for (const double step : {1.0, 0.05}) {
    DeckText deck = statics("1", step);
    deck.shell_form(16);
    const Grid strip = deck.plate(deck.shell_part(1, 1, 3), {8, 2}, {80, 10, 0});
    deck.hold(strip.nodes([](const Vec3& x) { return x.x == 0; }), "x y z rx ry rz");
    deck.card("BOUNDARY_PRESCRIBED_MOTION_SET",
              fmt::format("{},3,2,{}", deck.node_set(strip.nodes([](const Vec3& x) { return x.x == 80; })),
                          deck.curve({{0, 0}, {1, 5}})));
    const auto run = solved(deck);
    energies.push_back(run.energy("internal"));
    works.push_back(run.energy("external_work"));
  }
  expect_within("internal energy, 20 steps over 1", energies[1], energies[0], 1e-6);
  expect_within("external work, 20 steps over 1", works[1], works[0], 1e-6);
}

TEST(ImplicitMechanisms, MechanismsAreTold) {
  DeckText deck = statics("1");
  deck.shell_form(16);
  const Grid strip = deck.plate(deck.shell_part(1, 1, 3), {4, 2}, {32, 16, 0});
  deck.hold(strip.nodes([](const Vec3& x) { return x.x == 0; }), "x y z");
  deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},1", strip.node(4, 1), deck.curve({{0, 0}, {1, 1}})));
  const auto run = run_deck(deck.str(), 1, "precision=double");
  EXPECT_EQ(run.status, 1) << run.text;
  EXPECT_NE(run.text.find("singular"), std::string::npos) << run.text;
}

}  // namespace
}  // namespace crumple::test::implicit_mechanisms
