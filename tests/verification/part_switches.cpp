// *DEFORMABLE_TO_RIGID_AUTOMATIC: what becomes rigid keeps momentum and stresses. Units mm, ms, g, MPa.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::part_switches {
namespace {

constexpr int n = 4;  // hexes along an edge
constexpr double edge = 40;

double share_of_node(int i) { return i == 0 || i == n ? 0.5 : 1.0; }

/// A block that flies with `speed`, spins with `spin` and vibrates: it is being stretched along x and sheared. It is
/// rigid between two times.
Run flying_block(const Vec3& speed, const Vec3& spin, const std::array<double, 3>& from_to_end, int form = 1,
                 const std::string& material = "ELASTIC\n1,7.85e-3,210000,0.3") {
  const auto [from, to, end_time] = from_to_end;
  DeckText deck(end_time, 0.5);
  deck.solid_form(form);
  deck.without_bulk_viscosity();
  deck.card("MAT_" + material, "$");
  const Grid block = deck.block(deck.solid_part(1), {n, n, n}, {edge, edge, edge});
  for (std::size_t i = 0; i < block.positions.size(); ++i) {
    const Vec3 r = block.positions[i] - Vec3{edge / 2, edge / 2, edge / 2};
    const Vec3 vibration{0.2 * r.x + 0.1 * r.y, -0.05 * r.y + 0.1 * r.x, -0.1 * r.z};
    deck.initial_node_velocity(block.first_node + long(i), speed + cross(spin, r) + vibration);
  }
  deck.card("DEFORMABLE_TO_RIGID_AUTOMATIC",
            fmt::format("1,0,{}\n0,0,0,0,1,0\n1,0,PART\n2,0,{}\n0,0,0,0,0,1\n1,PART", from, to));
  deck.outputs({"GLSTAT"}, 0.001);
  deck.outputs({"BINARY_D3PLOT"}, end_time / 80);
  return completed(run_deck(deck.str(), 1, "precision=double"));
}

/// Over the mass of an inner node: momentum, and angular momentum about the origin.
std::pair<Vec3, Vec3> momenta(const State& state) {
  std::pair<Vec3, Vec3> sum;
  std::size_t at = 0;
  for (int k = 0; k <= n; ++k)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i, ++at) {
        const double mass = share_of_node(i) * share_of_node(j) * share_of_node(k);
        const auto &x = state.position[at], &v = state.velocity[at];
        sum.first += mass * Vec3{v[0], v[1], v[2]};
        sum.second += mass * cross(Vec3{x[0], x[1], x[2]}, Vec3{v[0], v[1], v[2]});
      }
  return sum;
}

TEST(PartSwitches, ConserveMomenta) {
  verifies({"7.13", "spinning, vibrating block that is rigid for a while", "closed form: conservation",
            "states have seven digits; of the energy, the steps in which the block becomes rigid and deformable"});
  const auto run = flying_block({3, -2, 1}, {0.4, -0.6, 1.5}, {0.01, 0.06, 0.08});
  const std::vector<State> states = read_states(run.folder);
  const auto [momentum, spin] = momenta(states.front());
  double off = 0, off_spin = 0;
  for (const State& state : states) {
    const auto [p, l] = momenta(state);
    off = std::max(off, norm(p - momentum) / norm(momentum));
    off_spin = std::max(off_spin, norm(l - spin) / norm(spin));
  }
  expect_below("momentum, largest change over it", off, 1e-6);
  expect_below("angular momentum, largest change over it", off_spin, 1e-4);
  double least = 1, most = 1;
  const auto total = run.glstat("total energy");
  for (const auto& [time, energy] : total) {
    least = std::min(least, energy / total.front().second);
    most = std::max(most, energy / total.front().second);
  }
  expect_between("energy over the initial one, least", least, 0.999, 1.001, 1);
  expect_between("energy over the initial one, largest", most, 0.999, 1.001, 1);
  EXPECT_GT(run.energy("damping"), 0);  // what was of deformation is lost
}

/// The internal energy at the first record from `time` on.
double energy_at(const Run& run, double time) {
  for (const auto& [t, energy] : run.glstat("internal energy"))
    if (t >= time * (1 - 1e-6)) return energy;
  return 0.0;
}

// While it is rigid its strain energy stays; when it is deformable again it goes on from there, whatever it has turned.
TEST(PartSwitches, StressesTurnWithTheBody) {
  struct Of {
    int form;
    const char* material;
  };
  const Of blocks[] = {{1, "ELASTIC\n1,7.85e-3,210000,0.3"},
                       {2, "ELASTIC\n1,7.85e-3,210000,0.3"},
                       {1, "PLASTIC_KINEMATIC\n1,7.85e-3,210000,0.3,80,40000,0"},
                       {1, "VISCOELASTIC\n1,7.85e-3,175000,81000,40000,50"},
                       {1, "MOONEY-RIVLIN_RUBBER\n1,7.85e-3,0.45,30000,10000"}};
  for (const auto& [form, material] : blocks) {
    SCOPED_TRACE(material);
    verifies({"7.13", "vibrating block that is rigid for a while, as it turns by 1.5 rad and at rest",
              "equivalence: its vibration afterwards is the same in both",
              "centrifugal stress, rho w^2 L^2 = 2 MPa beside 160 MPa of the vibration"});
    const double w = 1.5 / 4;
    const std::array times{0.012, 4.012, 4.05};
    const auto still = flying_block({}, {}, times, form, material);
    const auto turning = flying_block({}, (w / std::sqrt(14)) * Vec3{1, -2, 3}, times, form, material);
    const double held = energy_at(still, 0.1);
    EXPECT_GT(held, 0);
    expect_within("strain energy while rigid over its beginning", energy_at(still, 4) / held, 1, 1e-12);
    expect_within("strain energy while rigid and turning over its beginning",
                  energy_at(turning, 4) / energy_at(turning, 0.1), 1, 1e-12);
    for (const double time : {4.013, 4.02, 4.03, 4.04, 4.05})
      expect_near(fmt::format("difference of strain energies at {} ms over that held", time),
                  (energy_at(turning, time) - energy_at(still, time)) / held, 0, 0.05);
  }
}

// A small block limits the step only while it is deformable.
TEST(PartSwitches, RigidPartsDoNotLimitTheStep) {
  verifies({"7.13", "fine block that is rigid in the second half of a run, beside a coarse one",
            "equivalence: the step is that of the coarse block then, and of the fine one before"});
  const auto steps = [](const std::string& switches) {
    DeckText deck(0.4);
    deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
    deck.block(deck.solid_part(1), {2, 2, 2}, {40, 40, 40});
    deck.block(deck.solid_part(1), {4, 4, 4}, {8, 8, 8}, [](const Vec3& x) { return x + Vec3{100, 0, 0}; });
    if (!switches.empty()) deck.card("DEFORMABLE_TO_RIGID_AUTOMATIC", switches);
    deck.outputs({"GLSTAT"}, 0.1);
    const auto run = completed(run_deck(deck.str()));
    return run.summary.at("cycles").get<double>();
  };
  const double fine = steps(""), coarse = fine / 10;  // the edges are 2 and 20 mm
  expect_within("cycles", steps("1,0,0.2\n0,0,0,0,1,0\n2,0"), 0.5 * (fine + coarse), 0.05);
  expect_within("cycles, rigid at first", steps("1,0,0\n0,0,0,0,1,0\n2,0\n2,0,0.2\n0,0,0,0,0,1\n2,PART"),
                0.5 * (fine + coarse), 0.05);
}

}  // namespace
}  // namespace crumple::test::part_switches
