// A block of honeycomb (MAT_026) crushed along its axis, in any direction and while it spins. Units mm, ms, g, MPa.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::honeycomb {
namespace {

constexpr double edge = 10, time = 10;

using Turn = std::function<Vec3(const Vec3&)>;

Vec3 as_it_is(const Vec3& x) { return x; }
/// By 37 degrees about z, then by 50 about x.
Vec3 turned(const Vec3& x) {
  const double c = std::cos(0.6458), s = std::sin(0.6458), d = std::cos(0.8727), e = std::sin(0.8727);
  const Vec3 y{c * x.x - s * x.y, s * x.x + c * x.y, x.z};
  return {y.x, d * y.y - e * y.z, e * y.y + d * y.z};
}

/// Each solid of the deck with cards of axes behind it.
std::string with_axes(const std::string& deck, const std::string& axes) {
  const std::string keyword = "*ELEMENT_SOLID\n";
  const auto at = deck.find(keyword) + keyword.size();
  std::string text = deck.substr(0, at - 1) + "_ORTHO\n";
  auto line = at;
  for (; deck[line] != '*'; line = deck.find('\n', line) + 1)
    text += deck.substr(line, deck.find('\n', line) + 1 - line) + axes;
  return text + deck.substr(line);
}

/// A cube of 2 x 2 x 2 elements whose axes a, b, c are those of `turn`, each node moved with a constant velocity so
/// that the lengths along a, b, c change by `growth` of the edge, and the shear ab by `shear`.
Run deform(const Turn& turn, const Vec3& growth, double shear, const std::string& failure = "",
           bool axes_of_elements = false) {
  DeckText deck(time, 0.9);
  const Vec3 a = turn({1, 0, 0}), b = turn({0, 1, 0});
  deck.card("MAT_HONEYCOMB",
            fmt::format("1,8e-5,1000,0.3,50,0.3\n1,2,0,3\n500,400,400,300,300,300,2\n0,0,0,{}{}",
                        axes_of_elements ? "0.6,0,0.8\n0,1,0"
                                         : fmt::format("{},{},{}\n{},{},{}", a.x, a.y, a.z, b.x, b.y, b.z),
                        failure));
  deck.curve({{0, 2}, {0.5, 2}, {0.7, 10}});
  deck.curve({{0, 1}, {0.6, 1}, {0.7, 5}});
  deck.curve({{0, 0.5}, {0.7, 0.5}});
  const int constant = deck.constant_curve();
  const Grid cube = deck.block(deck.solid_part(1), {2, 2, 2}, {edge, edge, edge}, turn);
  for (int k = 0; k <= 2; ++k)
    for (int j = 0; j <= 2; ++j)
      for (int i = 0; i <= 2; ++i) {
        const Vec3 x{0.5 * edge * i, 0.5 * edge * j, 0.5 * edge * k};
        const Vec3 v = turn((1 / time) * Vec3{growth.x * x.x + shear * x.y, growth.y * x.y, growth.z * x.z});
        const std::vector<long> node{cube.node(i, j, k)};
        deck.initial_velocity(node, v);
        for (const auto& [axis, speed] : {std::pair{1, v.x}, {2, v.y}, {3, v.z}})
          deck.prescribe_velocity(node, axis, constant, speed == 0 ? 1e-20 : speed);
      }
  deck.outputs({"GLSTAT"}, 0.1);
  std::string text = deck.str();
  if (axes_of_elements) text = with_axes(text, fmt::format("{},{},{}\n{},{},{}\n", a.x, a.y, a.z, b.x, b.y, b.z));
  return completed(run_deck(text, 1, "precision=double"));
}

constexpr double volume = edge * edge * edge;

TEST(Honeycomb, CrushesAlongItsAxes) {
  verifies({"2.13", "a cube of MAT_026 crushed, sheared and compacted along its axes, straight and turned",
            "closed form: the areas under the curves; K ln(V0/V) and 2/3 SIGY of the compacted solid",
            "elastic strain at the start: 0.4 % of 0.45; sheared axes turn; compacted it yields after a tenth of "
            "the displacement"});
  for (const Turn& turn : {Turn(as_it_is), Turn(turned)}) {
    const std::string how = turn({1, 0, 0}).x == 1 ? "" : ", turned";
    const auto work = [&](const Vec3& growth, double shear) { return deform(turn, growth, shear).energy("internal"); };
    expect_within("work along a [mJ]" + how, work({-0.45, 0, 0}, 0), volume * 2 * 0.45, 0.01);
    expect_within("work along b [mJ]" + how, work({0, -0.5, 0}, 0), volume * 1 * 0.5, 0.01);
    expect_within("work of shear ab [mJ]" + how, work({}, 0.05), volume * 0.5 * (0.05 - 0.25 / 300), 0.02);
    const double bulk = 1000 / (3 * 0.4), logarithms = 0.1 - 0.2 * std::log(1.5);  // of ln(0.3 / V) from 0.3 to 0.2
    expect_within("work along a from 0.7 to 0.8 [mJ]" + how, work({-0.8, 0, 0}, 0) - work({-0.7, 0, 0}, 0),
                  volume * (bulk * logarithms + 0.1 * (10 / 3.0 + 2 / 3.0 * 50)), 0.05);
  }
}

TEST(Honeycomb, AxesOfElementsReplaceItsOwn) {
  verifies({"2.13", "a cube of MAT_026, turned, with the axes of *ELEMENT_SOLID_ORTHO", "equivalence: AOPT = 2"});
  for (const Vec3& growth : {Vec3{-0.45, 0, 0}, {0, -0.5, 0}}) {
    const auto by_material = deform(turned, growth, 0), by_element = deform(turned, growth, 0, "", true);
    EXPECT_EQ(by_element.hash(), by_material.hash());
    expect_within("work [mJ]", by_element.energy("internal"), by_material.energy("internal"), 1e-12);
  }
}

TEST(Honeycomb, FailsByItsStrains) {
  for (const auto& [shear, failure, fails] : {std::tuple{0.3, ",0,0.25", true}, {0.2, ",0,0.25", false}}) {
    const auto run = deform(turned, {}, shear, failure);
    EXPECT_EQ(run.summary.at("failed").at("solids").get<int>(), fails ? 8 : 0);
  }
  EXPECT_EQ(deform(turned, {0, 0.3, 0}, 0, ",0.25").summary.at("failed").at("solids").get<int>(), 8);
}

}  // namespace
}  // namespace crumple::test::honeycomb
