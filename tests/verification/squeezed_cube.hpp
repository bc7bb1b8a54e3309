// One hex of unit edge that is compressed or drawn along some of its axes, for laws whose energy is known. Units mm,
// ms, g, MPa.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/deck_text.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::squeezed_cube {

/// Speeds over time of the faces that move.
using Speeds = std::vector<std::pair<double, double>>;
inline const Speeds steady{{0, 1}, {10, 1}};

/// A hex of edge 1 whose edges along the first `axes` of its axes change by `way` in 1 ms at the speed 1.
inline Run squeezed(const std::string& material, int axes, double way, const std::string& precision,
                    const Speeds& speeds, int form = 1) {
  DeckText deck(speeds.back().first < 10 ? speeds.back().first : 1, 0.3);
  deck.without_bulk_viscosity();
  deck.solid_form(form);
  deck.card(material.substr(0, material.find('\n')), material.substr(material.find('\n') + 1));
  const Grid cube = deck.block(deck.solid_part(1), {1, 1, 1}, {1, 1, 1});
  const char* names[] = {"x", "y", "z"};
  const int over_time = deck.curve(speeds);
  const auto along = [](int axis, const Vec3& x) { return axis == 0 ? x.x : axis == 1 ? x.y : x.z; };
  for (int axis = 0; axis < 3; ++axis) {
    const auto moves = [&](const Vec3& x) { return axis < axes && along(axis, x) == 1; };
    deck.hold(cube.nodes([&](const Vec3& x) { return !moves(x); }), names[axis]);
    if (axis < axes) deck.prescribe_velocity(cube.nodes(moves), axis + 1, over_time, way);
  }
  deck.outputs({"GLSTAT"}, 0.01);
  return completed(run_deck(deck.str(), 1, "precision=" + precision));
}
inline double energy(const std::string& material, int axes, double way, const std::string& precision,
                     const Speeds& speeds = steady, int form = 1) {
  return squeezed(material, axes, way, precision, speeds, form).energy("internal");
}

inline double integral(const std::function<double(double)>& f, double from, double to) {
  double sum = 0;
  for (int i = 0; i < 10000; ++i) sum += f(from + (i + 0.5) * (to - from) / 10000);
  return sum * (to - from) / 10000;
}

}  // namespace crumple::test::squeezed_cube
