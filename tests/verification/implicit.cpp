// Implicit analysis: modes and linear statics against closed forms. Units m, s, kg.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::implicit {
namespace {

constexpr double young = 2e11, density = 8000;

DeckText start(int n_modes, double end_time = 1, double step = 1, double poisson = 0) {
  DeckText deck(end_time);
  deck.card("CONTROL_IMPLICIT_GENERAL", fmt::format("1,{}", step));
  deck.card("CONTROL_IMPLICIT_SOLUTION", "1,");
  deck.card("CONTROL_IMPLICIT_EIGENVALUE", fmt::format("{},", n_modes));
  deck.card("MAT_ELASTIC", fmt::format("1,{},{},{}", density, young, poisson));
  return deck;
}

Run run_implicit(const DeckText& deck, int ranks = 1) {
  const auto run = run_deck(deck.str(), ranks, "precision=double");
  EXPECT_EQ(run.status, 0) << run.text;
  return run;
}

/// A column of a table of eigout, by mode; 0: that of the modes.
std::vector<double> column_of(const Run& run, const std::string& title, int column) {
  const std::string file = run.file("eigout");
  std::istringstream text(file.substr(file.find(title)));
  std::vector<double> all;
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::vector<double> numbers;
    for (double number; words >> number;) numbers.push_back(number);
    if (numbers.empty() && !all.empty()) break;
    if (!numbers.empty()) all.push_back(numbers.at(std::size_t(column)));
  }
  return all;
}

/// By mode [1/time].
std::vector<double> frequencies(const Run& run) { return column_of(run, "EIGENVALUE", 3); }

constexpr double side = 10, thickness = 0.05, poisson = 0.3;
constexpr double print = 1e-6;  // relative, of the digits in the file

/// A square plate of n x n shells.
struct Plate {
  DeckText deck;
  Grid grid;
  Plate(int n_modes, int form, int n) : deck(start(n_modes, 1, 1, poisson)) {
    deck.shell_form(form);
    const int part = deck.shell_part(1, thickness, 3, form == 16 ? 8 : 4);
    grid = deck.plate(part, {n, n}, {side, side, 0});
  }
  static bool is_end(double x) { return x == 0 || x == side; }
  void support() {
    deck.hold(grid.all_nodes(), "x y rz");
    deck.hold(grid.nodes([](const Vec3& p) { return is_end(p.x) || is_end(p.y); }), "z");
    deck.hold(grid.nodes([](const Vec3& p) { return is_end(p.x); }), "rx");
    deck.hold(grid.nodes([](const Vec3& p) { return is_end(p.y); }), "ry");
  }
};

double bending_stiffness() { return young * std::pow(thickness, 3) / (12 * (1 - poisson * poisson)); }

TEST(Implicit, ModesOfASupportedPlate) {
  verifies({"13.1", "simply supported square plate, 32 x 32 shells: modes (1,1) to (2,3)",
            "closed form: f = pi / 2 (i^2 + j^2) sqrt(D / (rho t)) / L^2, of thin plates",
            "lumped masses lower the modes by (k h)^2 / 12, ELFORM 2 by its one-point bending once more"});
  const double unit =
      std::numbers::pi / 2 * std::sqrt(bending_stiffness() / (density * thickness)) / (side * side);
  for (const int form : {2, 16}) {
    Plate plate(6, form, 32);
    plate.support();
    const std::vector<double> f = frequencies(run_implicit(plate.deck));
    ASSERT_EQ(f.size(), 6u);
    const int sums[6] = {2, 5, 5, 8, 10, 10};
    for (std::size_t k = 0; k < 6; ++k)
      expect_within(fmt::format("mode {} of ELFORM {} [Hz]", k + 1, form), f[k], sums[k] * unit, 0.012);
    EXPECT_NEAR(f[1], f[2], print * f[1]);
  }
}

TEST(Implicit, RigidModesOfAFreePlate) {
  verifies({"13.2", "free square plate, 16 x 16 shells: rigid modes",
            "closed form: six modes of frequency 0, no more", "rounding of the stiffness"});
  Plate plate(8, 16, 16);
  const auto run = run_implicit(plate.deck, 2);
  const std::vector<double> f = frequencies(run);
  ASSERT_EQ(f.size(), 8u);
  for (std::size_t k = 0; k < 6; ++k) expect_near("rigid modes over the first elastic one", f[k] / f[6], 0, 1e-3);
  EXPECT_GT(f[6], 1);
}

constexpr double length = 2;
constexpr int n_cells = 20;

/// A bar of hexes along z that moves along z alone, held at z = 0; so thin that its cross sections do not warp in the
/// lowest modes.
struct Bar {
  DeckText deck;
  Grid grid;
  Bar(int n_modes, int form, double end_time = 1, double step = 1) : deck(start(n_modes, end_time, step)) {
    deck.solid_form(form);
    grid = deck.block(deck.solid_part(1, 6, 1), {1, 1, n_cells}, {0.01, 0.01, length});
    deck.hold(grid.all_nodes(), "x y");
    deck.hold(grid.nodes([](const Vec3& p) { return p.z == 0; }), "z");
  }
  std::vector<long> end() const {
    return grid.nodes([](const Vec3& p) { return p.z == length; });
  }
};

TEST(Implicit, ModesOfABar) {
  verifies({"13.3", "bar of 20 hexes, held at one end: the first five axial modes",
            "closed form: of linear elements with lumped masses, omega = 2 c / h sin(k h / 2), "
            "k = (2 n - 1) pi / (2 L)",
            "digits of eigout, differences of the tangent"});
  for (const int form : {1, 2}) {
    const Bar bar(5, form);
    const auto run = run_implicit(bar.deck);
    const std::vector<double> f = frequencies(run), effective = column_of(run, "EFFECTIVE MASS", 3);
    ASSERT_EQ(f.size(), 5u);
    ASSERT_EQ(effective.size(), 5u);
    const double c = std::sqrt(young / density), h = length / n_cells;
    for (int n = 1; n <= 5; ++n) {
      const double k = (2 * n - 1) * std::numbers::pi / (2 * length);
      expect_within(fmt::format("axial mode {} [Hz]", n), f[std::size_t(n) - 1],
                    2 * c / h * std::sin(0.5 * k * h) / (2 * std::numbers::pi), print);
      double along = 0, squares = 0;  // of the shape sin(k z) at nodes with the mass of an element, the last one's half
      for (int i = 1; i <= n_cells; ++i) {
        const double mass = density * 1e-4 * h * (i == n_cells ? 0.5 : 1), shape = std::sin(k * h * i);
        along += mass * shape;
        squares += mass * shape * shape;
      }
      expect_within(fmt::format("effective mass of axial mode {} [kg]", n), effective[std::size_t(n) - 1],
                    along * along / squares, 10 * print);
    }
  }
}

TEST(Implicit, BarUnderLoadAndWeight) {
  verifies({"13.4", "bar of 20 hexes under a force at its end, in two steps, and under its weight",
            "closed form: u = F L / (E A), U = F u / 2; u = rho g L^2 / (2 E)", "digits of nodout and glstat"});
  constexpr double force = 1e4, area = 1e-4, gravity = 10, digits = 5e-5;
  Bar loaded(0, 1, 2, 1);
  const int ramp = loaded.deck.curve({{0, 0}, {2, 1}});
  for (const long node : loaded.end())
    loaded.deck.card("LOAD_NODE_POINT", fmt::format("{},3,{},{}", node, ramp, force / 4));
  loaded.deck.history(loaded.end());
  loaded.deck.outputs({"NODOUT", "GLSTAT"}, 1);
  const auto under_force = run_implicit(loaded.deck);
  const std::vector<NodeRecord> record = under_force.nodes().begin()->second;
  ASSERT_EQ(record.size(), 3u);
  const double stretch = force * length / (young * area);
  expect_within("displacement under half of the force [m]", record[1].displacement[2], stretch / 2, digits);
  expect_within("displacement under the force [m]", record[2].displacement[2], stretch, digits);
  expect_within("internal energy [J]", under_force.glstat("internal energy").back().second, force * stretch / 2,
                digits);
  Bar heavy(0, 1);
  heavy.deck.card("LOAD_BODY_Z", fmt::format("{},{}", heavy.deck.constant_curve(), gravity));
  heavy.deck.history(heavy.end());
  heavy.deck.outputs({"NODOUT"}, 1);
  const auto under_weight = run_implicit(heavy.deck);
  expect_within("displacement under the weight [m]", under_weight.nodes().begin()->second.back().displacement[2],
                -density * gravity * length * length / (2 * young), digits);
}

TEST(Implicit, PlateUnderPressure) {
  verifies({"13.5", "simply supported square plate, 32 x 32 shells, under a pressure: deflection in the middle",
            "closed form: Navier's series, 16 q L^4 / (pi^6 D) sum sin(m pi / 2) sin(n pi / 2) / (m n (m^2 + n^2)^2)",
            "mesh; ELFORM 2 has one point in its plane"});
  constexpr double pressure = 100;
  double series = 0;
  for (int m = 1; m < 100; m += 2)
    for (int n = 1; n < 100; n += 2) series += ((m + n) / 2 % 2 ? 1 : -1) / (m * n * std::pow(m * m + n * n, 2));
  const double deflection =
      16 * pressure * std::pow(side, 4) * series / (std::pow(std::numbers::pi, 6) * bending_stiffness());
  for (const int form : {2, 16}) {
    Plate plate(0, form, 32);
    plate.support();
    const int curve = plate.deck.constant_curve();
    std::string faces;
    for (int j = 0; j < 32; ++j)
      for (int i = 0; i < 32; ++i)
        faces += fmt::format("{}{},{},{},{}", faces.empty() ? "" : "\n", plate.grid.node(i, j),
                             plate.grid.node(i + 1, j), plate.grid.node(i + 1, j + 1), plate.grid.node(i, j + 1));
    plate.deck.card("SET_SEGMENT", "1,\n" + faces);
    plate.deck.card("LOAD_SEGMENT_SET", fmt::format("1,{},{}", curve, pressure));
    plate.deck.history({plate.grid.node(16, 16)});
    plate.deck.outputs({"NODOUT"}, 1);
    const auto run = run_implicit(plate.deck, form == 2 ? 1 : 2);
    expect_within(fmt::format("deflection, ELFORM {} [m]", form),
                  std::abs(run.nodes().begin()->second.back().displacement[2]),
                  deflection, 0.01);
  }
}

/// The number behind the last place of a label in a file.
double last_number(const Run& run, const std::string& name, const std::string& label, int column = 0) {
  const std::string file = run.file(name);
  const auto at = file.rfind(label);
  if (at == std::string::npos) return std::nan("");
  std::istringstream numbers(file.substr(at + label.size()));
  double number = 0;
  for (int k = 0; k <= column; ++k) numbers >> number;
  return number;
}

TEST(Implicit, ProppedCantilever) {
  verifies({"13.27", "cantilever of 40 shells under its weight, whose end a prescribed motion moves, in two steps",
            "closed form: pull 3 E I d / L^3 + 3 q L / 8; energy that of the work of both",
            "mesh and shear, 0.6 (t / L)^2; digits of the files"});
  constexpr double strip = 2, width = 0.1, thick = 0.04, gravity = 10, way = 1e-3;
  constexpr int n = 40;
  for (const int form : {2, 16}) {
    DeckText deck = start(0, 2, 1);
    deck.shell_form(form);
    const Grid grid = deck.plate(deck.shell_part(1, thick, 3, form == 16 ? 8 : 4), {n, 2}, {strip, width, 0});
    deck.hold(grid.nodes([](const Vec3& x) { return x.x == 0; }), "x y z rx ry rz");
    const int ramp = deck.curve({{0, 0}, {2, 1}});
    deck.card("LOAD_BODY_Z", fmt::format("{},{}", ramp, gravity));
    for (int j = 0; j <= 2; ++j)
      deck.card("BOUNDARY_PRESCRIBED_MOTION_NODE", fmt::format("{},3,2,{},{}", grid.node(n, j), ramp, way));
    deck.history({grid.node(n, 1), grid.node(n / 2, 1)});
    deck.outputs({"NODOUT", "GLSTAT", "SPCFORC", "BNDOUT"}, 1);
    const auto run = run_implicit(deck, form == 2 ? 2 : 1);
    const double bending = young * width * thick * thick * thick / 12, weight = density * width * thick * gravity;
    const double pull = 3 * bending * way / std::pow(strip, 3) + 0.375 * weight * strip;
    const std::string name = fmt::format(", ELFORM {}", form);
    expect_within("pull at the end" + name + " [N]", last_number(run, "bndout", "ztotal="), pull, 0.005);
    expect_within("force at the support" + name + " [N]", last_number(run, "spcforc", "force resultants   =", 2),
                  weight * strip - pull, 0.005);
    expect_within("end [m]" + name, run.nodes().at(grid.node(n, 1)).back().displacement[2], way, 1e-4);
    expect_within("external work over internal energy" + name, run.glstat("external work").back().second,
                  run.glstat("internal energy").back().second, 1e-3);
  }
}

}  // namespace
}  // namespace crumple::test::implicit
