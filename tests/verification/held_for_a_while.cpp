// What holds or loads some of a model, or for some time: supports with birth and death, *LOAD_BODY_PARTS, a mass of a
// node set, loads of rigid bodies. Units mm, ms, g, MPa.
#include <gtest/gtest.h>

#include "tests/support/deck_text.hpp"
#include "tests/support/expect.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::held_for_a_while {
namespace {

constexpr double acceleration = 0.01, steel = 7.85e-3, mass = 2 * 2000 * steel;  // of both blocks [g]

/// Two blocks of two hexes, parts 1 and 2, that do not touch; curve 1 is 1.
std::pair<Grid, Grid> two_blocks(DeckText& deck) {
  deck.card("MAT_ELASTIC", fmt::format("1,{},210000,0.3", steel));
  const Grid first = deck.block(deck.solid_part(1), {2, 1, 1}, {20, 10, 10});
  const Grid second =
      deck.block(deck.solid_part(1), {2, 1, 1}, {20, 10, 10}, [](const Vec3& x) { return x + Vec3{0, 50, 0}; });
  deck.card("CONTROL_TIMESTEP", fmt::format("0,0.9,0,0,0,{}", deck.constant_curve(1e-3)));
  deck.outputs({"GLSTAT", "MATSUM"}, 2);
  return {first, second};
}

void expect_same_hash_on_ranks(const DeckText& deck, const Run& run) {
  for (const int ranks : {1, 3}) EXPECT_EQ(run_deck(deck.str(), ranks, "precision=double").hash(), run.hash());
}

// Both fall until 0.5, one is stopped then and falls again from 1 on.
TEST(HeldForAWhile, FallsAgain) {
  verifies({"12.7", "two blocks fall; one is held from 0.5 to 1 of 2 ms (*BOUNDARY_SPC_SET_BIRTH_DEATH)",
            "closed form: g (t - death), energy m v^2 / 2 of what is stopped",
            "birth, death and the end are met to half a step of 1e-3 ms each"});
  DeckText deck(2);
  const auto [first, second] = two_blocks(deck);
  const int curve = deck.constant_curve();
  deck.card("LOAD_BODY_Z", fmt::format("{},{}", curve, acceleration));
  deck.card("BOUNDARY_SPC_SET_BIRTH_DEATH", fmt::format("{},0,0,0,1\n0.5,1.0", deck.node_set(second.all_nodes())));
  const auto run = completed(run_deck(deck.str(), 2, "precision=double"));
  expect_within("free block: velocity [mm/ms]", -run.last_velocity(1), 2 * acceleration, 1e-3);
  expect_within("held block: velocity [mm/ms]", -run.last_velocity(2), acceleration, 2e-3);
  const double half = 0.5 * mass * acceleration * acceleration / 2;  // of a block after 1 ms
  expect_within("work of gravity and support [uJ]", run.energy("external_work"), half * (4 + 1), 2e-3);
  expect_same_hash_on_ranks(deck, run);
}

TEST(HeldForAWhile, LoadsOfParts) {
  verifies({"12.8", "*LOAD_BODY_PARTS on one of two blocks, with half of its mass again from *ELEMENT_MASS_NODE_SET",
            "closed form: v = g t, as a mass at a node weighs with it, and (m + M) v^2 / 2",
            "the last step ends up to half a step late"});
  DeckText deck(2);
  const auto [first, second] = two_blocks(deck);
  const int curve = deck.constant_curve();
  deck.card("SET_PART_LIST", "70\n1,0");
  deck.card("LOAD_BODY_PARTS", "70,");
  deck.card("LOAD_BODY_Z", fmt::format("{},{}", curve, acceleration));
  deck.card("ELEMENT_MASS_NODE_SET", fmt::format("900,{},{}", deck.node_set(first.all_nodes()), 0.25 * mass));
  const auto run = completed(run_deck(deck.str(), 2, "precision=double"));
  expect_within("loaded block: velocity [mm/ms]", -run.last_velocity(1), 2 * acceleration, 1e-3);
  expect_within("work [uJ]", run.energy("external_work"), 1.5 * mass * acceleration * acceleration, 1e-3);
  EXPECT_EQ(run.last_velocity(2), 0);
  expect_same_hash_on_ranks(deck, run);
}

// A body of 1000 g and 2e5 g mm2 about z: force 2 along y, moment 20 about z, in a turned frame and in the global one.
TEST(HeldForAWhile, LoadsOfABody) {
  verifies(
      {"12.9", "force and moment on a free rigid body (*LOAD_RIGID_BODY), in a frame of the deck and the global one",
       "closed form: v = F t / m, work F^2 t^2 / 2 m + M^2 t^2 / 2 I", "the last step ends up to half a step late"});
  const double time = 2, force = 2, moment = 20, mass = 1000, inertia = 2e5;
  DeckText deck(time);
  deck.card("MAT_RIGID", "1,7.85e-3,210000,0.3\n0,0,0\n0,0");
  deck.card("SECTION_SOLID", "1,1");
  deck.card("PART_INERTIA", "top\n1,1,1\n0,0,0,1000\n1e5,0,0,1e5,0,2e5\n0,0,0,0,0,0");
  deck.block(1, {2, 2, 2}, {2, 2, 2}, [](const Vec3& x) { return x - Vec3{1, 1, 1}; });
  deck.card("DEFINE_COORDINATE_VECTOR", "7,0,1,0,-1,0,0");
  const int curve = deck.constant_curve();
  deck.card("CONTROL_TIMESTEP", fmt::format("0,0.9,0,0,0,{}", deck.constant_curve(1e-3)));
  deck.card("LOAD_RIGID_BODY", fmt::format("1,1,{},{},7\n1,7,{},{}", curve, force, curve, moment));
  deck.outputs({"GLSTAT", "MATSUM"}, time);
  const auto run = completed(run_deck(deck.str(), 2, "precision=double"));
  expect_within("velocity [mm/ms]", run.last_velocity(1, 1), force * time / mass, 1e-3);
  const double work = 0.5 * time * time * (force * force / mass + moment * moment / inertia);
  expect_within("work [uJ]", run.energy("external_work"), work, 1e-3);
  expect_within("kinetic energy over the work", run.energy("kinetic") / work, 1, 1e-3);
  expect_same_hash_on_ranks(deck, run);
}

}  // namespace
}  // namespace crumple::test::held_for_a_while
