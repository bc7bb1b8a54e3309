// *SENSOR_... and *TERMINATION_...: what follows measured motion. Units mm, ms, g, MPa.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::sensors {
namespace {

constexpr double end_time = 10;

/// A deck of two cubes: the first is moved along x with the speed t mm/ms^2, so x = t^2 / 2; the nodes of the second
/// are moved with 1 mm/ms by motion 7, as switch 9 says that `cards` define. `{}` in them is a node of the first.
struct TwoCubes {
  DeckText deck{end_time};
  Grid first, second;
  explicit TwoCubes(const std::string& cards) {
    deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
    const int part = deck.solid_part(1);
    first = deck.block(part, {1, 1, 1}, {20, 20, 20});
    second = deck.block(part, {1, 1, 1}, {20, 20, 20}, [](const Vec3& x) { return x + Vec3{0, 900, 0}; });
    deck.prescribe_velocity(first.all_nodes(), 1, deck.curve({{0, 0}, {100, 100}}));
    const int set = deck.node_set(second.all_nodes()), curve = deck.curve({{0, 1}, {0.001, 1}, {100, 1}});
    deck.card("BOUNDARY_PRESCRIBED_MOTION_SET_ID", fmt::format("7\n{},1,0,{}", set, curve));
    deck.card("DEFINE_VECTOR", "3,0,0,0,1,0,0");
    deck.history({second.node(0, 0, 0)});
    deck.outputs({"NODOUT", "GLSTAT"}, end_time);
    const std::size_t end = cards.find('\n');
    deck.card(cards.substr(1, end - 1), fmt::format(fmt::runtime(cards.substr(end + 1)), first.node(0, 0, 0)));
  }
  Run run() const { return completed(run_deck(deck.str(), 1, "precision=double")); }
  /// How far the second cube is moved.
  double way() const { return run().nodes().at(second.node(0, 0, 0)).back().displacement[0]; }
};

std::string by_sensor(const std::string& sensor, const std::string& condition, const std::string& states) {
  return "*SENSOR_DEFINE_NODE\n" + sensor + "\n*SENSOR_SWITCH\n9,SENSOR,1," + condition +
         "\n*SENSOR_CONTROL\n1,PRESC-MOT,7\n" + states;
}

TEST(Sensors, SwitchWhenMotionIsBeyondALimit) {
  verifies({"7.18", "a cube is moved from when the sensor of another one switches (*SENSOR_...)",
            "closed form: the other's place t^2 / 2, speed t, acceleration 1",
            "the cycles until a switch acts"});
  const auto way = [](const std::string& cards) { return TwoCubes(cards).way(); };
  expect_within("from x > 8, t = 4 [mm]", way(by_sensor("1,{},0,3,0,COORD", "GT,8", "OFF,9")), end_time - 4, 0.003);
  expect_within("from v > 3 [mm]", way(by_sensor("1,{},0,0,0,VEL", "GT,3", "OFF,9")), end_time - 3, 0.003);
  expect_within("v > 3 for 0.5 ms, and a delay of 1 ms [mm]",
                way(by_sensor("1,{},0,3,0,VEL", "GT,3,0,0.5,1", "OFF,9")), end_time - 4.5, 0.003);
  expect_within("the distance from itself is never above 1 [mm]",
                way(by_sensor("1,{0},{0},0,0,COORD", "GT,1", "ON,9")), end_time, 0.003);
  expect_within("from a > 0.5, at once [mm]", way(by_sensor("1,{},0,3,0,ACC", "GT,0.5", "OFF,9")), end_time, 0.003);
  expect_below("a < 0.5 never [mm]", std::abs(way(by_sensor("1,{},0,3,0,ACC", "GT,1.5", "OFF,9"))), 1e-9);
  const std::string sum = "*SENSOR_DEFINE_CALC-MATH\n2,SQRTSQRE,1,1\n*SENSOR_DEFINE_NODE\n1,{},0,3,0,VEL\n"
                          "*SENSOR_SWITCH\n9,SENSOR,2,GT,5\n*SENSOR_CONTROL\n1,PRESC-MOT,7\nOFF,9";
  expect_within("sqrt(v^2 + v^2) > 5 [mm]", way(sum), end_time - 5 / std::sqrt(2.0), 0.003);
}

TEST(Sensors, SwitchWhenAnElementIsLoadedBeyondALimit) {
  verifies({"7.25",
            "a cube is moved from when the stress of a strained hex, or the force of a spring, is beyond a limit "
            "(*SENSOR_DEFINE_ELEMENT)",
            "closed form: M ln(1 + t / 1000) of the hex, 50 t of the spring", "the cycles until a switch acts"});
  const double modulus = steel_young * (1 - 0.3) / ((1 + 0.3) * (1 - 2 * 0.3));
  struct Watched {
    const char* sensor;
    double limit, time;
  };
  const Watched all[] = {{"1,SOLID,{},XX,STRESS", 800, 1000 * std::expm1(800 / modulus)},
                         {"1,SOLID,{},YY,STRESS,,2", 800, 1000 * std::expm1(400 / (modulus * 0.3 / 0.7))},
                         {"1,DISC-ELE,77,,FORCE", 200, 4}};
  for (const Watched& watched : all) {
    DeckText deck(end_time, 0.5);
    deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
    const int part = deck.solid_part(1);
    const Grid second = deck.block(part, {1, 1, 1}, {20, 20, 20}, [](const Vec3& x) { return x + Vec3{0, 900, 0}; });
    const Grid strained = deck.block(part, {1, 1, 1}, {1000, 20, 20});
    deck.hold(strained.all_nodes(), "y z");
    deck.hold(strained.nodes([](const Vec3& x) { return x.x == 0; }), "x");
    deck.prescribe_velocity(strained.nodes([](const Vec3& x) { return x.x == 1000; }), 1, deck.constant_curve());
    deck.initial_velocity(strained.nodes([](const Vec3& x) { return x.x == 1000; }), {1, 0, 0});
    deck.card("MAT_SPRING_ELASTIC", "7,50.");
    deck.card("SECTION_DISCRETE", "7,0\n0,0");
    deck.card("PART", "spring\n7,7,7");
    deck.card("ELEMENT_DISCRETE", fmt::format("77,7,{},{},0,1.", strained.node(0, 0, 0), strained.node(1, 0, 0)));
    const int set = deck.node_set(second.all_nodes()), curve = deck.constant_curve();
    deck.card("BOUNDARY_PRESCRIBED_MOTION_SET_ID", fmt::format("7\n{},1,0,{}", set, curve));
    deck.card("SENSOR_DEFINE_ELEMENT", fmt::format(fmt::runtime(watched.sensor), 2));
    deck.card("SENSOR_SWITCH", fmt::format("9,SENSOR,1,GT,{}", watched.limit));
    deck.card("SENSOR_CONTROL", "1,PRESC-MOT,7\nOFF,9");
    deck.history({second.node(0, 0, 0)});
    deck.outputs({"NODOUT", "GLSTAT"}, end_time);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    expect_within(std::string(watched.sensor) + " [mm]", run.nodes().at(second.node(0, 0, 0)).back().displacement[0],
                  end_time - watched.time, 0.01);
  }
}

TEST(Sensors, SwitchWhenAForceIsBeyondALimit) {
  verifies({"7.28",
            "a cube is moved from when the force of a wall, contact or joint that holds a growing load is beyond a "
            "limit (*SENSOR_DEFINE_FORCE)",
            "closed form: the load is 10 t", "the cycles until a switch acts, and the waves of a load that begins"});
  struct Watched {
    const char *sensor, *condition;
    double time;
  };
  const Watched all[] = {{"RWALL,5,M", "GT,50", 5},       {"RWALL,5,Z", "LT,-40", 4}, {"CONTACT,6,Z", "GT,50", 5},
                         {"CONTACT,6,3", "GT,30", 3.75},  {"JOINT,8,Z", "LT,-50", 5}, {"JOINT,8,M", "GT,20", 2},
                         {"JOINT,8,XMOMENT", "LT,-100", 5}};
  for (const Watched& watched : all) {
    DeckText deck(end_time, 0.5);
    deck.card("MAT_ELASTIC", "1,7.85e-3,2000,0.3");
    deck.card("MAT_RIGID", "2,7.85e-3,210000,0.3\n1,7,7\n0,0");
    deck.card("MAT_RIGID", "3,7.85e-3,210000,0.3\n\n");
    const int part = deck.solid_part(1), fixed = deck.solid_part(2), loose = deck.solid_part(3);
    const Grid second = deck.block(part, {1, 1, 1}, {20, 20, 20}, [](const Vec3& x) { return x + Vec3{0, 900, 0}; });
    const Grid block = deck.block(part, {1, 1, 1}, {4, 4, 4});
    const std::string kind(watched.sensor, 4);
    std::vector<long> loaded = block.nodes([](const Vec3& x) { return x.z > 3; });
    if (kind == "CONT") {
      deck.block(fixed, {1, 1, 1}, {8, 8, 2}, [](const Vec3& x) { return x - Vec3{2, 2, 2}; });
      deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE_ID", fmt::format("6,floor\n{},{},3,3\n\n\n", part, fixed));
    } else if (kind == "JOIN") {
      deck.block(fixed, {1, 1, 1}, {4, 4, 4}, [](const Vec3& x) { return x + Vec3{100, 0, -4}; });
      const Grid held = deck.block(loose, {2, 2, 1}, {4, 4, 4}, [](const Vec3& x) { return x + Vec3{100, 0, 0}; });
      loaded = held.nodes([](const Vec3& x) { return x.z > 3; });
      deck.card("CONSTRAINED_JOINT_LOCKING_ID",
                fmt::format("8,held\n{0},{1},{2},{3},{4},{5}", held.first_node - 4, held.node(0, 0),
                            held.first_node - 3, held.node(2, 0), held.first_node - 2, held.node(0, 2)));
    } else {
      deck.card("RIGIDWALL_PLANAR_ID", "5,floor\n0\n0,0,0,0,0,1,0");
    }
    deck.card("DEFINE_VECTOR", "3,0,0,0,0,0.75,1");  // 0.8 along z
    deck.card("DAMPING_GLOBAL", "0,20");
    const double each = -10.0 / double(loaded.size());
    const int over_time = deck.curve({{0, 0}, {100, 100}});
    deck.card("LOAD_NODE_SET", fmt::format("{},3,{},{}", deck.node_set(loaded), over_time, each));
    deck.card("BOUNDARY_PRESCRIBED_MOTION_SET_ID",
              fmt::format("7\n{},1,0,{}", deck.node_set(second.all_nodes()), deck.constant_curve()));
    deck.card("SENSOR_DEFINE_FORCE", std::string("1,") + watched.sensor);
    deck.card("SENSOR_SWITCH", std::string("9,SENSOR,1,") + watched.condition);
    deck.card("SENSOR_CONTROL", "1,PRESC-MOT,7\nOFF,9");
    deck.history({second.node(0, 0, 0)});
    deck.outputs({"NODOUT", "GLSTAT"}, end_time);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    expect_within(std::string(watched.sensor) + " [mm]", run.nodes().at(second.node(0, 0, 0)).back().displacement[0],
                  end_time - watched.time, 0.02);
  }
}

TEST(Sensors, EndTheRun) {
  verifies({"7.19", "a cube with x = t^2 / 2 ends the run when it is above a limit (*TERMINATION_...)",
            "closed form: t = sqrt(2 x)", "the cycles until a switch acts"});
  const auto ends_at = [](const std::string& cards) {
    const auto run = TwoCubes(cards).run();
    return run.summary.at("end_time").get<double>();
  };
  expect_within("node above 8 [ms]", ends_at("*TERMINATION_NODE\n{},1,8.,0"), 4, 0.005);
  expect_within("node below -1, never [ms]", ends_at("*TERMINATION_NODE\n{},1,0,-1."), end_time, 0.005);
  expect_within("curve at 0 [ms]", ends_at("*TERMINATION_CURVE\n99,0\n*DEFINE_CURVE\n99\n0,0\n2,4\n6,-4\n"), 4, 0.005);
  expect_within("sensor [ms]",
                ends_at("*TERMINATION_SENSOR\n9,\n*SENSOR_SWITCH\n9,SENSOR,1,GT,3\n"
                        "*SENSOR_DEFINE_NODE\n1,{},0,0,0,VEL"),
                3, 0.005);
}

TEST(Sensors, OfARigidBodyEndTheRun) {
  verifies({"7.20", "a rigid body that flies with 2 mm/ms ends the run at a displacement (*TERMINATION_BODY)",
            "closed form: the time is the displacement over 2", "the cycles until a switch acts"});
  for (const char* limit : {"1,3.,0", "4,3.,0", "1,0,-3."}) {
    DeckText deck(end_time);
    deck.card("MAT_RIGID", "1,7.85e-3,210000,0.3\n\n");
    const int part = deck.solid_part(1);
    deck.block(part, {1, 1, 1}, {20, 20, 20});
    const double speed = limit[2] == '0' ? -2 : 2;
    deck.card("INITIAL_VELOCITY_RIGID_BODY", fmt::format("{},{},0,0", part, speed));
    deck.card("TERMINATION_BODY", fmt::format("{},{}", part, limit));
    deck.outputs({"GLSTAT"}, end_time);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    expect_within(limit, run.summary.at("end_time").get<double>(), 1.5, 0.01);
  }
}

}  // namespace
}  // namespace crumple::test::sensors
