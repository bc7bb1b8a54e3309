// Families of elements by themselves: one block and one sheet of steel. Units: mm, kg, ms, kN.
#include <gtest/gtest.h>

#include <limits>

#include "base/error.hpp"
#include "contact_scene.hpp"
#include "kernels/tables.hpp"
#include "physics/results/energy.hpp"
#include "physics/results/quanta.hpp"
#include "physics/state/state_archive.hpp"
#include "physics/state/cut_model.hpp"

namespace crumple::test::element_families {
namespace {

constexpr double thickness = 2, edge = 10;

/// A shell and a solid that do not touch, on this rank alone.
struct TwoElements {
  Domain domain;
  NodeState state;
  Elements elements;

  explicit TwoElements(Precision precision, Control control = {})
      : domain(make_domain(control)),
        state(make_node_state(domain.model.nodes)),
        elements(make_elements(domain, *CRUMPLE_BASELINE_OF(crumple_kernels)(), precision, state, state.mass)) {
    find_first_steps(elements, state);
  }

  static Domain make_domain(const Control& control) {
    Scene scene;
    scene.add_sheet(scene.add_shell_part(thickness), {0, 0, 0}, {edge, 0, 0}, {0, edge, 0}, 1, 1);
    const Index solid = scene.add_solid_part();
    scene.model.sections.back().element_form = scene.model.sections.back().n_layers = 1;
    scene.add_block(solid, {0, 0, 20}, {edge, edge, edge}, 1, 1, 1);
    scene.model.control = control;
    Partition partition;
    partition.n_ranks = world().size();
    partition.rank.assign(2, world().rank());
    return ModelCutter(scene.model, partition, choose_quanta(scene.model)).piece(world().rank());
  }

  /// Names of the families that lose elements whose step is below a huge one.
  std::string eroded() {
    Clock clock;
    EnergyLedger ledger{Quantum(1)};
    std::vector<Failure> failures;
    DeletionNotes notes{clock, 1e10, ledger, failures};
    note_deletions(elements, notes);
    std::string names;
    for (const Failure& failure : failures) names += plural_of(failure.kind) + " ";
    return names;
  }
};

// The digits of ERODE: 1 solids, 10 shells, 100 beams.
TEST(ElementFamilies, ErodeAtSmallStepsAsErodeNamesThem) {
  for (const Precision precision : {Precision::single_precision, Precision::double_precision}) {
    EXPECT_EQ(TwoElements(precision, {.erode = 0}).eroded(), "");
    EXPECT_EQ(TwoElements(precision, {.erode = 1}).eroded(), "solids ");
    EXPECT_EQ(TwoElements(precision, {.erode = 10}).eroded(), "shells ");
    EXPECT_EQ(TwoElements(precision, {.erode = 11}).eroded(), "shells solids ");
    EXPECT_EQ(TwoElements(precision, {.erode = 100}).eroded(), "");
  }
}

// One step of strain, yy of the block and xy of the sheet: each component of the tensor in its place.
TEST(ElementFamilies, GiveStressTensorsOfTheirPoints) {
  constexpr double dt = 1e-4, rate = 0.01, young = 210, nu = 0.3;
  const double lambda = young * nu / ((1 + nu) * (1 - 2 * nu)), shear = young / (2 * (1 + nu));
  TwoElements two(Precision::double_precision);
  const ElementFamily &shells = *two.elements.families[0], &solids = *two.elements.families[1];
  for (const Index node : shells.nodes(0)) two.state.velocity(node, 0) = rate * two.state.position(node, 1);
  for (const Index node : solids.nodes(0)) two.state.velocity(node, 1) = rate * two.state.position(node, 1);
  add_element_forces(two.elements, {.side = Side::interior, .dt = dt}, two.state);
  const double strain = rate * dt;
  // strains are those of the geometry in mid-step, half a strain of 1e-6 away
  const double rounding = 1e-6 * young * strain;
  const ElementStress solid = solids.stress(0), shell = shells.stress(0);
  ASSERT_EQ(solid.points.size(), 1u);
  EXPECT_EQ(solid.axes, ElementStress::Axes::global);
  const double normal[] = {lambda * strain, (lambda + 2 * shear) * strain, lambda * strain, 0, 0, 0};
  for (std::size_t c = 0; c < 6; ++c) EXPECT_NEAR(solid.points[0].stress[c], normal[c], rounding) << c;
  ASSERT_EQ(shell.points.size(), 2u);  // NIP of the section
  EXPECT_EQ(shell.axes, ElementStress::Axes::element);
  for (const PointStress& point : shell.points)
    for (std::size_t c = 0; c < 6; ++c) EXPECT_NEAR(point.stress[c], c == 3 ? shear * strain : 0, rounding) << c;
}

TEST(ElementFamilies, LoadWhatTheyHaveSaved) {
  for (const Precision precision : {Precision::single_precision, Precision::double_precision}) {
    TwoElements one(precision), other(precision);
    for (Index i = 0; i < one.state.count(); ++i) one.state.velocity(i, 1) = one.state.position(i, 1);
    add_element_forces(one.elements, {.side = Side::interior, .dt = 1e-4}, one.state);
    for (std::size_t f = 0; f < one.elements.families.size(); ++f) {
      ElementFamily& saved = *one.elements.families[f];
      ElementFamily& loaded = *other.elements.families[f];
      for (Index e = 0; e < saved.count(); ++e) {
        EXPECT_NE(saved.hash(), loaded.hash()) << saved.name();
        Bytes bytes;
        Fields out(bytes);
        saved.archive(e, out, one.elements.status);
        Fields in{std::span<const std::byte>(bytes)};
        loaded.archive(e, in, other.elements.status);
        EXPECT_TRUE(in.is_at_end()) << saved.name();
      }
      EXPECT_EQ(saved.hash(), loaded.hash()) << saved.name();
    }
  }
}

// Room of the sums for what DT2MS adds; 10 mm of steel have a step of 1.7e-3 ms and more, so 0.1 ms is over 2,000 times
// the mass.
TEST(ElementFamilies, MassesAfterScalingAreInTheRangeOfTheirSums) {
  for (const Precision precision : {Precision::single_precision, Precision::double_precision}) {
    TwoElements two(precision, {.mass_scaling_dt = 0.1});
    HaloExchange halo(world(), two.domain.halo);
    const double added = scale_masses(two.elements, {0.1, 0.1});
    lump_masses(world(), two.elements, two.domain, halo, two.state);
    EXPECT_GT(added, 2000 * 7.85e-6 * (edge * edge * thickness + edge * edge * edge));
    EXPECT_LE(added, two.domain.quanta.body_mass.limit());
    for (Index i = 0; i < two.state.count(); ++i) {
      EXPECT_LE(two.state.mass(i), two.domain.quanta.mass.limit()) << "node " << i;
      EXPECT_LE(two.state.inertia(i), two.domain.quanta.inertia.limit()) << "node " << i;
    }
  }
}

/// The message of the error that `work` throws; empty without one.
template <class Work> std::string error_of(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(ElementFamilies, MassesOutOfRangeAreAnErrorThatNamesTheNode) {
  TwoElements two(Precision::double_precision);
  HaloExchange halo(world(), two.domain.halo);
  const auto lump = [&] { lump_masses(world(), two.elements, two.domain, halo, two.state); };
  EXPECT_EQ(error_of(lump), "");
  two.domain.quanta.mass = Quantum::for_largest(7.85e-6 * edge * edge * edge / 8 / 4);  // of the solid's nodes, 1 to 12
  EXPECT_EQ(error_of(lump).substr(0, 8), "node 12:");
}

TEST(ElementFamilies, SumsOfTheModelOutOfRangeAreErrors) {
  TwoElements two(Precision::double_precision);
  HaloExchange halo(world(), two.domain.halo);
  lump_masses(world(), two.elements, two.domain, halo, two.state);
  MidVelocity mid{Rows("v", std::size_t(two.state.count())), Rows("w", std::size_t(two.state.count()))};
  EnergyLedger ledger(two.domain.quanta.energy);
  const ExactSum of_bodies(two.domain.quanta.energy);
  const auto energies = [&] {
    sum_energies(world(), two.domain, {two.elements, two.state, mid}, {ledger, {}, of_bodies, 0});
  };
  EXPECT_EQ(error_of(energies), "");
  for (const double fast : {1e20, std::numeric_limits<double>::quiet_NaN()}) {
    mid.velocity(3, 1) = fast;
    EXPECT_NE(error_of(energies).find("kinetic energy"), std::string::npos);
  }
}

}  // namespace
}  // namespace crumple::test::element_families
