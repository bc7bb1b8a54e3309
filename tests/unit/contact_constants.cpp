// Where thickness, stiffness and friction of contact come from: cards, parts, elements, the time step.
#include <cmath>

#include "contact_two_sheets.hpp"

namespace crumple::test {
namespace {

TEST(ContactConstants, ThicknessComesFromCardPartOrElement) {
  const auto touches_at = [](const std::function<void(Scene&, Contact&)>& change, double z) {
    TwoSheets sheets;
    Contact& contact = sheets.add_contact();
    change(sheets.scene, contact);
    Motion motion(sheets.scene, 1e-3);
    return force_at(motion, sheets.node, z - 1e-6).z > 0 && force_at(motion, sheets.node, z + 1e-6).z == 0;
  };
  EXPECT_TRUE(touches_at([](Scene&, Contact& c) { c.thickness_a = 3; }, 0.5 * (3 + 1)));
  EXPECT_TRUE(touches_at([](Scene&, Contact& c) { c.thickness_b = 3; }, 0.5 * (2 + 3)));
  EXPECT_TRUE(touches_at([](Scene&, Contact& c) { c.thickness_scale_a = 0.5; }, 0.5 * (1 + 1)));
  EXPECT_TRUE(touches_at([](Scene& s, Contact&) { s.model.parts[0].contact.emplace().thickness = 4; }, 0.5 * (2 + 4)));
  EXPECT_TRUE(touches_at([](Scene& s, Contact&) { s.model.parts[1].contact.emplace().thickness_scale = 0.5; }, 1));
  EXPECT_TRUE(touches_at([](Scene& s, Contact&) { s.model.shells[5].thickness.fill(1.5f); }, 0.5 * (2 + 1.5)));
}

/// A thick rib with larger elements stands on the upper sheet, with common nodes, but is on no side of the contact: the
/// nodes touch and push as if it were not there.
TEST(ContactConstants, ConstantsOfANodeComeFromElementsOfItsSide) {
  const auto forces = [](bool has_rib) {
    TwoSheets sheets;
    Contact& contact = sheets.add_contact(ContactKind::surface_to_surface);
    contact.stiffness_scale_a = 0.5;  // the upper sheet is the softer side
    if (has_rib) {
      const Index rib = sheets.scene.add_shell_part(8), top = sheets.scene.model.nodes.count();
      for (const double x : {13.0, 23.0}) sheets.scene.add_node({x, 14, 60});
      sheets.scene.add_shell(rib, {sheets.node, sheets.node + 1, top + 1, top});
      sheets.scene.model.parts[rib].contact.emplace().friction_static = 0.9;
    }
    Motion motion(sheets.scene, 1e-5);
    motion.clock.dt_previous = 1;  // a slow slip brings the friction to its limit
    set_row(motion.state.velocity, sheets.node, {1e-3, 0, 0});
    const Vec3 apart = force_at(motion, sheets.node, 1.6);
    return std::array{apart, force_at(motion, sheets.node, 1.4)};
  };
  const auto with_rib = forces(true), without = forces(false);
  EXPECT_EQ(norm(without[0]), 0);
  EXPECT_EQ(norm(with_rib[0]), 0);
  EXPECT_GT(without[1].z, 0);
  // the rib is part of what the quanta of forces follow from: a few quanta of 2^-33
  EXPECT_NEAR(norm(with_rib[1] - without[1]), 0, 1e-9);
}

/// A side given by its nodes has no elements: those around the nodes count.
TEST(ContactConstants, ASideOfNodesOnlyTakesTheElementsAroundThem) {
  TwoSheets sheets;
  sheets.add_contact().a.segments.clear();
  Motion motion(sheets.scene, 1e-5);
  EXPECT_EQ(force_at(motion, sheets.node, 1.6).z, 0);
  EXPECT_GT(force_at(motion, sheets.node, 1.4).z, 0);
}

/// K A / diagonal of the softer side, SLSFAC, SFS; no limit from the small time step.
TEST(ContactConstants, StiffnessIsLsDynas) {
  TwoSheets sheets;
  Contact& contact = sheets.add_contact();
  sheets.scene.model.control.contact_stiffness = 0.2;
  contact.stiffness_scale_a = 0.5;
  contact.stiffness_scale_b = 0.7;
  Motion motion(sheets.scene, 1e-5);
  const double bulk = 210 / (3 * 0.4), expected = 0.2 * 0.5 * bulk * 100 / std::sqrt(200.0);
  EXPECT_NEAR(force_at(motion, sheets.node, 1.4).z, expected * 0.1, 1e-6 * expected);
}

/// SOFT = 1 makes a soft material's contact as stiff as masses and time step allow.
TEST(ContactConstants, SoftOneScalesWithMassAndTimeStep) {
  TwoSheets sheets;
  Contact& contact = sheets.add_contact();
  contact.soft = 1;
  contact.soft_scale = 0.4;
  sheets.scene.model.materials[0].young = 1e-6;
  Motion motion(sheets.scene, 1e-3);
  const double corner = 7.85e-6 * 100 * 2 / 4, node = 7.85e-6 * 100 * 1;  // upper corner; lower node inside the mesh
  // The point (13, 14) of the shell (10..20)^2: on the triangle of the centre and the corners (10, 10), (10, 20).
  const double w_centre = 0.3 / 0.5, w_low = 0.3, w_high = 1 - w_centre - w_low;
  const double w[4] = {w_low + w_centre / 4, w_centre / 4, w_centre / 4, w_high + w_centre / 4};
  double inverse = 1 / corner;
  for (const double wi : w) inverse += wi * wi / node;
  const double k = 0.5 * 0.4 / inverse / 1e-6;
  EXPECT_NEAR(force_at(motion, sheets.node, 1.4).z, k * 0.1, 1e-6 * k);
}

/// A quarter of the step: sixteen times as stiff, until the limit of the run's own step.
TEST(ContactConstants, DtstifReplacesTheTimeStep) {
  const auto force = [](double stiffness_dt) {
    TwoSheets sheets;
    Contact& contact = sheets.add_contact();
    contact.soft = 1;
    contact.soft_scale = 0.01;
    contact.stiffness_dt = stiffness_dt;
    sheets.scene.model.materials[0].young = 1e-6;
    Motion motion(sheets.scene, 1e-3);
    return force_at(motion, sheets.node, 1.4).z;
  };
  EXPECT_NEAR(force(1e-3), force(0), 1e-12 * force(0));  // rounding
  EXPECT_NEAR(force(2.5e-4), 16 * force(0), 1e-12 * force(2.5e-4));
  EXPECT_NEAR(force(1e-5), 100 * force(0), 1e-12 * force(1e-5));  // 0.5 m*/dt^2 against 0.5 SOFSCL m*/dt^2
}

}  // namespace
}  // namespace crumple::test
