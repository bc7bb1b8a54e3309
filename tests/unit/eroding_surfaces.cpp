// Surfaces of contacts that erode: which faces wait behind which solids, and what appears when a solid is deleted.
#include <algorithm>

#include "contact_scene.hpp"
#include "model/surface.hpp"
#include "physics/contact/passes.hpp"

namespace crumple::test::eroding_surfaces {
namespace {

constexpr Id centre = 14;  // of a block of 3 x 3 x 3

Scene cube_of_27() {
  Scene scene;
  scene.add_block(scene.add_solid_part(), {0, 0, 0}, {3, 3, 3}, 3, 3, 3);
  return scene;
}

TEST(ErodingSurface, EachInnerFaceTwice) {
  const Scene scene = cube_of_27();
  const ContactSurface outer = surface_of_parts(scene.model, {true}),
                       surface = eroding_surface_of_parts(scene.model, {true}, true);
  EXPECT_EQ(outer.segments.size(), 54u);
  EXPECT_EQ(outer.nodes.size(), 56u);
  EXPECT_TRUE(outer.inner.empty());
  EXPECT_EQ(surface.segments.size(), 54u + 2 * 54u);
  EXPECT_EQ(surface.nodes.size(), 64u);
  EXPECT_EQ(surface.inner.size(), 8u);
  for (const ContactSegment& segment : surface.segments) {
    if (segment.covered_by == none) continue;
    for (const Index solid : {segment.solid, segment.covered_by})
      for (const Index node : segment.nodes) EXPECT_TRUE(std::ranges::count(scene.model.solids[solid].nodes, node));
    EXPECT_NE(segment.solid, segment.covered_by);
  }
}

// Two that share a face, each written from another corner on: what is shared is no surface.
TEST(SurfaceOfParts, TetrahedraShowTheirOutsideOnly) {
  Scene scene;
  const Index part = scene.add_solid_part();
  for (const Vec3& x : {Vec3{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}) scene.add_node(x);
  for (const std::array<Index, 4>& n : {std::array<Index, 4>{0, 1, 2, 3}, {2, 1, 4, 3}, {3, 1, 4, 2}}) {
    scene.model.solids.resize(1);
    Solid& second = scene.model.solids.emplace_back();
    Solid& first = scene.model.solids[0];
    first.part = second.part = part;
    first.nodes = {1, 2, 0, 0, 3, 3, 3, 3};
    second.nodes = {n[0], n[1], n[2], n[2], n[3], n[3], n[3], n[3]};
    const std::size_t faces = surface_of_parts(scene.model, {true}).segments.size();
    EXPECT_EQ(faces, n[0] == 0 ? 0u : 6u);
  }
}

// The lower of two bricks belongs to the side: their common face waits, or counts as free.
TEST(ErodingSurface, OtherSolidsCover) {
  Scene scene;
  scene.add_block(scene.add_solid_part(), {0, 0, 0}, {1, 1, 2}, 1, 1, 2);
  scene.model.parts.push_back(scene.model.parts[0]);
  scene.model.solids[1].part = 1;
  const ContactSurface waiting = eroding_surface_of_parts(scene.model, {true, false}, true),
                       there = eroding_surface_of_parts(scene.model, {true, false}, false);
  ASSERT_EQ(waiting.segments.size(), 6u);
  ASSERT_EQ(there.segments.size(), 6u);
  EXPECT_EQ(std::ranges::count(waiting.segments, 1, &ContactSegment::covered_by), 1);
  EXPECT_EQ(std::ranges::count(there.segments, none, &ContactSegment::covered_by), 6);
}

struct Live {
  std::int64_t faces, nodes;
  auto operator<=>(const Live&) const = default;
};
Live live(const Motion& motion) {
  const Pass& pass = motion.contacts.passes[0];
  return {std::ranges::count(pass.segments.live, 1), std::ranges::count(pass.slaves.live, 1)};
}

// The solid in the middle leaves six faces around a hole and all inner nodes; the one on a corner takes three faces and
// a node with it, and leaves three with one inner node.
TEST(ErodingSurface, AppearsAsSolidsGo) {
  for (const Id gone : {centre, Id(1)}) {
    Scene scene = cube_of_27();
    scene.add_single_surface().eroding = true;
    scene.model.contacts[0].a = eroding_surface_of_parts(scene.model, {true}, true);
    Motion motion(scene, 1e-4);
    motion.find_forces();
    EXPECT_EQ(live(motion), (Live{54, 56}));
    for (std::size_t s = 0; s < 27; ++s) {
      if (motion.domain.model.solids[s].id != gone) continue;
      motion.status.solid_alive[s] = 0;
      for (const Index node : motion.domain.model.solids[s].nodes) motion.state.live_elements(node) -= 1;
    }
    request_search(motion.contacts);
    motion.find_forces();
    EXPECT_EQ(live(motion), gone == centre ? (Live{60, 64}) : (Live{54, 56})) << gone;
  }
}

}  // namespace
}  // namespace crumple::test::eroding_surfaces
