// *LOAD_GRAVITY_PART: each part weighs as its elements do, whatever shares its nodes. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::gravity {
namespace {

constexpr double acceleration = 0.01, end_time = 2, steel = 7.85e-3, volume = 3000;  // of each part

enum class Second { elastic, rigid, elastic_on_body };

/// A bar of two parts, three hexes each, that share the nodes in its middle; the last nodes of the second may be a
/// nodal rigid body.
DeckText bar_of_two_parts(double second_density, Second second) {
  DeckText deck(end_time);
  deck.card("MAT_ELASTIC", fmt::format("1,{},210000,0.3", steel));
  if (second == Second::rigid)
    deck.card("MAT_RIGID", fmt::format("2,{},210000,0.3\n0,0\n0,0", second_density));
  else
    deck.card("MAT_ELASTIC", fmt::format("2,{},210000,0.3", second_density));
  const Grid bar = deck.block(deck.solid_part(1), {3, 1, 1}, {30, 10, 10});
  const int part = deck.solid_part(2);
  std::vector<std::array<long, 4>> sections{
      {bar.node(3, 0, 0), bar.node(3, 1, 0), bar.node(3, 1, 1), bar.node(3, 0, 1)}};
  for (int i = 4; i <= 6; ++i) {
    const double x = 10.0 * i;
    sections.push_back({deck.node({x, 0, 0}), deck.node({x, 10, 0}), deck.node({x, 10, 10}), deck.node({x, 0, 10})});
    const auto& [a, b, c, d] = sections[sections.size() - 2];
    const auto& [e, f, g, h] = sections.back();
    deck.card("ELEMENT_SOLID", fmt::format("{},{},{},{},{},{},{},{},{},{}", 500 + i, part, a, b, c, d, e, f, g, h));
  }
  if (second == Second::elastic_on_body) {
    const auto& end = sections.back();
    const int set = deck.node_set({end.begin(), end.end()});
    deck.card("CONSTRAINED_NODAL_RIGID_BODY", fmt::format("900,0,{}", set));
  }
  deck.outputs({"GLSTAT", "MATSUM"}, end_time);
  return deck;
}

/// Momentum downwards at the end.
double momentum(const DeckText& deck, double second_density) {
  const auto run = completed(run_deck(deck.str(), 2, "precision=double"));
  EXPECT_NEAR(run.energy("ratio"), 1, 1e-3);
  return -volume * (steel * run.last_velocity(1) + second_density * run.last_velocity(2));
}

TEST(Gravity, OfPartsThatShareNodes) {
  verifies({"12.6", "*LOAD_GRAVITY_PART on one of two parts that share nodes, on the other, and on both by two cards",
            "closed form: momentum m g t of the parts loaded", "the last step ends up to half a step late"});
  for (const auto& [second, name] : {std::pair{Second::elastic, "elastic"},
                                     {Second::rigid, "rigid"},
                                     {Second::elastic_on_body, "elastic on a nodal rigid body"}})
    for (const double density : {steel, 10 * steel})
      for (const auto& loaded : {std::vector<int>{1}, {2}, {1, 2}}) {
        DeckText deck = bar_of_two_parts(density, second);
        double mass = 0;
        for (const int part : loaded) {
          deck.card("LOAD_GRAVITY_PART", fmt::format("{},3,0,{}", part, acceleration));
          mass += volume * (part == 1 ? steel : density);
        }
        expect_within(
            fmt::format("momentum [g mm/ms], second part {}, of {} the density, {} loaded", name, density / steel,
                        loaded.size() == 2 ? "both"
                        : loaded[0] == 1   ? "first"
                                           : "second"),
            momentum(deck, density), mass * acceleration * end_time, 1e-3);
      }
}

}  // namespace
}  // namespace crumple::test::gravity
