// Mass scaling (DT2MS) at the start, and while elements shrink. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::mass_scaling {
namespace {

constexpr double young = 100, density = 1e-3, edge = 10;

/// A column of foam, four cubes high, squeezed to 0.3 of its height within 20 ms.
Run squeeze(const std::string& dt2ms, const std::string& ms1st, int ranks = 1, const std::string& limit = "") {
  DeckText deck(20);
  if (!limit.empty()) deck.card("CONTROL_TERMINATION", "20,0,0,0," + limit);
  deck.card("MAT_CRUSHABLE_FOAM", fmt::format("1,{},{},0,1,0.1", density, young));
  deck.curve({{0, 1}, {1, 1}});
  deck.card("CONTROL_TIMESTEP", fmt::format("0,0.9,0,0,{},0,0,{}", dt2ms, ms1st));
  const Grid column = deck.block(deck.solid_part(1), {1, 1, 4}, {edge, edge, 4 * edge});
  deck.hold(column.nodes([](const Vec3& x) { return x.z == 0; }), "z");
  deck.prescribe_velocity(column.nodes([](const Vec3& x) { return x.z == 4 * edge; }), 3, deck.constant_curve(-1.4));
  deck.outputs({"GLSTAT", "MATSUM"}, 0.1);
  const auto run = completed(run_deck(deck.str(), ranks, "precision=double"));
  return run;
}

double step(const Run& run, const char* which) { return run.summary.at("dt").at(which).get<double>(); }

TEST(MassScaling, KeepsTheStepOfElementsThatShrink) {
  verifies({"1.12", "column of foam squeezed to 0.3 of its height, DT2MS = -0.02 ms",
            "closed form: no step below 0.9 |DT2MS|; without MS1ST = 0 it falls with the height"});
  const auto renewed = squeeze("-0.02", "0"), at_start = squeeze("-0.02", "1"), plain = squeeze("0", "0");
  expect_within("smallest step, mass added as elements shrink [ms]", step(renewed, "min"), 0.9 * 0.02, 1e-4);
  expect_below("the same, mass added at the start only [ms]", step(at_start, "min"), 0.85 * 0.9 * 0.02);
  // the same crush: the inertia of the column is little beside its strength
  expect_within("internal energy over that of plain masses", renewed.energy("internal") / plain.energy("internal"), 1,
                0.02);
  expect_within("energy over the initial one and the work", renewed.energy("ratio"), 1, 0.01);
  EXPECT_NE(renewed.file("mes0000").find("mass added by mass scaling in the run"), std::string::npos);
}

/// The numbers behind a label, in the order of the text.
std::vector<double> numbers_of(const std::string& text, const std::string& label) {
  std::vector<double> numbers;
  for (auto at = text.find(label); at != text.npos; at = text.find(label, at + 1))
    numbers.push_back(std::stod(text.substr(at + label.size())));
  return numbers;
}

TEST(MassScaling, AddedMassIsWrittenOverTime) {
  const auto run = squeeze("-0.02", "0");
  const auto added = run.glstat("added mass"), increase = run.glstat("percentage increase");
  const auto of_part = numbers_of(run.file("matsum"), "+mass=");
  ASSERT_EQ(added.size(), of_part.size());
  const double own = density * edge * edge * 4 * edge;
  constexpr double print = 1e-4;  // relative, of four digits behind the point
  for (std::size_t i = 0; i < added.size(); ++i) {
    EXPECT_NEAR(of_part[i], added[i].second, print * added[i].second);
    EXPECT_NEAR(increase[i].second, 100 * added[i].second / own, print * increase[i].second);
  }
  EXPECT_TRUE(std::ranges::is_sorted(added, {}, [](const auto& of_time) { return of_time.second; }));
  const double end = run.summary.at("added_mass");
  EXPECT_GT(end, 0);
  EXPECT_LT(added.front().second, 0.5 * end) << "most is added as the elements shrink";
  EXPECT_NEAR(added.back().second, end, print * end);
  const auto on_three = squeeze("-0.02", "0", 3), plain = squeeze("0", "0");
  for (const char* name : {"glstat", "matsum"}) {
    EXPECT_EQ(on_three.file_without_times(name), run.file_without_times(name));
    EXPECT_EQ(plain.file(name).find(std::string(name) == "glstat" ? "added mass" : "+mass"), std::string::npos);
  }
}

TEST(MassScaling, AddedMassEndsTheRun) {
  const auto run = squeeze("-0.02", "0", 2, "50");
  EXPECT_EQ(run.summary.at("reason"), "added mass above ENDMAS");
  EXPECT_EQ(run.summary.at("termination"), "normal");
  EXPECT_NE(run.text.find("warning: added mass above ENDMAS at t = "), std::string::npos) << run.text;
  const auto increase = run.glstat("percentage increase");
  ASSERT_GT(increase.size(), 2u);
  EXPECT_GT(increase.back().second, 50);
  EXPECT_LE(increase[increase.size() - 3].second, 50);  // the output above the limit, then that of the end
}

/// With DT2MS > 0 a coarse element becomes lighter: a free bar of it then swings faster.
TEST(MassScaling, PositiveStepMakesAllElementsAlike) {
  const auto all = squeeze("0.03", "0"), heavier = squeeze("-0.03", "0");
  expect_within("first step, DT2MS = 0.03 ms", step(all, "first"), 0.9 * 0.03, 1e-4);
  expect_within("energy over the initial one and the work", all.energy("ratio"), 1, 0.01);
  EXPECT_GT(step(heavier, "first"), 0.9 * 0.03 - 1e-6);
}

}  // namespace
}  // namespace crumple::test::mass_scaling
