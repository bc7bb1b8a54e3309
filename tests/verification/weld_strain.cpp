// Tied nodes and spot welds that fail by plastic strain. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::weld_strain {
namespace {

constexpr double side = 10, speed = 0.05;                 // [mm], [mm/ms]
constexpr double yield = 300, hardening = 1000;           // [MPa], of plastic strain
constexpr double tangent = steel_young * hardening / (steel_young + hardening);

/// Two square shells whose common edge has nodes of both; the far edge of the second is pulled.
DeckText two_shells(double end, bool second_is_elastic) {
  DeckText deck(end);
  for (const int id : {1, 2})
    deck.card("MAT_PLASTIC_KINEMATIC", fmt::format("{},{},{},0.3,{},{},1\n,", id, steel_density, steel_young,
                                                   id == 2 && second_is_elastic ? 1e6 : yield, tangent));
  const Grid first = deck.plate(deck.shell_part(1, 1.0), {1, 1}, {side, side, 0});
  const Grid second = deck.plate(deck.shell_part(2, 1.0), {1, 1}, {side, side, 0},
                                 [](const Vec3& x) { return x + Vec3{side, 0, 0}; });
  deck.hold({first.node(0, 0), first.node(0, 1)}, "x z rx ry rz");
  deck.hold({first.node(0, 0), second.node(0, 0), second.node(1, 0), first.node(1, 0)}, "y");
  const std::vector<long> pulled{second.node(1, 0), second.node(1, 1)};
  deck.prescribe_velocity(pulled, 1, deck.constant_curve(), speed);
  for (const Grid* its : {&first, &second})
    for (const int i : {0, 1})
      for (const int j : {0, 1}) {
        const double x = (its == &first ? 0 : side) + i * side;
        deck.initial_node_velocity(its->node(i, j), {speed * x / (2 * side), 0, 0});
      }
  return deck;
}

/// When two shells pulled in a row have those plastic strains: their lengths grow by factors exp(strain).
double time_of(double first_strain, double second_strain) {
  const double elastic = (yield + hardening * first_strain) / steel_young;
  return side / speed * (std::exp(first_strain + elastic) + std::exp(second_strain + elastic) - 2);
}

std::vector<double> times_in(const Run& run, const std::string& words) {
  const std::string text = run.file("mes0000");
  const std::regex line(words + " at time *([0-9.E+-]+)");
  std::vector<double> times;
  for (std::sregex_iterator it(text.begin(), text.end(), line), end; it != end; ++it)
    times.push_back(std::stod((*it)[1]));
  return times;
}

/// Ties the edges by a limit; returns when each node was released.
std::vector<double> releases(bool second_is_elastic, double limit) {
  DeckText deck = two_shells(12, second_is_elastic);
  // as two_shells gives out the nodes: 1 to 4 and 5 to 8
  for (const auto& [set, nodes] : {std::pair{101, "2,5"}, {102, "4,7"}}) {
    deck.card("SET_NODE", fmt::format("{},\n{}", set, nodes));
    deck.card("CONSTRAINED_TIED_NODES_FAILURE", fmt::format("{},{}", set, limit));
  }
  return times_in(completed(run_deck(deck.str(), 1, "precision=double")), "released from the tied nodes of set 10[12]");
}

constexpr const char* reference = "closed form: true strain = plastic strain + (SIGY + H plastic strain) / E";

TEST(TiedNodes, OfOneSteelAllLetGo) {
  verifies({"6.49", "two shells tied by *CONSTRAINED_TIED_NODES_FAILURE, pulled beyond EPPF", reference,
            "waves along the shells"});
  const std::vector<double> times = releases(false, 0.01);
  ASSERT_EQ(times.size(), 4u);
  for (const double time : times) expect_within("time of release [ms]", time, time_of(0.01, 0.01), 0.01);
}

/// The mean over both shells is half the strain of the one that yields; the elastic one's nodes stay.
TEST(TiedNodes, OfAnElasticShellStay) {
  verifies({"6.49", "the same beside an elastic shell: the mean of both counts", reference, "waves along the shells"});
  const std::vector<double> times = releases(true, 0.005);
  ASSERT_EQ(times.size(), 2u);
  for (const double time : times) expect_within("time of release [ms]", time, time_of(0.01, 0), 0.01);
}

TEST(SpotWeld, FailsByThePlasticStrainOfAShell) {
  verifies({"6.49", "the same with spot welds of EP: the larger strain counts", reference, "waves along the shells"});
  DeckText deck = two_shells(12, true);
  deck.card("CONSTRAINED_SPOTWELD", "2,5,0,0,0,0,1e20,0.01\n4,7,0,0,0,0,1e20,0.01");
  const auto times = times_in(completed(run_deck(deck.str(), 1, "precision=double")), "spot weld [12] failed");
  ASSERT_EQ(times.size(), 2u);
  for (const double time : times) expect_within("time of failure [ms]", time, time_of(0.01, 0), 0.01);
}

}  // namespace
}  // namespace crumple::test::weld_strain
