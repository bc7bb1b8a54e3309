// Where thickness, stiffness and friction of contact come from: cards, parts, elements, the time step.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "contact_two_sheets.hpp"
#include "physics/contact/passes.hpp"

namespace crumple::test::contact_constants {
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

/// [global numbers of a face, ascending] The depth to which it holds nodes, after a search, of a solid on its own.
std::map<std::array<Index, 4>, double> depths_of_faces(const std::vector<Vec3>& corners,
                                                       const std::array<Index, 8>& nodes) {
  Scene scene;
  Solid solid;
  solid.id = 1;
  solid.part = scene.add_solid_part();
  solid.nodes = nodes;
  for (const Vec3& x : corners) scene.add_node(x);
  scene.model.solids.push_back(solid);
  scene.add_single_surface();
  Motion motion(scene, 1e-3);
  search(world(), motion.contacts, motion.state, motion.status);
  std::map<std::array<Index, 4>, double> depths;
  const Segments& faces = motion.contacts.passes[0].segments;
  for (Index s = 0; s < faces.n_local; ++s) {
    std::array<Index, 4> face = face_of(faces.at(), motion.contacts.nodes, s);
    const bool is_triangle = face[2] == face[3];
    std::sort(face.begin(), face.begin() + (is_triangle ? 3 : 4));
    if (is_triangle) face[3] = face[2];
    depths[face] = faces.constants[s].depth;
    EXPECT_NEAR(faces.constants[s].depth, faces.constants[s].depth_at_start, 1e-12);  // rounding: it is not crushed
  }
  return depths;
}

/// Tetrahedra and wedges repeat nodes, and may begin with any of them.
TEST(ContactConstants, DepthOfDegenerateSolidsDoesNotDependOnTheOrderOfTheirCorners) {
  if (world().size() > 1) GTEST_SKIP() << "a scene on one rank";
  const auto expect_equal = [](const std::vector<Vec3>& corners, const std::vector<std::array<Index, 8>>& orders) {
    const auto first = depths_of_faces(corners, orders[0]);
    for (const auto& order : orders)
      for (const auto& [face, depth] : depths_of_faces(corners, order))
        EXPECT_NEAR(depth, first.at(face), 1e-12) << testing::PrintToString(order);  // rounding
  };
  std::vector<std::array<Index, 8>> tetrahedra;
  std::array<Index, 4> n{0, 1, 2, 3};
  do {
    int inversions = 0;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < i; ++j) inversions += n[j] > n[i];
    if (inversions % 2 == 0) tetrahedra.push_back({n[0], n[1], n[2], n[2], n[3], n[3], n[3], n[3]});
  } while (std::ranges::next_permutation(n).found);
  EXPECT_EQ(tetrahedra.size(), 12u);
  expect_equal({{0, 0, 0}, {9, 1, 0}, {2, 8, 0}, {3, 2, 7}}, tetrahedra);
  const std::vector<std::array<Index, 8>> wedges{{0, 1, 2, 3, 4, 4, 5, 5}, {2, 3, 0, 1, 5, 5, 4, 4},
                                                 {1, 4, 5, 2, 0, 0, 3, 3}, {4, 0, 3, 5, 1, 1, 2, 2}};
  expect_equal({{0, 0, 0}, {9, 0, 0}, {9, 8, 0}, {0, 8, 0}, {4, 0, 6}, {4, 8, 6}}, wedges);
}

/// A wedge that is meshed as a hexahedron with two pairs of nodes at the same places has a face without area.
TEST(ContactConstants, FaceWithoutAreaHasAFiniteDepth) {
  if (world().size() > 1) GTEST_SKIP() << "a scene on one rank";
  Scene scene;
  Solid solid;
  solid.id = 1;
  solid.part = scene.add_solid_part();
  for (const auto& [x, y, z] : std::vector<std::array<double, 3>>{
           {0, 0, 0}, {9, 0, 0}, {9, 8, 0}, {0, 8, 0}, {4, 0, 6}, {4, 0, 6}, {4, 8, 6}, {4, 8, 6}})
    scene.add_node({x, y, z});
  solid.nodes = {0, 1, 2, 3, 4, 5, 6, 7};
  scene.model.solids.push_back(solid);
  scene.add_single_surface();
  const Motion motion(scene, 1e-3);
  const double diagonal = std::sqrt(9 * 9 + 8 * 8 + 6 * 6);
  for (const SegmentConstants& face : motion.contacts.passes[0].segments.constants) {
    EXPECT_GT(face.depth, 0);
    EXPECT_LE(face.largest_hold, diagonal);
    EXPECT_GE(face.stiffness, 0);
  }
  EXPECT_LT(motion.contacts.bucket_size, 2 * diagonal);
}

}  // namespace
}  // namespace crumple::test::contact_constants
