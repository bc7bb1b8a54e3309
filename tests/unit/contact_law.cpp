// What contact does to a node: sides, thickness, edges, corners, solids, friction, damping, initial penetrations.
#include <cmath>

#include "contact_two_sheets.hpp"
#include "physics/contact/contact_force.hpp"
#include "physics/contact/contact_plan.hpp"
#include "physics/contact/contact_sums.hpp"
#include "physics/contact/pair_law.hpp"
#include "physics/contact/passes.hpp"

namespace crumple::test::contact_law {
namespace {

TEST(ContactLaw, ShellsTouchAtHalfOfBothThicknesses) {
  TwoSheets sheets;
  sheets.add_contact();
  Motion motion(sheets.scene, 1e-3);
  EXPECT_EQ(norm(force_at(motion, sheets.node, 1.5 + 1e-9)), 0);
  const Vec3 f = force_at(motion, sheets.node, 1.4);
  EXPECT_GT(f.z, 0);
  EXPECT_EQ(f.x, 0);
  EXPECT_EQ(f.y, 0);
  EXPECT_NEAR(force_at(motion, sheets.node, 1.3).z / f.z, 2, 1e-9);
}

TEST(ContactLaw, BothSidesOfAShellAreMirrored) {
  TwoSheets sheets;
  sheets.add_contact().friction_static = 0.3;
  Motion motion(sheets.scene, 1e-3);
  for (const double z : {1.4, 0.9, 0.2}) {
    const double up = force_at(motion, sheets.node, z).z, down = force_at(motion, sheets.node, -z).z;
    EXPECT_GT(up, 0);
    EXPECT_NEAR(up + down, 0, 1e-12 * up);
  }
}

TEST(ContactLaw, ForcesOfBothSidesAddUpToZero) {
  for (const ContactKind kind : {ContactKind::nodes_to_surface, ContactKind::surface_to_surface}) {
    TwoSheets sheets;
    sheets.add_contact(kind).friction_static = 0.3;
    Motion motion(sheets.scene, 1e-3);
    motion.clock.dt_previous = 1e-3;
    set_row(motion.state.velocity, sheets.node, {1, 2, -3});
    const Vec3 f = force_at(motion, sheets.node, 1.2);
    EXPECT_GT(std::fabs(f.x), 0);
    EXPECT_LT(norm(motion.total_force()), 1e-12 * f.z);
    std::vector<double> sums(n_contact_partials);
    SumShare share(sums);
    put_contact_sums(motion.contacts, share);
    const auto result = contact_forces(motion.contacts, sums);
    Vec3 on_upper;
    for (Index i = sheets.node; i < sheets.node + 4; ++i) on_upper += motion.force(i);
    EXPECT_LT(norm(result[0].a - on_upper), 1e-12 * f.z);
    EXPECT_EQ(result[0].b, -result[0].a);
  }
}

/// Wherever a node slides over a flat mesh, on faces, edges or corners, one segment's worth of force answers.
TEST(ContactLaw, AFlatMeshAnswersOnce) {
  Scene scene;
  const Index lower = scene.add_shell_part(1), upper = scene.add_shell_part(1);
  scene.add_sheet(lower, {0, 0, 0}, {40, 0, 0}, {0, 40, 0}, 4, 4);
  const Index node = scene.add_sheet(upper, {0, 0, 30}, {100, 0, 0}, {0, 100, 0}, 1, 1);
  scene.add_contact(ContactKind::nodes_to_surface, {upper}, {lower});
  Motion motion(scene, 1e-5);
  motion.move(node, {12, 13, 0.8});
  motion.find_forces();
  const double f = motion.force(node).z;
  for (int i = 1; i < 80; ++i)
    for (int j = 1; j < 80; ++j) {
      motion.move(node, {0.5 * i, 0.5 * j, 0.8});
      motion.find_forces();
      EXPECT_NEAR(motion.force(node).z, f, 1e-9 * f) << 0.5 * i << " " << 0.5 * j;
    }
}

TEST(ContactLaw, BesideAFreeEdgeTheNodeIsPushedSideways) {
  TwoSheets sheets;
  sheets.add_contact();
  Motion motion(sheets.scene, 1e-5);
  motion.move(sheets.node, {41, 15, 0.5});
  motion.find_forces();
  const Vec3 f = motion.force(sheets.node);
  EXPECT_GT(f.x, 0);
  EXPECT_NEAR(f.z / f.x, 0.5, 1e-9);
}

TEST(ContactLaw, ANodeBetweenTwoSheetsIsPushedByBoth) {
  Scene scene;
  const Index lower = scene.add_shell_part(1), upper = scene.add_shell_part(1), between = scene.add_shell_part(1);
  scene.add_sheet(lower, {0, 0, 0}, {40, 0, 0}, {0, 40, 0}, 4, 4);
  scene.add_sheet(upper, {0, 0, 1.8}, {40, 0, 0}, {0, 40, 0}, 4, 4);
  const Index node = scene.add_sheet(between, {13, 14, 0.9}, {10, 0, 0}, {0, 10, 0}, 1, 1);
  scene.add_contact(ContactKind::nodes_to_surface, {between}, {lower, upper});
  Motion motion(scene, 1e-5);
  motion.forget_touches(1e300);
  motion.find_forces();
  EXPECT_NEAR(motion.force(node).z, 0, 1e-12);
  EXPECT_LT(motion.force(6).z, 0);                    // below (10, 10): pushed down
  motion.move(node, {13, 14, 0.95});
  motion.find_forces();
  EXPECT_LT(motion.force(node).z, 0);
}

/// Each sheet forgives what it was penetrated by at the start, and only that.
TEST(ContactLaw, SheetsForgiveEachForItself) {
  Scene scene;
  const Index lower = scene.add_shell_part(1), upper = scene.add_shell_part(1), between = scene.add_shell_part(1);
  scene.add_sheet(lower, {0, 0, 0}, {40, 0, 0}, {0, 40, 0}, 4, 4);
  scene.add_sheet(upper, {0, 0, 1.7}, {40, 0, 0}, {0, 40, 0}, 4, 4);
  const Index node = scene.add_sheet(between, {13, 14, 0.9}, {10, 0, 0}, {0, 10, 0}, 1, 1);
  scene.add_contact(ContactKind::nodes_to_surface, {between}, {lower, upper}).ignore = 1;
  Motion motion(scene, 1e-5);
  motion.find_forces();
  EXPECT_EQ(motion.force(node).z, 0);  // 0.1 deep in the lower, 0.2 in the upper
  const double down = force_at(motion, node, 0.95).z, up = force_at(motion, node, 0.9).z;
  EXPECT_LT(down, 0);                         // 0.05 deeper in the upper; the lower has opened by 0.05
  EXPECT_NEAR(up, -down, 1e-9 * std::fabs(down));  // closed again
}

/// A node that has been driven through the middle of a sheet within a step is pushed back to where it came from.
TEST(ContactLaw, ASheetRemembersTheSide) {
  TwoSheets sheets;
  sheets.add_contact();
  Motion motion(sheets.scene, 1e-3);
  motion.clock.dt_previous = 1;
  for (const double side : {1.0, -1.0}) {
    const double at_first = force_at(motion, sheets.node, 0.3 * side).z;
    const double before = force_at(motion, sheets.node, 0.1 * side).z;
    for (Index i = sheets.node; i < sheets.node + 4; ++i) {
      set_row(motion.state.position, i, {motion.position(i).x, motion.position(i).y, -0.1 * side});
      set_row(motion.state.velocity, i, {0, 0, -side});
    }
    request_search(motion.contacts);
    motion.find_forces();
    EXPECT_NEAR(motion.force(sheets.node).z - before, before - at_first, 1e-9 * std::fabs(before)) << side;
  }
}

/// Two walls of a right-angled corner push as if each were alone.
TEST(ContactLaw, AConcaveCornerPushesBothWays) {
  Scene scene;
  const Index walls = scene.add_shell_part(1), other = scene.add_shell_part(1);
  const Index a = scene.add_node({0, 0, 0}), b = scene.add_node({10, 0, 0}), c = scene.add_node({10, 10, 0}),
              d = scene.add_node({0, 10, 0}), e = scene.add_node({0, 0, 10}), f = scene.add_node({0, 10, 10});
  scene.add_shell(walls, {a, b, c, d});
  scene.add_shell(walls, {a, d, f, e});
  const Index node = scene.add_sheet(other, {30, 0, 0}, {10, 0, 0}, {0, 10, 0}, 1, 1);
  scene.add_contact(ContactKind::nodes_to_surface, {other}, {walls});
  Motion motion(scene, 1e-5);
  motion.move(node, {5, 5, 0.8});
  motion.find_forces();
  const double alone = motion.force(node).z;
  motion.move(node, {0.8, 5, 0.8});
  motion.find_forces();
  EXPECT_NEAR(motion.force(node).x, alone, 1e-9 * alone);
  EXPECT_NEAR(motion.force(node).z, alone, 1e-9 * alone);
}

/// Walls that share a line of nodes with a floor stand on it in peace, at any thickness.
TEST(ContactLaw, ATJunctionDoesNotTouchItself) {
  Scene scene;
  const Index part = scene.add_shell_part(6);
  scene.add_sheet(part, {0, 0, 0}, {40, 0, 0}, {0, 20, 0}, 8, 4);
  const Index first = scene.model.nodes.count();
  for (int j = 0; j <= 4; ++j)
    for (int k = 1; k <= 3; ++k) scene.add_node({20, 5.0 * j, 5.0 * k});
  for (int j = 0; j < 4; ++j)
    for (int k = 0; k < 3; ++k) {
      const auto at = [&](int jj, int kk) { return kk == 0 ? Index(jj * 9 + 4) : Index(first + jj * 3 + kk - 1); };
      scene.add_shell(part, {at(j, k), at(j + 1, k), at(j + 1, k + 1), at(j, k + 1)});
    }
  scene.add_single_surface();
  Motion motion(scene, 1e-4);
  motion.forget_touches(1e300);
  motion.find_forces();
  for (Index i = 0; i < motion.state.count(); ++i) EXPECT_EQ(norm(motion.force(i)), 0) << i;
}

TEST(ContactLaw, SolidsPushOutwardToPartOfTheirHeight) {
  Scene scene;
  const Index block = scene.add_solid_part(), other = scene.add_solid_part();
  scene.add_block(block, {0, 0, 0}, {40, 40, 20}, 4, 4, 2);
  const Index node = scene.add_block(other, {13, 14, 40}, {10, 10, 10}, 1, 1, 1);
  scene.add_contact(ContactKind::nodes_to_surface, {other}, {block});
  Motion motion(scene, 1e-5);
  const auto push = [&](const Vec3& x) {
    motion.move(node, x);
    motion.find_forces();
    return motion.force(node);
  };
  EXPECT_EQ(norm(push({13, 14, 20.001})), 0);
  const double f = push({13, 14, 19.9}).z;
  EXPECT_GT(f, 0);
  EXPECT_NEAR(push({13, 14, 19.5}).z, 5 * f, 1e-9 * f);
  const double depth = 10 * depth_of_height + 0.1, too_deep = depth - deep_share * 10 * depth_of_height;
  EXPECT_NEAR(push({13, 14, 20 - depth}).z, (depth + (deep_factor - 1) * too_deep) * 10 * f, 1e-9 * f);
  EXPECT_LE(push({13, 14, 20 - 10 * hold_of_height - 0.1}).z, 0);  // too deep for the top
  EXPECT_EQ(norm(push({-0.01, 14, 18})), 0);     // outside, just beside the block and below its top
  const Vec3 side = push({0.3, 14, 19});         // inside, the side is nearer than the top
  EXPECT_LT(side.x, 0);
  EXPECT_EQ(side.z, 0);
}

/// A notch of a solid: behind its inner edge the way out is across the edge.
TEST(ContactLaw, BehindAConcaveEdgeOfASolid) {
  Scene scene;
  const Index block = scene.add_solid_part(), other = scene.add_solid_part();
  scene.add_block(block, {0, 0, 0}, {20, 10, 20}, 2, 1, 2);
  scene.model.solids.erase(scene.model.solids.begin() + 3);  // the upper brick at x > 10
  const Index node = scene.add_block(other, {40, 4, 40}, {10, 10, 10}, 1, 1, 1);
  for (std::size_t i = 0; i < scene.model.solids.size(); ++i) scene.model.solids[i].id = Id(i) + 1;
  scene.add_contact(ContactKind::nodes_to_surface, {other}, {block});
  Motion motion(scene, 1e-5);
  motion.move(node, {9.9, 4, 9.8});
  motion.find_forces();
  const Vec3 f = motion.force(node);
  EXPECT_GT(f.x, 0);
  EXPECT_NEAR(f.z / f.x, 2, 1e-9);
}

/// A node that has slid off the rim of a face is pushed up and outward by forces that, with those on the face, neither
/// move nor turn anything as a whole.
TEST(ContactLaw, ForcesBeyondARimMakeNoMoment) {
  Scene scene;
  const Index block = scene.add_solid_part(), other = scene.add_solid_part();
  scene.add_block(block, {0, 0, 0}, {20, 20, 20}, 2, 2, 2);
  const Index node = scene.add_block(other, {40, 4, 40}, {10, 10, 10}, 1, 1, 1);
  scene.add_contact(ContactKind::nodes_to_surface, {other}, {block});
  Motion motion(scene, 1e-5);
  for (const double depth : {0.1, 2.0}) {
    motion.move(node, {15, 4, 20 - depth});
    motion.find_forces();
    const double inside = motion.force(node).z;
    ASSERT_GT(inside, 0);
    for (const double beyond : {0.1, 0.3, 0.6}) {
      set_row(motion.state.position, node, {20 + beyond, 4, 20 - depth});
      request_search(motion.contacts);
      motion.find_forces();
      const Vec3 f = motion.force(node);
      EXPECT_GT(f.z, 0);
      EXPECT_EQ(f.x > 0, beyond > 0.2);
      Vec3 moment;
      for (Index i = 0; i < motion.state.count(); ++i) moment += cross(motion.position(i), motion.force(i));
      EXPECT_LT(norm(motion.total_force()), 1e-9 * inside);
      EXPECT_LT(norm(moment), 1e-9 * 20 * inside);
    }
  }
}

TEST(ContactLaw, RigidBodiesDoNotTouchThemselves) {
  TwoSheets sheets;
  sheets.add_contact();
  RigidBody body;
  body.id = 9;
  for (Index i = 0; i < sheets.scene.model.nodes.count(); ++i) body.nodes.push_back(i);
  sheets.scene.model.rigid_bodies.push_back(body);
  Motion motion(sheets.scene, 1e-3);
  EXPECT_EQ(norm(force_at(motion, sheets.node, 1.0)), 0);
}

TEST(ContactLaw, BirthAndDeath) {
  TwoSheets sheets;
  Contact& contact = sheets.add_contact();
  contact.birth = 1;
  contact.death = 2;
  Motion motion(sheets.scene, 1e-3);
  motion.contacts.started[0] = 1;
  motion.forget_touches(1e300);
  for (const double time : {0.5, 1.5, 2.5}) {
    motion.clock.time = time;
    EXPECT_EQ(force_at(motion, sheets.node, 1.4).z > 0, time == 1.5) << time;
  }
}

TEST(ContactLaw, DampingResistsApproachAndNeverPulls) {
  TwoSheets sheets;
  sheets.add_contact().viscous_damping = 20;
  Motion motion(sheets.scene, 1e-3);
  const double still = force_at(motion, sheets.node, 1.4).z;
  set_row(motion.state.velocity, sheets.node, {0, 0, -1});
  EXPECT_GT(force_at(motion, sheets.node, 1.4).z, still);
  set_row(motion.state.velocity, sheets.node, {0, 0, 1});
  EXPECT_LT(force_at(motion, sheets.node, 1.4).z, still);
  set_row(motion.state.velocity, sheets.node, {0, 0, 1e3});
  EXPECT_EQ(force_at(motion, sheets.node, 1.4).z, 0);
}

/// What appears at once, as when the nearest face is deleted, is forgiven; what motion brings about is not.
TEST(ContactLaw, SuddenPenetrationIsForgiven) {
  TwoSheets sheets;
  sheets.add_contact();
  Motion motion(sheets.scene, 1e-3);
  motion.clock.dt_previous = 1e-3;
  force_at(motion, sheets.node, 3);
  motion.forget_touches(0);
  for (Index i = sheets.node; i < sheets.node + 4; ++i) {
    set_row(motion.state.position, i, {motion.position(i).x, motion.position(i).y, 1.3});
    set_row(motion.state.velocity, i, {0, 0, -25});
  }
  request_search(motion.contacts);
  motion.find_forces();
  const double f = motion.force(sheets.node).z;
  EXPECT_NEAR(force_at(motion, sheets.node, 1.2).z / f, 3, 1e-9);  // 2 x 0.025 of 0.2 count, then 0.1 more
}

/// Plates 0.9 thicknesses apart stay at rest; the forgiven depth is gone once they have separated.
TEST(ContactLaw, InitialPenetrationIsForgivenUntilItOpens) {
  for (const int ignore : {0, 1, 2}) {
    Scene scene;
    const Index lower = scene.add_shell_part(1), upper = scene.add_shell_part(1);
    scene.add_sheet(lower, {0, 0, 0}, {40, 0, 0}, {0, 40, 0}, 4, 4);
    const Index node = scene.add_sheet(upper, {13, 14, 0.9}, {10, 0, 0}, {0, 10, 0}, 1, 1);
    scene.add_contact(ContactKind::surface_to_surface, {upper}, {lower}).ignore = ignore;
    Motion motion(scene, 1e-3);
    EXPECT_EQ(motion.contacts.initial_penetrations.warnings.size(), ignore == 1 ? 0u : 1u);
    motion.run(10);
    EXPECT_EQ(motion.kinetic_energy(), 0);
    const double deeper = force_at(motion, node, 0.85).z, deepest = force_at(motion, node, 0.8).z;
    EXPECT_GT(deeper, 0);
    EXPECT_NEAR(deepest, 2 * deeper, 1e-9 * deeper);
    EXPECT_EQ(force_at(motion, node, 0.95).z, 0);
    EXPECT_NEAR(force_at(motion, node, 0.9).z, deeper, 1e-9 * deeper);  // 0.05 is left to be forgiven
    EXPECT_EQ(force_at(motion, node, 1.1).z, 0);
    EXPECT_NEAR(force_at(motion, node, 0.9).z, deepest, 1e-9 * deeper);
  }
}

/// An extra node of a rigid body has no mass; SOFT = 2 takes the stiffness from masses alone.
TEST(PenaltyStiffness, OfNodesWithoutMassComesFromTheirBody) {
  LawInput input;
  input.dt_stable = 1e-3;
  input.inertial_scale = 0.05;
  for (const auto rule : {StiffnessRule::time_step, StiffnessRule::at_least_time_step}) {
    input.rule = rule;
    const PairStiffness stiffness = penalty_stiffness(1e300, 1e300, {0, 8}, 0, {}, input);
    EXPECT_DOUBLE_EQ(stiffness.value, body_limit * 8 / 1e-6);
    EXPECT_EQ(stiffness.at_first, 0);  // until the body knows of the pair
    EXPECT_EQ(stiffness.largest_damping, 0);
  }
  const PairStiffness nothing = penalty_stiffness(1e300, 1e300, {0, 0}, 0, {}, input);
  EXPECT_EQ(nothing.value, 0);
}

}  // namespace
}  // namespace crumple::test::contact_law
