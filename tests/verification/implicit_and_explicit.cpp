// Implicit analysis against explicit runs of the same models: frequencies of modes, and equilibrium.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::implicit_and_explicit {
namespace {

/// A model, its first mode as initial velocities, and where it moves most.
struct Vibrating {
  DeckText deck;
  std::vector<std::pair<long, std::pair<Vec3, Vec3>>> velocities{};  ///< [node], with the angular one
  long watched = 0;
};

/// The lowest frequency, by eigout [1/time].
double first_frequency(const Vibrating& model) {
  DeckText deck = model.deck;
  deck.card("CONTROL_IMPLICIT_GENERAL", "1,1.");
  deck.card("CONTROL_IMPLICIT_EIGENVALUE", "2,");
  const Run run = completed(run_deck(deck.str(), 1, "precision=double"));
  const std::string file = run.file("eigout");
  std::istringstream text(file.substr(file.find("PERIOD") + 6));
  double mode = 0, eigenvalue = 0, radians = 0, cycles = 0;
  text >> mode >> eigenvalue >> radians >> cycles;
  return cycles;
}

/// Of the explicit run, by the times at which the deflection changes its sign, over five periods [1/time].
double measured_frequency(const Vibrating& model, double expected) {
  DeckText deck = model.deck;
  deck.card("CONTROL_TERMINATION", fmt::format("{:.17g},", 5.3 / expected));
  for (const auto& [node, motion] : model.velocities) deck.initial_node_velocity(node, motion.first, motion.second);
  deck.history({model.watched});
  deck.outputs({"NODOUT"}, 0.002 / expected);
  const Run run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto all = run.nodes();
  std::vector<double> zeros;
  const std::vector<NodeRecord>& records = all.begin()->second;
  for (std::size_t k = 2; k < records.size(); ++k) {
    const double a = records[k - 1].displacement[2], b = records[k].displacement[2];
    if (a * b < 0) zeros.push_back(records[k - 1].time + a / (a - b) * (records[k].time - records[k - 1].time));
  }
  return zeros.size() < 10 ? 0 : 4.5 / (zeros[9] - zeros[0]);
}

/// A cantilever of 20 hexes, 100 x 5 x 5 mm.
Vibrating cantilever() {
  constexpr double length = 100, side = 5, wave = 1.8751040687 / length, ratio = 0.7340955;  // Timoshenko (1955)
  Vibrating model{DeckText(1)};
  model.deck.without_bulk_viscosity();
  model.deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
  const Grid bar = model.deck.block(model.deck.solid_part(1, 6, 1), {20, 1, 1}, {length, side, side});
  model.deck.hold(bar.nodes([](const Vec3& x) { return x.x == 0; }), "x y z");
  for (std::size_t k = 0; k < bar.positions.size(); ++k) {
    const double s = wave * bar.positions[k].x, above = bar.positions[k].z - side / 2;
    if (s == 0) continue;
    const double shape = std::cosh(s) - std::cos(s) - ratio * (std::sinh(s) - std::sin(s));
    const double slope = wave * (std::sinh(s) + std::sin(s) - ratio * (std::cosh(s) - std::cos(s)));
    model.velocities.push_back({bar.first_node + long(k), {1e-3 * Vec3{-above * slope, 0, shape}, Vec3{}}});
  }
  model.watched = bar.node(20, 0, 0);
  return model;
}

constexpr double plate_side = 200, plate_thickness = 2;
constexpr int plate_cells = 16;

/// A plate on supports that let it turn.
Vibrating plate(int form) {
  constexpr int n = plate_cells;
  Vibrating model{DeckText(1)};
  DeckText& deck = model.deck;
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
  deck.shell_form(form);
  const Grid sheet =
      deck.plate(deck.shell_part(1, plate_thickness, 3, form == 16 ? 8 : 4), {n, n}, {plate_side, plate_side, 0});
  const auto is_end = [](double x) { return x == 0 || x == plate_side; };
  deck.hold(sheet.nodes([&](const Vec3& x) { return is_end(x.x) || is_end(x.y); }), "z");
  deck.hold({sheet.node(n / 2, 0), sheet.node(n / 2, n)}, "x");
  deck.hold({sheet.node(0, n / 2), sheet.node(n, n / 2)}, "y");
  constexpr double wave = std::numbers::pi / plate_side;
  for (std::size_t k = 0; k < sheet.positions.size(); ++k) {
    const double x = wave * sheet.positions[k].x, y = wave * sheet.positions[k].y;
    const Vec3 spin{wave * std::sin(x) * std::cos(y), -wave * std::cos(x) * std::sin(y), 0};
    const double speed = is_end(sheet.positions[k].x) || is_end(sheet.positions[k].y) ? 0 : std::sin(x) * std::sin(y);
    model.velocities.push_back({sheet.first_node + long(k), {1e-3 * Vec3{0, 0, speed}, 1e-3 * spin}});
  }
  model.watched = sheet.node(n / 2, n / 2);
  return model;
}

/// Two hats of shells, welded at their flanges to a box of 40 x 20 mm, held at x = 0, with a rigid lump of 1.6 kg at
/// x = 200 mm. `drilling`: DRCPRM.
Vibrating box_beam(double drilling) {
  constexpr double length = 200, thickness = 1.5, lump = 40, centre = length + lump / 2;
  constexpr int n = 20, around = 8;
  Vibrating model{DeckText(1)};
  DeckText& deck = model.deck;
  deck.card("CONTROL_IMPLICIT_SOLVER", fmt::format(",,,,,{}", drilling));
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0.3", steel_density, steel_young));
  deck.card("MAT_RIGID", fmt::format("2,{},{},0.3", 6 * steel_density, steel_young));
  const auto hat = [](double side) {
    return [side](const Vec3& x) {
      const double y = std::clamp(x.y - 20, 0.0, 40.0) - 20;
      const double z = std::clamp(x.y - 10, 0.0, 10.0) - std::clamp(x.y - 60, 0.0, 10.0);
      const double flange = std::min(x.y - 10, 0.0) + std::max(x.y - 70, 0.0);
      return Vec3{x.x, y + flange, side * (z + thickness / 2)};
    };
  };
  const Grid upper = deck.plate(deck.shell_part(1, thickness), {n, around}, {length, 80, 0}, hat(1));
  const Grid lower = deck.plate(deck.shell_part(1, thickness), {n, around}, {length, 80, 0}, hat(-1));
  const int body = deck.solid_part(2);
  deck.block(body, {2, 2, 2}, {lump, lump, 20}, [](const Vec3& x) { return x + Vec3{length, -20, -10}; });
  std::vector<long> end;
  // a force at the lump's centre bends the beam so
  const auto deflection = [](double x) { return 1e-8 * x * x * (3 * centre - x); };
  const auto slope = [](double x) { return 1e-8 * x * (6 * centre - 3 * x); };
  for (const Grid* sheet : {&upper, &lower}) {
    deck.hold(sheet->nodes([](const Vec3& x) { return x.x == 0; }), "x y z rx ry rz");
    for (int j = 0; j <= around; ++j) end.push_back(sheet->node(n, j));
    for (std::size_t k = 0; k < sheet->positions.size(); ++k) {
      const Vec3& at = sheet->positions[k];
      const double turn = slope(at.x);
      if (at.x > 0 && at.x < length)
        model.velocities.push_back({sheet->first_node + long(k), {{-at.z * turn, 0, deflection(at.x)}, {0, -turn, 0}}});
    }
  }
  for (int i = 1; i < n; i += 2)
    for (const int j : {0, around})
      deck.card("CONSTRAINED_SPOTWELD", fmt::format("{},{}", upper.node(i, j), lower.node(i, j)));
  deck.card("CONSTRAINED_EXTRA_NODES_SET", fmt::format("{},{}", body, deck.node_set(end)));
  deck.card("INITIAL_VELOCITY_RIGID_BODY",
            fmt::format("{},0,0,{:.17g},0,{:.17g},0", body, deflection(length) + lump / 2 * slope(length),
                        -slope(length)));
  model.watched = upper.node(n, around / 2);
  return model;
}

TEST(ImplicitAndExplicit, FrequencyOfABoxBeam) {
  verifies({"13.66", "box beam of spot-welded hats of shells with a rigid lump at its end: its first frequency as a "
            "mode, and measured in an explicit run that begins with the static shape under a force at the lump",
            "closed form: one model has one frequency",
            "stiffness of rotations about the normals, which explicit shells have not: with DRCPRM of 1 it makes the "
            "folds of 10 mm cells stiffer; with 0.01 what is left are other modes in the initial velocities"});
  double measured = 0;
  for (const auto& [drilling, tolerance] : {std::pair(0.01, 2e-3), {1.0, 0.02}}) {
    const Vibrating model = box_beam(drilling);
    const double frequency = first_frequency(model);
    if (measured == 0) measured = measured_frequency(model, frequency);
    expect_within(fmt::format("frequency, DRCPRM {} [1/ms]", drilling), measured, frequency, tolerance);
  }
}

TEST(ImplicitAndExplicit, FrequencyOfABar) {
  verifies({"13.38", "cantilever of 20 hexes: its first frequency as a mode, and measured in an explicit run that "
            "begins with the shape of the mode",
            "closed form: one model has one frequency",
            "other modes in the initial velocities, and straight lines between 500 records of a period"});
  const Vibrating model = cantilever();
  const double frequency = first_frequency(model);
  expect_within("frequency [1/ms]", measured_frequency(model, frequency), frequency, 1e-4);
}

TEST(ImplicitAndExplicit, FrequencyOfAPlate) {
  verifies({"13.39", "simply supported plate of 16 x 16 shells: its first frequency as a mode, and measured in an "
            "explicit run",
            "closed form: explicit shells have the rotational inertia m (A + t^2) / 12, modes have none: with waves k "
            "along both sides 1 / sqrt(1 + k^2 (A + t^2) / 12) of the frequency",
            "bending of a cell, which has no place in the closed form"});
  for (const int form : {2, 16}) {
    const Vibrating model = plate(form);
    const double frequency = first_frequency(model);
    const double cell = plate_side / plate_cells, wave = std::numbers::pi / plate_side;
    const double inertia = 2 * wave * wave * (cell * cell + plate_thickness * plate_thickness) / 12;
    expect_within(fmt::format("frequency of ELFORM {} [1/ms]", form), measured_frequency(model, frequency),
                  frequency / std::sqrt(1 + inertia), 3e-4);
  }
}

TEST(ImplicitAndExplicit, EquilibriumOfACantilever) {
  verifies({"13.40", "cantilever of 16 shells, bent by a force to half of its length: nonlinear statics, and where a "
            "damped explicit run comes to rest",
            "closed form: one model has one equilibrium", "motion that is left after damping, and RCTOL"});
  constexpr double length = 10, thickness = 0.1, young = 1.2e6, force = 2.5, density = 1e-3;
  const double first = 3.516 * std::sqrt(young / density / 12) * thickness / (length * length);  // frequency, radians
  for (const int form : {2, 16}) {
    std::array<Vec3, 2> ends;
    for (const bool is_implicit : {false, true}) {
      const double end = is_implicit ? 1 : 25 / first;
      DeckText deck(end);
      deck.card("MAT_ELASTIC", fmt::format("1,{},{},0", density, young));
      deck.shell_form(form);
      const Grid beam = deck.plate(deck.shell_part(1, thickness, 3, form == 16 ? 8 : 4), {16, 1}, {length, 1, 0});
      deck.hold({beam.node(0, 0), beam.node(0, 1)}, "x y z rx ry rz");
      const int ramp = deck.curve({{0, 0}, {0.3 * end, 1}, {1e6, 1}});
      for (const int j : {0, 1})
        deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},{}", beam.node(16, j), ramp, force / 2));
      deck.history({beam.node(16, 0)});
      deck.outputs({"NODOUT"}, end);
      if (is_implicit) {
        deck.card("CONTROL_IMPLICIT_GENERAL", "1,0.05");
        deck.card("CONTROL_IMPLICIT_SOLUTION", "12,11,15,1e-5,1e-6,1e-4");
        deck.card("CONTROL_IMPLICIT_AUTO", "1,");
      } else {
        deck.card("DAMPING_GLOBAL", fmt::format("0,{}", 1.5 * first));
      }
      const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
      const NodeRecord last = run.nodes().begin()->second.back();
      ends[is_implicit] = {last.displacement[0], last.displacement[1], last.displacement[2]};
    }
    expect_within(fmt::format("ELFORM {}, end across [length]", form), ends[0].z, ends[1].z, 3e-4);
    expect_within(fmt::format("ELFORM {}, end along [length]", form), ends[0].x, ends[1].x, 3e-4);
  }
}

TEST(ImplicitAndExplicit, FrequencyOfAStretchedStrip) {
  verifies({"13.65", "strip of 40 shells, hinged at its ends, which an explicit run stretches: first mode at the start "
            "and at the end (IMFLAG 6)",
            "closed form: w^2 = (pi / L)^4 E I / m + (pi / L)^2 P / m", "mesh; shells become thinner"});
  constexpr double length = 100, width = 5, thickness = 2, strain = 1e-3, end_time = 1;
  constexpr int n = 40;
  DeckText deck(end_time);
  deck.card("CONTROL_IMPLICIT_GENERAL", "6,");
  const int numbers = deck.curve({{0, 1}, {0.999 * end_time, 1}});
  deck.card("CONTROL_IMPLICIT_EIGENVALUE", fmt::format("{},", -numbers));
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},0", steel_density, steel_young));
  deck.shell_form(16);
  const Grid strip = deck.plate(deck.shell_part(1, thickness, 3, 8), {n, 2}, {length, width, 0});
  deck.hold(strip.all_nodes(), "y rx rz");
  deck.hold(strip.nodes([](const Vec3& x) { return x.x == 0 || x.x == length; }), "z");
  const int speed = deck.curve({{0, 1 / end_time}, {100, 1 / end_time}});
  for (int i = 0; i <= n; ++i) {
    std::vector<long> column;
    for (int j = 0; j <= 2; ++j) column.push_back(strip.node(i, j));
    if (i == 0) deck.hold(column, "x");
    else deck.prescribe_velocity(column, 1, speed, strain * length * i / n);
  }
  const auto run = completed(run_deck(deck.str(), 2, "precision=double"));
  const auto frequency = [&](const std::string& file) {
    std::istringstream text(run.file(file));
    double number = 0;
    for (std::string line; std::getline(text, line) && line.find("EIGENVALUE") == std::string::npos;) {}
    for (int k = 0; k < 4; ++k) text >> number;
    return number;
  };
  const double per_length = steel_density * width * thickness, wave = std::numbers::pi / length;
  const double bending = steel_young * width * thickness * thickness * thickness / 12;
  const double pull = steel_young * width * thickness * strain;
  const auto expected = [&](double force) {
    return std::sqrt((std::pow(wave, 4) * bending + wave * wave * force) / per_length) / (2 * std::numbers::pi);
  };
  expect_within("frequency at the start [1/ms]", frequency("eigout01"), expected(0), 0.005);
  expect_within("frequency at the end [1/ms]", frequency("eigout02"), expected(pull), 0.005);
}

}  // namespace
}  // namespace crumple::test::implicit_and_explicit
