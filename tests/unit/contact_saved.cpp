// What contact remembers goes on in another simulation of the same model: friction, forgiven penetrations, sides of
// edges, the depth of crushed solids.
#include "physics/contact/contact_saved.hpp"

#include "base/error.hpp"
#include "contact_scene.hpp"
#include "physics/state/state_archive.hpp"

namespace crumple::test::contact_saved {
namespace {

/// Two upright sheets that cross rim on rim, one sliding along the other; and a block of solids pressed onto a sheet
/// in which it sits from the start, sliding too.
Scene sliding_things() {
  Scene scene;
  const Index rims = scene.add_shell_part(1), floor = scene.add_shell_part(1), block = scene.add_solid_part();
  scene.add_sheet(rims, {0, -7.5, 0}, {0, 20, 0}, {0, 0, -10}, 4, 2);
  scene.add_sheet(rims, {-7.5, 0, 1.01}, {20, 0, 0}, {0, 0, 10}, 4, 2, {0, 3, -2});
  scene.add_sheet(floor, {100, 0, 0}, {40, 0, 0}, {0, 40, 0}, 4, 4);
  scene.add_block(block, {113, 14, 0.45}, {12, 12, 12}, 2, 2, 2, {4, 1, -1});
  Contact& contact = scene.add_single_surface();
  contact.soft = 2;
  contact.edges = true;
  contact.friction_static = contact.friction_dynamic = 0.2;
  return scene;
}

SavedState memory_of(Motion& motion) {
  StateArchive saving(world());
  archive_memory(saving, motion.contacts);
  return saving.finish();
}

void remember(SavedState saved, Motion& motion) {
  StateArchive loading(world(), std::move(saved));
  archive_memory(loading, motion.contacts);
}

/// Brings `to` into the state of `from`.
void copy_state(Motion& from, Motion& to) {
  synchronise_contact_work(from.contacts);
  Kokkos::deep_copy(to.state.position, from.state.position);
  Kokkos::deep_copy(to.state.velocity, from.state.velocity);
  to.clock = from.clock;
  to.ledger = from.ledger;
  to.contacts.gauge.since_search = from.contacts.gauge.since_search;
  to.contacts.gauge.search_requested = from.contacts.gauge.search_requested;
  to.contacts.dt_stable = from.contacts.dt_stable;
  to.contacts.dt_last = from.contacts.dt_last;
  to.contacts.pending_energy = from.contacts.pending_energy;
  to.contacts.started = from.contacts.started;
  remember(memory_of(from), to);
  resume_contacts(world(), to.contacts, to.state, to.status);
}

TEST(ContactSaved, GoesOnWithTheSameBits) {
  if (world().size() > 1) GTEST_SKIP() << "a scene on one rank";
  const Scene scene = sliding_things();
  Motion one(scene, 1e-3), other(scene, 1e-3), forgetful(scene, 1e-3);
  one.run(8);  // in the middle of the bounce, which takes 14 steps
  EXPECT_GT(one.ledger.sliding.value(), 0);
  copy_state(one, other);
  // there is something to remember (that a run needs it is shown by rebalancing in SameAnswer)
  const std::string pairs = "contact pairs";
  EXPECT_NE(memory_of(forgetful).blocks.at(pairs).bytes, memory_of(one).blocks.at(pairs).bytes);
  one.run(30);
  other.run(30);
  for (Index i = 0; i < one.state.count(); ++i) {
    EXPECT_EQ(other.position(i), one.position(i)) << i;
    EXPECT_EQ(other.velocity(i), one.velocity(i)) << i;
  }
  EXPECT_EQ(other.ledger.sliding.value(), one.ledger.sliding.value());
}

/// A dump of another model may have as many nodes.
TEST(ContactSaved, RefusesTheMemoryOfOtherContacts) {
  if (world().size() > 1) GTEST_SKIP() << "a scene on one rank";
  Scene scene = sliding_things();
  Motion one(scene, 1e-3);
  one.run(8);
  const SavedState saved = memory_of(one);
  const auto refusal_of = [&] {
    Motion other(scene, 1e-3);
    try {
      remember(saved, other);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal_of(), "");
  Contact& contact = scene.model.contacts[0];
  contact.a = scene.surface({0, 1});  // without the block, whose nodes touch the floor
  EXPECT_NE(refusal_of().find("touches something in contact"), std::string::npos) << refusal_of();
  scene.model.contacts.clear();
  EXPECT_NE(refusal_of().find("remembers contacts that this model has not"), std::string::npos) << refusal_of();
}

}  // namespace
}  // namespace crumple::test::contact_saved
