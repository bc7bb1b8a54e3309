// What the work of phases is predicted to follow.
#include "io/phase_work.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "io/run_result.hpp"

namespace crumple::test::phase_work {
namespace {

TEST(PhaseWork, NoPhaseOfTheProfileCountsTwice) {
  std::set<std::string> seen;
  for (const PhaseWork& work : phase_works())
    for (const char* phase : work.phases) {
      EXPECT_TRUE(seen.insert(phase).second) << phase;
      EXPECT_EQ(work_of_phase(phase), &work) << phase;
    }
  EXPECT_EQ(work_of_phase("output"), nullptr);
}

TEST(PhaseWork, MeasuredCostsReplaceThoseOfTheListButBalancedOnesKeepTheirUnit) {
  const std::vector<UnitCost> listed = unit_costs(21, {});
  const std::vector<UnitCost> costs = unit_costs(50, {{"nodes", {7, 0.25}}, {"shells", {0, 0.01}}});
  ASSERT_EQ(costs.size(), phase_works().size());
  for (std::size_t p = 0; p < costs.size(); ++p) {
    const std::string name = phase_works()[p].name;
    EXPECT_GT(listed[p].ns, 0) << name;
    EXPECT_GT(listed[p].spread, 0) << name;
    const bool is_balanced = phase_works()[p].cost.ns == 0;
    EXPECT_EQ(costs[p].ns, name == "nodes" ? 7 : is_balanced ? 50 : listed[p].ns) << name;
    EXPECT_EQ(costs[p].spread, name == "nodes" ? 0.25 : name == "shells" ? 0.01 : listed[p].spread) << name;
  }
}

TEST(PhaseWork, FollowsWhatARankHas) {
  RankLoad load;
  load.nodes = 100;
  load.walls = 2;
  load.welded_nodes = 7;
  load.body_nodes = 10;
  load.rigid_bodies = 3;
  load.boundary_nodes = 50;
  load.contact_weight = 40;
  load.contact_copies = 12;
  load.contact_face_copies = 8;
  const PartnerLoad sent{1, 100, 0}, received{2, 0, 100};
  load.exchanges = {{"nodal sums", {sent, sent}}, {"rigid bodies", {sent, received}}};
  EXPECT_EQ(work_of_phase("integration")->count(load), 100);
  EXPECT_EQ(work_of_phase("rigid walls")->count(load), 200);
  EXPECT_EQ(work_of_phase("spot welds")->count(load), 7);
  EXPECT_EQ(work_of_phase("rigid bodies")->count(load), 10 + 24 * 3 + 80 * 1);
  EXPECT_EQ(work_of_phase("halo")->count(load), 600 + 50 + 45 * 2);
  EXPECT_DOUBLE_EQ(work_of_phase("contact search")->count(load), 40 + 0.55 * 20);
}

TEST(PhaseWork, CopiesAndFacesShareTheWorkOnContact) {
  RankLoad load;
  EXPECT_EQ(share_of_faces(40, load), 1);
  load.contact_copies = 12;
  load.contact_face_copies = 8;
  EXPECT_DOUBLE_EQ(share_of_faces(40, load), 40 / (40 + 0.55 * 20));
  EXPECT_EQ(share_of_faces(0, load), 1);  // nothing to share
}

}  // namespace
}  // namespace crumple::test::phase_work
