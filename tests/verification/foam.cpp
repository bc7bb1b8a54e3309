// A block of crushable foam (MAT_063) squeezed onto a rigid wall and released. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::foam {
namespace {

constexpr double edge = 20, young = 70, plateau = 0.34;

/// Slope of the least squares line through the points with from < x < to.
double slope(const std::vector<std::pair<double, double>>& points, double from, double to) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [u, v] : points)
    if (u > from && u < to) n += 1, x += u, y += v, xx += u * u, xy += u * v;
  return (n * xy - x * y) / (n * xx - x * x);
}

// Honeycomb of 83 kg/m3: a plateau of 0.34 MPa to 0.6, then it locks. The top of a cube of 20 mm comes down by 14 mm at
// 2 m/s and goes up again at 0.5 m/s.
TEST(Foam, CrushFollowsTheCurveAndUnloadsWithE) {
  verifies({"2.5", "block of crushable foam, squeezed and released",
            "closed form: yield stress times area; unloads with E over the height left",
            "bulk viscosity takes 1 % of forces and work; waves run up and down in a fifth of the unloading"});
  DeckText deck(8.0);
  deck.card("MAT_CRUSHABLE_FOAM", fmt::format("1,8.3e-5,{},0,1,0.2", young));
  deck.curve({{0, plateau}, {0.6, plateau}, {0.8, plateau + 3}});
  const Grid cube = deck.block(deck.solid_part(1), {4, 4, 4}, {edge, edge, edge});
  const std::vector<long> top = cube.nodes([](const Vec3& x) { return x.z == edge; });
  deck.prescribe_velocity(top, 3, deck.curve({{0, -2}, {7, -2}, {7.01, 0.5}, {9, 0.5}}));
  deck.card("RIGIDWALL_PLANAR", "0,\n0,0,0,0,0,1");
  deck.outputs({"RWFORC", "GLSTAT"}, 0.005);
  const auto run = completed(run_deck(deck.str(), 1, "precision=double"));
  double mean = 0, at_half = 0, at_full = 0;
  int n_mean = 0;
  for (const auto& [time, force] : run.wall_force(1)) {
    const double strain = 2 * time / edge;
    if (strain > 0.1 && strain < 0.6) mean += force, ++n_mean;
    if (strain < 0.65) at_half = force;
    if (strain < 0.7) at_full = force;
  }
  const double area = edge * edge;
  expect_within("plateau [N]", mean / n_mean, plateau * area, 0.015);
  expect_within("force at a strain of 0.65 [N]", at_half, (plateau + 15 * 0.05) * area, 0.015);
  expect_within("force at a strain of 0.7 [N]", at_full, (plateau + 15 * 0.1) * area, 0.015);
  expect_within("slope of unloading [N/ms]", slope(run.wall_force(1), 7.05, 7.25), -0.5 * young * area / (0.3 * edge),
                0.05);
  double work = 0;
  for (const auto& [time, energy] : run.glstat("internal energy")) work = std::max(work, energy);
  expect_within("work [mJ]", work, edge * area * (plateau * 0.7 + 0.5 * 15 * 0.01), 0.015);
  expect_within("energy over the initial one", run.energy("ratio"), 1, 0.01);
}

}  // namespace
}  // namespace crumple::test::foam
