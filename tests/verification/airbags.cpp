// Airbags in a box with a piston: laws of pressure, inflow, flow through a vent. Units mm, ms, g, MPa, K.
#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::airbags {
namespace {

constexpr double side = 100, volume = side * side * side, ambient = 0.1;  // 1 bar
constexpr double cv = 718, cp = 1005, gamma_air = cp / cv, temperature = 300;
constexpr double density = ambient / ((cp - cv) * temperature);

/// A cube of null shells, whose lid sinks by `way` until half of the run is over; the card of the bag follows *AIRBAG_.
Run run_box(double end, double way, const std::string& airbag, const std::string& curves = "") {
  DeckText deck(end);
  deck.card("MAT_NULL", fmt::format("90,{},0,0,0,0,210,0.3", steel_density));
  deck.card("SECTION_SHELL", "90,2\n1,1,1,1");
  deck.card("PART", "skin\n90,90,90");
  std::vector<long> n;
  for (const Vec3& x : {Vec3{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}})
    n.push_back(deck.node(side * x));
  const int faces[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  for (int f = 0; f < 6; ++f)
    deck.card("ELEMENT_SHELL",
              fmt::format("{},90,{},{},{},{}", 901 + f, n[std::size_t(faces[f][0])], n[std::size_t(faces[f][1])],
                          n[std::size_t(faces[f][2])], n[std::size_t(faces[f][3])]));
  const std::vector<long> floor(n.begin(), n.begin() + 4), lid(n.begin() + 4, n.end());
  deck.hold(floor, "x y z rx ry rz");
  deck.hold(lid, way > 0 ? "x y rx ry rz" : "x y z rx ry rz");
  if (way > 0)
    deck.prescribe_velocity(lid, 3, deck.curve({{0, 1}, {0.5 * end, 1}, {0.5001 * end, 0}, {1e3, 0}}), -2 * way / end);
  deck.card("SET_PART_LIST", "80\n90");
  deck.card("CONTROL_TIMESTEP", fmt::format("0,0.9,0,0,0,{}", deck.constant_curve(end / 4000)));
  if (!curves.empty()) deck.card("DEFINE_CURVE", curves);
  deck.card("AIRBAG_" + airbag.substr(0, airbag.find('\n')), "80,1\n" + airbag.substr(airbag.find('\n') + 1));
  deck.outputs({"ABSTAT", "GLSTAT"}, end / 20);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

/// The lines of abstat: id, volume, pressure, energy, flow in, density, flow out, mass, temperature, area.
std::vector<std::vector<double>> abstat(const Run& run) {
  std::istringstream text(run.file("abstat"));
  std::vector<std::vector<double>> rows;
  for (std::string line; std::getline(text, line);) {
    std::istringstream numbers(line);
    std::vector<double> row{std::istream_iterator<double>(numbers), {}};
    if (row.size() == 10) rows.push_back(row);
  }
  return rows;
}
std::vector<double> last_of_abstat(const Run& run) { return abstat(run).back(); }

const std::string gas_with = fmt::format("{},{},{}", cv, cp, temperature);

TEST(Airbags, CompressionWithoutHeat) {
  verifies({"7.10", "bag whose lid sinks to 60 % of its volume: ideal gas, and the adiabatic law",
            "closed form: p V^gamma and T V^(gamma-1) stay", "4,000 steps, work by the mean pressure of each"});
  const double left = 0.6, pressure = ambient * std::pow(1 / left, gamma_air);
  const double work = ambient * volume / (gamma_air - 1) * (std::pow(1 / left, gamma_air - 1) - 1);
  const auto gas =
      run_box(10, 40, "SIMPLE_AIRBAG_MODEL\n" + gas_with + fmt::format(",0,0,0,{},{}\n", ambient, density));
  const std::vector<double> state = last_of_abstat(gas);
  ASSERT_EQ(state.size(), 10u);
  expect_within("volume of the gas [mm^3]", state[1], left * volume, 1e-3);
  expect_within("pressure of the gas [MPa]", state[2], pressure, 1e-3);
  expect_within("temperature of the gas [K]", state[8], temperature * std::pow(1 / left, gamma_air - 1), 1e-3);
  expect_within("energy of the gas gained [mJ]", state[3] - ambient * volume / (gamma_air - 1), work, 2e-3);
  const auto law = run_box(10, 40, fmt::format("ADIABATIC_GAS_MODEL\n1,0,{},0,{},{}", gamma_air, ambient, density));
  expect_within("pressure by the law [MPa]", last_of_abstat(law)[2], pressure, 1e-3);
}

TEST(Airbags, PressureOverRelativeVolume) {
  verifies({"7.11", "bag by a curve of pressure over relative volume", "closed form: the curve", "printed digits"});
  const auto run = run_box(10, 25, "SIMPLE_PRESSURE_VOLUME\n0,2,95", "95\n0,1\n1,0.2");
  expect_within("pressure [MPa]", last_of_abstat(run)[2], 1 - 0.8 * 0.75, 1e-3);
}

TEST(Airbags, GasFlowsIn) {
  verifies({"7.12", "gas of 800 K flows into a box (Wang and Nefske)",
            "closed form: energy grows by cp T of what comes", "4,000 steps"});
  const double rate = 0.05, hot = 800, end = 10;
  const auto run =
      run_box(end, 0, fmt::format("WANG_NEFSKE\n{},{},{},0,95\n0,0,0,0\n{},{},1\n0\n", cv, cp, hot, ambient, density),
              fmt::format("95\n0,{}\n100,{}", rate, rate));
  const std::vector<double> state = last_of_abstat(run);
  const double energy = ambient * volume / (gamma_air - 1) + cp * hot * rate * end;
  expect_within("mass [g]", state[7], density * volume + rate * end, 1e-3);
  expect_within("energy [mJ]", state[3], energy, 1e-3);
  expect_within("pressure [MPa]", state[2], (gamma_air - 1) * energy / volume, 1e-3);
}

// p = p0 (1 + (gamma - 1) / 2 t / tau)^(-2 gamma / (gamma - 1)), tau = V / (A c a), as long as the flow is choked.
TEST(Airbags, GasFlowsOutThroughAVent) {
  verifies({"7.13", "a box that was filled in 5 % of the time empties through a vent, choked",
            "closed form: isentropic blow-down of an ideal gas",
            "printed digits; the flow is that of a step's beginning"});
  const double area = 100, end = 20, shape = 0.8;
  const std::string curves =
      fmt::format("95\n0,3\n{},3\n{},0\n100,0\n*DEFINE_CURVE\n96\n0,{}\n100,{}\n*DEFINE_CURVE\n97\n0,{}\n100,{}",
                  0.05 * end, 0.0501 * end, shape, shape, area / 2, area / 2);
  const std::string outside = fmt::format("{},{},1\n0\n", ambient, density);
  const std::string vents[] = {
      fmt::format("WANG_NEFSKE\n{},{},900,0,95\n{},0,{},0\n", cv, cp, shape, area) + outside,
      fmt::format("WANG_NEFSKE\n{},{},900,0,95\n{},0,{},0,0,96,0,97\n", cv, cp, shape, area / 2) + outside,
      fmt::format("SIMPLE_AIRBAG_MODEL\n{},{},900,95,-96,{},{},{}\n", cv, cp, area, ambient, density)};
  for (const std::string& vent : vents) {
    const auto run = run_box(end, 0, vent, curves);
    const std::vector<std::vector<double>> rows = abstat(run);
    ASSERT_EQ(rows.size(), 21u);
    const std::vector<double>&first = rows[2], &last = rows[20];
    const double sound = std::sqrt(gamma_air * (cp - cv) * first[8]);
    const double choked = std::pow(2 / (gamma_air + 1), (gamma_air + 1) / (2 * (gamma_air - 1)));
    const double tau = volume / (shape * area * choked * sound), falls = 1 + 0.5 * (gamma_air - 1) * 0.9 * end / tau;
    ASSERT_GT(last[2], 2 * ambient);
    ASSERT_LT(last[2], 0.6 * first[2]);
    expect_within("pressure [MPa]", last[2], first[2] * std::pow(falls, -2 * gamma_air / (gamma_air - 1)), 3e-3);
    expect_within("temperature [K]", last[8], first[8] / (falls * falls), 3e-3);
  }
}

TEST(Airbags, VentOpensAtAPressure) {
  verifies({"7.27", "box that gas flows into, whose vent opens at PPOP",
            "closed form: (k - 1) cp T m / V until then, and all the gas stays",
            "printed digits; the vent opens in one of 4,000 steps"});
  const double rate = 0.02, hot = 900, end = 10, per_time = (gamma_air - 1) * cp * hot * rate / volume;
  const std::string curve = fmt::format("95\n0,{}\n100,{}", rate, rate);
  const auto bag = [&](double opens_at) {
    return fmt::format("WANG_NEFSKE\n{},{},{},0,95\n1,0,50,0\n{},{},1,0,0,{}\n0\n", cv, cp, hot, ambient, density,
                       opens_at);
  };
  const auto closed = last_of_abstat(run_box(end, 0, bag(1.001 * end * per_time), curve));
  expect_within("mass, never open [g]", closed[7], density * volume + rate * end, 1e-3);
  expect_within("pressure, never open [MPa]", closed[2], ambient + end * per_time, 1e-3);
  const auto rows = abstat(run_box(end, 0, bag(0.52 * end * per_time), curve));
  const auto is_open = [](const std::vector<double>& row) { return row[6] > 0; };
  const auto first = std::ranges::find_if(rows, is_open);
  EXPECT_EQ(first - rows.begin(), 11);  // of 20 intervals
  EXPECT_EQ(std::count_if(first, rows.end(), is_open), 10);
  expect_within("mass, open [g]", rows[10][7], density * volume + 0.5 * rate * end, 1e-3);
}

TEST(Airbags, GasFlowsOutByACurve) {
  verifies({"7.17", "box that gas flows into, and out of by the rate of a curve (LCEFR, LOU)",
            "closed form: the difference of both", "printed digits"});
  const std::string curves = "95\n0,0.05\n100,0.05\n*DEFINE_CURVE\n96\n-10,0.02\n10,0.02";
  for (const std::string& bag :
       {fmt::format("WANG_NEFSKE\n{},{},900,0,95\n1,0,50,0\n{},{},1,96\n0\n", cv, cp, ambient, density),
        fmt::format("SIMPLE_AIRBAG_MODEL\n{},{},900,95,1,50,{},{}\n96,\n", cv, cp, ambient, density)})
    expect_within("mass [g]", last_of_abstat(run_box(10, 0, bag, curves))[7], density * volume + 0.3, 1e-3);
}

// In equilibrium the gauge pressure p bears on the skin with p r / 2 per length, which is t E / (1 - nu) ln(r / R).
TEST(Airbags, ABallOfFabricInflates) {
  verifies({"7.14", "ball of fabric (MAT_034 on membranes) that gas flows into until its radius has grown by a fifth",
            "closed form: p r / 2 = t E / (1 - nu) ln(r / R); r of the bag's volume",
            "384 flat elements in place of a sphere, and what is left of its breathing: 2 %"});
  constexpr double radius = 100, thickness = 0.3, young = 4, poisson = 0.3, end = 60, rate = 0.166;
  DeckText deck(end, 0.6);  // a sheet that is stretched at constant thickness has too little mass for its stable step
  deck.card("MAT_FABRIC", fmt::format("90,8e-4,{},0,0,{}\n0,0,0,1\n0\n\n\n", young, poisson));
  deck.card("SECTION_SHELL", fmt::format("90,5\n{},0,0", thickness));
  deck.card("PART", "skin\n90,90,90");
  constexpr int n = 8;
  const auto axis = [](int k) { return Vec3{k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0}; };
  std::vector<long> all;
  for (int face = 0; face < 6; ++face) {
    const double way = face < 3 ? 1 : -1;
    const Vec3 out = way * axis(face % 3), u = axis((face + 1) % 3), v = way * axis((face + 2) % 3);
    const Grid grid = deck.plate(90, {n, n}, {2, 2, 0}, [&](const Vec3& x) {
      const double quarter = 0.78539816339744831;
      const Vec3 ray = out + std::tan(quarter * (x.x - 1)) * u + std::tan(quarter * (x.y - 1)) * v;
      return radius / norm(ray) * ray;
    });
    for (const long node : grid.all_nodes()) all.push_back(node);
  }
  deck.card("NODE_MERGE_SET", fmt::format("{},0", deck.node_set(all)));
  deck.card("NODE_MERGE_TOLERANCE", "0.01,0");
  deck.card("SET_PART_LIST", "80\n90");
  deck.card("DEFINE_CURVE", fmt::format("95\n0,{0}\n{1},{0}\n{2},0\n1000,0", rate, 0.3 * end, 0.5 * end));
  deck.card("AIRBAG_WANG_NEFSKE",
            fmt::format("80,1\n{},{},{},0,95\n0,0,0,0\n{},{},1\n0\n", cv, cp, temperature, ambient, density));
  deck.card("DAMPING_GLOBAL", fmt::format("0,{}", 40 / end));
  deck.outputs({"ABSTAT", "GLSTAT"}, end / 20);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const std::vector<double> state = last_of_abstat(run), start = abstat(run).front();
  const auto radius_of = [](double gas) { return std::cbrt(0.75 * gas / 3.14159265358979324); };
  const double grown = radius_of(state[1]) / radius_of(start[1]);
  EXPECT_GT(grown, 1.1);
  expect_within("gauge pressure [MPa]", state[2] - ambient,
                2 * thickness * young / (1 - poisson) * std::log(grown) / radius_of(state[1]), 0.02);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.01);
}

}  // namespace
}  // namespace crumple::test::airbags
