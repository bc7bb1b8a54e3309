// Concrete with a cap (MAT_159) in one element: strengths, fracture energies, the cap and rates. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::concrete {
namespace {

/// Normal concrete of 30 MPa, as Murray's polynomials give it.
const double young = 18275 * std::cbrt(3), bulk = young / 2.1, shear = young / 2.3;
double strength(double j1) { return 14.513941 - 10.5 * std::exp(-0.01929 * j1) + 0.2965442 * j1; }
constexpr double cap_end = 90.543191;
/// MPa mm.
const double fracture_energy = (0.021 + 5.357e-4 * 19) * std::pow(3, 0.7);

/// The least positive x where f is no longer negative.
template <class F>
double root(F f, double high) {
  double low = 0;
  for (int i = 0; i < 100; ++i) {
    const double x = 0.5 * (low + high);
    (f(x) < 0 ? low : high) = x;
  }
  return low;
}

struct Answer {
  double peak = 0;  ///< von Mises stress
  double work = 0;  ///< per area
  State last;
};

/// A cube of edge `size` whose side x is moved by `way`, and if `everywhere` its sides y and z too.
Answer deform(const std::string& law, double size, double way, bool everywhere = false, double time = 1) {
  DeckText deck(time, 0.5);
  const auto line = law.find('\n');
  deck.card(law.substr(0, line), law.substr(line + 1));
  deck.card("CONTROL_BULK_VISCOSITY", "1e-20,1e-20");
  const Grid grid = deck.block(deck.solid_part(1), {1, 1, 1}, {size, size, size});
  deck.hold(grid.nodes([](const Vec3& x) { return x.x == 0; }), "x");
  deck.hold(grid.nodes([](const Vec3& x) { return x.y == 0; }), "y");
  deck.hold(grid.nodes([](const Vec3& x) { return x.z == 0; }), "z");
  const int curve = deck.curve({{0, 0}, {0.1 * time, 1}, {10 * time, 1}});
  const double velocity = way / (0.95 * time);
  deck.prescribe_velocity(grid.nodes([=](const Vec3& x) { return x.x == size; }), 1, curve, velocity);
  if (everywhere) {
    deck.prescribe_velocity(grid.nodes([=](const Vec3& x) { return x.y == size; }), 2, curve, velocity);
    deck.prescribe_velocity(grid.nodes([=](const Vec3& x) { return x.z == size; }), 3, curve, velocity);
  } else {
    deck.card("DAMPING_GLOBAL", way > 0 ? "0,5" : "0,0.5");
  }
  deck.outputs({"BINARY_D3PLOT"}, time / 200);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  Answer answer{.work = run.energy("internal") / (size * size)};
  for (State& state : read_states(run.folder)) {
    answer.peak = std::max(answer.peak, double(state.von_mises[0]));
    answer.last = std::move(state);
  }
  return answer;
}

std::string normal_concrete(double density) {
  return fmt::format("MAT_CSCM_CONCRETE\n1,{},1,0,0,0,0\n\n30,19,1", density);
}

TEST(Concrete, StrengthAndFractureEnergyOfTension) {
  verifies({"2.35", "MAT_159 of 30 MPa, elements of 10 and 40 mm pulled apart",
            "closed form: sqrt(J2) = Ff / 2 at J1 = -s; work GFT and the elastic one, whatever the size",
            "two hundred states; 0.001 of the stress stays"});
  const double peak = root([](double s) { return s / std::sqrt(3) - strength(-s) / 2; }, 10);
  for (const double size : {10.0, 40.0}) {
    const Answer a = deform(normal_concrete(2.4e-4), size, 0.4);
    const std::string name = fmt::format("{} mm", size);
    expect_within(name + ": strength [MPa]", a.peak, peak, 0.03);
    expect_within(name + ": work per area [N/mm]", a.work, fracture_energy + peak * peak / (2 * young) * size, 0.03);
  }
}

TEST(Concrete, StrengthAndFractureEnergyOfCompression) {
  verifies({"2.35", "MAT_159 of 30 MPa, elements of 10 and 50 mm crushed",
            "closed form: sqrt(J2) = Ff sqrt(Fc) at J1 = s; work GFC and the elastic one",
            "two hundred states; its section grows by up to 2 %"});
  const double ends = cap_end, begins = root([=](double l) { return l + 5 * strength(l) - ends; }, ends);
  const double peak = root(
      [=](double s) {
        const double over = std::max(s - begins, 0.0) / (ends - begins);
        return s / std::sqrt(3) - strength(s) * std::sqrt(1 - over * over);
      },
      60);
  expect_within("10 mm: strength [MPa]", deform(normal_concrete(2.4e-5), 10, -0.2).peak, peak, 0.01);
  const double elastic = peak * peak / (2 * young) * 50;
  expect_within("50 mm: work per area [N/mm]", deform(normal_concrete(2.4e-5), 50, -0.6).work,
                100 * fracture_energy + elastic, 0.04);
}

TEST(Concrete, CapFollowsItsCurve) {
  verifies({"2.36", "MAT_159 of 30 MPa pressed from all sides by 5 %",
            "closed form: p = K (-ln V - W (1 - exp(-D1 y - D2 y^2))), y = 3 p - X0",
            "the last state is up to half a thousandth of the time before the end"});
  const Answer a = deform(normal_concrete(0.0024), 10, -0.5, true);
  const auto pressure = [](double strain) {
    return root(
        [=](double p) {
          const double y = std::max(3 * p - cap_end, 0.0);
          return p - bulk * (strain - 0.05 * (1 - std::exp(-2.5e-4 * y - 3.49e-7 * y * y)));
        },
        1e4);
  };
  const double strain = -3 * std::log(double(a.last.position.at(7)[0]) / 10), step = strain / 2000;
  double work = 0;  // over the volume at the start
  for (double e = 0.5 * step; e < strain; e += step) work += pressure(e) * std::exp(-e) * step;
  expect_within("work over the volume [MPa]", a.work / 10, work, 3e-3);
}

TEST(Concrete, RatesRaiseTheStress) {
  verifies({"2.37", "MAT_159 with rate effects in uniaxial extension",
            "closed form: s1 - s2 = 2 G rate eta, eta = ETA0T (2/3 rate)^-NT, at the tip of the yield surface"});
  const std::string law =
      "1,0.0024,1,0,1,0,0\n\n11460,12551,14.513941,0.2965442,10.5,0.01929\n"
      "0.74735,0.001,0.17,0.07,0.66,0.0015,0.16,0.07\n5,90.5,0.05,2.5e-4,3.49e-7\n100,1e9,0.1,1e9,1e9\n"
      "0.002,0.78,0.002,0.48,0,0";
  const double rate = 0.5 / (0.95 * 10.5);
  DeckText deck(1, 0.5);
  deck.card("MAT_CSCM", law);
  const Grid grid = deck.block(deck.solid_part(1), {1, 1, 1}, {10, 10, 10});
  deck.hold(grid.all_nodes(), "y z");
  deck.hold(grid.nodes([](const Vec3& x) { return x.x == 0; }), "x");
  deck.prescribe_velocity(grid.nodes([](const Vec3& x) { return x.x == 10; }), 1,
                          deck.curve({{0, 0}, {0.1, 1}, {10, 1}}), 0.5 / 0.95);
  deck.outputs({"BINARY_D3PLOT"}, 0.1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const double eta = 0.002 * std::pow(2.0 / 3 * rate, -0.48);
  expect_within("von Mises stress [MPa]", read_states(run.folder).back().von_mises[0], 2 * 11460 * rate * eta, 1e-2);
}

}  // namespace
}  // namespace crumple::test::concrete
