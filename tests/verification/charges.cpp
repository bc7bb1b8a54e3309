// Pressure of a charge (*LOAD_BLAST_ENHANCED), masses with moments of inertia (*ELEMENT_INERTIA), elements that are
// deleted at a time (*DEFINE_ELEMENT_DEATH), fabric with a reference geometry. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::charges {
namespace {

/// The velocity of a free plate of 10 x 10 x 1 mm at the origin, normal z, that 1 kg of TNT at `centre` gives it.
Vec3 velocity_by(const Vec3& centre, const std::string& more, double end = 6) {
  DeckText deck(end, end > 6 ? 0.9 : 0.1);
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const Grid plate = deck.plate(deck.shell_part(1, 1.0), {1, 1}, {10, 10, 0}, [](const Vec3& x) {
    return x - Vec3{5, 5, 0};
  });
  deck.card("LOAD_BLAST_ENHANCED", fmt::format("3,1000,{},{},{},0.5,8,{}", centre.x, centre.y, centre.z, more));
  deck.card("LOAD_BLAST_SEGMENT", fmt::format("3,{},{},{},{}", plate.node(0, 0), plate.node(1, 0), plate.node(1, 1),
                                              plate.node(0, 1)));
  const long node = plate.node(0, 0);
  deck.history({node});
  deck.outputs({"NODOUT"}, end);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto v = run.nodes().at(node).back().velocity;
  return {v[0], v[1], v[2]};
}

// Swisdak 1994, at 1 m/kg^(1/3): impulses exp(6.7853) and exp(5.465) kPa ms, pressures exp(9.006) and exp(7.2106) kPa.
TEST(Blast, ImpulsesAreThoseOfTheTable) {
  verifies({"7.22", "free plate before a charge of 1 kg at 1 m: face on, at 60 degrees, on the back, free air",
            "closed form: reflected and incident impulses of Swisdak (1994), ir cos^2 + ii (1 + cos^2 - 2 cos)",
            "the pressure begins up to a step early, 0.13 % of the impulse"});
  const double per_mass = 1e-3 * 100 / (100 * 7.85e-3);  // kPa ms to mm/ms
  const double reflected = std::exp(6.7853), incident = std::exp(5.465);
  const Vec3 face_on = velocity_by({0, 0, 1000}, "1\n0,0,0,0,0,0,1");
  expect_within("face on [mm/ms]", -face_on.z, reflected * per_mass, 2e-3);
  const double far = 1000 * std::sqrt(0.75);
  expect_within("at 60 degrees [mm/ms]", -velocity_by({far, 0, 500}, "1\n0,0,0,0,0,0,1").z,
                (0.25 * reflected + 0.25 * incident) * per_mass, 2e-3);
  expect_within("on the back [mm/ms]", -velocity_by({0, 0, -1000}, "1\n0,0,0,0,0,0,1").z, incident * per_mass, 2e-3);
  const double root = std::cbrt(1 / 1.8), z = std::log(1 / root);  // of the mass of the hemisphere
  const double in_air = root * std::exp(6.7853 - 1.3466 * z + 0.101 * z * z - 0.01123 * z * z * z);
  expect_within("face on in free air [mm/ms]", -velocity_by({0, 0, 1000}, "2\n0,0,0,0,0,0,1").z, in_air * per_mass,
                2e-3);
  // suction, which is left of a weak wave only
  const Vec3 far_away{0, 0, 8000};
  EXPECT_LT(-velocity_by(far_away, "1\n0,0", 60).z, -0.99 * velocity_by(far_away, "1\n0,0,0,0,0,0,1", 60).z);
}

TEST(ElementInertia, TurnsWithItsBody) {
  verifies({"7.23",
            "rigid block with a mass that has moments of inertia in axes of its own, turned by a moment; such a mass "
            "on a torsional beam",
            "closed form: w = M t / (I + own); T = 2 pi sqrt(I / k)", "200 rows to a period"});
  const double inertia = steel_density * 8000 * 200;  // its nodes are at 10 mm in each direction
  const double moment = 1e4, end = 2;
  DeckText deck(end);
  deck.card("MAT_RIGID", "1,7.85e-3,210000,0.3\n\n");
  const int part = deck.solid_part(1);
  const Grid block = deck.block(part, {1, 1, 1}, {20, 20, 20}, [](const Vec3& x) { return x - Vec3{10, 10, 10}; });
  const long middle = deck.node({0, 0, 0});
  deck.card("SET_NODE_LIST", fmt::format("99\n{},0", middle));
  deck.card("CONSTRAINED_EXTRA_NODES_SET", fmt::format("{},99", part));
  // axes x, y, z of the frame: global y, z, x
  deck.card("DEFINE_COORDINATE_SYSTEM", "7,0,0,0,0,1,0\n0,0,1");
  deck.card("ELEMENT_INERTIA", fmt::format("900,{},7\n5e3,0,0,2e4,0,4e4,30", middle));
  deck.card("LOAD_RIGID_BODY", fmt::format("{},6,{},{}", part, deck.constant_curve(), moment));
  const long corner = block.node(1, 0, 0);
  deck.history({middle, corner});
  deck.outputs({"NODOUT"}, end);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const NodeRecord last = run.nodes().at(corner).back();
  const double turned = -std::atan2(last.position[2], last.position[0]) - std::numbers::pi / 4;
  expect_within("turn about y [rad]", turned, 0.5 * moment / (inertia + 5e3) * end * end, 5e-3);

  const double stiffness = 9000, beam_inertia = 800, given = 2e4;
  const double period = 2 * std::numbers::pi * std::sqrt((beam_inertia / 2 + given) / stiffness);
  DeckText swing(2.6 * period, 0.1);
  swing.card("MAT_066", "90,1e-3,900,900,900,9000,9000,9000\n0,0\n0,0");
  swing.card("SECTION_BEAM", fmt::format("90,6\n{},{}", 2e5, beam_inertia));
  swing.card("PART", "discrete\n90,90,90");
  const long held = swing.node({0, 0, 0}), turns = swing.node({0, 0, 0});
  swing.card("ELEMENT_BEAM", fmt::format("1,90,{},{}", held, turns));
  swing.hold({held}, "x y z rx ry rz");
  swing.card("ELEMENT_INERTIA", fmt::format("900,{},0\n{},0,0,{},0,{},3", turns, given, given, given));
  swing.initial_node_velocity(turns, {}, {0, 0, 0.1});
  swing.outputs({"GLSTAT"}, period / 200);
  const auto swung = completed(run_deck(swing.str(), 1, "precision=double"));
  // the energy of the spring passes through its maximum twice in a period
  std::vector<double> peaks;
  const auto energy = swung.glstat("internal energy");
  for (std::size_t i = 1; i + 1 < energy.size(); ++i)
    if (energy[i].second > energy[i - 1].second && energy[i].second >= energy[i + 1].second)
      peaks.push_back(energy[i].first);
  ASSERT_GE(peaks.size(), 4u);
  expect_within("period [ms]", peaks[3] - peaks[1], period, 0.012);
}

TEST(ElementDeath, TakesTheEnergyAtItsTime) {
  verifies({"7.24", "two hexes strained along x, of which one is deleted at 4 ms (*DEFINE_ELEMENT_DEATH_SOLID)",
            "closed form: energy M (l ln l - l + 1) V at that time", "the step in which it is deleted"});
  const double modulus = steel_young * (1 - 0.3) / ((1 + 0.3) * (1 - 2 * 0.3));
  DeckText deck(6, 0.2);
  deck.without_bulk_viscosity();
  deck.card("MAT_ELASTIC", "1,7.85e-3,210000,0.3");
  const Grid hexes = deck.block(deck.solid_part(1), {1, 1, 2}, {100, 100, 200});
  deck.hold(hexes.all_nodes(), "y z");
  deck.hold(hexes.nodes([](const Vec3& x) { return x.x == 0; }), "x");
  const auto moving = hexes.nodes([](const Vec3& x) { return x.x == 100; });
  deck.initial_velocity(moving, {1, 0, 0});
  deck.prescribe_velocity(moving, 1, deck.constant_curve());
  deck.card("DEFINE_ELEMENT_DEATH_SOLID", "2,4.");
  deck.outputs({"GLSTAT"}, 1);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  const auto energy = [&](double l) { return modulus * (l * std::log(l) - l + 1) * 1e6; };
  expect_within("deleted [mJ]", run.energy("eroded"), energy(1.04), 2e-3);
  expect_within("all [mJ]", run.energy("internal"), energy(1.04) + energy(1.06), 2e-3);
  EXPECT_EQ(run.summary.at("failed").at("solids").get<int>(), 1);
}

TEST(ReferenceGeometry, StrainsFabricAtTheStart) {
  verifies({"7.26", "fabric of four shells, held, whose reference lies in another plane and is smaller along one side",
            "closed form: von Mises stress E e / (1 - nu^2) sqrt(1 - nu + nu^2) of e = ln(10 / 9)",
            "single precision of the states"});
  const double young = 300, poisson = 0.3, strain = std::log(10.0 / 9);
  for (const bool by_shells : {false, true}) {
    DeckText deck(0.1);
    deck.card("MAT_FABRIC", fmt::format("1,8e-4,{},0,0,{}\n0,0,0,1\n0\n0,0,0\n0,0,0", young, poisson));
    deck.shell_form(5);
    const Grid sheet = deck.plate(deck.shell_part(1, 0.5), {2, 2}, {20, 20, 0});
    deck.hold(sheet.all_nodes(), "x y z rx ry rz");
    // turned by 60 degrees about x, and shorter along x
    const auto place = [](const Vec3& x) { return Vec3{0.9 * x.x + 3, 0.5 * x.y, std::sqrt(0.75) * x.y}; };
    std::string cards;
    if (by_shells) {
      const Grid reference = deck.plate(deck.shell_part(1, 0.5), {2, 2}, {20, 20, 0}, place);
      deck.hold(reference.all_nodes(), "x y z rx ry rz");
      for (int j = 0, shell = 1; j < 2; ++j)
        for (int i = 0; i < 2; ++i, ++shell)
          cards += fmt::format("{},0,{},{},{},{}\n", shell, reference.node(i, j), reference.node(i + 1, j),
                               reference.node(i + 1, j + 1), reference.node(i, j + 1));
    } else {
      for (const long node : sheet.all_nodes()) {
        const Vec3 at = place(sheet.positions[std::size_t(node - sheet.first_node)]);
        cards += fmt::format("{},{},{},{}\n", node, at.x, at.y, at.z);
      }
    }
    cards.pop_back();
    deck.card(by_shells ? "AIRBAG_SHELL_REFERENCE_GEOMETRY" : "AIRBAG_REFERENCE_GEOMETRY", cards);
    deck.outputs({"BINARY_D3PLOT"}, 0.1);
    const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
    const auto state = read_states(run.folder).back();
    for (std::size_t e = 0; e < 4; ++e)
      expect_within(fmt::format("{} {}: stress [MPa]", by_shells ? "by shells" : "by nodes", e), state.von_mises[e],
                    young * strain / (1 - poisson * poisson) * std::sqrt(1 - poisson + poisson * poisson), 1e-5);
  }
}

}  // namespace
}  // namespace crumple::test::charges
