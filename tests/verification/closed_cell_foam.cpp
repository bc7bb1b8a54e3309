// Foam with closed cells (MAT_053) in one element: energies of compression. Units mm, ms, g, MPa.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::closed_cell_foam {
namespace {

constexpr double young = 20, a = 0.1, b = 0.2, c = -1.5, p0 = 0.1, phi = 0.1;

/// Work on a unit cube whose volume becomes V by strains along `axes` of its three axes: the skeleton is elastic up to
/// the volume at which -E ln(V) / axes is the yield stress, and yields from there on.
double work(int axes, double volume) {
  const double modulus = young / axes;
  const auto yield = [](double v) { return a + b * (1 + c * (v - 1)); };
  double low = volume, high = 1;
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    (modulus * -std::log(middle) > yield(middle) ? low : high) = middle;
  }
  const double elastic = modulus * (1 - low + low * std::log(low));
  const double plastic = (low - volume) * yield(0.5 * (low + volume));
  const double air = p0 * ((1 - phi) * std::log((1 - phi) / (volume - phi)) - (1 - volume));
  return elastic + plastic + air;
}

/// A hex of edge 1 whose edges along the first `axes` of its axes shrink to `length` in 1 ms.
Run squeezed(int axes, double length, const std::string& precision, int form) {
  DeckText deck(1, 0.5);
  deck.without_bulk_viscosity();
  deck.solid_form(form);
  deck.card("MAT_CLOSED_CELL_FOAM", fmt::format("1,1e-4,{},{},{},{},{},{}\n0,", young, a, b, c, p0, phi));
  const Grid cube = deck.block(deck.solid_part(1), {1, 1, 1}, {1, 1, 1});
  const char* names[] = {"x", "y", "z"};
  const int steady = deck.constant_curve();
  const auto along = [](int axis, const Vec3& x) { return axis == 0 ? x.x : axis == 1 ? x.y : x.z; };
  for (int axis = 0; axis < 3; ++axis) {
    const auto moves = [&](const Vec3& x) { return axis < axes && along(axis, x) == 1; };
    deck.hold(cube.nodes([&](const Vec3& x) { return !moves(x); }), names[axis]);
    if (axis < axes) deck.prescribe_velocity(cube.nodes(moves), axis + 1, steady, length - 1);
  }
  deck.outputs({"GLSTAT"}, 0.01);
  return completed(run_deck(deck.str(), 1, "precision=" + precision));
}

TEST(ClosedCellFoam, EnergyOfCompression) {
  verifies({"2.19", "hex of MAT_053 compressed along an axis, and from all sides",
            "closed form: E, yield stress and pressure of the air over the volume", "steps of a thousandth"});
  for (const char* precision : {"double", "single"})
    for (const int form : {1, 2}) {
      const std::string of = fmt::format("{}, ELFORM {}: ", precision, form);
      expect_within(of + "along an axis to 0.9 [mJ]", squeezed(1, 0.9, precision, form).energy("internal"),
                    work(1, 0.9), 2e-3);
      expect_within(of + "along an axis to 0.3 [mJ]", squeezed(1, 0.3, precision, form).energy("internal"),
                    work(1, 0.3), 2e-3);
      expect_within(of + "from all sides to 0.6 [mJ]", squeezed(3, 0.6, precision, form).energy("internal"),
                    work(3, 0.216), 2e-3);
    }
}

}  // namespace
}  // namespace crumple::test::closed_cell_foam
