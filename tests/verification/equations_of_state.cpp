// Equations of state: shocks, compression of one element, fluids. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::equations_of_state {
namespace {

/// OFHC copper (Steinberg 1996): density [g/mm3], C [mm/ms], S1, GAMAO.
constexpr double copper_density = 8.93e-3, sound_speed = 3940, slope = 1.489;
const std::string copper = fmt::format("1,{},{},0,0,1.99,0.47,0\n1,", sound_speed, slope);
const std::string hydro_copper = "MAT_ELASTIC_PLASTIC_HYDRO\n1,8.93e-3,46300,90,300\n\n\n\n\n";
const std::string strong_copper = "MAT_JOHNSON_COOK\n1,8.93e-3,,124000,0.34\n90,292,0.31,0,1,0,0,1\n\n";

/// A bar without strength, 20 mm long, that meets a rigid wall at `speed`.
Run impact(const std::string& material, double speed, double time) {
  DeckText deck(time, 0.5);
  const auto line = material.find('\n');
  deck.card(material.substr(0, line), material.substr(line + 1));
  deck.card("EOS_GRUNEISEN", copper);
  deck.equation_of_state(1);
  const Grid bar = deck.block(deck.solid_part(1, 1, 1e-6), {400, 1, 1}, {20, 0.05, 0.05});
  deck.initial_velocity(bar.all_nodes(), {-speed, 0, 0});
  deck.hold(bar.all_nodes(), "y z");
  deck.card("RIGIDWALL_PLANAR", "0,\n0,0,0,1,0,0");
  deck.outputs({"RWFORC"}, time / 200);
  deck.outputs({"BINARY_D3PLOT"}, time);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

double mean_force(const Run& run, double from, double to) {
  double sum = 0;
  int n = 0;
  for (const auto& [time, force] : run.wall_force(1))
    if (time > from && time < to) sum += force, ++n;
  return sum / n;
}

/// Where the velocity along the bar is half of what it was, from the wall.
double front(const State& state, double speed) {
  for (std::size_t i = 401; i-- > 0;)
    if (double(state.velocity[i][0]) > -0.5 * speed) return double(state.position[i][0]);
  return 0;
}

TEST(EquationsOfState, FlyerPlateIsOnTheHugoniot) {
  verifies({"2.7", "bar of copper (Gruneisen; MAT_009, 010 and 015) stopped from 500 and 2000 m/s",
            "closed form: p = rho us up and the front at us - up, us = C + S1 up",
            "the shock takes some elements; strength adds less than 2/3 of a yield stress of 250 MPa"});
  for (const double up : {500.0, 2000.0}) {
    const double us = sound_speed + slope * up, time = 14 / (us - up), pressure = copper_density * us * up;
    const auto fluid = impact("MAT_NULL\n1,8.93e-3,0,0", up, time);
    const double reached = mean_force(fluid, 0.3 * time, 0.95 * time) / (0.05 * 0.05);
    expect_within(fmt::format("{} m/s: pressure [MPa]", up), reached, pressure, 0.003);
    expect_within(fmt::format("{} m/s: place of the front [mm]", up), front(read_states(fluid.folder).back(), up), 14,
                  0.01);
    for (const std::string& material : {strong_copper, hydro_copper}) {
      const auto strong = impact(material, up, time);
      expect_within(fmt::format("{}, {} m/s: stress [MPa]", material.substr(0, material.find('\n')), up),
                    mean_force(strong, 0.3 * time, 0.95 * time) / (0.05 * 0.05), pressure, 0.005);
    }
  }
}

/// A cube of edge 1 whose sides move so that its volume comes to `volume` within `time`.
Run squeeze(const std::string& material, const std::string& eos, double volume, double time, int form = 1) {
  DeckText deck(time);
  deck.without_bulk_viscosity();
  const auto line = material.find('\n');
  deck.card(material.substr(0, line), material.substr(line + 1));
  const auto its = eos.find('\n');
  deck.card(eos.substr(0, its), eos.substr(its + 1));
  deck.equation_of_state(1);
  deck.solid_form(form);
  const Grid cube = deck.block(deck.solid_part(1, 1, 1e-6), {1, 1, 1}, {1, 1, 1});
  deck.hold(cube.nodes([](const Vec3& x) { return x.x == 0; }), "x");
  deck.hold(cube.all_nodes(), "y z");
  deck.prescribe_velocity(cube.nodes([](const Vec3& x) { return x.x == 1; }), 1, deck.constant_curve(),
                          (volume - 1) / time);
  deck.outputs({"GLSTAT"}, time / 100);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

// p = (g - 1) E / V, so E = E0 V^(1 - g) on the adiabat.
TEST(EquationsOfState, IdealGasFollowsItsAdiabat) {
  verifies({"2.7", "ideal gas (linear polynomial, C4 = C5 = 0.4) squeezed to a quarter and blown up to four times",
            "closed form: E = E0 V^-0.4", "steps of a thousandth"});
  const std::string gas = "EOS_LINEAR_POLYNOMIAL\n1,0,0,0,0,0.4,0.4,0\n0.25,1";
  for (const int form : {1, 2})
    for (const double volume : {0.25, 4.0}) {
      const auto run = squeeze("MAT_NULL\n1,1e-6,0,0", gas, volume, 1, form);
      expect_within(fmt::format("ELFORM {}, to {}: energy gained [mJ]", form, volume), run.energy("internal"),
                    0.25 * (std::pow(volume, -0.4) - 1), 2e-3);
    }
}

// Work of p(ln V): of a line p = -k ln V it is k (V ln V - V + 1).
TEST(EquationsOfState, TabulatedPressureWithCutOff) {
  verifies({"2.7", "tabulated, squeezed to 0.8 and drawn to 1.2 with PC = -1",
            "closed form: work of straight lines over ln V; PC times the volume", "steps of a thousandth"});
  const auto table = [](double k) {
    return fmt::format("EOS_TABULATED\n1,0,0,1\n1,0,-0.1,-1\n\n{},0,{},{}\n\n\n", -k, 0.1 * k, k);
  };
  const std::string fluid = "MAT_NULL\n1,1e-3,-1,0";
  const auto work = [](double volume) { return 100 * (volume * std::log(volume) - volume + 1); };
  const auto squeezed = squeeze(fluid, table(100), 0.8, 1);
  expect_within("work to 0.8 [mJ]", squeezed.energy("internal"), work(0.8), 2e-3);
  const auto drawn = squeeze(fluid, table(100), 1.2, 1);
  const double start = std::exp(0.01);
  expect_within("work to 1.2 [mJ]", drawn.energy("internal"), work(start) + 1.2 - start, 2e-3);
}

TEST(EquationsOfState, FluidGoesWhereItsVolumeIsOutOfBounds) {
  const std::string eos = "EOS_LINEAR_POLYNOMIAL\n1,0,100\n0,1";
  EXPECT_EQ(squeeze("MAT_NULL\n1,1e-3,0,0,1.5,0.5", eos, 0.51, 1).energy("eroded"), 0);
  EXPECT_EQ(squeeze("MAT_NULL\n1,1e-3,0,0,1.5,0.5", eos, 1.49, 1).energy("eroded"), 0);
  EXPECT_GT(squeeze("MAT_NULL\n1,1e-3,0,0,1.5,0.5", eos, 0.49, 1).energy("eroded"), 0);
  EXPECT_GT(squeeze("MAT_NULL\n1,1e-3,0,0,1.5,0.5", eos, 1.51, 1).energy("eroded"), 0);
}

// Shear of 1 / ms with s' = 2 MU e': tau = MU, so the power is MU per volume.
TEST(EquationsOfState, ViscousFluidInShear) {
  verifies(
      {"2.7", "fluid of MU = 0.01 MPa ms sheared at 1 / ms", "closed form: work MU rate^2 t", "steps of a thousandth"});
  DeckText deck(0.5);
  deck.card("MAT_NULL", "1,1e-3,0,0.01");
  deck.card("EOS_LINEAR_POLYNOMIAL", "1,0,100\n0,1");
  deck.equation_of_state(1);
  const Grid cube = deck.block(deck.solid_part(1, 1, 1e-6), {1, 1, 1}, {1, 1, 1});
  deck.hold(cube.nodes([](const Vec3& x) { return x.y == 0; }), "x");
  deck.hold(cube.all_nodes(), "y z");
  const std::vector<long> top = cube.nodes([](const Vec3& x) { return x.y == 1; });
  deck.initial_velocity(top, {1, 0, 0});
  deck.prescribe_velocity(top, 1, deck.constant_curve());
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  expect_within("work [mJ]", run.energy("internal"), 0.01 * run.summary.at("end_time").get<double>(), 2e-3);
}

}  // namespace
}  // namespace crumple::test::equations_of_state
