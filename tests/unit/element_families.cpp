// Families of elements by themselves: one block and one sheet of steel. Units: mm, kg, ms, kN.
#include <gtest/gtest.h>

#include "contact_scene.hpp"
#include "physics/elements/elements.hpp"
#include "physics/state/cut_model.hpp"

namespace crumple::test {
namespace {

constexpr double thickness = 2, edge = 10;

/// A shell and a solid that do not touch, on this rank alone.
struct TwoElements {
  Domain domain;
  NodeState state;
  Elements elements;

  explicit TwoElements(Precision precision, int erode = 0)
      : domain(make_domain(erode)),
        state(make_node_state(domain.model.nodes)),
        elements(make_elements(domain, *crumple_kernels_sse2(), precision, state)) {
    find_first_steps(elements, state);
  }

  static Domain make_domain(int erode) {
    Scene scene;
    scene.add_sheet(scene.add_shell_part(thickness), {0, 0, 0}, {edge, 0, 0}, {0, edge, 0}, 1, 1);
    scene.add_block(scene.add_solid_part(), {0, 0, 20}, {edge, edge, edge}, 1, 1, 1);
    scene.model.control.erode = erode;
    Partition partition;
    partition.n_ranks = world().size();
    partition.rank.assign(2, world().rank());
    return ModelCutter(scene.model, partition).piece(world().rank());
  }

  /// Names of the families that lose elements whose step is below a huge one.
  std::string eroded() {
    Clock clock;
    EnergyLedger ledger;
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
    EXPECT_EQ(TwoElements(precision, 0).eroded(), "");
    EXPECT_EQ(TwoElements(precision, 1).eroded(), "solids ");
    EXPECT_EQ(TwoElements(precision, 10).eroded(), "shells ");
    EXPECT_EQ(TwoElements(precision, 11).eroded(), "shells solids ");
    EXPECT_EQ(TwoElements(precision, 100).eroded(), "");
  }
}

}  // namespace
}  // namespace crumple::test
