// The count of nodes that are too deep in a contact, and the time steps of contact.
#include <cmath>

#include "contact_scene.hpp"
#include "physics/contact/penetration.hpp"
#include "physics/contact/penetration_counts.hpp"
#include "physics/contact/surface_steps.hpp"

namespace crumple::test::contact_penetration {
namespace {

/// A sheet of 4 x 4 elements of 10 mm, 1 mm thick, and one element, 2 mm thick, above it.
struct Sheets {
  Scene scene;
  Index lower = scene.add_shell_part(1), upper = scene.add_shell_part(2);
  Index node = none;  ///< first of the upper
  Sheets() {
    scene.add_sheet(lower, {0, 0, 0}, {40, 0, 0}, {0, 40, 0}, 4, 4);
    node = scene.add_sheet(upper, {13, 14, 20}, {10, 0, 0}, {0, 10, 0}, 1, 1);
  }
};

PenetrationCounts look(Motion& motion) { return count_penetrations(world(), motion.contacts, motion.clock); }

void put(Motion& motion, Index node, double z) {
  motion.move(node, {motion.position(node).x, motion.position(node).y, z});
}

/// The sheets touch at 1.5 mm; below 0.75 mm a node is too deep.
TEST(Penetration, DeepIsMoreThanHalfOfBothHalfThicknesses) {
  Sheets sheets;
  sheets.scene.add_contact(ContactKind::nodes_to_surface, {sheets.upper}, {sheets.lower});
  Motion motion(sheets.scene, 1e-3);
  const std::array<double, 4> height{1.6, 1.4, 0.76, 0.70};
  for (int i = 0; i < 4; ++i) put(motion, sheets.node + i, height[i]);
  motion.find_forces();
  const PenetrationCount count = look(motion).contacts.at(0);
  EXPECT_EQ(count.id, motion.domain.model.contacts[0].id);
  EXPECT_EQ(count.n_nodes, 4);
  EXPECT_EQ(count.n_deep, 1);
  EXPECT_EQ(count.node, motion.domain.model.nodes.id[sheets.node + 3]);
  EXPECT_EQ(count.part, motion.domain.model.parts[sheets.lower].id);
  EXPECT_NEAR(count.depth, 0.8, 1e-12);  // rounding of the positions
  EXPECT_NEAR(count.share, 0.8 / 1.5, 1e-12);
}

/// Behind the face of a solid 10 mm high nodes are held to 3 mm; deeper than 1.5 mm is too deep.
TEST(Penetration, BehindASolidsFaceHalfOfTheDepthCounts) {
  Scene scene;
  const Index block = scene.add_solid_part(), other = scene.add_solid_part();
  scene.add_block(block, {0, 0, -20}, {40, 40, 20}, 4, 4, 2);
  const Index node = scene.add_block(other, {13, 14, 5}, {10, 10, 10}, 1, 1, 1);
  scene.add_contact(ContactKind::nodes_to_surface, {other}, {block});
  Motion motion(scene, 1e-3);
  put(motion, node, -1.4);
  put(motion, node + 1, -1.6);
  motion.find_forces();
  const PenetrationCount count = look(motion).contacts.at(0);
  EXPECT_EQ(count.n_nodes, 8);
  EXPECT_EQ(count.n_deep, 1);
  EXPECT_EQ(count.node, motion.domain.model.nodes.id[node + 1]);
  EXPECT_NEAR(count.share, 1.6 / 3, 1e-12);
}

/// Looking changes nothing: the forces of a motion that is looked at are those of one that is not.
TEST(Penetration, LookingChangesNothing) {
  const auto run = [](bool looks) {
    Sheets sheets;
    sheets.scene.add_single_surface().friction_static = 0.2;
    Motion motion(sheets.scene, 1e-3);
    for (Index i = sheets.node; i < sheets.node + 4; ++i) {
      put(motion, i, 1.6);
      set_row(motion.state.velocity, i, {3, 1, -20});
    }
    for (int i = 0; i < 100; ++i) {
      motion.step();
      if (looks) look(motion);
    }
    return motion.position(sheets.node);
  };
  const Vec3 plain = run(false);
  EXPECT_GT(plain.z, 1.6);  // it has bounced
  EXPECT_EQ(run(true), plain);
}

/// The records keep the most nodes too deep, the deepest, and when.
TEST(Penetration, RecordsKeepTheWorst) {
  PenetrationRecords records;
  const auto at = [&](double time, std::int64_t n_deep, double share, Id node, double dt) {
    PenetrationCounts counts;
    counts.contacts = {{7, 100, n_deep, 3 - n_deep, share, 2 * share, node, 5}};
    counts.contact_dt = dt;
    counts.contact_dt_node = node;
    note(counts, time, records);
  };
  at(1, 0, 0.2, 11, 0);
  at(2, 2, 0.6, 12, 5e-3);
  at(3, 2, 0.7, 13, 4e-3);
  at(4, 1, 0.7, 9, 6e-3);
  const PenetrationRecord& record = records.contacts.at(0);
  EXPECT_EQ(record.last.n_deep, 1);
  EXPECT_EQ(record.worst.n_deep, 2);
  EXPECT_EQ(record.worst_time, 2);
  EXPECT_EQ(record.deepest.share, 0.7);
  EXPECT_EQ(record.deepest.node, 9);  // equally deep: the smaller number
  EXPECT_EQ(record.most_limited, 3);
  EXPECT_EQ(records.most_deep, 2);
  EXPECT_EQ(records.contact_dt, 4e-3);
  EXPECT_EQ(records.contact_dt_node, 13);
}

/// One node on one face: the frequency of the springs around the lightest node, by Gershgorin, and the surfaces' own
/// steps.
TEST(Penetration, TimeStepsOfContact) {
  Sheets sheets;
  sheets.scene.add_contact(ContactKind::nodes_to_surface, {sheets.upper}, {sheets.lower});
  Motion motion(sheets.scene, 1e-5);
  const std::vector<SurfaceStep> steps = surface_steps(world(), motion.contacts);
  ASSERT_EQ(steps.size(), 2u);
  const double bulk = 210 / (3 * 0.4), k = 0.1 * bulk * 100 / std::sqrt(200.0), corner = 7.85e-6 * 100 / 4;
  EXPECT_NEAR(steps[0].dt, std::sqrt(2 * 2 * corner / k), 1e-9 * steps[0].dt);  // rounding; twice as thick
  EXPECT_NEAR(steps[1].dt, std::sqrt(2 * corner / k), 1e-9 * steps[1].dt);      // a corner of the sheet has one element
  EXPECT_EQ(steps[1].node, 1);
  EXPECT_EQ(steps[1].part, motion.domain.model.parts[sheets.lower].id);
  put(motion, sheets.node, 1.4);
  motion.find_forces();
  const PenetrationCounts counts = look(motion);
  EXPECT_EQ(counts.contact_dt_node, motion.domain.model.nodes.id[sheets.node]);
  EXPECT_NEAR(counts.contact_dt, 2 / std::sqrt(2 * k / (2 * corner)),
              1e-5 * counts.contact_dt);  // quantum of 2^-30 / dt^2
  EXPECT_EQ(counts.contacts[0].n_limited, 0);
}

/// At a step for which the springs are too stiff, they are cut, and the node is then stable at the step.
TEST(Penetration, CutStiffnessIsCounted) {
  Sheets sheets;
  sheets.scene.add_contact(ContactKind::nodes_to_surface, {sheets.upper}, {sheets.lower}).stiffness_scale_a = 100;
  sheets.scene.model.contacts[0].stiffness_scale_b = 100;
  const double dt = 1e-2;
  Motion motion(sheets.scene, dt);
  for (int i = 0; i < 3; ++i) put(motion, sheets.node + i, 1.4);
  motion.find_forces();
  const PenetrationCounts counts = look(motion);
  EXPECT_EQ(counts.contacts[0].n_limited, 3);
  EXPECT_GT(counts.contact_dt, dt);
  EXPECT_LT(surface_steps(world(), motion.contacts)[0].dt, dt);
}

/// A light plate falls on 36 fixed nodes, each with a spring at the limit for a pair of its own. Together they are far
/// stiffer than is stable at the step: without relief for crowded nodes the plate leaves faster each time.
TEST(Penetration, ManyNodesOnOneLightFaceAreStable) {
  Scene scene;
  const Index fixed = scene.add_shell_part(1), light = scene.add_shell_part(1e-2);
  scene.add_sheet(fixed, {0, 0, 0}, {10, 0, 0}, {0, 10, 0}, 5, 5);
  const Index node = scene.add_sheet(light, {-1, -1, 0.6}, {12, 0, 0}, {0, 12, 0}, 1, 1, {0, 0, -1});
  Contact& contact = scene.add_contact(ContactKind::nodes_to_surface, {fixed}, {light});
  contact.soft = 1;
  contact.soft_scale = 1;
  Motion motion(scene, 1e-3);
  motion.fixed = [](const Vec3& start) { return start.z == 0; };
  motion.gravity = {0, 0, -1};
  double fastest = 0;
  int turns = 0;
  for (int i = 0; i < 20000; ++i) {
    const double before = motion.velocity(node).z;
    motion.step();
    const double after = motion.velocity(node).z;
    turns += before < 0 && after > 0;
    fastest = std::max(fastest, after);
  }
  EXPECT_GT(turns, 5);
  const double fall = std::sqrt(1 + 2 * 0.095);  // from 0.6 mm to both half thicknesses
  EXPECT_LT(fastest, 1.02 * fall) << turns;      // a touch is found within a step of v dt = 1 % of the thickness
}

}  // namespace
}  // namespace crumple::test::contact_penetration
