// Rigid bodies, spot welds and ties.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"

namespace crumple::test {
namespace {

/// Rigid parts that strike a clamped plate: one of solids with its own inertia and velocity; one merged with another,
/// guided by a local frame; long ones, so that their nodes lie on many ranks.
Case rigid_parts_case() {
  ShellGrid plate{.n = {16, 6}, .u = {8, 0, 0}, .v = {0, 8, 0}};
  SolidBlock bar{.first = 1001, .part = 2, .n = {12, 1, 1}, .origin = {10, 10, 2}, .edge = {8, 9, 7}};
  ShellGrid fin{.first = 2001, .part = 3, .n = {10, 1}, .origin = {12, 34, 2}, .u = {9, 0, 0.3}, .v = {0, 2, 9}};
  ShellGrid tail{.first = 3001, .part = 4, .n = {4, 2}, .origin = {12, 34, 30}, .u = {20, 0, 0}, .v = {0, 6, 1}};
  ShellGrid pushed{.first = 4001, .part = 5, .n = {6, 1}, .origin = {130, -10, -4}, .u = {0, 10, 0}, .v = {2, 0, 9}};
  std::string deck = deck_head(2.5e-4) + piecewise(1) +
                     "*MAT_RIGID\n2,7.8e-9,210000.,0.3\n\n\n*MAT_RIGID\n3,7.8e-9,210000.,0.3\n-1,7,101001\n\n";
  deck += "*MAT_RIGID\n4,7.8e-9,210000.,0.3\n1,2,6\n\n*DEFINE_COORDINATE_SYSTEM\n7,0,0,0,1,0.1,0\n0,1,0.1\n";
  deck += shell_section(1, 1.5) + solid_section(2) + part(1, 1, 1) + part(3, 1, 3) + part(4, 1, 2) + part(5, 1, 4);
  deck += "*PART_INERTIA\nbar\n2,2,2\n58,14.5,5.5,4.0e-5,0\n0.01,0.001,0,0.05,0,0.05\n1e3,0,-4e4,0,200,50\n";
  deck += shells(plate) + solids(bar) + shells(fin) + shells(tail) + shells(pushed);
  std::vector<long> held = columns(plate, 0, 0), fins = columns(fin, 0, fin.n[0]);
  for (const long node : columns(plate, 16, 16)) held.push_back(node);
  deck += node_set(1, held) + clamp(1) + "*CONSTRAINED_RIGID_BODIES\n3,4\n";
  deck += fmt::format(
      "*NODE\n9001,60,40,50\n9002,70,40,52\n*ELEMENT_MASS\n1,9001,1e-5\n*CONSTRAINED_EXTRA_NODES_NODE\n3,9001\n"
      "*SET_NODE\n9\n9002\n*CONSTRAINED_EXTRA_NODES_SET\n3,9\n*ELEMENT_MASS\n2,9002,1e-6\n");
  deck += "*INITIAL_VELOCITY_RIGID_BODY\n3,2e3,1e3,-3e4,100,0,30\n";
  deck += "*DEFINE_CURVE\n1\n0,0\n5e-5,1\n1,1\n*BOUNDARY_PRESCRIBED_MOTION_RIGID\n5,1,0,1,-4.0e4\n5,7,0,1,30.\n";
  deck += "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n0.1,0.1\n\n";
  auto at_work = [](const Run& run) {
    EXPECT_NE(run.energy("sliding"), 0);
    EXPECT_NE(run.energy("external_work"), 0);
    EXPECT_GT(run.energy("internal"), 0);
  };
  return {"RigidParts", deck + "*END\n", at_work, "0.01,0.001,0", "0.012,0.001,0"};
}

/// Rigid bars of shells and beams over many ranks that strike a clamped plate: one driven along and about its own axes,
/// which turn, one of beams alone; null beams at the plate's edge; a nodal body turns about its own axis.
Case own_axes_case() {
  ShellGrid plate{.n = {16, 6}, .u = {8, 0, 0}, .v = {0, 8, 0}};
  ShellGrid bar{.first = 1001, .part = 2, .n = {12, 1}, .origin = {10, 10, 3}, .u = {9, 0, 0.2}, .v = {0, 9, 0}};
  ShellGrid flap{.first = 2001, .part = 3, .n = {4, 1}, .origin = {20, 34, 9}, .u = {9, 0, 0}, .v = {0, 5, 1}};
  std::string deck = deck_head(2.5e-4) + piecewise(1) +
                     "*MAT_RIGID\n2,7.8e-9,210000.,0.3\n\n7\n*MAT_RIGID\n4,7.8e-9,210000.,0.3\n\n\n"
                     "*MAT_NULL\n5,7.8e-9\n"
                     "*DEFINE_COORDINATE_SYSTEM\n7,0,0,0,1,0.1,0\n0,1,0.1\n*DEFINE_CURVE\n1\n0,1\n1,1\n";
  deck += shell_section(1, 1.5) + "*SECTION_BEAM\n3,1,1.,2,1\n4.,4.\n*SECTION_BEAM\n4,2\n6.,3.,3.,6.\n";
  deck += part(1, 1, 1) + part(2, 1, 2) + part(3, 1, 1) + part(4, 3, 4) + part(5, 4, 5) + part(6, 4, 2);
  deck += shells(plate) + shells(bar) + shells(flap) + "*NODE\n";
  std::string beams = "*ELEMENT_BEAM\n";
  for (int i = 0; i <= 10; ++i) deck += fmt::format("{},{},40,{}\n", 3001 + i, 15 + 9 * i, 6 + 0.3 * i);
  for (int i = 0; i < 10; ++i) beams += fmt::format("{},4,{},{}\n", 3001 + i, 3001 + i, 3002 + i);
  for (int i = 0; i < 16; ++i) beams += fmt::format("{},5,{},{}\n", 4001 + i, plate.node(i, 6), plate.node(i + 1, 6));
  for (int i = 0; i < 12; ++i) beams += fmt::format("{},6,{},{}\n", 5001 + i, bar.node(i, 1), bar.node(i + 1, 1));
  std::vector<long> held = columns(plate, 0, 0);
  for (const long node : columns(plate, 16, 16)) held.push_back(node);
  deck += beams + node_set(1, held) + clamp(1) + node_set(2, columns(flap, 0, 4)) +
          "*CONSTRAINED_RIGID_BODIES\n2,6\n*CONSTRAINED_NODAL_RIGID_BODY\n9,7,2\n"
          "*INITIAL_VELOCITY_RIGID_BODY\n2,0,0,0,0,600,0\n4,0,0,-3e4,0,200,0\n9,0,0,-2e4\n"
          "*BOUNDARY_PRESCRIBED_MOTION_RIGID_LOCAL\n2,3,0,1,-3.0e4\n2,5,0,1,300.\n9,6,0,1,900.\n"
          "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n0.1,0.1\n\n"
          "*CONTACT_AUTOMATIC_NODES_TO_SURFACE\n4,1,3,3\n\n\n";
  auto at_work = [](const Run& run) {
    EXPECT_NE(run.energy("sliding"), 0);
    EXPECT_NE(run.energy("external_work"), 0);
    EXPECT_GT(run.energy("internal"), 0);
  };
  return {"OwnAxesAndRigidBeams", deck + "*END\n", at_work, "2,5,0,1,300.", "2,5,0,1,301."};
}

/// Nodal rigid bodies that join plates across many ranks, one with its own inertia, one guided, one on a plate that
/// fails.
Case nodal_bodies_case() {
  ShellGrid low{.n = {14, 3}, .u = {8, 0, 0}, .v = {0, 8, 0}};
  ShellGrid high{.first = 1001, .part = 2, .n = {14, 3}, .origin = {0, 0, 10}, .u = {8, 0, 0}, .v = {0, 8, 0}};
  std::string deck = deck_head(2.5e-4) + piecewise(1, 0.01) + shell_section(1, 1.0) + part(1, 1, 1) + part(2, 1, 1) +
                     shells(low) + shells(high);
  for (int i = 0; i < 3; ++i) {
    std::vector<long> nodes = columns(low, 5 * i, 5 * i + 1);
    for (const long node : columns(high, 5 * i, 5 * i + 1)) nodes.push_back(node);
    deck += node_set(10 + i, nodes);
  }
  std::vector<long> ridge;
  for (int i = 2; i <= 13; ++i)
    if (i % 5 > 1) ridge.push_back(high.node(i, 1));
  deck += node_set(13, ridge);
  deck += "*CONSTRAINED_NODAL_RIGID_BODY\n100,0,10\n*CONSTRAINED_NODAL_RIGID_BODY_SPC\n101,0,11\n1,1,4\n";
  deck += "*CONSTRAINED_NODAL_RIGID_BODY_INERTIA\n102,0,12\n84,12,5,3.0e-6,0\n2e-4,0,0,2e-4,0,2e-4\n0,0,1e4\n";
  deck += "*CONSTRAINED_NODAL_RIGID_BODY\n103,0,13\n";
  deck += node_set(1, columns(low, 3, 4)) + initial_velocity(1, {0, 0, -5e4}) + node_set(2, columns(high, 8, 9)) +
          initial_velocity(2, {-2e4, 0, 4e4});
  auto at_work = [](const Run& run) { EXPECT_GT(run.energy("eroded"), 0); };
  return {"NodalRigidBodies", deck + "*END\n", at_work, "3.0e-6,0\n2e-4", "3.3e-6,0\n2e-4"};
}

/// Plates joined by welds: single ones, chains through four plates, and welds that fail by force, time and strain.
Case welds_case() {
  std::string deck = deck_head(2.5e-4) + piecewise(1, 0.2) + shell_section(1, 1.0);
  std::vector<ShellGrid> plates;
  for (int p = 1; p <= 4; ++p) {
    plates.push_back(
        {.first = 1000L * p, .part = p, .n = {14, 4}, .origin = {0.2 * p, 0, 1.2 * p}, .u = {8, 0, 0}, .v = {0, 8, 0}});
    deck += part(p, 1, 1) + shells(plates.back());
  }
  const char* strengths[] = {"", ",900.,600.,2,2", ",1.0e5,1.0e5,1,3,8e-5", ",0,0,0,0,1e20,0.01", ",2000.,1500.,1.5,2"};
  deck += "*CONSTRAINED_SPOTWELD\n";
  for (int i = 1; i <= 14; ++i)
    for (int p = 0; p < 3; ++p)
      for (int j = 1; j <= 3; j += 2)
        if ((i + p + j) % 4 != 0)
          deck += fmt::format("{},{}{}\n", plates[p].node(i, j), plates[p + 1].node(i, j), strengths[(i / 3) % 5]);
  deck += node_set(1, columns(plates[0], 0, 0)) + clamp(1);
  deck += "*DEFINE_CURVE\n1\n0,0\n5e-5,1\n1,1\n" + node_set(2, columns(plates[3], 13, 14)) +
          node_set(3, columns(plates[0], 7, 8));
  deck += "*BOUNDARY_PRESCRIBED_MOTION_SET\n2,3,0,1,5.0e4\n2,1,0,1,6.0e3\n3,3,0,1,-3.0e4\n";
  deck += "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n0.2,0.2\n\n";
  auto at_work = [](const Run& run) { EXPECT_NE(run.file("mes0000").find("failed at time"), std::string::npos); };
  return {"SpotWeldsInChains", deck + "*END\n", at_work, "1,3,8e-5", "1,3,7e-5"};
}

/// A sheet of six plates whose edges are tied node by node, torn apart from one end on; four meet at two corners.
Case tied_nodes_case() {
  std::string deck = deck_head(2.5e-4) + "*PARAMETER\nR strain,0.006\n" + piecewise(1) + shell_section(1, 1.0) +
                     part(1, 1, 1);
  std::map<std::pair<int, int>, std::vector<long>> at;  // by place in the sheet
  std::vector<long> left, right;
  for (int p = 0; p < 6; ++p) {
    const int i0 = p % 3 * 6, j0 = p / 3 * 4;
    const ShellGrid plate{
        .first = 1000L * (p + 1), .n = {6, 4}, .origin = {6.0 * i0, 6.0 * j0, 0}, .u = {6, 0, 0}, .v = {0, 6, 0}};
    deck += shells(plate);
    for (int i = 0; i <= 6; ++i)
      for (int j = 0; j <= 4; ++j) {
        at[{i0 + i, j0 + j}].push_back(plate.node(i, j));
        if (i0 + i == 0) left.push_back(plate.node(i, j));
        if (i0 + i >= 17) right.push_back(plate.node(i, j));
      }
  }
  std::string ties = "*CONSTRAINED_TIED_NODES_FAILURE\n";
  int set = 100;
  for (const auto& [place, nodes] : at) {
    if (nodes.size() < 2) continue;
    deck += node_set(++set, nodes);
    ties += fmt::format("{},{}\n", set, place.first < 12 ? "&strain" : "0.03");
  }
  deck += ties + node_set(1, left) + clamp(1) + "*DEFINE_CURVE\n1\n0,0\n5e-5,1\n1,1\n" + node_set(2, right);
  deck += "*BOUNDARY_PRESCRIBED_MOTION_SET\n2,1,0,1,1.2e4\n2,3,0,1,1.5e4\n";
  deck += "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n0.2,0.2\n\n";
  auto at_work = [](const Run& run) {
    const auto released = run.summary.at("failed").at("tied_nodes").get<int>();
    EXPECT_GT(released, 4) << run.file("mes0000");
    EXPECT_LT(released, 80) << run.file("mes0000");
  };
  return {"TiedNodesThatLetGo", deck + "*END\n", at_work, "strain,0.006", "strain,0.0065"};
}

/// Surfaces tied across many ranks: blocks of different mesh, a plate on them that keeps its offset, a rib whose edge
/// stands on the plate, and a rigid bar; faces that fail release what is tied to them.
Case ties_case() {
  SolidBlock low{.first = 1, .part = 1, .n = {12, 3, 2}, .edge = {8, 8, 8}};
  SolidBlock high{.first = 1001, .part = 2, .n = {17, 4, 1}, .origin = {0.5, 0.4, 16.2}, .edge = {5.5, 5.5, 7}};
  ShellGrid plate{.first = 2001, .part = 3, .n = {14, 3}, .origin = {3, 1, 23.7}, .u = {6, 0, 0}, .v = {0.1, 6.5, 0}};
  ShellGrid rib{.first = 3001, .part = 4, .n = {11, 3}, .origin = {4, 10, 23.8}, .u = {7, 0.1, 0}, .v = {0, 0, 6}};
  SolidBlock bar{.first = 4001, .part = 5, .n = {6, 1, 1}, .origin = {2, 2, -9.2}, .edge = {15, 10, 9}};
  std::string deck = deck_head(2.5e-4) + piecewise(1, 0.06) + piecewise(2, 0.015) + piecewise(4, 0.3) +
                     "*MAT_RIGID\n3,7.8e-9,210000.,0.3\n\n\n";
  deck += shell_section(1, 1.0) + solid_section(2) + part(1, 2, 1) + part(2, 2, 1) + part(3, 1, 2) + part(4, 1, 4) +
          part(5, 2, 3);
  deck += solids(low) + solids(high) + shells(plate) + shells(rib) + solids(bar);
  deck +=
      node_set(1, layers(high, 2, 0, 0)) + "*CONTACT_TIED_NODES_TO_SURFACE_ID\n11,blocks\n1,1,4,3\n\n1,1,-0.5,-0.5\n";
  std::vector<long> rims, edge;
  for (int i = 0; i <= plate.n[0]; ++i) rims.push_back(plate.node(i, 0)), rims.push_back(plate.node(i, plate.n[1]));
  deck += node_set(7, rims) + "*CONTACT_TIED_SHELL_EDGE_TO_SOLID_CONSTRAINED_OFFSET\n7,2,4,3\n\n\n";
  for (int i = 0; i <= rib.n[0]; ++i) edge.push_back(rib.node(i, 0));
  deck += node_set(2, edge) + "*CONTACT_TIED_SHELL_EDGE_TO_SURFACE\n2,3,4,3\n\n\n";
  deck += node_set(3, layers(low, 2, 0, 0)) + "*CONTACT_TIED_NODES_TO_SURFACE_OFFSET\n3,5,4,3\n\n\n";
  deck += "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n0.2,0.2\n\n1,0.1\n";
  deck += node_set(4, layers(low, 0, 0, 0)) + clamp(4) + "*DEFINE_CURVE\n1\n0,0\n5e-5,1\n1,1\n";
  std::vector<long> crest;
  for (int i = 0; i <= rib.n[0]; ++i) crest.push_back(rib.node(i, rib.n[1]));
  deck += node_set(5, crest) + "*BOUNDARY_PRESCRIBED_MOTION_SET\n5,2,0,1,1.5e5\n" +
          node_set(6, layers(high, 0, 16, 17)) + initial_velocity(6, {0, 0, 1e5});
  auto at_work = [](const Run& run) {
    EXPECT_GT(run.summary.at("failed").at("ties"), 0) << run.file("mes0000");
    EXPECT_EQ(run.file("mes0000").find("  0 nodes tied"), std::string::npos);
    EXPECT_NE(run.file("mes0000").find("90 nodes tied  blocks"), std::string::npos) << run.file("mes0000");
  };
  return {"TiedContacts", deck + "*END\n", at_work, "-0.5,-0.5", "-0.001,-0.001"};
}

/// A block and a plate tied to a longer block, with damping, gravity and loads on the tied nodes: what these add is
/// handed to the corners with all other forces.
Case loaded_ties_case() {
  const SolidBlock low{.n = {14, 4, 1}, .edge = {8, 8, 8}};
  const SolidBlock high{.first = 1001, .part = 2, .n = {12, 4, 2}, .origin = {2.5, 4, 8}, .edge = {5.5, 5.5, 5}};
  const ShellGrid plate{
      .first = 2001, .part = 3, .n = {6, 3}, .origin = {72, 3, 8.2}, .u = {6, 0, 0}, .v = {0, 6.5, 3}};
  std::vector<long> rim;
  for (int i = 0; i <= plate.n[0]; ++i) rim.push_back(plate.node(i, 0));
  std::string deck = deck_head(2e-4) + piecewise(1) + elastic(2) + solid_section(1) + shell_section(2, 1.0) +
                     part(1, 1, 1) + part(2, 1, 2) + part(3, 2, 2) + solids(low) + solids(high) + shells(plate);
  deck += node_set(1, layers(high, 2, 0, 0)) + "*CONTACT_TIED_NODES_TO_SURFACE\n1,1,4,3\n\n\n";
  deck += node_set(2, rim) + "*CONTACT_TIED_SHELL_EDGE_TO_SURFACE\n2,1,4,3\n\n\n";
  deck += node_set(3, layers(low, 2, 0, 0)) + clamp(3) + node_set(4, layers(high, 0, 11, 12)) +
          initial_velocity(4, {-7e3, 3e3, 1.5e4});
  deck += "*DEFINE_CURVE\n1\n0,0.5\n1,0.5\n*DEFINE_CURVE\n2\n0,100.\n1e-4,300.\n1,300.\n*DEFINE_CURVE\n3\n0,1\n1,1\n";
  deck += "*LOAD_NODE_SET\n1,1,2,0.123456789\n2,3,2,-0.3\n2,5,2,7.654321\n*LOAD_BODY_Z\n3,9.81e6\n";
  deck += "*DAMPING_GLOBAL\n1,700.\n*DEFINE_CURVE\n4\n0,1500.\n1,2500.\n*DAMPING_PART_MASS\n2,4,1.234\n3,4,0.7\n";
  auto at_work = [](const Run& run) {
    EXPECT_NE(run.energy("damping"), 0);
    EXPECT_NEAR(run.energy("ratio"), 1, 0.01);  // the step is near the stable one
  };
  return {"TiesWithDampingAndLoads", deck + "*END\n", at_work, "0.123456789", "0.123456788"};
}

/// A block glued to a longer one and torn off from its end on, so that ties fail one after the other; a second one is
/// torn off at nodes of limited forces and falls back.
Case tiebreak_case() {
  SolidBlock low{.n = {16, 4, 2}, .edge = {8, 8, 8}};
  SolidBlock high{.first = 1001, .part = 2, .n = {15, 4, 2}, .origin = {2.5, 4, 16}, .edge = {5.5, 5.5, 5}};
  SolidBlock small{.first = 2001, .part = 3, .n = {5, 4, 1}, .origin = {90, 3, 16}, .edge = {6, 6, 6}};
  std::string deck = deck_head(2e-4) + piecewise(1) + elastic(2) + solid_section(1) + part(1, 1, 1) + part(2, 1, 2) +
                     part(3, 1, 2) + solids(low) + solids(high) + solids(small) + node_set(1, layers(low, 2, 0, 0)) +
                     clamp(1);
  deck += "*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE_TIEBREAK\n2,1,3,3\n0.2,0.2\n\n2,500,300\n1,0.1\n";
  deck += "*CONTACT_TIEBREAK_NODES_TO_SURFACE\n3,1,3,3\n0.2,0.2\n\n900,700,1.5,3\n1,0.1\n";
  deck += node_set(2, layers(high, 0, 14, 15)) + initial_velocity(2, {-1e4, 0, 6e4});
  deck += node_set(3, layers(small, 0, 5, 5)) + initial_velocity(3, {2e4, 0, -9e4});
  auto at_work = [](const Run& run) {
    const auto failed = run.summary.at("failed").at("ties").get<int>();
    EXPECT_GT(failed, 20) << run.file("mes0000");
    EXPECT_LT(failed, 16 * 5 + 6 * 5) << run.file("mes0000");
    EXPECT_NE(run.energy("sliding"), 0);
  };
  return {"Tiebreak", deck + "*END\n", at_work, "2,500,300", "2,500,310"};
}

/// Two blocks with a layer of cohesive elements without height between them, torn apart from their end on, and a plate
/// on the lower one whose ties fade by a curve.
Case cohesive_case() {
  const SolidBlock low{.n = {16, 3, 2}, .edge = {8, 8, 8}};
  const SolidBlock high{.first = 1001, .part = 2, .n = {10, 3, 1}, .origin = {0, 0, 16}, .edge = {8, 8, 8}};
  const ShellGrid plate{.first = 2001, .part = 3, .n = {5, 3}, .origin = {90, 3, 16.4}, .u = {6, 0, 0}, .v = {0, 6, 0}};
  std::string deck = deck_head(2e-4) + piecewise(1) + elastic(2) + solid_section(1) + shell_section(2, 1.0) +
                     part(1, 1, 1) + part(2, 1, 2) + part(3, 2, 2) + solids(low) + solids(high) + shells(plate) +
                     node_set(1, layers(low, 2, 0, 0)) + clamp(1);
  deck += "*SECTION_SOLID\n4,19\n" + part(4, 4, 4) +
          "*MAT_138\n4,1e-9,1,,2e4,1.5e4,15,20\n-1.3,300,200\n*ELEMENT_SOLID\n";
  for (int j = 0; j < high.n[1]; ++j)
    for (int i = 0; i < high.n[0]; ++i)
      deck += fmt::format("{},4,{},{},{},{},{},{},{},{}\n", 5001 + i + 10 * j, low.node(i, j, 2), low.node(i + 1, j, 2),
                          low.node(i + 1, j + 1, 2), low.node(i, j + 1, 2), high.node(i, j, 0), high.node(i + 1, j, 0),
                          high.node(i + 1, j + 1, 0), high.node(i, j + 1, 0));
  deck += "*DEFINE_CURVE\n7\n0,1\n0.1,0.8\n0.3,0\n";
  deck += "*CONTACT_AUTOMATIC_ONE_WAY_SURFACE_TO_SURFACE_TIEBREAK\n3,1,3,3\n0.2,0.2\n\n5,60,0,7\n1,0.1\n";
  deck += node_set(2, layers(high, 0, 9, 10)) + initial_velocity(2, {-1e4, 0, 5e4});
  deck += node_set(3, columns(plate, 5, 5)) + initial_velocity(3, {2e3, 3e3, 3e4});
  auto at_work = [](const Run& run) {
    const auto failed = run.summary.at("failed").at("ties").get<int>();
    EXPECT_GT(failed, 5) << run.file("mes0000");
    EXPECT_LT(failed, 11 * 4 + 6 * 4) << run.file("mes0000");
    EXPECT_NE(run.energy("sliding"), 0);
    EXPECT_NEAR(run.energy("ratio"), 1, 0.02);
  };
  return {"CohesiveLayer", deck + "*END\n", at_work, "-1.3,300,200", "-1.3,310,200"};
}

/// A block glued to a longer one by ties that soften, by energies and up to a separation, torn off from its end on.
Case soft_ties_case() {
  SolidBlock low{.n = {16, 4, 2}, .edge = {8, 8, 8}};
  SolidBlock high{.first = 1001, .part = 2, .n = {15, 4, 2}, .origin = {2.5, 4, 16}, .edge = {5.5, 5.5, 5}};
  ShellGrid plate{.first = 2001, .part = 3, .n = {5, 4}, .origin = {90, 3, 16.4}, .u = {6, 0, 0}, .v = {0, 6, 0}};
  std::string deck = deck_head(2e-4) + piecewise(1) + elastic(2) + solid_section(1) + shell_section(2, 1.0) +
                     part(1, 1, 1) + part(2, 1, 2) + part(3, 2, 2) + solids(low) + solids(high) + shells(plate) +
                     node_set(1, layers(low, 2, 0, 0)) + clamp(1);
  deck += "*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE_TIEBREAK\n2,1,3,3\n0.2,0.2\n\n9,300,200,-1.3,15,20,0.8,2e4\n1,0.1\n";
  deck += "*CONTACT_AUTOMATIC_ONE_WAY_SURFACE_TO_SURFACE_TIEBREAK\n3,1,3,3\n0.2,0.2\n\n8,60,50,0.3\n1,0.1\n";
  deck += node_set(2, layers(high, 0, 14, 15)) + initial_velocity(2, {-1e4, 0, 6e4});
  deck += node_set(3, columns(plate, 5, 5)) + initial_velocity(3, {2e3, 3e3, 3e4});
  auto at_work = [](const Run& run) {
    const auto failed = run.summary.at("failed").at("ties").get<int>();
    EXPECT_GT(failed, 10) << run.file("mes0000");
    EXPECT_LT(failed, 16 * 5 + 6 * 5) << run.file("mes0000");
    EXPECT_NE(run.energy("sliding"), 0);
    EXPECT_NEAR(run.energy("ratio"), 1, 0.02);
  };
  return {"SoftTies", deck + "*END\n", at_work, "9,300,200,", "9,310,200,"};
}

/// Plates joined by weld beams whose ends are tied to them, so that a beam, its faces and their neighbours lie on many
/// ranks; a block with a skin of null shells hangs on the upper plate by beams tied to the skin. Beams yield and fail
/// by force (filtered or not), strain and time; faces fail and let go of beams; a beam limits the step.
Case weld_beams_case() {
  std::string deck = deck_head(2.0e-4) + piecewise(1, 0.15) + shell_section(1, 1.0) + solid_section(2);
  std::vector<ShellGrid> plates;
  for (int p = 1; p <= 3; ++p) {
    plates.push_back(
        {.first = 1000L * p, .part = p, .n = {14, 4}, .origin = {0.2 * p, 0, 1.2 * p}, .u = {8, 0, 0}, .v = {0, 8, 0}});
    deck += part(p, 1, 1) + shells(plates.back());
  }
  SolidBlock block{.first = 5001, .part = 5, .n = {9, 2, 1}, .origin = {20, 6, 4.9}, .edge = {9, 9, 9}};
  deck += "*MAT_ELASTIC\n2,2.7e-9,70000.,0.33\n*MAT_NULL\n9,7.8e-9,0,0,0,0,210000.,0.3\n" + shell_section(9, 0.8);
  deck += part(5, 2, 2) + part(9, 9, 9) + solids(block) + "*ELEMENT_SHELL\n";
  for (int i = 0; i < block.n[0]; ++i)
    for (int j = 0; j < block.n[1]; ++j)
      deck += fmt::format("{},9,{},{},{},{}\n", 9001 + 2 * i + j, block.node(i, j, 0), block.node(i + 1, j, 0),
                          block.node(i + 1, j + 1, 0), block.node(i, j + 1, 0));
  const char* laws[] = {"1.2e-6,0\n0,1500.,900.,900.,4e3,3e3,3e3", "1.2e-6,0\n0,1200.,700.,800.,0,0,0,6",
                        "1.0e-6,0\n0.08,0,0,0,0,0,0", "1.2e-6,9e-5\n0,0,0,0,0,0,0"};
  deck +=
      "*SECTION_BEAM\n90,9,1.0,0,1\n5.0,5.0,1.0,1.0\n*SET_PART_LIST\n90\n90,91,92,93\n*SET_PART_LIST\n91\n1,2,3,9\n";
  for (int law = 0; law < 4; ++law)
    deck += fmt::format("*MAT_SPOTWELD\n{0},7.8e-9,210000.,0.3,300.,1500.,{1}\n", 90 + law, laws[law]) +
            part(90 + law, 90, 90 + law);
  std::string nodes = "*NODE\n", beams = "*ELEMENT_BEAM\n";
  int n = 0;
  for (int i = 0; i < 14; ++i)
    for (int p = 1; p <= 3; ++p)
      for (int j = 0; j < 4; ++j) {
        const bool to_block = p == 3;
        if ((i + p + j) % 3 == 0 || (to_block && (i < 3 || i > 11 || j == 0 || j == 3))) continue;
        const double x = 8 * i + 3.7 + 0.3 * j, y = 8 * j + 4.2, low = 1.2 * p, high = to_block ? 4.9 : low + 1.2;
        nodes += fmt::format("{},{},{},{}\n{},{},{},{}\n", 10000 + 2 * n, x, y, low, 10001 + 2 * n, x, y, high);
        beams += fmt::format("{},{},{},{}{}\n", 10001 + n, 90 + (i / 2 + p) % 4, 10000 + 2 * n, 10001 + 2 * n,
                             n % 2 ? fmt::format(",{}", plates[0].node(i, 0)) : "");
        ++n;
      }
  deck += nodes + beams + "*CONTACT_SPOTWELD_ID\n7,welds\n90,91,2,2\n\n\n*DATABASE_SWFORC\n5e-5,\n";
  deck += node_set(1, columns(plates[0], 0, 0)) + clamp(1) + "*DEFINE_CURVE\n1\n0,0\n5e-5,1\n1,1\n";
  deck += node_set(2, columns(plates[2], 13, 14)) + node_set(3, columns(plates[0], 7, 8)) +
          node_set(4, layers(block, 2, 1, 1));
  deck += "*BOUNDARY_PRESCRIBED_MOTION_SET\n2,3,0,1,5.0e4\n2,1,0,1,6.0e3\n3,3,0,1,-3.0e4\n" +
          initial_velocity(4, {0, 4e3, 2e4});
  deck += "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n0.2,0.2\n\n";
  auto at_work = [n](const Run& run) {
    const std::string text = run.file("mes0000");
    EXPECT_NE(text.find(fmt::format("{} nodes tied  welds", 2 * n)), std::string::npos) << text;
    EXPECT_GT(run.summary.at("failed").at("beams"), n / 4);
    EXPECT_LT(run.summary.at("failed").at("beams"), n);
    EXPECT_GT(run.summary.at("failed").at("ties"), 0);
    EXPECT_NE(text.find("mass added by mass scaling"), std::string::npos);
    EXPECT_NE(run.file("glstat").find("is controlled by beam"), std::string::npos);
    EXPECT_NE(run.energy("sliding"), 0);
  };
  return {"WeldBeamsAndNullShells", deck + "*END\n", at_work, "0,1200.,700.,800.,0,0,0,6", "0,1200.,700.,800.,0,0,0,7"};
}

/// A chain of rigid plates over many ranks that strikes a deformable plate: two revolute joints, a spherical one, a
/// slide and a universal joint; one fails by force or moment, one by time.
Case rigid_joints_case() {
  std::string deck = deck_head(2.5e-4) + piecewise(1) + shell_section(1, 1.5);
  deck += "*MAT_RIGID\n2,7.8e-9,210000.,0.3\n\n\n";
  ShellGrid plate{.n = {20, 3}, .origin = {0, 0, -4}, .u = {8, 0, 0}, .v = {0, 8, 0}};
  deck += part(1, 1, 1) + shells(plate) + node_set(1, columns(plate, 0, 0)) + clamp(1);
  std::vector<ShellGrid> links;
  for (int p = 0; p < 7; ++p) {  // the last one overlaps the one before
    links.push_back({.first = 1000L * (p + 1),
                     .part = 11 + p,
                     .n = {4, 3},
                     .origin = {p < 6 ? 32.0 * p : 184.0, 0, 0},
                     .u = {8, 0, 0},
                     .v = {0, 8, 0}});
    deck += part(11 + p, 1, 2) + shells(links.back());
  }
  const auto ends = [&](int p, int j) { return fmt::format("{},{}", links[p].node(4, j), links[p + 1].node(0, j)); };
  deck += "*CONSTRAINED_JOINT_REVOLUTE\n" + ends(0, 0) + "," + ends(0, 3) + "\n";
  deck += "*CONSTRAINED_JOINT_REVOLUTE_ID_FAILURE\n21,weak hinge\n" + ends(1, 0) + "," + ends(1, 3) + ",,,0.8,0.5\n";
  deck += "0,0,1\n500.,0,0,0,0,3.0e8\n*CONSTRAINED_JOINT_SPHERICAL\n" + ends(2, 1) + "\n";
  deck += fmt::format("*CONSTRAINED_JOINT_UNIVERSAL\n{},{},{}\n", ends(4, 1), links[4].node(4, 2), links[5].node(1, 1));
  const ShellGrid &fifth = links[5], &last = links[6];
  deck += fmt::format("*CONSTRAINED_JOINT_LOCKING\n{},{},{},{},{},{}\n", fifth.node(4, 0), last.node(1, 0),
                      fifth.node(4, 3), last.node(1, 3), fifth.node(3, 1), last.node(0, 1));
  deck += "*CONSTRAINED_JOINT_CYLINDRICAL_FAILURE\n" + ends(3, 0) + "," + ends(3, 3) + "\n0,1.5e-4\n0,0\n";
  deck += node_set(2, columns(links[4], 0, 4)) + initial_velocity(2, {1e3, 2e3, -4e4}) + "*DATABASE_JNTFORC\n5e-5\n";
  deck += node_set(3, columns(links[1], 0, 4)) + initial_velocity(3, {0, -1e3, -2e4});
  deck += "*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE\n1,15,3,3\n0.2,0.2\n1,1\n";
  auto at_work = [](const Run& run) {
    EXPECT_EQ(run.summary.at("failed").at("joints"), 2) << run.file("mes0000");
    EXPECT_NE(run.file("jntforc").find("joint number.................        21"), std::string::npos);
    EXPECT_NEAR(run.energy("ratio"), 1, 0.02);
  };
  return {"RigidJoints", deck + "*END\n", at_work, ",,,0.8,0.5", ",,,0.7,0.5"};
}

/// Two rigid plates on a plane joint fall on a deformable plate, integrated by Lobatto's rule, and a wall, under a load
/// of the base; sensors of the forces of contact, joint and wall, and the sensors of pretensioners, let springs begin
/// and end to pull.
Case sensed_forces_case() {
  std::string deck = deck_head(2.5e-4) + piecewise(1) +
                     "*SECTION_SHELL\n1,2,0.8333333,3,0,-6\n1.5\n*INTEGRATION_SHELL\n6,3\n-1,0.16667\n0,0.66667\n"
                     "1,0.16667\n*MAT_RIGID\n2,7.8e-9,210000.,0.3\n\n\n";
  ShellGrid plate{.n = {12, 3}, .origin = {0, 0, -4}, .u = {8, 0, 0}, .v = {0, 8, 0}};
  ShellGrid a{.first = 1000, .part = 11, .n = {4, 3}, .origin = {16, 0, 0}, .u = {8, 0, 0}, .v = {0, 8, 0}};
  ShellGrid b{.first = 2000, .part = 12, .n = {4, 3}, .origin = {56, 0, 0}, .u = {8, 0, 0}, .v = {0, 8, 0}};
  deck += part(1, 1, 1) + shells(plate) + node_set(1, columns(plate, 0, 0)) + clamp(1) + part(11, 1, 2) + shells(a) +
          part(12, 1, 2) + shells(b) + node_set(2, columns(a, 0, 4)) + node_set(3, columns(b, 0, 4)) +
          initial_velocity(2, {1e3, 0, -4e4}) + initial_velocity(3, {1e3, 3e3, -3.5e4});
  deck += fmt::format("*NODE\n9001,48.,8.,10.\n9002,56.,8.,10.\n*CONSTRAINED_EXTRA_NODES_NODE\n11,9001\n12,9002\n"
                      "*CONSTRAINED_JOINT_PLANAR_ID\n9,table\n{},{},9001,9002\n", a.node(4, 1), b.node(0, 1));
  deck += "*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE_ID\n3,fall\n1,11,3,3\n0.2,0.2\n1,1\n"
          "*RIGIDWALL_PLANAR_ID\n1,ground\n4\n0,0,-5,0,0,1,0.2\n" + node_set(4, columns(plate, 3, 12));
  deck += "*DEFINE_CURVE\n41\n0,0\n1e-4,1.\n1,1.\n*LOAD_BODY_GENERALIZED_SET_PART\n7,0,41\n0,0,4e7\n"
          "*SET_PART\n7\n11,12\n*LOAD_BODY_GENERALIZED\n2000,2999,41,0,70.,12.\n0,0,0,0,0,900.\n";
  deck += "*SECTION_DISCRETE\n80,0\n0,0\n*MAT_S01\n81,400.\n" + part(81, 80, 81) + "*ELEMENT_DISCRETE\n";
  for (int s = 0; s < 4; ++s)
    deck += fmt::format("{},81,{},{},0,1.,0,{}\n", 801 + s, plate.node(3 * s, 0), plate.node(3 * s + 2, 3), 2 - s);
  deck += "*SENSOR_DEFINE_FORCE\n1,CONTACT,3,Z\n2,JOINT,9,M\n3,RWALL,1,M\n4,JOINT,9,XMOMENT\n"
          "*SENSOR_DEFINE_CALC-MATH\n5,SUM,2,4\n*SENSOR_SWITCH\n1,SENSOR,1,LT,-200.\n2,SENSOR,5,GT,1.0e5\n"
          "3,SENSOR,3,GT,200.\n*SENSOR_CONTROL\n1,DISC-ELE,801\nOFF,1,2\n2,DISC-ELE,802\nON,3\n";
  deck += fmt::format("*ELEMENT_SEATBELT_SENSOR\n1,1\n{0},3,1e6,1e-6\n2,4\n{0},{1},200.,3.\n3,3\n1.5e-4\n"
                      "*ELEMENT_SEATBELT_PRETENSIONER\n1,2,1,3\n803,1e-5\n2,3,2,3\n804,2e-5\n",
                      plate.node(6, 1), a.node(4, 1));
  auto at_work = [](const Run& run) {
    const std::string text = run.file("mes0000");
    std::size_t n = 0;
    for (std::size_t at = text.find("sensors have"); at != text.npos; at = text.find("sensors have", at + 1)) ++n;
    EXPECT_GE(n, 4u) << text;
    EXPECT_NEAR(run.energy("ratio"), 1, 0.02);
  };
  return {"SensedForces", deck + "*END\n", at_work, "2,SENSOR,5,GT,1.0e5", "2,SENSOR,5,GT,1.0e8"};
}

/// Three rigid plates, the second on a straight slide of the first, the third on a screw of the second; the first
/// strikes a deformable plate askew.
Case sliding_joints_case() {
  std::string deck =
      deck_head(2.5e-4) + piecewise(1) + shell_section(1, 1.5) + "*MAT_RIGID\n2,7.8e-9,210000.,0.3\n\n\n";
  ShellGrid plate{.n = {8, 3}, .origin = {0, 0, -4}, .u = {8, 0, 0}, .v = {0, 8, 0}};
  deck += part(1, 1, 1) + shells(plate) + node_set(1, columns(plate, 0, 0)) + clamp(1);
  std::vector<ShellGrid> links;
  for (int p = 0; p < 3; ++p) {
    links.push_back({.first = 1000L * (p + 1),
                     .part = 11 + p,
                     .n = {4, 3},
                     .origin = {32.0 * p - (p > 0 ? 8.0 : 0.0), 0, 0},
                     .u = {8, 0, 0},
                     .v = {0, 8, 0}});
    deck += part(11 + p, 1, 2) + shells(links.back());
    deck += node_set(2 + p, columns(links[std::size_t(p)], 0, 4));
  }
  const auto &a = links[0], &b = links[1], &c = links[2];
  deck += fmt::format("*CONSTRAINED_JOINT_TRANSLATIONAL\n{},{},{},{},{},{}\n", a.node(3, 0), b.node(0, 0), a.node(3, 3),
                      b.node(0, 3), a.node(4, 1), b.node(1, 2));
  deck += fmt::format("*CONSTRAINED_JOINT_SCREW_ID\n5,thread\n{},{},{},{},{},{}\n2.5,\n", b.node(4, 0), c.node(0, 0),
                      b.node(4, 3), c.node(0, 3), b.node(2, 1), c.node(3, 1));
  deck += initial_velocity(2, {0, 2e3, -3e4}) + initial_velocity(3, {0, -6e3, -3e4}) +
          initial_velocity(4, {0, 9e3, -3e4}) + "*DATABASE_JNTFORC\n5e-5\n";
  deck += "*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE\n1,11,3,3\n0.2,0.2\n1,1\n";
  auto at_work = [](const Run& run) {
    EXPECT_NE(run.file("jntforc").find("joint number.................         5"), std::string::npos);
    EXPECT_NE(run.energy("sliding"), 0);
    EXPECT_NEAR(run.energy("ratio"), 1, 0.02);
  };
  return {"SlidingJoints", deck + "*END\n", at_work, "2.5,\n", "2.6,\n"};
}

/// Four rigid plates in a row, joined by stiffnesses alone: a hinge of curves, friction and stops; springs with a stop
/// in a frame at an angle; the last is stopped on its way; the first strikes a deformable plate.
Case joint_stiffness_case() {
  std::string deck =
      deck_head(2.5e-4) + piecewise(1) + shell_section(1, 1.5) + "*MAT_RIGID\n2,7.8e-9,210000.,0.3\n\n\n";
  ShellGrid plate{.n = {8, 3}, .origin = {0, 0, -4}, .u = {8, 0, 0}, .v = {0, 8, 0}};
  deck += part(1, 1, 1) + shells(plate) + node_set(1, columns(plate, 0, 0)) + clamp(1);
  for (int p = 0; p < 4; ++p) {
    const ShellGrid link{.first = 1000L * (p + 1),
                         .part = 11 + p,
                         .n = {4, 3},
                         .origin = {34.0 * p, 0, 0},
                         .u = {8, 0, 0},
                         .v = {0, 8, 0}};
    deck += part(11 + p, 1, 2) + shells(link) + node_set(2 + p, columns(link, 0, 4));
  }
  deck +=
      "*DEFINE_COORDINATE_SYSTEM\n5,33.,12.,0,34.,12.5,0\n33.,13.,0.2\n"
      "*DEFINE_COORDINATE_SYSTEM\n6,67.,12.,0,68.,12.,0.3\n67.,13.,0\n"
      "*DEFINE_COORDINATE_SYSTEM\n7,67.,12.,0.1,68.,12.,0\n67.,13.,0\n"
      "*DEFINE_CURVE\n71\n-1,-4e3\n-0.05,-1e3\n0,0\n0.05,1e3\n1,4e3\n*DEFINE_CURVE\n72\n-1e4,-200.\n1e4,200.\n"
      "*DEFINE_CURVE\n73\n-20,-300\n-1,-60\n0,0\n1,60\n20,300\n*DEFINE_CURVE\n74\n0,1.5\n1,1.5\n"
      "*DEFINE_CURVE\n75\n0,-1.\n1,-1.\n*DEFINE_CURVE\n76\n0,0\n1e4,0.1\n";
  deck +=
      "*CONSTRAINED_JOINT_STIFFNESS_GENERALIZED\n31,11,12,5\n71,71,71,72,72,72\n4e3,150.,4e3,150.,4e3,0\n"
      "-2.,2.,-3.,1.,0,0\n32,13,14,6,7\n71,71,71,72,72,72\n,\n,\n";
  deck +=
      "*CONSTRAINED_JOINT_STIFFNESS_TRANSLATIONAL\n33,11,12,5\n73,73,73\n40.,20.,40.,0,40.,10.\n-1.,1.,0,0.5,0,0\n"
      "34,12,13,6,7\n73,73,73,76,76,76\n,\n,\n35,13,14,6,7\n73,73,73\n,\n,\n";
  deck += "*CONSTRAINED_RIGID_BODY_STOPPERS\n14,-74,-75,,,,3\n,\n";
  deck += initial_velocity(2, {0, 2e3, -3e4}) + initial_velocity(3, {0, -6e3, -3e4}) +
          initial_velocity(4, {0, 9e3, -3e4}) + initial_velocity(5, {3e3, 0, 2e4});
  deck += "*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE\n1,11,3,3\n0.2,0.2\n1,1\n*DATABASE_RBDOUT\n5e-5\n";
  auto at_work = [](const Run& run) {
    EXPECT_NE(run.energy("sliding"), 0);
    EXPECT_NEAR(run.energy("ratio"), 1, 0.02);
  };
  return {"JointStiffnessesAndStoppers", deck + "*END\n", at_work, "4e3,150.,4e3", "4e3,140.,4e3"};
}

/// A rigid block on belts over slip rings of a deformable plate, thrown away from it; belts with slack, unloading
/// curves, rings that lock or let belt through one way alone, and a retractor that sensors lock, with a pretensioner.
Case belts_case() {
  std::string deck = deck_head(3e-4) + piecewise(1) + shell_section(1, 1.5) + solid_section(2) +
                     "*MAT_RIGID\n2,7.8e-9,210000.,0.3\n\n\n" + part(1, 1, 1) + part(2, 2, 2);
  ShellGrid plate{.n = {10, 4}, .u = {8, 0, 0}, .v = {0, 8, 0}};
  SolidBlock block{.first = 1001, .part = 2, .n = {3, 2, 2}, .origin = {25, 6, 20}, .edge = {10, 10, 10}};
  deck += shells(plate) + solids(block) + node_set(1, columns(plate, 0, 0)) + clamp(1);
  deck += "*DEFINE_CURVE\n71\n0,0\n0.02,300.\n0.5,6000.\n*DEFINE_CURVE\n72\n0,0\n0.02,900.\n0.5,3e4\n";
  deck += "*MAT_SEATBELT\n81,6e-8,71,72,2.\n*MAT_SEATBELT\n82,6e-8,71,0,2.\n*SECTION_SEATBELT\n81,\n" +
          part(81, 81, 81) + part(82, 81, 82) +
          "*NODE\n2001,-30,0,10\n2002,-30,32,10\n2003,110,16,15\n*SET_NODE\n9\n2001,2002,2003\n" + clamp(9);
  std::string belts = "*ELEMENT_SEATBELT\n", rings = "*ELEMENT_SEATBELT_SLIPRING\n";
  int n = 0;
  const long anchors[] = {2001, 2002, 2003};
  for (int k = 0; k < 3; ++k) {
    const long ring = plate.node(4 + 2 * k, 2 * k), on_block = block.node(k, 1, 2);
    belts += fmt::format("{},{},{},{},0,{}\n{},{},{},{}\n", n + 1, 81 + k % 2, anchors[k], ring, 0.1 * k, n + 2,
                         81 + k % 2, ring, on_block);
    rings += fmt::format("{},{},{},{},{},{}\n,0,{}\n", k + 1, n + 1, n + 2, 0.1 + 0.1 * k, ring, k == 1 ? 1e-4 : 0,
                         k == 2 ? 12 : 0);
    n += 2;
  }
  belts += fmt::format("{},82,{},{}\n", n + 1, block.node(0, 0, 2), plate.node(1, 1));
  std::vector<long> all;
  for (long node = block.first; node <= block.last_node(); ++node) all.push_back(node);
  deck += fmt::format(
      "*ELEMENT_SEATBELT_SENSOR\n1,3\n1e-4\n2,1\n{},1,1e12,1e-5\n3,2\n1,1e3,3e-5\n4,4\n2001,{},60.,\n"
      "*ELEMENT_SEATBELT_RETRACTOR\n1,2001,1,1,2,3,4\n2e-5,0.1,73,74\n"
      "*ELEMENT_SEATBELT_PRETENSIONER\n1,5,1\n1,1e-5,75,400.\n"
      "*DEFINE_CURVE\n75\n0,0\n6e-5,1.5\n"
      "*DEFINE_CURVE\n73\n0,50.\n20.,5000.\n*DEFINE_CURVE\n74\n0,0\n20.,2e4\n",
      block.node(1, 1, 1), block.node(0, 0, 0));
  deck += belts + rings + node_set(2, all) + initial_velocity(2, {1e4, 0, 3e4});
  auto at_work = [](const Run& run) {
    EXPECT_GT(run.energy("sliding"), 0);
    EXPECT_NEAR(run.energy("ratio"), 1, 0.02);
  };
  return {"BeltsRingsAndRetractors", deck + "*END\n", at_work, "0.02,300.", "0.02,290."};
}

/// Blocks of hexes of ELFORM 1 and 2 with bars in them (*CONSTRAINED_BEAM_IN_SOLID) fall on a wall, where solids fail
/// and let bars go.
Case embedded_bars_case() {
  SolidBlock hexes{.n = {6, 3, 2}, .edge = {8, 8, 8}};
  SolidBlock other{
      .first = 501, .first_element = 200, .part = 2, .n = {4, 3, 2}, .origin = {0, 40, 0}, .edge = {9, 8, 7}};
  std::string deck = deck_head(2e-4) + piecewise(1, 0.08) + elastic(2) + solid_section(1) + solid_section(2, 2) +
                     "*SECTION_BEAM\n3,3\n4.,0,0\n" + part(1, 1, 1) + part(2, 2, 1) + part(3, 3, 2) + solids(hexes) +
                     solids(other);
  std::string nodes = "*NODE\n", bars = "*ELEMENT_BEAM\n";
  for (int bar = 0; bar < 4; ++bar)
    for (int i = 0; i <= 6; ++i) {
      const int node = 1001 + 10 * bar + i;
      const double across = 11.3 * bar + 3 + (bar > 1 ? 16 : 0) + 0.3 * i;
      nodes += fmt::format("{},{},{},{}\n", node, 2 + 5.3 * i, across, 3 + 1.2 * i);
      if (i > 0) bars += fmt::format("{},3,{},{}\n", node, node - 1, node);
    }
  deck += nodes + bars + "*CONSTRAINED_BEAM_IN_SOLID_ID\n7,bars\n3,4,1,0\n*SET_PART\n4\n1,2\n";
  std::vector<long> all;
  for (const SolidBlock* block : {&hexes, &other})
    for (long node = block->first; node <= block->last_node(); ++node) all.push_back(node);
  deck += node_set(1, all) + initial_velocity(1, {3e3, 0, -6e4}) + "*RIGIDWALL_PLANAR\n1\n0,0,-0.5,0,0.2,1,0.3\n";
  auto at_work = [](const Run& run) {
    EXPECT_GT(part_energy(run, 3), 0);
    EXPECT_GT(run.summary.at("failed").at("solids"), 0) << run.file("mes0000");
    EXPECT_NEAR(run.energy("ratio"), 1, 0.05);
  };
  return {"EmbeddedBars", deck + "*END\n", at_work, "3,3\n4.,0,0", "3,3\n4.2,0,0"};
}

}  // namespace

std::vector<Case> joint_cases() {
  return {rigid_parts_case(),  own_axes_case(),       nodal_bodies_case(),    welds_case(),
          tied_nodes_case(),   ties_case(),           loaded_ties_case(),    tiebreak_case(),        soft_ties_case(),
          cohesive_case(),
          weld_beams_case(),
          rigid_joints_case(), sensed_forces_case(), sliding_joints_case(), joint_stiffness_case(), belts_case(),
          embedded_bars_case()};
}

}  // namespace crumple::test
