// Waves along bars against d'Alembert's solution. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::waves {
namespace {

constexpr double length = 100;
const double bar_speed = std::sqrt(steel_young / steel_density);  // 5172.194 mm/ms

/// Mean of the elements whose centres lie between two places of a bar of equal elements.
double mean_between(const std::vector<float>& values, double from, double to) {
  double sum = 0;
  int n = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (const double x = length * (double(i) + 0.5) / double(values.size()); x > from && x < to) sum += values[i], ++n;
  return sum / n;
}

/// The place beyond which the values fall below `level`, seen from the far end.
double front_of(const std::vector<float>& values, double level) {
  const double h = length / double(values.size());
  for (std::size_t i = values.size() - 1; i > 0; --i)
    if (values[i - 1] >= level)
      return h * (double(i) - 0.5 + (values[i - 1] - level) / std::max(1e-30f, values[i - 1] - values[i]));
  return 0;
}

double largest(const std::vector<float>& values) { return *std::max_element(values.begin(), values.end()); }

/// A bar of 100 hexes flying at -10 mm/ms whose end x = 0 is stopped; states every half transit.
Run stopped_bar() {
  DeckText deck(length / bar_speed);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0");
  const Grid bar = deck.block(deck.solid_part(1), {100, 1, 1}, {length, 1, 1});
  deck.initial_velocity(bar.all_nodes(), {-10, 0, 0});
  deck.hold(bar.nodes([](const Vec3& x) { return x.x == 0; }), "x");
  deck.outputs({"BINARY_D3PLOT"}, 0.5 * length / bar_speed);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

TEST(Waves, StepVelocityInABar) {
  verifies({"3.1", "bar at 10 mm/ms, stopped at one end",
            "closed form: d'Alembert, rho c v behind a front at sqrt(E/rho)",
            "half an element, slight dispersion, the default bulk viscosity"});
  const auto run = stopped_bar();
  const std::vector<State> states = read_states(run.folder);
  const State& state = states.at(1);
  const double front = bar_speed * state.time, stress = steel_density * bar_speed * 10;
  expect_within("stress behind the front [MPa]", mean_between(state.von_mises, 0.2 * front, 0.8 * front), stress, 0.01);
  expect_within("place of the front [mm]", front_of(state.von_mises, 0.5 * stress), front, 0.01);
  expect_below("largest stress over rho c v", largest(state.von_mises) / stress, 1.15);
  // All kinetic energy is strain energy when the front has reached the free end, but for the width of the front.
  expect_below("kinetic energy left over the initial one", run.energy("kinetic") / (0.5 * steel_density * length * 100),
               0.03);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.005);
}

/// L2 error of the stress at t = 15 us, over that of the pulse 1 MPa sin^2(pi t / 8 us) sent in at x = 0.
double pulse_error(int n_elements) {
  constexpr double duration = 8e-3, peak = 1;
  DeckText deck(15e-3);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0");
  deck.without_bulk_viscosity();
  const Grid bar = deck.block(deck.solid_part(1), {n_elements, 1, 1}, {length, 1, 1});
  std::vector<std::pair<double, double>> pulse;  // fine enough that its corners do not show
  for (int i = 0; i <= 800; ++i)
    pulse.push_back({duration * i / 800, peak / 4 * std::pow(std::sin(std::numbers::pi * i / 800), 2)});
  pulse.push_back({1, 0});
  const int curve = deck.curve(pulse), end = deck.node_set(bar.nodes([](const Vec3& x) { return x.x == 0; }));
  deck.card("LOAD_NODE_SET", fmt::format("{},1,{}", end, curve));
  deck.outputs({"BINARY_D3PLOT"}, 1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const State state = read_states(run.folder).back();
  double error = 0, whole = 0;
  for (int i = 0; i < n_elements; ++i) {
    const double since = state.time - length * (i + 0.5) / n_elements / bar_speed;
    const double exact =
        since < 0 || since > duration ? 0 : peak * std::pow(std::sin(std::numbers::pi * since / duration), 2);
    error += std::pow(state.von_mises[std::size_t(i)] - exact, 2);
    whole += exact * exact;
  }
  return std::sqrt(error / whole);
}

// A pulse of 1 MPa is so small that geometric nonlinearity does not hide the order of convergence.
TEST(Waves, SmoothPulseConvergesWithOrderTwo) {
  verifies({"3.2", "smooth pulse in a bar after 15 us", "closed form: d'Alembert; order 2 of the elements"});
  const double coarse = pulse_error(100), fine = pulse_error(200);
  expect_below("L2 error with 100 elements", coarse, 0.02);
  expect_below("L2 error with 200 elements", fine, 0.005);
  expect_within("order of convergence", std::log2(coarse / fine), 2, 0.15);
}

// A strip of shells that cannot become narrower: sigma_y = nu sigma_x.
TEST(Waves, MembraneWaveInAShellStrip) {
  verifies({"3.3", "strip of shells at 10 mm/ms, stopped at one end",
            "closed form: c = sqrt(E / rho / (1 - nu^2)), rho c v",
            "shells have no bulk viscosity, so the front rings"});
  const double nu = 0.3, speed = bar_speed / std::sqrt(1 - nu * nu), stress = steel_density * speed * 10;
  DeckText deck(0.8 * length / speed);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const Grid strip = deck.plate(deck.shell_part(1, 1.0), {100, 1}, {length, 1, 0});
  deck.initial_velocity(strip.all_nodes(), {-10, 0, 0});
  deck.hold(strip.all_nodes(), "y z rx ry rz");
  deck.hold(strip.nodes([](const Vec3& x) { return x.x == 0; }), "x");
  deck.outputs({"BINARY_D3PLOT"}, 1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const State state = read_states(run.folder).back();
  const double front = speed * state.time, mises = stress * std::sqrt(1 - nu + nu * nu);
  expect_within("von Mises stress behind the front [MPa]", mean_between(state.von_mises, 0.2 * front, 0.8 * front),
                mises, 0.01);
  expect_within("place of the front [mm]", front_of(state.von_mises, 0.5 * mises), front, 0.01);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.005);
}

/// Plastic strain behind the plastic shock in a bar stopped from 10 mm/ms, by the jump conditions on the initial
/// section: rho (v - v_y)^2 = (P - P_y) (e - e_y). P is the engineering stress: the section grows by exp(e_p + 2 nu
/// sigma / E).
double strain_behind_plastic_front() {
  constexpr double yield = 250, tangent = 2100, hardening = steel_young * tangent / (steel_young - tangent);
  const auto stress = [](double p) { return yield + hardening * p; };
  const auto pull = [&](double p) { return stress(p) * std::exp(p + 0.6 * stress(p) / steel_young); };
  const auto shortening = [&](double p) { return 1 - std::exp(-p - stress(p) / steel_young); };
  const double jump = 10 - yield / (steel_density * bar_speed);  // the precursor has taken 6.1574 mm/ms
  double low = 0, high = 0.1;
  for (int i = 0; i < 60; ++i) {
    const double p = 0.5 * (low + high);
    const bool short_of = (pull(p) - pull(0)) * (shortening(p) - shortening(0)) < steel_density * jump * jump;
    (short_of ? low : high) = p;
  }
  return low;
}

// An elastic precursor at c carries the yield stress, a plastic front follows. Small-strain theory gives sigma = 250 +
// rho c_p (10 - 6.1574) = 265.602 MPa and the plastic strain 0.0073551; since the stress is of the order of the tangent
// modulus, the growth of the section raises the speed of the front from 517 to 550 mm/ms and lowers the strain to
// 0.0069, while the stress stays within 0.3 %. A bar one element wide can breathe freely, at 1.2 times the frequency
// that V / largest face stands for: step 0.6.
TEST(Waves, ElasticPlasticBar) {
  verifies({"3.4", "bilinear bar at 10 mm/ms, stopped at one end",
            "closed form: jump conditions behind a plastic front",
            "lateral inertia of the bar smears the front over a third of the plastic length"});
  const double time = 0.03, front = 550 * time, strain = strain_behind_plastic_front();
  DeckText deck(time, 0.6);
  deck.card("MAT_PLASTIC_KINEMATIC", "1,7.85e-3,210000,0.3,250,2100,1");
  const Grid bar = deck.block(deck.solid_part(1), {400, 1, 1}, {length, 0.25, 0.25});
  deck.initial_velocity(bar.all_nodes(), {-10, 0, 0});
  deck.hold(bar.nodes([](const Vec3& x) { return x.x == 0; }), "x");
  deck.outputs({"BINARY_D3PLOT"}, 1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const State state = read_states(run.folder).back();
  EXPECT_NEAR(strain, 0.0069, 0.0001);
  expect_within("stress [MPa]", mean_between(state.von_mises, 0.1 * front, 0.6 * front), 265.602, 0.02);
  expect_within("plastic strain", mean_between(state.plastic_strain, 0.1 * front, 0.6 * front), strain, 0.05);
  expect_within("place of the plastic front [mm]", front_of(state.plastic_strain, 0.5 * strain), front, 0.05);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.01);
}

}  // namespace
}  // namespace crumple::test::waves
