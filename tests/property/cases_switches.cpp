// Parts that become rigid and deformable during the run, and stiffness damping.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"

namespace crumple::test {
namespace {

/// A plate and a block of plastic solids beside it, joined by their nodes, that meet a wall; a second block flies onto
/// the plate. They are rigid from the start on, as one body, as two, and deformable in between; then the plate alone.
Case switches_case() {
  ShellGrid g{.n = {10, 4}, .u = {8, 0, 0}, .v = {0, 8, 0.5}};
  SolidBlock b{.first = 501, .part = 2, .n = {4, 2, 2}, .origin = {0, 60, 4}, .edge = {9, 8, 8}};
  SolidBlock c{.first = 801, .part = 3, .n = {3, 2, 2}, .origin = {30, 8, 4}, .edge = {9, 8, 8}};
  std::string deck = deck_head(3e-4) + piecewise(1) + kinematic(2) + "*MAT_VISCOELASTIC\n3,1.2e-9,200,40,10,1e4\n" +
                     shell_section(1, 1.5) + solid_section(2) + solid_section(3, 2) + part(1, 1, 1) + part(2, 2, 2) +
                     part(3, 3, 3);
  deck += shells(g) + solids(b) + solids(c);
  // a bridge of two shells from the plate to the first block
  deck += fmt::format("*ELEMENT_SHELL\n401,1,{},{},{},{}\n402,1,{},{},{},{}\n", g.node(0, 4), g.node(1, 4),
                      b.node(1, 0, 0), b.node(0, 0, 0), g.node(1, 4), g.node(2, 4), b.node(2, 0, 0), b.node(1, 0, 0));
  deck += "*INITIAL_VELOCITY_GENERATION\n1,2,400,0,0,-2e4\n20,20,0,0.3,1,0\n";
  deck += "2,2,0,0,0,-2e4\n0,0,0\n3,2,0,0,0,-4e4\n0,0,0\n";
  deck += "*RIGIDWALL_PLANAR\n0\n0,0,-1.5,0,0,1,0.1\n*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n0.1\n\n";
  deck += "*SET_PART_LIST\n1\n1,2\n*DEFORMABLE_TO_RIGID\n1,0,PART\n2,1\n*DAMPING_PART_STIFFNESS\n3,0.1\n";
  deck += "*DEFORMABLE_TO_RIGID_AUTOMATIC\n1,0,4e-5\n0,0,0,0,0,1\n1,PSET\n2,0,1.2e-4\n0,0,0,4e-7,2,0\n3\n2,0\n";
  deck += "3,0,1.7e-4\n0,0,0,0,0,2\n2\n3\n4,0,2.3e-4\n0,0,0,0,1,0\n1,1,PSET\n";
  auto at_work = [](const Run& run) {
    EXPECT_NE(run.energy("rigid_wall"), 0);
    EXPECT_NE(run.energy("damping"), 0);
    EXPECT_GT(part_energy(run, 2), 0);
    EXPECT_GT(part_energy(run, 3), 0);
  };
  return {"PartSwitches", deck + "*END\n", at_work, "2,0,1.2e-4", "2,0,1.3e-4"};
}

/// Shells of all kinds and solids of all kinds with stiffness damping, one with a coefficient and one with a time.
Case damped_case() {
  ShellGrid g{.n = {8, 4}, .u = {8, 0, 0}, .v = {0, 8, 0.5}, .triangles_from = 5, .triangle_part = 1};
  ShellGrid full{.first = 201, .part = 4, .n = {6, 3}, .origin = {0, 50, 0}, .u = {8, 0, 0}, .v = {0, 8, 0.5}};
  SolidBlock b{.first = 501, .part = 2, .n = {4, 2, 2}, .origin = {0, 100, 0}, .edge = {9, 8, 8}};
  SolidBlock t{.first = 801, .part = 3, .n = {2, 2, 2}, .origin = {0, 150, 0}, .edge = {9, 8, 8}, .tetrahedra = true};
  std::string deck = deck_head(1.5e-4) + piecewise(1) + elastic(2) + shell_section(1, 1.5, 3, 0.5) + solid_section(2) +
                     solid_section(3, 10) + shell_section(4, 1, 4, 0, 16) + part(1, 1, 1) + part(2, 2, 2) +
                     part(3, 3, 1) + part(4, 4, 1);
  deck += shells(g) + shells(full) + solids(b) + solids(t) + "*SET_PART_LIST\n1\n1,3,4\n";
  deck += "*DAMPING_PART_STIFFNESS_SET\n1,0.15\n*DAMPING_PART_STIFFNESS\n2,-2.0e-7\n";
  deck += "*MAT_ADD_EROSION\n1\n,,,,4\n0,0,0,0.5\n";
  const std::vector<long> ends[] = {columns(g, 0, 0), columns(full, 0, 0), layers(b, 0, 0, 0), layers(t, 0, 0, 0)};
  const std::vector<long> tips[] = {columns(g, 8, 8), columns(full, 6, 6), layers(b, 0, 4, 4), layers(t, 0, 2, 2)};
  for (int k = 0; k < 4; ++k)
    deck +=
        node_set(10 + k, ends[k]) + clamp(10 + k) + node_set(20 + k, tips[k]) + initial_velocity(20 + k, {2e3, 0, 1e4});
  auto at_work = [](const Run& run) { EXPECT_GT(run.energy("internal"), 0); };
  return {"StiffnessDamping", deck + "*END\n", at_work, "2,-2.0e-7", "2,-1.9e-7"};
}

}  // namespace

std::vector<Case> switch_cases() { return {switches_case(), damped_case()}; }

std::vector<Case> all_cases() {
  std::vector<Case> all;
  for (const auto& cases :
       {element_cases(), material_cases(), condition_cases(), joint_cases(), contact_cases(), switch_cases()})
    all.insert(all.end(), cases.begin(), cases.end());
  return all;
}

}  // namespace crumple::test
