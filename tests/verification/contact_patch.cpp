// The contact patch test: two blocks of different meshes, one on the other, carry a uniform pressure.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::contact_patch {
namespace {

struct Stresses {
  double least = 1e300, greatest = 0;  ///< over the mean
};

/// Of the elements from `first` on, in the last record of elout.
Stresses vertical_stresses(const Run& run, long first, long count) {
  const std::string text = run.file("elout");
  std::istringstream lines(text.substr(text.rfind("at time")));
  const std::regex element(" *(\\d+)- *\\d+ *");
  std::smatch found;
  std::vector<double> pressure;
  for (std::string line; std::getline(lines, line);) {
    if (!std::regex_match(line, found, element)) continue;
    const long id = std::stol(found[1]);
    std::getline(lines, line);
    std::istringstream words(line);
    std::string point, state;
    double x = 0, y = 0, z = 0;
    words >> point >> state >> x >> y >> z;
    if (id >= first && id < first + count) pressure.push_back(-z);
  }
  EXPECT_EQ(long(pressure.size()), count);
  double sum = 0;
  for (const double p : pressure) sum += p;
  Stresses over_mean;
  for (const double p : pressure) {
    over_mean.least = std::min(over_mean.least, p * double(count) / sum);
    over_mean.greatest = std::max(over_mean.greatest, p * double(count) / sum);
  }
  return over_mean;
}

/// Blocks of 1 x 1 x 0.5 with Young's modulus 1 and density 1, pressed together by 2 % of their height in a hundred
/// periods of theirs and held. nu = 0: their sides stay plane.
void press(std::array<int, 3> lower_cells, std::array<int, 3> upper_cells, double gate) {
  DeckText deck(200);
  deck.solid_form(2);
  deck.card("MAT_ELASTIC", "1,1,1,0");
  const Grid lower = deck.block(deck.solid_part(1), lower_cells, {1, 1, 0.5});
  const Grid upper =
      deck.block(deck.solid_part(1), upper_cells, {1, 1, 0.5}, [](const Vec3& x) { return x + Vec3{0, 0, 0.5}; });
  deck.hold(lower.nodes([](const Vec3& x) { return x.z == 0; }), "x y z");
  const auto top = upper.nodes([](const Vec3& x) { return x.z == 1; });
  deck.hold(top, "x y");
  deck.prescribe_velocity(top, 3, deck.curve({{0, 0}, {10, 1}, {90, 1}, {100, 0}, {1000, 0}}), -0.02 / 90);
  deck.card("DAMPING_GLOBAL", "0,1");
  deck.card("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE", "1,2,3,3\n0,0\n1,1\n2,0");
  std::string elements;
  for (const auto& [block, cells] : {std::pair{lower, lower_cells}, std::pair{upper, upper_cells}})
    for (int e = 0; e < cells[0] * cells[1] * cells[2]; ++e) elements += fmt::format("{},\n", block.first_element + e);
  deck.card("DATABASE_HISTORY_SOLID", elements);
  deck.outputs({"ELOUT"}, 100);
  const Run run = completed(run_deck(deck.str()));

  const long layer = long(lower_cells[0]) * lower_cells[1];
  const std::string meshes = fmt::format(", {0} x {0} on {1} x {1} elements", upper_cells[0], lower_cells[0]);
  const Stresses below = vertical_stresses(run, lower.first_element + layer * (lower_cells[2] - 1), layer);
  const Stresses above = vertical_stresses(run, upper.first_element, long(upper_cells[0]) * upper_cells[1]);
  for (const Stresses& s : {below, above}) {
    expect_within("greatest pressure of a layer at the interface over its mean" + meshes, s.greatest, 1, gate);
    expect_within("least" + meshes, s.least, 1, gate);
  }
}

TEST(ContactPatch, PressureIsUniformAcrossDifferentMeshes) {
  verifies(
      {"5.31", "contact patch test: one block pressed on another of a different mesh, SOFT = 2",
       "closed form: uniform pressure (problem of Taylor and Papadopoulos 1991)",
       "nodes with springs by their masses, on both sides, instead of an integral over the faces: an element may be "
       "off where nodes of both sides crowd; with equal meshes rounding"});
  press({4, 4, 2}, {4, 4, 2}, 0.01);
  press({4, 4, 2}, {3, 3, 2}, 0.1);
  press({8, 8, 4}, {5, 5, 3}, 0.2);
}

}  // namespace
}  // namespace crumple::test::contact_patch
