// Fixed degrees of freedom, prescribed motions, loads, damping, rigid walls.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"

namespace crumple::test {
namespace {

/// Nodes held in a turned frame and by TC, RC; nodes moved by velocity, acceleration and displacement along axes and
/// vectors, one of them only for a while.
Case motions_case() {
  ShellGrid g{.n = {10, 5}, .u = {10, 0.5, 0}, .v = {-1, 10, 0}};
  SolidBlock b{.first = 501, .first_element = 1, .part = 2, .n = {6, 2, 2}, .origin = {0, 80, 0}, .edge = {9, 10, 11}};
  std::string deck =
      deck_head(2.5e-4) + piecewise(1) + shell_section(1, 1.5) + solid_section(2) + part(1, 1, 1) + part(2, 2, 1);
  deck += shells(g) + solids(b) + "*NODE\n301,-12,0,0,7,7\n302,-12,10,1,1,4\n*ELEMENT_SHELL\n301,1,1,12,302,301\n";
  deck += "*DEFINE_COORDINATE_SYSTEM\n7,0,0,0,3,1,0\n-1,2,1\n*DEFINE_VECTOR\n5,0,0,0,1,0.4,-0.3\n";
  deck += "*DEFINE_CURVE\n1\n0,0\n5e-5,1\n1.5e-4,-0.4\n1,-0.4\n*DEFINE_CURVE\n2\n0,0\n1e-4,3\n1,3\n";
  deck += node_set(1, columns(g, 0, 0)) + node_set(2, layers(b, 0, 0, 0)) + node_set(3, columns(g, 10, 10)) +
          node_set(4, layers(b, 0, 6, 6)) + node_set(6, layers(b, 0, 2, 2)) + node_set(7, columns(g, 7, 7));
  deck += "*BOUNDARY_SPC_SET\n1,7,1,0,1,0,1,0\n2,7,1,1,0,0,0,0\n*BOUNDARY_SPC_NODE\n6,0,0,1,0,0,0,1\n";
  deck += "*BOUNDARY_PRESCRIBED_MOTION_SET\n3,4,0,1,1.5e4,5\n3,7,0,1,50.\n4,1,2,2,1.0\n4,3,1,1,2.0e8,0,1.6e-4,2e-5\n";
  deck += "*BOUNDARY_PRESCRIBED_MOTION_SET\n6,9,2,2,0.01\n85,10\n7,-11,0,1,60.\n20,-15\n";
  deck +=
      fmt::format("*BOUNDARY_PRESCRIBED_MOTION_NODE\n{},3,2,2,0.7\n{},-4,0,1,8.0e3,5\n", g.node(5, 2), b.node(3, 1, 1));
  auto at_work = [](const Run& run) { EXPECT_NE(run.energy("external_work"), 0); };
  return {"SupportsAndMotions", deck + "*END\n", at_work, "3,4,0,1,1.5e4,5", "3,4,0,1,1.6e4,5"};
}

/// Forces and moments on nodes and sets (global and in a turned frame), pressures on segments, body loads, damping.
Case loads_case() {
  ShellGrid g{.n = {10, 5}, .u = {10, 0, 0}, .v = {0, 10, 1}};
  SolidBlock b{.first = 501, .first_element = 1, .part = 2, .n = {5, 2, 2}, .origin = {0, 80, 0}, .edge = {9, 10, 11}};
  std::string deck =
      deck_head(2.5e-4) + kinematic(1) + shell_section(1, 1.2, 2) + solid_section(2) + part(1, 1, 1) + part(2, 2, 1);
  deck += shells(g) + solids(b) + node_set(1, columns(g, 0, 0)) + clamp(1) + node_set(2, columns(g, 10, 10));
  deck +=
      "*DEFINE_COORDINATE_SYSTEM\n7,0,0,0,3,1,0\n-1,2,1\n*DEFINE_CURVE\n1\n0,0\n5e-5,1\n1,1\n*DEFINE_CURVE\n2\n0,1\n1,"
      "1\n";
  deck += fmt::format("*LOAD_NODE_SET\n2,3,1,20.,7\n2,5,1,30.\n*LOAD_NODE_POINT\n{},2,1,4000.\n{},7,1,100.,7\n",
                      b.node(5, 2, 2), g.node(6, 3));
  deck += fmt::format("*LOAD_SEGMENT\n1,1.5,2e-5,{},{},{},{}\n1,0.5,0,{},{},{}\n", g.node(2, 2), g.node(3, 2),
                      g.node(3, 3), g.node(2, 3), g.node(8, 1), g.node(9, 1), g.node(9, 2));
  deck += "*SET_SEGMENT\n1\n";
  for (int i = 0; i < 5; ++i)
    deck += fmt::format("{},{},{},{}\n", b.node(i, 0, 2), b.node(i + 1, 0, 2), b.node(i + 1, 1, 2), b.node(i, 1, 2));
  deck +=
      "*LOAD_SEGMENT_SET\n1,1,300.\n*LOAD_SHELL_ELEMENT\n17,1,0.8\n*LOAD_BODY_Z\n2,5.0e6\n*LOAD_BODY_X\n1,-2.0e6\n*"
      "LOAD_BODY_Y\n1,1.0e6\n*LOAD_BODY_RY\n1,900.,0,30,0,-20\n";
  deck += "*DAMPING_GLOBAL\n0,2000.,1,0.5,1,1,1,1\n*ELEMENT_MASS\n1," + std::to_string(g.node(10, 2)) + ",2e-6\n";
  auto at_work = [](const Run& run) {
    EXPECT_GT(run.energy("external_work"), 0);
    EXPECT_NE(run.energy("damping"), 0);
  };
  return {"LoadsAndDamping", deck + "*END\n", at_work, "0,2000.", "0,2100."};
}

/// A body of shells and solids for each kind of wall: infinite, finite and moving, without friction, with, and
/// sticking.
Case walls_case() {
  std::string deck = deck_head(2e-4) + piecewise(1) + shell_section(1, 1.5) + solid_section(2);
  const char* walls[] = {
      "*RIGIDWALL_PLANAR\n{0}\n0,0,-1,0.1,0,1,0\n",
      "*RIGIDWALL_PLANAR_ID\n{0},with friction\n{0}\n0,0,-1,0,0.1,1,0.25\n",
      "*RIGIDWALL_PLANAR_FINITE\n{0}\n0,0,-1,0,0,1,1.0\n1,0,-1,28,500\n",
      "*RIGIDWALL_PLANAR_MOVING_FORCES\n{0}\n0,0,-3,0,0,1,0.1\n2.0e-5,2.0e4\n\n",
  };
  int set = 0;
  for (const char* wall : walls) {
    ++set;
    ShellGrid g{.first = 1000L * set,
                .part = set,
                .n = {6, 4},
                .origin = {0, 100.0 * set - 100, 0},
                .u = {7, 0, 1},
                .v = {0, 7, 6}};
    SolidBlock b{.first = 1000L * set + 500,
                 .part = 10 + set,
                 .n = {5, 2, 2},
                 .origin = {0, 100.0 * set - 50, 0},
                 .edge = {8, 9, 10}};
    deck += part(set, 1, 1) + part(10 + set, 2, 1) + shells(g) + solids(b);
    std::vector<long> nodes = columns(g, 0, g.n[0]);
    for (const long node : layers(b, 0, 0, b.n[0])) nodes.push_back(node);
    deck += node_set(set, nodes) + initial_velocity(set, {1e4, 2e3, -3e4}) + fmt::format(fmt::runtime(wall), set);
  }
  auto at_work = [](const Run& run) {
    EXPECT_NE(run.energy("rigid_wall"), 0);
    for (int wall = 1; wall <= 4; ++wall) {
      double largest = 0;
      for (const auto& [time, force] : run.wall_force(wall)) largest = std::max(largest, force);
      EXPECT_GT(largest, 0) << "wall " << wall;
    }
  };
  return {"RigidWalls", deck + "*END\n", at_work, "0,0.1,1,0.25", "0,0.1,1,0.2"};
}

/// Every shape of *RIGIDWALL_GEOMETRIC, all moving, by velocities and displacements, three with friction; plates with
/// spot welds between them and a rigid part (on springs) meet them.
Case geometric_walls_case() {
  ShellGrid low{.n = {20, 6}, .u = {7, 0, 0}, .v = {0, 7, 0}};
  ShellGrid high{.first = 1001, .part = 2, .n = {20, 6}, .origin = {0.1, 0, 2}, .u = {7, 0, 0}, .v = {0, 7, 0}};
  SolidBlock rigid{.first = 2001, .part = 3, .n = {2, 2, 1}, .origin = {72, 50, 0}, .edge = {9, 9, 9}};
  std::string deck = deck_head(2.5e-4) + piecewise(1) + "*MAT_RIGID\n3,7.8e-9,210000.,0.3\n\n\n" +
                     shell_section(1, 1.0) + solid_section(2);
  deck += part(1, 1, 1) + part(2, 1, 1) + part(3, 2, 3) + shells(low) + shells(high) + solids(rigid);
  std::vector<long> all = columns(low, 0, low.n[0]);
  for (const long node : columns(high, 0, high.n[0])) all.push_back(node);
  for (const long node : layers(rigid, 0, 0, 2)) all.push_back(node);
  deck += node_set(1, all) + initial_velocity(1, {2e3, 1e3, -4e4}) + node_set(2, columns(low, 8, 20)) +
          "*CONTROL_CONTACT\n0.1,1.0\n";
  for (int i = 1; i < 20; i += 2)
    deck += fmt::format("*CONSTRAINED_SPOTWELD\n{},{}\n", high.node(i, 3), low.node(i, 3));
  deck += "*DEFINE_CURVE\n1\n0,0\n5e-5,2e4\n1,2e4\n*DEFINE_CURVE\n2\n0,0\n1e-4,1\n1,0\n";
  deck += "*RIGIDWALL_GEOMETRIC_SPHERE_MOTION\n0\n20,20,-16,20,20,0,0.2\n15.0,\n1,0,0,0.6,0.8\n";
  deck += "*RIGIDWALL_GEOMETRIC_CYLINDER_ID_MOTION\n12,pole\n2\n60,-10,-7,60,0,-7,0.3\n6.0,40.\n1,0,1,0,0.2\n";
  deck += "*RIGIDWALL_GEOMETRIC_PRISM_MOTION\n0\n80,10,-1.5,80,10,0,0\n100,10,-1.5,20,70,10\n2,1,0,0.5,1\n";
  deck += "*RIGIDWALL_GEOMETRIC_FLAT_MOTION\n0\n110,0,-2,110,0,0,0.1\n140,0,-2,20,30\n2,1,1,0,0.5\n";
  auto at_work = [](const Run& run) {
    EXPECT_GT(run.energy("external_work"), 0);
    for (const int wall : {1, 12, 3, 4}) {
      double largest = 0;
      for (const auto& [time, force] : run.wall_force(wall)) largest = std::max(largest, force);
      EXPECT_GT(largest, 0) << "wall " << wall;
    }
  };
  return {"GeometricWalls", deck + "*END\n", at_work, "15.0,", "15.2,"};
}

/// A plate thrown askew onto a wall of springs (RWPNAL < 0).
Case springy_wall_case() {
  ShellGrid plate{.n = {12, 5}, .origin = {0, 0, 0.1}, .u = {6, 0, 0.4}, .v = {0, 6, 0}};
  std::string deck = deck_head(2e-4) + piecewise(1) + shell_section(1, 1.0) + part(1, 1, 1) + shells(plate);
  deck += node_set(1, columns(plate, 0, plate.n[0])) + initial_velocity(1, {2e3, 1e3, -4e4});
  deck += "*CONTROL_CONTACT\n0.1,-0.8\n*RIGIDWALL_PLANAR\n1\n0,0,0,0,0.1,1,0.2\n";
  auto at_work = [](const Run& run) {
    double largest = 0;
    for (const auto& [time, force] : run.wall_force(1)) largest = std::max(largest, force);
    EXPECT_GT(largest, 0);
  };
  return {"WallOfSprings", deck + "*END\n", at_work, "0.1,-0.8", "0.1,-0.9"};
}

/// A rigid bar that meets a wall of springs with extra nodes that have no mass, on many ranks; beside it a block with a
/// plate tied to its underside, whose nodes have given their mass to the block.
Case massless_nodes_on_wall_case() {
  SolidBlock bar{.part = 1, .n = {10, 1, 1}, .origin = {0, 0, 4}, .edge = {9, 9, 9}};
  SolidBlock block{.first = 501, .part = 2, .n = {8, 3, 1}, .origin = {0, 20, 2}, .edge = {9, 9, 9}};
  ShellGrid plate{.first = 1001, .part = 3, .n = {11, 4}, .origin = {2, 21, 1.4}, .u = {6, 0, 0}, .v = {0, 6, 0}};
  std::string deck = deck_head(2e-4) + piecewise(1) + "*MAT_RIGID\n2,7.8e-9,210000.,0.3\n\n\n" + solid_section(1) +
                     shell_section(2, 1.0) + part(1, 1, 2) + part(2, 1, 1) + part(3, 2, 1) + solids(bar) +
                     solids(block) + shells(plate) + "*CONTROL_CONTACT\n0.1,-0.6\n";
  std::string nodes = "*NODE\n", extra;
  std::vector<long> all = layers(block, 0, 0, block.n[0]);
  for (const long node : columns(plate, 0, plate.n[0])) all.push_back(node);
  for (int i = 0; i < 8; ++i) {
    nodes += fmt::format("{},{},{},{}\n", 9001 + i, 4 + 11 * i, 3 + i % 3, 1 + 0.1 * i);
    extra += fmt::format("1,{}\n", 9001 + i);
  }
  deck += nodes + "*CONSTRAINED_EXTRA_NODES_NODE\n" + extra + "*INITIAL_VELOCITY_RIGID_BODY\n1,2e3,0,-4e4,20,0,0\n";
  deck += node_set(1, all) + initial_velocity(1, {2e3, 1e3, -4e4});
  deck += node_set(2, columns(plate, 0, plate.n[0])) + "*CONTACT_TIED_NODES_TO_SURFACE_OFFSET\n2,2,4,3\n\n1,1,-1,-1\n";
  deck += "*RIGIDWALL_PLANAR\n0\n0,0,0,0,0,1,0.2\n";
  auto at_work = [](const Run& run) {
    double largest = 0;
    for (const auto& [time, force] : run.wall_force(1)) largest = std::max(largest, force);
    EXPECT_GT(largest, 0);
    EXPECT_GT(run.last_velocity(1), -1e4);  // the wall has stopped the bar, from 4e4
    EXPECT_NEAR(run.energy("ratio"), 1, 0.05);
  };
  return {"MasslessNodesOnAWall", deck + "*END\n", at_work, "0.1,-0.6", "0.1,-0.7"};
}

/// A soft block that is squeezed so slowly and far that its energy leaves the range in which one double sums it.
Case large_energy_case() {
  SolidBlock block{.n = {3, 3, 3}, .edge = {5, 5, 5}};
  std::string deck = deck_head(5e-3) + "*MAT_ELASTIC\n1,1e-10,10.,0.1\n" + solid_section(1) + part(1, 1, 1) +
                     solids(block) + node_set(1, layers(block, 2, 0, 0)) + node_set(2, layers(block, 2, 3, 3));
  deck += node_set(3, layers(block, 2, 0, 3)) + "*BOUNDARY_SPC_SET\n3,0,1,1,0\n1,0,1,1,1\n";
  deck += "*BOUNDARY_PRESCRIBED_MOTION_SET\n2,3,0,1\n*DEFINE_CURVE\n1\n0,0\n1e-3,-2e3\n1,-2e3\n";
  auto at_work = [](const Run& run) { EXPECT_GT(run.energy("internal"), 15 * 15 * 15 * 0.9); };
  return {"EnergyBeyondTheRangeOfADouble", deck + "*END\n", at_work, "10.,0.1", "10.,0.12"};
}

/// Shells and solids whose step falls below DTMIN of the first one are deleted (ERODE = 11).
Case erosion_case() {
  SolidBlock b{.n = {6, 4, 8}, .origin = {0, 0, 0.1}, .edge = {5, 5, 5}};
  ShellGrid g{.first = 1001, .part = 2, .n = {8, 8}, .origin = {60, 0, 0.1}, .u = {6, 0, 0}, .v = {0, 1, 6}};
  std::string deck = deck_head(2e-4) + "*CONTROL_TIMESTEP\n0,0.9,0,0,0,0,11,0\n";
  deck = with_change(deck, "*CONTROL_TERMINATION\n0.0002\n", "*CONTROL_TERMINATION\n0.0002,0,0.7\n");
  deck +=
      piecewise(1) + solid_section(1) + shell_section(2, 1.5) + part(1, 1, 1) + part(2, 2, 1) + solids(b) + shells(g);
  std::vector<long> all = layers(b, 0, 0, b.n[0]);
  for (const long node : columns(g, 0, g.n[0])) all.push_back(node);
  deck += node_set(1, all) + initial_velocity(1, {0, 0, -1.5e5}) + "*RIGIDWALL_PLANAR\n0\n0,0,0,0,0,1,0.3\n";
  auto at_work = [](const Run& run) { EXPECT_GT(run.energy("eroded"), 0); };
  return {"ErosionAtSmallSteps", deck + "*END\n", at_work, "0.0002,0,0.7", "0.0002,0,0.72"};
}

/// A pillow of two sheets with a common rim, filled from a curve and vented, lifts a plate and a rigid block that are
/// pulled down by the gravity of their parts.
Case airbag_case() {
  const int n = 8;
  ShellGrid plate{.first = 1001, .part = 2, .n = {5, 4}, .origin = {8, 12, 4.85}, .u = {13, 0, 0}, .v = {0, 14, 0}};
  SolidBlock block{.first = 2001, .part = 3, .n = {2, 2, 1}, .origin = {20, 20, 5.3}, .edge = {15, 15, 8}};
  std::string deck = deck_head(1.5e-3) + elastic(1) + "*MAT_RIGID\n3,7.8e-9,210000.,0.3\n\n\n" + shell_section(1, 0.8) +
                     solid_section(2) + part(1, 1, 1) + part(2, 1, 1) + part(3, 2, 3) + shells(plate) + solids(block);
  const auto node = [&](int side, int i, int j) {
    const bool is_rim = i == 0 || j == 0 || i == n || j == n;
    return 1 + (is_rim ? 0 : 200 * side) + i + (n + 1) * j;
  };
  std::string nodes = "*NODE\n", skin = "*ELEMENT_SHELL\n";
  for (int side = 0; side < 2; ++side)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) {
        if (side == 0 || node(1, i, j) != node(0, i, j))
          nodes += fmt::format("{},{},{},{}\n", node(side, i, j), 10 * i, 10 * j,
                               node(1, i, j) == node(0, i, j) ? 0
                               : side == 0                    ? -4
                                                              : 4);
        if (i == n || j == n) continue;
        const int a = node(side, i, j), b = node(side, i + 1, j), c = node(side, i + 1, j + 1),
                  d = node(side, i, j + 1);
        skin += fmt::format("{},1,{},{},{},{}\n", 1 + i + n * j + 100 * side, a, side ? b : d, c, side ? d : b);
      }
  deck += nodes + skin + "*SET_PART_LIST\n1\n1\n*SET_PART_LIST\n2\n2,3\n*DEFINE_CURVE\n91\n0,0\n1e-3,1\n1,1\n";
  deck += "*DEFINE_CURVE\n92\n0,0\n2e-4,2e-5\n3e-3,1e-5\n1,0\n*LOAD_GRAVITY_PART_SET\n2,3,91,9.81e4\n";
  deck += "*AIRBAG_WANG_NEFSKE_ID\n7,pillow\n1,1\n7.18e8,1.005e9,700,0,92\n0.7,0,30,0\n0.1,1.2e-12,1,0,0,5e-4\n0\n";
  deck += "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n0.2,0.2\n\n\n*DATABASE_ABSTAT\n1e-3\n*END\n";
  const auto inflates = [](const Run& run) {
    EXPECT_NE(run.energy("sliding"), 0);
    EXPECT_GT(run.energy("kinetic"), 0);
    EXPECT_NE(run.file("abstat").find("pillow"), std::string::npos);
  };
  return {"AirbagUnderAPlate", deck, inflates, "0.7,0,30,0", "0.7,0,31,0"};
}

/// A plate with trim and stress from another run, a mass on a lever that is the mean of nodes across it, bolts of
/// solids and beams that are drawn up, parts that are damped each for itself.
Case preloads_case() {
  ShellGrid plate{.n = {12, 6}, .u = {8, 0, 0}, .v = {0.5, 8, 0.4}};
  SolidBlock bolt{.first = 2001, .part = 2, .n = {10, 1, 2}, .origin = {0, 60, 0}, .edge = {8, 6, 6}};
  std::string deck = deck_head(2e-4) + piecewise(1) + elastic(2) + "*MAT_RIGID\n4,7.8e-9,210000.,0.3\n\n\n" +
                     shell_section(1, 1.5) + solid_section(2) +
                     "*SECTION_BEAM\n3,3\n20.,0\n*SECTION_BEAM\n4,1,1,2\n4,4,5,5\n" + part(1, 1, 1) + part(2, 2, 2) +
                     part(3, 3, 2) + part(4, 4, 2) + part(5, 2, 4) + part(6, 4, 2) + shells(plate) + solids(bolt);
  SolidBlock thrown{.first = 3001, .part = 5, .n = {9, 1, 1}, .origin = {0, 90, 0}, .edge = {9, 5, 5}};
  deck += solids(thrown) + node_set(3, layers(thrown, 0, 0, 9)) + initial_velocity(3, {1e3, 2e3, 3e3});
  std::string stresses = "*INITIAL_STRESS_SHELL\n";
  for (int i = 0; i < plate.n[0]; ++i)
    stresses += fmt::format("{},1,2\n-1,{},30,0,20,0,0,0.001\n1,{},-50,0,10,5,0,0.002\n", plate.element(i, 2),
                            100 - 5 * i, -80 + 9 * i);
  stresses += "*INITIAL_STRESS_SOLID\n";
  for (int i = 0; i < bolt.n[0]; ++i)
    stresses += fmt::format("{},\n{},20,-30,{},10,5\n", bolt.first + i, 60 - 9 * i, 4 * i);
  deck += stresses + "*ELEMENT_MASS_PART\n1,2e-6,\n*ELEMENT_MASS_PART_SET\n1,,9e-5\n*SET_PART\n1\n2,\n";
  std::vector<long> held = columns(plate, 0, 0), ends = layers(bolt, 0, 0, 0);
  for (const long node : layers(bolt, 0, 10, 10)) ends.push_back(node);
  held.insert(held.end(), ends.begin(), ends.end());
  deck += node_set(1, held) + clamp(1);
  deck += fmt::format(
      "*NODE\n9001,60,20,30\n9002,60,20,45\n*ELEMENT_BEAM\n9200,6,9001,9002,0\n*ELEMENT_MASS\n1,9001,4e-6\n"
      "*CONSTRAINED_INTERPOLATION\n"
      "1,9001,123456\n{},123,1\n{},123,2\n{},123,1.5\n{},123,1\n",
      plate.node(4, 1), plate.node(11, 1), plate.node(11, 5), plate.node(3, 5));
  deck += node_set(33, columns(plate, 8, 8)) + "*CONSTRAINED_NODE_SET\n33,5,2e-4\n";
  // Beams from the free end of the plate to nodes in space, in a row.
  std::string nodes = "*NODE\n", beams = "*ELEMENT_BEAM\n";
  for (int j = 0; j <= 6; ++j) {
    nodes += fmt::format("{},{},{},{}\n", 9100 + j, 120, 8 * j, 10);
    beams += fmt::format("{},{},{},{},0\n", 9100 + j, 3 + j % 2, plate.node(12, j), 9100 + j);
  }
  deck += nodes + beams + node_set(2, {9100, 9101, 9102, 9103, 9104, 9105, 9106}) + clamp(2);
  deck +=
      "*SET_BEAM_GENERAL\n1\nPART,3,4\n*INITIAL_AXIAL_FORCE_BEAM\n1,2,3000.\n*DEFINE_CURVE\n2\n0,0\n5e-5,1\n1.2e-4,1\n"
      "*DATABASE_CROSS_SECTION_PLANE_ID\n5,cut\n0,44,60,0,45,60.1,0\n\n"
      "*INITIAL_STRESS_SECTION\n1,5,3,1\n*DEFINE_CURVE\n3\n0,0\n5e-5,200\n1.1e-4,250\n"
      "*DEFINE_CURVE\n4\n0,1e3\n1e-4,5e3\n1,5e3\n*DAMPING_PART_MASS\n1,4,2,1\n1,0.5,1,1,1,1\n5,4,1,0\n"
      "*LOAD_NODE_POINT\n9001,3,4,0.02\n";
  auto at_work = [](const Run& run) {
    for (int part = 1; part <= 4; ++part) EXPECT_NE(part_energy(run, part), 0);
    EXPECT_GT(run.energy("damping"), 0);
    EXPECT_NE(run.energy("external_work"), 0);
  };
  return {"PreloadsDampedPartsAndMeans", deck + "*END\n", at_work, "123,1.5\n", "123,1.6\n"};
}

/// Blocks that fall, one of them held for a while in a turned frame; one has a mass at its top, one is moved apart;
/// beside them a rigid one with a force and a moment.
Case held_for_a_while_case() {
  SolidBlock low{.part = 1, .n = {4, 2, 2}, .edge = {10, 9, 11}};
  SolidBlock high = low;
  high.first = 501;
  high.part = 2;
  std::string deck = deck_head(2.5e-4) + kinematic(1) + solid_section(1) + part(1, 1, 1) + part(2, 1, 1);
  SolidBlock body{.first = 901, .part = 3, .n = {2, 1, 3}, .origin = {0, 200, 0}, .edge = {9, 12, 8}};
  deck += "*MAT_RIGID\n2,7.85e-9,2.1e5,0.3\n0\n0\n" + part(3, 1, 2) + solids(body);
  deck += solids(low) + solids(high) + node_set(1, layers(low, 0, 0, 0)) + node_set(2, layers(high, 2, 2, 2));
  deck += "*PART_MOVE\n2,0,80.0,5.0\n*DEFINE_CURVE\n1\n0,1\n1,1\n*SET_PART_LIST\n3\n1,2\n*LOAD_BODY_PARTS\n3\n";
  deck +=
      "*LOAD_BODY_Z\n1,5.0e7\n*ELEMENT_MASS_NODE_SET\n900,2,2e-5\n*DEFINE_COORDINATE_SYSTEM\n7,0,0,0,3,1,0\n-1,2,1\n";
  deck +=
      "*BOUNDARY_SPC_SET_BIRTH_DEATH\n1,7,1,0,1\n5e-5,1.8e-4\n*ELEMENT_PLOTEL\n1,1,2\n*LOAD_RIGID_BODY\n3,1,1,4.0e3\n3,"
      "7,1,1.0e5,7\n*END\n";
  auto at_work = [](const Run& run) {
    EXPECT_GT(run.energy("internal"), 0);
    EXPECT_NE(run.energy("external_work"), 0);
  };
  return {"HeldForAWhile", deck, at_work, "5e-5,1.8e-4", "5e-5,1.6e-4"};
}

/// Blocks with non-reflecting faces, pushed by nodal forces: a turned one of hexes whose faces meet at an edge, held on
/// one side, with a wall in its way; one of tetrahedra whose boundary is moved; one that is deleted. All are damped.
Case non_reflecting_case() {
  SolidBlock hexes{.part = 1, .n = {6, 3, 3}, .edge = {9, 10, 11}, .turn = 0.3, .swell = 1};
  SolidBlock tets{.first = 501, .part = 2, .n = {5, 2, 2}, .origin = {0, 80, 0}, .edge = {9, 10, 11},
                  .tetrahedra = true};
  SolidBlock gone{.first = 1001, .part = 3, .n = {4, 2, 2}, .origin = {0, 160, 0}, .edge = {9, 10, 11}};
  std::string deck = deck_head(2.5e-4) + kinematic(1) + elastic(2) + elastic(3) + solid_section(1) +
                     solid_section(2, 10) + part(1, 1, 1) + part(2, 2, 2) + part(3, 1, 3);
  deck += solids(hexes) + solids(tets) + solids(gone) + "*MAT_ADD_EROSION\n3\n,,,,,,,1.4e-4\n";
  const auto segments = [](int id, const SolidBlock& b, auto corner) {
    std::string set = fmt::format("*SET_SEGMENT\n{}\n", id);
    for (int j = 0; j < b.n[1]; ++j)
      for (int k = 0; k < b.n[2]; ++k) set += corner(j, k);
    return set;
  };
  const auto end_of = [](const SolidBlock& b) {
    return [&b](int j, int k) {
      const int i = b.n[0];
      return fmt::format("{},{},{},{}\n", b.node(i, j, k), b.node(i, j + 1, k), b.node(i, j + 1, k + 1),
                         b.node(i, j, k + 1));
    };
  };
  deck += segments(1, hexes, end_of(hexes)) + segments(2, hexes, [&](int i, int k) {
            return fmt::format("{},{},{},{}\n", hexes.node(i + 3, 0, k), hexes.node(i + 4, 0, k),
                               hexes.node(i + 4, 0, k + 1), hexes.node(i + 3, 0, k + 1));
          });
  deck += segments(3, tets, [&](int j, int k) {  // the two triangles that the tetrahedra make of it
    const long a = tets.node(5, j, k), b = tets.node(5, j + 1, k), c = tets.node(5, j + 1, k + 1),
               d = tets.node(5, j, k + 1);
    return fmt::format("{0},{1},{2},{2}\n{0},{2},{3},{3}\n", a, b, c, d);
  });
  deck += segments(4, gone, end_of(gone));
  deck += "*BOUNDARY_NON_REFLECTING\n1,0,0\n2,1,0\n3,0,1\n4\n*DAMPING_GLOBAL\n0,2000.\n";
  deck += node_set(1, layers(hexes, 0, 0, 0)) + node_set(2, layers(tets, 0, 0, 0)) + node_set(3, layers(gone, 0, 0, 0));
  deck += "*DEFINE_CURVE\n1\n0,0\n2e-5,1\n4e-5,0\n1,0\n*DEFINE_CURVE\n2\n0,0\n5e-5,1\n1,1\n";
  deck += "*LOAD_NODE_SET\n1,1,1,1.5e4\n1,3,1,1.0e3\n2,1,1,3.0e3\n2,2,1,2.0e3\n3,1,1,5.0e3\n";
  deck += node_set(4, layers(hexes, 1, 3, 3)) + "*BOUNDARY_SPC_SET\n4,0,0,1,0\n";
  deck += node_set(5, layers(tets, 0, 5, 5)) + "*BOUNDARY_PRESCRIBED_MOTION_SET\n5,3,0,2,800.\n";
  deck += node_set(6, layers(hexes, 0, 6, 6)) + "*RIGIDWALL_PLANAR\n6\n57.24,0,0,56,0,0,0.1\n";
  auto at_work = [](const Run& run) {
    EXPECT_GT(run.energy("damping"), 0.2 * run.energy("external_work"));
    EXPECT_GT(run.energy("rigid_wall"), 0);
    EXPECT_NEAR(run.energy("ratio"), 1, 0.03);
  };
  return {"NonReflectingBoundaries", deck + "*END\n", at_work, "3,0,1\n4\n", "3,1,0\n4\n"};
}

/// A clamped plate of a rolled sheet under a charge, of which some shells are deleted at given times, with a block of
/// viscous foam behind it; rigid plates with masses that have moments of inertia, joined by a joint that bends and
/// twists and to the plate by springs that yield; a motion that starts when a shell is bent.
Case makers_case() {
  ShellGrid g{.n = {9, 6}, .origin = {0, 0, 0}, .u = {8, 0, 0}, .v = {0, 8, 0.4}};
  SolidBlock foam{.first = 501, .part = 2, .n = {4, 3, 2}, .origin = {16, 12, -17.5}, .edge = {8, 8, 8}};
  std::string deck = deck_head(2.5e-4) + shell_section(1, 1.2) + solid_section(2) + part(1, 1, 1) + part(2, 2, 2);
  deck += "*MAT_3-PARAMETER_BARLAT\n1,7.8e-9,7.0e4,0.33,1,600.,120.\n8,0.8,0.5,0.7\n2,4000.,5.\n0,0,0,1,0.4,0\n"
          "0,0,0\n*MAT_LOW_DENSITY_VISCOUS_FOAM\n2,1.0e-10,20.,91,1.,0.3,0,0.2\n2,0\n5.,2.e4\n2.,1.e3\n";
  deck += "*DEFINE_CURVE\n91\n0,0\n0.1,1.5\n0.6,3.\n1,60.\n*MAT_RIGID\n3,7.8e-9,2.1e5,0.3\n\n\n";
  deck += shells(g) + solids(foam) + node_set(1, columns(g, 0, 0)) + clamp(1);
  deck += node_set(2, layers(foam, 2, 0, 0)) + clamp(2);
  for (int p = 0; p < 2; ++p) {
    const ShellGrid link{.first = 1000L * (p + 1),
                         .part = 11 + p,
                         .n = {3, 3},
                         .origin = {80 + 30.0 * p, 10, 0},
                         .u = {8, 0, 0},
                         .v = {0, 8, 0}};
    deck += part(11 + p, 1, 3) + shells(link) + node_set(3 + p, columns(link, 0, 3));
  }
  deck += "*DEFINE_COORDINATE_SYSTEM\n5,107.,22.,0,107.,23.,0\n107.,22.,1.\n"
          "*DEFINE_CURVE\n71\n0,0\n0.05,900.\n3,4e3\n*DEFINE_CURVE\n72\n-1e4,-200.\n1e4,200.\n"
          "*DEFINE_CURVE\n73\n-3.2,1.\n0,2.\n3.2,1.\n*DEFINE_CURVE\n74\n-3,-3e3\n3,3e3\n";
  deck += "*CONSTRAINED_JOINT_STIFFNESS_FLEXION-TORSION\n31,11,12,5\n71,73,74,72,0,72\n4e3,50.,4e3,40.\n8.,-5.,5.\n";
  deck += fmt::format("*ELEMENT_INERTIA\n901,{},5\n2e-3,0,1e-3,4e-3,0,6e-3,2e-6\n902,{},0\n4e-4,0,0,4e-4,0,4e-4,1e-6\n",
                      2005, g.node(9, 3));
  deck += initial_velocity(3, {0, 2e3, -1e4}) + initial_velocity(4, {-1e3, -6e3, 2e4});
  deck += "*DEFINE_CURVE\n75\n0,60.\n1,90.\n*MAT_094\n81,1e-9,400.\n75,72\n*MAT_094\n82,1e-9,4e3\n75,0\n"
          "*MAT_095\n83,1e-9,84,84,84,85,0,85\n*SECTION_BEAM\n81,6\n2e3,0.05\n*SECTION_BEAM\n83,6,,,,0\n2e3,0.05\n"
          "*PART\nline\n81,81,81\n*PART\ncomponents\n83,83,83\n*PART\nforce\n84,83,82\n*PART\nmoment\n85,83,82\n";
  deck += fmt::format("*ELEMENT_BEAM\n401,81,{},1000\n402,81,{},1008\n403,83,{},1004\n", g.node(9, 1), g.node(9, 5),
                      g.node(9, 3));
  const ShellGrid cloth{.first = 3001, .part = 21, .n = {5, 4}, .origin = {0, 90, 0}, .u = {7, 0, 1}, .v = {0, 7, 0}};
  deck += "*MAT_FABRIC\n21,8.0e-10,300.,280.,0,0.2\n60.,0,0,0\n0,0,0,1,0,0\n0,0,0\n0,0,0,0,0,0,20.\n" +
          shell_section(21, 0.4, 2, 0, 5) + part(21, 21, 21) + shells(cloth) + node_set(21, columns(cloth, 0, 0)) +
          clamp(21) + "*AIRBAG_REFERENCE_GEOMETRY\n";
  for (int j = 0; j <= cloth.n[1]; ++j)
    for (int i = 0; i <= cloth.n[0]; ++i)
      deck += fmt::format("{},{},{},0.\n", cloth.node(i, j), 6.5 * i + 0.1 * j, 6.8 * j + 0.2 * i);
  deck += "*LOAD_BLAST_ENHANCED\n3,2.0e-4,30.,24.,250.,0,7,1\n0,0,0,0,0,2.4e-4,0\n*SET_SEGMENT\n4\n";
  for (int i = 0; i < g.n[0]; ++i)
    for (int j = 0; j < g.n[1]; ++j)
      deck += fmt::format("{},{},{},{}\n", g.node(i, j), g.node(i + 1, j), g.node(i + 1, j + 1), g.node(i, j + 1));
  deck += "*LOAD_BLAST_SEGMENT_SET\n3,4\n";
  deck += fmt::format("*DEFINE_ELEMENT_DEATH_SHELL\n{},1.1e-4\n{},1.1e-4\n{},2.0e-4\n", g.element(5, 2),
                      g.element(6, 2), g.element(4, 4));
  deck += "*DEFINE_ELEMENT_DEATH_SOLID\n502,1.7e-4\n*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE\n1,2,3,3\n0.2,0.2\n1,1\n";
  deck += fmt::format("*SENSOR_DEFINE_ELEMENT\n1,SHELL,{},XX,STRESS,TOP\n2,BEAM,401,AXIAL,FORCE\n3,SHELL,{},,FAIL\n",
                      g.element(1, 3), g.element(6, 2));
  deck += "*SENSOR_DEFINE_CALC-MATH\n4,ABSSUM,1,2\n*SENSOR_SWITCH\n1,SENSOR,4,GT,60.\n2,SENSOR,3,GT,0.5\n"
          "*SENSOR_CONTROL\n1,PRESC-MOT,5\nOFF,1,2\n";
  deck += node_set(5, {g.node(9, 6)}) + "*BOUNDARY_PRESCRIBED_MOTION_SET_ID\n5,drawn\n5,2,0,76,3e4\n"
          "*DEFINE_CURVE\n76\n0,1\n1,1\n";
  auto at_work = [](const Run& run) {
    EXPECT_NE(run.energy("sliding"), 0);
    EXPECT_GT(run.energy("external_work"), 0);
    EXPECT_EQ(run.summary.at("failed").at("shells").get<int>(), 3);
    EXPECT_EQ(run.summary.at("failed").at("solids").get<int>(), 1);
    EXPECT_NEAR(run.energy("ratio"), 1, 0.05);
  };
  return {"DecksOfMakers", deck + "*END\n", at_work, "3,2.0e-4,30.", "3,2.1e-4,30."};
}

/// A block falls on a wall that stands from when the block is near, and a plate is drawn down on the block until it is
/// near, from when on both are in contact; the run ends when the block has gone far enough along x.
Case sensors_case() {
  SolidBlock b{.n = {4, 3, 3}, .origin = {10, 10, 6}, .edge = {8, 8, 8}};
  ShellGrid g{.first = 1001, .part = 2, .n = {8, 6}, .origin = {0, 0, 33}, .u = {7, 0, 0}, .v = {0, 7, 0}};
  std::string deck = deck_head(3e-4) + piecewise(1) + shell_section(2, 1.5) + solid_section(1) + part(1, 1, 1) +
                     part(2, 2, 1) + solids(b) + shells(g);
  deck += node_set(1, layers(b, 0, 0, b.n[0])) + initial_velocity(1, {1e3, 0, -4e4}) + node_set(2, columns(g, 0, 0));
  deck += "*RIGIDWALL_PLANAR_ID\n1,ground\n1\n0,0,0,0,0,1,0.2\n";
  deck += "*CONTACT_AUTOMATIC_SINGLE_SURFACE_ID\n3,all\n0\n0.1\n\n2\n";
  deck += "*BOUNDARY_PRESCRIBED_MOTION_SET_ID\n5,drawn\n2,3,0,1,-7.0e4\n*DEFINE_CURVE\n1\n0,1\n1,1\n";
  deck += "*DEFINE_VECTOR\n4,0,0,0,0,0,1\n*SENSOR_DEFINE_NODE\n";
  deck += fmt::format("1,{},0,4,0,COORD\n2,{},{},4,0,COORD\n3,{},0,0,0,VEL\n", b.node(2, 1, 0), g.node(0, 2),
                      b.node(1, 1, 3), g.node(4, 3));
  deck += "*SENSOR_DEFINE_CALC-MATH\n4,MAXMAG,2,3\n*SENSOR_SWITCH\n1,SENSOR,1,LT,3.0\n2,SENSOR,2,LT,2.0,0,2e-6,1e-6\n"
          "3,SENSOR,4,GT,1.0e3\n*SENSOR_SWITCH_CALC-LOGIC\n4,2,3\n";
  deck += "*SENSOR_CONTROL\n1,RWALL,1\nOFF,1\n2,PRESC-MOT,5\nON,2\n3,CONTACT,3\nOFF,4\n";
  deck += fmt::format("*TERMINATION_NODE\n{},1,42.2,0\n", b.node(4, 1, 1));
  auto at_work = [](const Run& run) {
    EXPECT_GT(run.energy("rigid_wall"), 0);
    EXPECT_NE(run.energy("external_work"), 0);
    EXPECT_LT(run.summary.at("end_time").get<double>(), 2.9e-4);
  };
  return {"Sensors", deck + "*END\n", at_work, "2,SENSOR,2,LT,2.0", "2,SENSOR,2,LT,2.5"};
}

}  // namespace

std::vector<Case> condition_cases() {
  return {motions_case(),
          loads_case(),
          walls_case(),
          geometric_walls_case(),
          springy_wall_case(),
          large_energy_case(),
          erosion_case(),
          airbag_case(),
          preloads_case(),
          held_for_a_while_case(),
          massless_nodes_on_wall_case(),
          non_reflecting_case(),
          sensors_case(),
          makers_case()};
}

}  // namespace crumple::test
