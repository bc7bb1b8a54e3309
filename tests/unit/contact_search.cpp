// The bucket search against a look at all pairs, and its cost.
#include "contact_scene.hpp"

#include <cmath>
#include <random>
#include <set>

#include "physics/contact/closest_point.hpp"
#include "physics/contact/passes.hpp"
#include "physics/contact/search.hpp"

namespace crumple::test::contact_search {
namespace {

using Pairs = std::set<std::pair<Index, Index>>;

/// Sheets at random places and angles; two of the sheets' elements are much larger than the rest.
Scene random_sheets(int n_sheets, int seed) {
  Scene scene;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> u(-1, 1);
  const auto vector = [&] { return Vec3{u(random), u(random), u(random)}; };
  for (int s = 0; s < n_sheets; ++s) {
    const Index part = scene.add_shell_part(1.0 + u(random) * 0.5);
    const double size = s < 2 ? 200 : 30;
    const Vec3 a = normalized(vector()), b = normalized(cross(a, vector()));
    scene.add_sheet(part, 25 * vector(), size * a, size * b, 6, 6);
  }
  scene.add_single_surface();
  return scene;
}

Pairs candidate_pairs(const Pass& pass) {
  Pairs pairs;
  const Candidates& c = pass.candidates;
  for (Index e = 0; e < c.n_entries(); ++e)
    for (Index p = c.first[e]; p < c.first[e + 1]; ++p)
      if (std::isfinite(c.due[p])) pairs.emplace(c.slave[e], c.segment[p]);
  return pairs;
}

/// About the first corner, with all of the face within.
double radius_of(const ContactNodes& nodes, const std::array<Index, 4>& segment) {
  double radius = 0;
  for (const Index node : segment)
    radius = std::max(radius, norm(nodes.at().position(node) - nodes.at().position(segment[0])));
  return radius;
}

/// Pairs in range; of nodes that may come through a face, in reach.
Pairs all_pairs_within(const Pass& pass, const ContactNodes& nodes, double margin) {
  Pairs pairs;
  std::vector<double> radius;
  for (const auto& segment : pass.segments.nodes) radius.push_back(radius_of(nodes, segment));
  for (Index k = 0; k < Index(pass.slaves.node.size()); ++k) {
    const Vec3 at = nodes.at().position(pass.slaves.node[k]);
    Pairs in_reach;
    bool may_come_through = false;
    for (Index s = 0; s < Index(pass.segments.constants.size()); ++s) {
      const auto& segment = pass.segments.nodes[s];
      if (contains(segment, pass.slaves.node[k])) continue;
      const SegmentConstants& face = pass.segments.constants[s];
      const double range = pass.slaves.constants[k].half_thickness + face.half_thickness;
      const double beyond = norm(at - nodes.at().position(segment[0])) - radius[s];
      if (beyond > margin + std::max(range, face.reach(range))) continue;
      const double distance = closest_point(at, corners_of(nodes, segment), is_triangle(segment)).distance;
      may_come_through |= distance <= margin;
      if (distance - range <= margin) pairs.emplace(k, s);
      if (distance - face.reach(range) <= margin) in_reach.emplace(k, s);
    }
    if (may_come_through) pairs.merge(in_reach);
  }
  return pairs;
}

TEST(ContactSearch, FindsExactlyThePairsThatMayTouch) {
  for (int seed = 1; seed <= 5; ++seed) {
    Motion motion(random_sheets(20, seed), 1e-4);
    const Pass& pass = motion.contacts.passes[0];
    const Pairs wanted = all_pairs_within(pass, motion.contacts.nodes, motion.contacts.gauge.margin);
    EXPECT_GT(wanted.size(), 50u);
    EXPECT_EQ(candidate_pairs(pass), wanted);
  }
}

/// More pairs than a search expects at first: it is repeated with more room.
TEST(ContactSearch, FindsManyNodesAtOneSegment) {
  Scene scene;
  const Index lower = scene.add_shell_part(1), upper = scene.add_shell_part(1);
  scene.add_sheet(lower, {0, 0, 0}, {100, 0, 0}, {0, 100, 0}, 1, 1);
  scene.add_sheet(upper, {5, 5, 1.5}, {90, 0, 0}, {0, 90, 0}, 9, 9);
  scene.add_contact(ContactKind::nodes_to_surface, {upper}, {lower});
  Motion motion(scene, 1e-4);
  const Pass& pass = motion.contacts.passes[0];
  EXPECT_EQ(pass.candidates.n_found, 100);
  EXPECT_EQ(candidate_pairs(pass), all_pairs_within(pass, motion.contacts.nodes, motion.contacts.gauge.margin));
}

TEST(ContactSearch, AnswerDoesNotDependOnTheBuckets) {
  Motion motion(random_sheets(20, 3), 1e-4);
  Pass pass = motion.contacts.passes[0];
  const Pairs wanted = candidate_pairs(pass);
  for (const double cell : {0.5, 3.0, 40.0, 1000.0}) {
    find_candidates(pass, motion.contacts.nodes, {motion.contacts.gauge.margin, 0, cell});
    EXPECT_EQ(candidate_pairs(pass), wanted) << cell;
  }
}

/// Pairs per segment stay the same as the mesh grows: the cost is linear.
TEST(ContactSearch, CostIsLinear) {
  const auto pairs_per_segment = [](int n) {
    Scene scene;
    const Index part = scene.add_shell_part(1);
    scene.add_sheet(part, {0, 0, 0}, {10.0 * n, 0, 0}, {0, 10.0 * n, 0}, n, n);
    scene.add_sheet(part, {3, 4, 2}, {10.0 * n, 0, 0}, {0, 10.0 * n, 0}, n, n);
    scene.add_single_surface();
    Motion motion(scene, 1e-4);
    const Pass& pass = motion.contacts.passes[0];
    return double(pass.candidates.n_found) / double(pass.segments.constants.size());
  };
  const double small = pairs_per_segment(10), large = pairs_per_segment(80);
  EXPECT_LT(large, 1.5 * small);  // rims of the small sheet see fewer neighbours
  EXPECT_LT(large, 30);           // about two layers of 3 x 3 nodes
}

TEST(ContactSearch, DeletedSegmentsAndFreeNodesAreLeftOut) {
  Scene scene;
  const Index lower = scene.add_shell_part(1), upper = scene.add_shell_part(1);
  scene.add_sheet(lower, {0, 0, 0}, {20, 0, 0}, {0, 20, 0}, 2, 2);
  scene.add_sheet(upper, {5, 5, 1}, {10, 0, 0}, {0, 10, 0}, 1, 1);  // a node above the middle of each lower shell
  scene.add_contact(ContactKind::nodes_to_surface, {upper}, {lower});
  Motion motion(scene, 1e-3);
  for (Index node = 9; node < 13; ++node) motion.move(node, motion.position(node) - Vec3{0, 0, 0.2});
  motion.find_forces();
  EXPECT_GT(motion.force(9).z, 0);
  EXPECT_GT(motion.force(10).z, 0);
  motion.status.shell_alive[0] = 0;
  motion.state.live_elements(10) = 0;
  request_search(motion.contacts);
  motion.find_forces();
  EXPECT_EQ(motion.force(9).z, 0);
  EXPECT_EQ(motion.force(10).z, 0);
  EXPECT_GT(motion.force(11).z, 0);
}

/// Of sheets that fly side by side, only those nodes come nearer to each other that are faster than their neighbours.
TEST(ContactSearch, BlocksHaveGaugesOfTheirOwn) {
  Scene scene;
  const Index part = scene.add_shell_part(1);
  const auto add_two_sheets = [&](double x, const Vec3& lower, const Vec3& upper) {
    scene.add_sheet(part, {x, 0, 0}, {100, 0, 0}, {0, 100, 0}, 15, 15, lower);  // 256 nodes
    scene.add_sheet(part, {x + 1, 1, 2}, {100, 0, 0}, {0, 100, 0}, 15, 15, upper);
  };
  const double fast = 20, slow = 0.5;
  add_two_sheets(0, {}, {0, slow, 0});
  add_two_sheets(200, {0, fast, 0}, {0, fast, 0});
  scene.add_single_surface();
  Motion motion(scene, 1e-3);
  motion.run(20);
  motion.find_forces();
  const TravelGauge& gauge = motion.contacts.gauge;
  const double all = gauge.since_search, time = all / (1.01 * fast);
  EXPECT_NEAR(time, 0.020, 0.002);
  std::vector<double> travels;
  for (const auto& block : motion.contacts.passes[0].candidates.blocks) travels.push_back(block.gauge.travel);
  ASSERT_EQ(travels.size(), 8u);
  for (int b = 0; b < 4; ++b) EXPECT_NEAR(travels[b], 1.01 * slow * time, 1e-9);
  for (int b = 4; b < 8; ++b) EXPECT_NEAR(travels[b], 0, 1e-9);

  BlockTravel late;
  const auto ranges = motion.contacts.passes[0].candidates.ranges_of(0);
  const auto advance_late = [&] { return late.advanced(gauge.at(), ranges.data(), ranges.data() + ranges.size()); };
  EXPECT_NEAR(advance_late(), all - gauge.last_step + slow / fast * gauge.last_step, 1e-9)
      << "what it has missed counts as that of all";
  EXPECT_EQ(advance_late(), late.travel) << "once";
}

/// A node shot at a sheet from afar is caught, however few searches there are; the gauge bounds its travel.
TEST(ContactSearch, NoContactIsMissedBetweenSearches) {
  Scene scene;
  const Index part = scene.add_shell_part(1);
  scene.add_sheet(part, {0, 0, 0}, {100, 0, 0}, {0, 100, 0}, 10, 10);
  const Index shot = scene.add_sheet(part, {43, 44, 30}, {10, 0, 0}, {0, 10, 0}, 1, 1, {5, 3, -20});
  scene.add_single_surface();
  Motion motion(scene, 1e-3);
  motion.run(2500);
  EXPECT_GT(motion.velocity(shot).z, 0);
  EXPECT_GT(motion.position(shot).z, 0);
  EXPECT_LT(motion.contacts.n_searches, 100);
  EXPECT_GT(motion.contacts.n_searches, 10);
}

}  // namespace
}  // namespace crumple::test::contact_search
