// Shells, solids, springs, hourglass control, materials, failure, mass scaling.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"
#include "tests/support/read_states.hpp"

namespace crumple::test {

std::string elastic(int id) { return fmt::format("*MAT_ELASTIC\n{},7.8e-9,210000.,0.3\n", id); }

std::string kinematic(int id, double failure_strain) {
  return fmt::format("*MAT_003\n{},7.8e-9,210000.,0.3,300.,1000.,0.4\n40.,5.,{:g}\n", id, failure_strain);
}

std::string piecewise(int id, double failure_strain) {
  return fmt::format("*MAT_024\n{},7.8e-9,210000.,0.3,300.,1000.,{:g}\n", id, failure_strain);
}

std::string johnson_cook(int id, double d2) {
  return fmt::format("*MAT_JOHNSON_COOK\n{},7.8e-9,,210000.,0.3\n300.,500.,0.26,0.014,1.03,1793.,294.\n"
                     "4.77e7,0,0,0,{:g},{:g},-2.12,0.002\n0.61\n",
                     id, 0.015 * d2, d2);
}

std::string simplified_johnson_cook(int id, double failure_strain) {
  return fmt::format("*MAT_SIMPLIFIED_JOHNSON_COOK\n{},7.8e-9,210000.,0.3\n300.,500.,0.26,0.014,{:g}\n", id,
                     failure_strain);
}

namespace {

/// Several times the yield strain of 300 / 210000.
void expect_yielded(const Run& run) {
  const std::vector<float> strain = read_states(run.folder).back().plastic_strain;
  EXPECT_GT(*std::ranges::max_element(strain), 0.005);
}

/// Quadrilaterals and triangles of several layers, off their middle surface, some of their own thickness, under
/// pressure beyond yield.
std::string shells_deck(int form, int hourglass) {
  ShellGrid g{.nx = 12, .ny = 4, .u = {10, 0, 0}, .v = {1, 10, 0.5}, .triangles_from = 7, .triangle_part = 2};
  std::string deck = deck_head(3e-4) + fmt::format("*CONTROL_HOURGLASS\n{},\n", hourglass) + "*CONTROL_SHELL\n,,,1\n" +
                     shell_section(1, 2.0, 5, 1, form) + shell_section(2, 1.5, 3, -1, form) + piecewise(1) +
                     kinematic(2) + part(1, 1, 1) + part(2, 2, 2) + shells(g) + "*DATABASE_BINARY_D3PLOT\n1\n";
  deck += "*NODE\n201,0,-10,0\n202,10,-10,1\n*ELEMENT_SHELL_THICKNESS\n201,1,201,202,2,1\n1.0,1.2,2.0,2.0\n";
  deck += node_set(1, columns(g, 0, 0)) + clamp(1);
  deck += "*SET_SHELL_GENERAL\n1\nPART,1,2\n*DEFINE_CURVE\n1\n0,0\n1e-4,1\n1,1\n*LOAD_SHELL_SET\n1,1,2.5\n";
  return deck + "*END\n";
}

Case shells_case() {
  return {"ShellsOfLayersAndOffsets", shells_deck(2, 1), expect_yielded, "0.3,300.,1000.,0\n", "0.3,290.,1000.,0\n"};
}

/// The same fully integrated, with the curvatures of warped elements.
Case fully_integrated_shells_case() {
  auto at_work = [](const Run& run) {
    expect_yielded(run);
    EXPECT_EQ(run.energy("hourglass"), 0);
  };
  return {"FullyIntegratedShells", shells_deck(16, 8), at_work, "HOURGLASS\n8,", "HOURGLASS\n4,"};
}

/// The same with one point and the curvatures of warped elements.
Case warped_shells_case() {
  return {"ShellsOfWarpingStiffness", shells_deck(10, 4), expect_yielded, "0.3,300.,1000.,0\n", "0.3,290.,1000.,0\n"};
}

/// Six strips of shells and six bars of solids, one for each IHQ, shaken at one end by forces of changing sign.
Case hourglass_case() {
  std::string deck = deck_head(2.5e-4) + shell_section(1, 1.5) + solid_section(2) + elastic(1);
  deck += "*DEFINE_CURVE\n1\n0,0\n5e-5,1\n1e-4,-1\n2e-4,1\n1,1\n";
  for (int type = 1; type <= 6; ++type) {
    ShellGrid g{.first_node = 1000L * type, .first_element = 100L * type, .part = type, .nx = 4, .ny = 2,
           .origin = {0, 40.0 * type, 0}, .u = {10, 0, 0}, .v = {0, 10, 0}};
    SolidBlock b{.first_node = 10000L * type,
                 .first_element = 100L * type,
                 .part = 10 + type,
                 .nx = 4,
                 .ny = 2,
                 .nz = 2,
                 .origin = {0, 40.0 * type, 50},
                 .edge = {10, 9, 8}};
    deck += fmt::format("*HOURGLASS\n{0},{0},0.08,,,,0.1,0.06\n", type);
    deck += part(type, 1, 1, type) + part(10 + type, 2, 1, type) + shells(g) + solids(b);
    std::vector<long> held = columns(g, 0, 0);
    for (const long node : layers(b, 0, 0, 0)) held.push_back(node);
    deck += node_set(type, held) + clamp(type);
    deck += fmt::format("*LOAD_NODE_POINT\n{},3,1,50.\n{},3,1,-50.\n{},1,1,500.\n", g.node(4, 0), g.node(4, 2),
                        g.node(4, 1));
    deck += fmt::format("*LOAD_NODE_POINT\n{},1,1,5000.\n{},1,1,-5000.\n", b.node(4, 0, 0), b.node(4, 1, 0));
  }
  auto at_work = [](const Run& run) { EXPECT_GT(run.energy("hourglass"), 0); };
  return {"HourglassTypes", deck + "*END\n", at_work, "3,3,0.08", "3,3,0.07"};
}

/// Bricks of three materials with bulk viscosity, and a wedge, a pyramid and a tetrahedron on top of them.
Case solids_case(const std::string& name, int form) {
  std::string deck = deck_head(1e-4) + "*CONTROL_BULK_VISCOSITY\n1.4,0.07\n" + solid_section(1, form) + elastic(1) +
                     kinematic(2) + piecewise(3);
  std::vector<long> all;
  for (int m = 1; m <= 3; ++m) {
    SolidBlock b{.first_node = 1000L * m, .first_element = 1000L * m, .part = m, .nx = 2, .ny = 2, .nz = 4,
            .origin = {m * 30.0, 0, 0.1}, .edge = {5, 5.5, 6}};
    deck += part(m, 1, m) + solids(b);
    const long a = b.node(0, 0, 4), c = b.node(1, 0, 4), d = b.node(1, 1, 4), e = b.node(0, 1, 4);
    const long t = 1000L * m + 900;
    deck += fmt::format("*NODE\n{},{},0.5,31\n{},{},5.2,31\n{},{},8,33\n", t, m * 30.0 + 2, t + 1, m * 30.0 + 2.2,
                        t + 2, m * 30.0 + 7);
    deck += "*ELEMENT_SOLID\n";
    deck += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", t, m, a, c, d, e, t, t, t + 1, t + 1);      // wedge
    deck += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", t + 1, m, c, b.node(2, 0, 4), b.node(2, 1, 4), d, t + 2,
                        t + 2, t + 2, t + 2);
    deck += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", t + 2, m, d, b.node(1, 2, 4), e, e, t + 1, t + 1, t + 1,
                        t + 1);  // tetrahedron
    for (long n = b.first_node; n <= b.last_node(); ++n) all.push_back(n);
    for (long n = t; n < t + 3; ++n) all.push_back(n);
  }
  deck += node_set(1, all) + initial_velocity(1, {3e3, 0, -1.2e5}) + "*RIGIDWALL_PLANAR\n0\n0,0,0,0,0,1,0.3\n";
  auto at_work = [](const Run& run) {
    EXPECT_GT(run.energy("internal"), 0);
    EXPECT_NE(run.energy("rigid_wall"), 0);
  };
  return {name, deck + "*END\n", at_work, "40.,5.", "41.,5."};
}

/// The internal energy of a part at the end, from matsum.
double part_energy(const Run& run, int part) {
  std::istringstream lines(run.file("matsum"));
  double energy = 0;
  for (std::string line; std::getline(lines, line);)
    if (const auto at = line.find("mat.#="); at != line.npos && std::stoi(line.substr(at + 6)) == part)
      energy = std::stod(line.substr(line.find("inten=") + 6));
  return energy;
}

/// A sheet on stringers (ELFORM 2, with and without shear) and yielding cross beams (ELFORM 1, tubes and rectangles)
/// under ties of trusses (ELFORM 3) that yield, shaken.
Case beams_case() {
  ShellGrid g{.nx = 8, .ny = 6, .u = {10, 0, 0}, .v = {0, 10, 0.3}};
  std::string deck = deck_head(3e-4) + piecewise(1) + elastic(2) + kinematic(3) + shell_section(1, 1.2) +
                     "*SECTION_BEAM\n2,2\n12.,30.,14.,20.\n3,2\n12.,30.,,,9.\n*SECTION_BEAM\n4,3\n3.\n" +
                     "*SECTION_BEAM\n5,1,0.83,3,0\n3.,3.,5.,5.\n6,1,0.5,2,1\n5.,5.,3.,3.\n" + part(5, 5, 3) +
                     part(6, 6, 3) + part(1, 1, 1) + part(2, 2, 2) + part(3, 3, 2) + part(4, 4, 3) + shells(g);
  deck = with_change(deck, "40.,5.,0\n", "0,0,0\n");
  std::string beams = "*ELEMENT_BEAM\n";
  int id = 0;
  for (int j = 0; j <= g.ny; j += 2)
    for (int i = 0; i < g.nx; ++i)
      beams += fmt::format("{},{},{},{},{}\n", ++id, 2 + j / 2 % 2, g.node(i, j), g.node(i + 1, j), j == 0 ? 1001 : 0);
  for (int i = 0; i <= g.nx; i += 2)
    for (int j = 0; j < g.ny; ++j)
      beams += fmt::format("{},{},{},{},{}\n", ++id, 5 + i / 2 % 2, g.node(i, j), g.node(i, j + 1), 1002);
  deck += "*NODE\n1001,0,-50,40\n1002,80,-50,40\n1003,40,80,60\n";
  for (int i = 0; i <= g.nx; i += 2)
    for (const int anchor : {1001, 1002, 1003}) beams += fmt::format("{},4,{},{}\n", ++id, anchor, g.node(i, g.ny));
  deck += beams + node_set(1, {1001, 1002, 1003}) + clamp(1) + node_set(2, columns(g, 0, g.nx)) +
          initial_velocity(2, {1e3, -8e3, -3e4});
  auto at_work = [](const Run& run) {
    EXPECT_GT(part_energy(run, 3), 0);
    EXPECT_GT(part_energy(run, 4), 0);
    EXPECT_GT(part_energy(run, 5), 0);
    EXPECT_GT(part_energy(run, 6), 0);
  };
  return {"ResultantBeamsAndTrusses", deck + "*END\n", at_work, "12.,30.,14.", "12.,31.,14."};
}

/// Two blocks of tetrahedra, one of which drives the other against a wall until some fail.
Case tetrahedra_case() {
  std::string deck = deck_head(1.5e-4) + solid_section(1, 10) + piecewise(1, 0.05) + part(1, 1, 1) + part(2, 1, 1);
  SolidBlock lower{.nx = 4, .ny = 3, .nz = 3, .origin = {0, 0, 0.1}, .edge = {5, 5.5, 6}, .tetrahedra = true};
  SolidBlock upper{.first_node = 1001,
                   .first_element = 1001,
                   .part = 2,
                   .nx = 3,
                   .ny = 3,
                   .nz = 3,
                   .origin = {1, 2, 18.2},
                   .edge = {5, 4, 5},
                   .turn = 0.2,
                   .tetrahedra = true};
  deck += solids(lower) + solids(upper);
  std::vector<long> all = layers(lower, 0, 0, lower.nx), above = layers(upper, 0, 0, upper.nx);
  all.insert(all.end(), above.begin(), above.end());
  deck += node_set(1, all) + initial_velocity(1, {1e4, 0, -2e5}) + "*RIGIDWALL_PLANAR\n0\n0,0,0,0,0,1,0.3\n";
  deck += "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0,0,0\n0.2,0.2\n1,1\n";
  auto at_work = [](const Run& run) {
    EXPECT_NE(run.energy("sliding"), 0);
    EXPECT_GT(run.summary.at("failed").at("solids").get<int>(), 0);
  };
  return {"Tetrahedra", deck + "*END\n", at_work, "300.,1000.,0.05", "300.,1000.,0.049"};
}

/// A block of crushable foam that is thrown askew onto a wall: it crushes, locks, tears and springs back.
Case foam_case() {
  std::string deck = deck_head(2e-4) + solid_section(1) + part(1, 1, 1);
  deck += "*MAT_CRUSHABLE_FOAM\n1,2.0e-10,700.,0.1,1,1.0\n*DEFINE_CURVE\n1\n0,2.0\n0.4,2.5\n0.6,40.\n";
  SolidBlock b{.nx = 5, .ny = 4, .nz = 8, .origin = {0, 0, 0.1}, .edge = {5, 5.5, 6}};
  deck += solids(b) + node_set(1, layers(b, 0, 0, b.nx)) + initial_velocity(1, {2e4, 3e3, -1.2e5});
  deck += "*RIGIDWALL_PLANAR\n0\n0,0,0,0.1,0,1,0.5\n";
  auto at_work = [](const Run& run) {
    EXPECT_GT(run.energy("internal"), 0);
    EXPECT_GT(run.energy("rigid_wall"), 0);
  };
  return {"CrushableFoam", deck + "*END\n", at_work, "0.4,2.5", "0.4,2.6"};
}

/// A fluid, a gas and a metal with equations of state, thrown askew onto a wall, where some of them erode; a strip and
/// a bar beside them that are torn by *MAT_ADD_EROSION.
Case equations_of_state_case(const std::string& name, int shell_form, int solid_form) {
  std::string deck = deck_head(6e-5) + solid_section(1, solid_form) + shell_section(2, 1.2, 4, 0, shell_form) +
                     "*MAT_NULL\n1,1.0e-9,-5.,1e-7,1.3,0.75\n*MAT_NULL\n2,1.2e-9,0,0\n" + johnson_cook(3) + elastic(4) +
                     piecewise(5) +
                     "*EOS_TABULATED\n1,0.5,10.,1.\n1,0.1,0,-0.1,-0.3\n-0.5\n0,-200,0,300.,1200.\n4000.\n1.,1.,1.\n\n"
                     "*EOS_LINEAR_POLYNOMIAL\n2,0,0,0,0,0.4,0.4\n2.5e2,1.\n"
                     "*EOS_GRUNEISEN\n3,4.569e6,1.49,0,0,2.17,0.46,0\n1.\n"
                     "*MAT_ADD_EROSION\n4,,,,,,-50,1\n,,,0.01,0.009\n"
                     "*MAT_ADD_EROSION\n5,,,,-0.02,,2,2\n,250.,320.,,,200.,0.02\n"
                     "*DEFINE_CURVE\n1\n0,1\n1,1\n";
  for (int p = 1; p <= 3; ++p) {
    SolidBlock b{.first_node = 1000L * p,
                 .first_element = 1000L * p,
                 .part = p,
                 .nx = 5,
                 .ny = 4,
                 .nz = 4,
                 .origin = {60.0 * p, 0, 0.1},
                 .edge = {5, 5.5, 6}};
    deck += fmt::format("*PART\npart\n{0},1,{0},{0}\n", p) + solids(b) + node_set(p, layers(b, 0, 0, b.nx)) +
            initial_velocity(p, {2e4, 3e3, p == 1 ? -1.5e5 : -8e5});
  }
  std::vector<long> held, drawn;
  for (int m = 4; m <= 5; ++m) {
    ShellGrid g{.first_node = 10000L * m,
                .first_element = 100L * m,
                .part = m,
                .nx = 9,
                .ny = 4,
                .origin = {0, 60.0 * m, 100},
                .u = {6, 0, 0},
                .v = {0.3 * m, 6, 0}};
    SolidBlock b{.first_node = 20000L * m,
                 .first_element = 10000L * m,
                 .part = 10 + m,
                 .nx = 9,
                 .ny = 2,
                 .nz = 2,
                 .origin = {0, 60.0 * m, 140},
                 .edge = {6, 6, 6.5}};
    deck += part(m, 2, m) + part(10 + m, 1, m) + shells(g) + solids(b);
    for (const auto& nodes : {columns(g, 0, 0), layers(b, 0, 0, 0)})
      held.insert(held.end(), nodes.begin(), nodes.end());
    for (const auto& nodes : {columns(g, 9, 9), layers(b, 0, 9, 9)})
      drawn.insert(drawn.end(), nodes.begin(), nodes.end());
  }
  deck += node_set(4, held) + node_set(5, drawn) + clamp(4) + "*BOUNDARY_PRESCRIBED_MOTION_SET\n5,1,0,1,8.0e4\n" +
          "*RIGIDWALL_PLANAR\n0\n0,0,0,0.1,0,1,0.5\n";
  auto at_work = [](const Run& run) {
    for (const int part : {1, 2, 3}) EXPECT_NE(part_energy(run, part), 0);
    EXPECT_GT(run.summary.at("failed").at("solids").get<int>(), 0);
    EXPECT_GT(run.summary.at("failed").at("shells").get<int>(), 0);
  };
  return {name, deck + "*END\n", at_work, "0.5,10.,1.", "0.5,11.,1."};
}

/// Blocks of every rubber and foam, thrown askew onto a wall: they are crushed, sheared and spring back.
Case rubbers_and_foams_case() {
  const char* laws[] = {"*MAT_027\n1,1.1e-9,0.49,0.4,0.2\n\n",
                        "*MAT_077_H\n2,1.1e-9,0.49\n0.4,0.2,0.03,0.05,0.02,0.01\n",
                        "*MAT_077_O\n3,1.1e-9,0.49\n0.8,-0.2\n2,-4\n",
                        "*MAT_181\n4,1.1e-9,60.\n1.,1.,1.,104\n",
                        "*MAT_057\n5,1.0e-10,20.,105,0.5,0.2,100.,0.1\n3.,1\n",
                        "*MAT_083\n6,1.0e-10,20.,0,0.5,0,0.1,200\n0,1,0,0,0,0,0,0.3\n\n0,0,0,0,0,0,0,2.\n"};
  std::string deck = deck_head(6e-4) + solid_section(1) + solid_section(2, 2);
  for (int p = 1; p <= 6; ++p) {
    SolidBlock b{.first_node = 1000L * p,
                 .first_element = 1000L * p,
                 .part = p,
                 .nx = 4,
                 .ny = 3,
                 .nz = 4,
                 .origin = {40.0 * p, 0, 0.1},
                 .edge = {5, 5.5, 6}};
    deck += laws[p - 1] + part(p, p == 2 ? 2 : 1, p) + solids(b) + node_set(p, layers(b, 0, 0, b.nx)) +
            initial_velocity(p, {5e3, 1e3, p < 5 ? -1.5e4 : -4e4});
  }
  deck +=
      "*DEFINE_CURVE\n104\n-0.7,-12.2\n-0.3,-1.61\n0,0\n0.5,1.27\n2.,3.47\n"
      "*DEFINE_CURVE\n105\n0,0\n0.05,0.4\n0.5,0.8\n0.8,8.\n"
      "*DEFINE_TABLE\n200\n0\n500.\n2000.\n*DEFINE_CURVE\n201\n0,0\n0.05,0.4\n0.5,0.8\n0.8,8.\n"
      "*DEFINE_CURVE\n202\n0,0\n0.05,0.6\n0.5,1.0\n0.8,9.\n*DEFINE_CURVE\n203\n0,0\n0.05,0.8\n0.5,1.4\n0.8,12.\n"
      "*RIGIDWALL_PLANAR\n0\n0,0,0,0,0.1,1,0.5\n";
  auto at_work = [](const Run& run) {
    for (int part = 1; part <= 6; ++part) EXPECT_GT(part_energy(run, part), 0);
  };
  return {"RubbersAndFoams", deck + "*END\n", at_work, "0.5,1.0", "0.5,1.1"};
}

/// The hardening laws: each card set is a material of id 1 to 15, the last two for shells alone.
std::string hardening_laws() {
  const std::string steel = "7.8e-9,210000.,0.3";
  return "*MAT_003\n1," + steel +
         ",300.,900.,0.\n"
         "*MAT_003\n2," +
         steel +
         ",300.,900.,1.\n40.,5.\n"
         "*MAT_003\n3," +
         steel +
         ",300.,900.,0.5\n40.,5.,,1\n"
         "*MAT_024\n4," +
         steel +
         ",280.,1100.\n"
         "*MAT_024\n5," +
         steel +
         "\n40.,5.\n0,0.02,0.1,0.5\n250.,310.,370.,420.\n"
         "*MAT_024\n6," +
         steel +
         "\n,,101\n"
         "*MAT_024\n7," +
         steel +
         "\n,,200\n"
         "*MAT_024\n8," +
         steel +
         ",280.,1100.\n40.,5.,,,1\n"
         "*MAT_024\n9," +
         steel +
         "\n,,200,,1\n"
         "*MAT_015\n10,7.8e-9,,210000.,0.3\n300.,500.,0.26,0.014,1.03,1793.,294.\n4.77e7\n\n"
         "*MAT_015\n11,7.8e-9,,210000.,0.3,,1\n300.,500.,0.26,0.014,1.03,1793.,294.\n4.77e7\n\n"
         "*MAT_098\n12," +
         steel +
         "\n300.,500.,0.26,0.014\n"
         "*MAT_098\n13," +
         steel +
         ",1\n300.,500.,0.26,0.014,0,450.,500.\n"
         "*MAT_123\n14," +
         steel +
         ",280.,1100.,0.04\n40.,5.,0,0,0,0.02,0.06,2\n\n\n"
         "*MAT_037\n15," +
         steel +
         ",280.,1100.,1.6\n"
         "*DEFINE_CURVE\n101\n0,260.\n0.03,320.\n0.2,400.\n1,450.\n"
         "*DEFINE_TABLE\n200\n0\n50\n2000\n"
         "*DEFINE_CURVE\n201\n0,260.\n0.03,320.\n0.2,400.\n"
         "*DEFINE_CURVE\n202\n0,300.\n0.03,350.\n0.2,440.\n"
         "*DEFINE_CURVE\n203\n0,360.\n0.03,420.\n0.2,500.\n";
}

/// The bar of material 4, without rate effects: its energy is the area under its curve up to the plastic strain of each
/// of its solids, to and fro, which come after 120 shells and 12 solids. The gate leaves room for elastic energy and
/// bulk viscosity, a hundredth each.
void expect_plastic_work(const Run& run) {
  const std::vector<float> strain = read_states(run.folder).back().plastic_strain;
  const double hardening = 210000.0 * 1100 / (210000 - 1100);
  double work = 0;
  for (std::size_t e = 120 + 12; e < 120 + 12 + 4; ++e) {
    EXPECT_GT(strain.at(e), 0.02);
    work += 8 * 7 * 7 * (280 * strain[e] + 0.5 * hardening * strain[e] * strain[e]);
  }
  EXPECT_NEAR(part_energy(run, 24), work, 0.03 * work);
}

/// A strip of shells and a bar of solids of every hardening law, drawn out at 300/s, then back.
Case materials_case() {
  // bars of one element across are stable up to 0.84 of the solids' step only: nothing averages their breathing
  std::string deck = deck_head(3e-4) + "*CONTROL_TIMESTEP\n0,0.8\n" + hardening_laws() +
                     "*SECTION_SHELL\n1,2,0.8333333,4\n1.6\n" + solid_section(2) +
                     "*DEFINE_CURVE\n1\n0,0\n2e-5,1\n1.8e-4,1\n2.2e-4,-1\n1,-1\n";
  std::vector<long> held, drawn;
  for (int m = 1; m <= 15; ++m) {
    ShellGrid g{.first_node = 1000L * m,
                .first_element = 100L * m,
                .part = m,
                .nx = 4,
                .ny = 2,
                .origin = {0, 30.0 * m, 0},
                .u = {8, 0, 0},
                .v = {1, 8, 0}};
    SolidBlock b{.first_node = 100000L + 1000L * m,
                 .first_element = 100L * m,
                 .part = 20 + m,
                 .nx = 4,
                 .ny = 1,
                 .nz = 1,
                 .origin = {0, 30.0 * m, 40},
                 .edge = {8, 7, 7}};
    const auto add = [](std::vector<long>& set, const std::vector<long>& nodes) {
      set.insert(set.end(), nodes.begin(), nodes.end());
    };
    deck += part(m, 1, m) + shells(g);
    add(held, columns(g, 0, 0));
    add(drawn, columns(g, 4, 4));
    if (m > 13) continue;
    deck += part(20 + m, 2, m) + solids(b);
    add(held, layers(b, 0, 0, 0));
    add(drawn, layers(b, 0, 4, 4));
  }
  deck += node_set(1, held) + node_set(2, drawn) + clamp(1);
  deck += "*BOUNDARY_PRESCRIBED_MOTION_SET\n2,1,0,1,1.0e4\n2,3,0,1,2.0e3\n*DATABASE_BINARY_D3PLOT\n1\n";
  return {"MaterialsAndRates", deck + "*END\n", expect_plastic_work, "0.03,350.", "0.03,352."};
}

/// Strips and bars of every material that fails, torn apart.
Case failure_case(const std::string& name, int shell_form, int solid_form) {
  std::string deck = deck_head(2.5e-4) + kinematic(1, 0.06) + piecewise(2, 0.05) + johnson_cook(3, 0.1) +
                     simplified_johnson_cook(4, 0.05) + shell_section(1, 1.2, 3, 0, shell_form) +
                     solid_section(2, solid_form) + "*DEFINE_CURVE\n1\n0,1\n1,1\n";
  std::vector<long> held, drawn;
  for (int m = 1; m <= 4; ++m) {
    ShellGrid g{.first_node = 1000L * m,
                .first_element = 100L * m,
                .part = m,
                .nx = 9,
                .ny = 4,
                .origin = {0, 60.0 * m, 0},
                .u = {6, 0, 0},
                .v = {0.3 * m, 6, 0}};
    SolidBlock b{.first_node = 10000L * m, .first_element = 100L * m, .part = 10 + m, .nx = 9, .ny = 2, .nz = 2,
            .origin = {0, 60.0 * m, 40}, .edge = {6, 6, 6.5}};
    deck += part(m, 1, m) + part(10 + m, 2, m) + shells(g) + solids(b);
    for (const auto& nodes : {columns(g, 0, 0), layers(b, 0, 0, 0)})
      held.insert(held.end(), nodes.begin(), nodes.end());
    for (const auto& nodes : {columns(g, 9, 9), layers(b, 0, 9, 9)})
      drawn.insert(drawn.end(), nodes.begin(), nodes.end());
  }
  deck += node_set(1, held) + node_set(2, drawn) + clamp(1) + "*BOUNDARY_PRESCRIBED_MOTION_SET\n2,1,0,1,4.0e4\n";
  auto at_work = [](const Run& run) { EXPECT_GT(run.energy("eroded"), 0); };
  return {name, deck + "*END\n", at_work, "300.,1000.,0.05", "300.,1000.,0.048"};
}

/// Elements of many sizes, the small ones made heavier, and those deleted whose step still falls below DTMIN.
Case mass_scaling_case() {
  std::string deck = deck_head(3e-4) + "*CONTROL_TIMESTEP\n0,0.9,0,0,-1.5e-6,0,0\n" + piecewise(1) +
                     shell_section(1, 1.5) + solid_section(2) + part(1, 1, 1) + part(2, 2, 1);
  ShellGrid coarse{.nx = 5, .ny = 3, .u = {10, 0, 0}, .v = {0, 10, 0}};
  ShellGrid fine{.first_node = 101,
                 .first_element = 101,
                 .nx = 6,
                 .ny = 3,
                 .origin = {0, 50, 0},
                 .u = {4, 0, 0},
                 .v = {0.5, 5, 0}};
  SolidBlock block{.first_node = 301, .part = 2, .nx = 3, .ny = 2, .nz = 2, .origin = {70, 0, 0}, .edge = {5, 8, 9}};
  deck += shells(coarse) + shells(fine) + solids(block);
  std::vector<long> all;
  for (long n = 1; n <= coarse.last_node(); ++n) all.push_back(n);
  for (long n = 101; n <= fine.last_node(); ++n) all.push_back(n);
  for (long n = 301; n <= block.last_node(); ++n) all.push_back(n);
  deck += node_set(1, all) + initial_velocity(1, {-2e4, 1e3, 0}) + "*RIGIDWALL_PLANAR\n0\n-0.5,0,0,1,0,0,0\n";
  auto at_work = [](const Run& run) { EXPECT_NEAR(run.summary.at("dt").at("first").get<double>(), 1.35e-6, 1e-8); };
  return {"MassScaling", deck + "*END\n", at_work, "-1.5e-6", "-1.45e-6"};
}

/// The same with all elements at one step, heavier or lighter, and the block made rigid.
Case one_step_case() {
  Case all = mass_scaling_case();
  all.name = "OneStepForAllAndAPartMadeRigid";
  all.deck = with_change(with_change(all.deck, "-1.5e-6", "1.5e-6"), "*END\n", "*DEFORMABLE_TO_RIGID\n2\n*END\n");
  all.from = "1.5e-6";
  all.to = "1.45e-6";
  return all;
}

/// Two sheets, one thrown at the other, with springs of every law between them and to the ground, along their nodes and
/// in a fixed direction, with clearance, magnification and offset, torsional ones, some that fail, one that limits the
/// step.
Case springs_case() {
  ShellGrid low{.nx = 12, .ny = 4, .u = {8, 0, 0}, .v = {0, 8, 0}};
  ShellGrid high{.first_node = 1001,
                 .first_element = 1001,
                 .part = 2,
                 .nx = 12,
                 .ny = 4,
                 .origin = {0.3, 0.2, 12},
                 .u = {8, 0, 0},
                 .v = {0, 8, 0}};
  std::string deck = deck_head(2.5e-4) + piecewise(1) + shell_section(1, 1.0) + part(1, 1, 1) + part(2, 1, 1) +
                     shells(low) + shells(high);
  const char* laws[] = {"SPRING_ELASTIC\n{},100.", "DAMPER_VISCOUS\n{},0.004", "SPRING_NONLINEAR_ELASTIC\n{},71",
                        "SPRING_INELASTIC\n{},72,180.,1"};
  deck += "*DEFINE_CURVE\n71\n-10,-600\n-2,-60\n0,0\n2,60\n10,600\n*DEFINE_CURVE\n72\n0,0\n0.5,60\n4,100\n";
  const char* sections[] = {"0", "1", "0,0.5,1e4,0,-1.5", "0,0,0,0.5"};
  for (int s = 0; s < 4; ++s) deck += fmt::format("*SECTION_DISCRETE\n{},{}\n0,0\n", 80 + s, sections[s]);
  for (int law = 0; law < 4; ++law) deck += "*MAT_" + fmt::format(fmt::runtime(laws[law]), 80 + law) + "\n";
  for (int s = 0; s < 4; ++s)
    for (int law = 0; law < 4; ++law) deck += part(80 + 4 * s + law, 80 + s, 80 + law);
  deck += "*MAT_S01\n90,6e5\n" + part(99, 80, 90) + "*DEFINE_SD_ORIENTATION\n5,0,0.1,0.2,1\n*ELEMENT_DISCRETE\n";
  int n = 0;
  for (int i = 1; i <= low.nx; ++i)
    for (int j = 0; j <= low.ny; ++j, ++n)
      deck +=
          fmt::format("{},{},{},{},{},{},0,{}\n", n + 1, 80 + n % 16, low.node(i, j), n % 7 == 0 ? 0 : high.node(i, j),
                      n % 7 == 0 || n % 5 == 0 ? 5 : 0, n % 3 == 0 ? 1.5 : 1.0, n % 11 == 0 ? 0.2 : 0.0);
  deck += fmt::format("1001,99,{},{},0\n", low.node(6, 2), high.node(6, 2));
  deck += node_set(1, columns(low, 0, 0)) + clamp(1) + node_set(2, columns(high, 0, 12)) +
          initial_velocity(2, {2e3, 1e3, -6e4});
  deck += "*DATABASE_DEFORC\n5e-5,\n";
  auto at_work = [n](const Run& run) {
    EXPECT_GT(run.summary.at("failed").at("springs"), 0);
    EXPECT_LT(run.summary.at("failed").at("springs"), n / 4);  // those of one section
    EXPECT_NE(run.file("glstat").find("is controlled by spring"), std::string::npos);
    EXPECT_NE(run.file("deforc").find(" spring/damper number.........      1001"), std::string::npos);
  };
  return {"SpringsAndDampers", deck + "*END\n", at_work, "80,100.", "80,110."};
}

/// A block pressed to less than half its height, so that forces come near the end of the range that the deck suggests:
/// their quantum becomes larger on the way.
Case crushed_block_case() {
  SolidBlock block{.nx = 4, .ny = 4, .nz = 3, .edge = {6, 6, 6}};
  std::string deck = deck_head(1.2e-3) + "*MAT_ELASTIC\n1,7.85e-9,100.,0.3\n" + solid_section(1) + part(1, 1, 1) +
                     solids(block) + node_set(1, layers(block, 2, 0, 0)) + clamp(1) +
                     node_set(2, layers(block, 2, block.nz, block.nz));
  deck += "*DEFINE_CURVE\n1\n0,1\n1,1\n*BOUNDARY_PRESCRIBED_MOTION_SET\n2,3,0,1,-9000.\n*END\n";
  auto is_widened = [](const Run& run) {
    EXPECT_NE(run.file("mes0000").find("forces are large"), std::string::npos);
  };
  return {"ForcesNearTheEndOfTheirRange", deck, is_widened, "100.,0.3", "100.,0.31"};
}

}  // namespace

std::vector<Case> element_cases() {
  return {crushed_block_case(),
          shells_case(),
          fully_integrated_shells_case(),
          warped_shells_case(),
          hourglass_case(),
          solids_case("SolidsOfEveryShape", 1),
          solids_case("SelectivelyReducedSolids", 2),
          tetrahedra_case(),
          foam_case(),
          rubbers_and_foams_case(),
          equations_of_state_case("EquationsOfStateAndErosion", 2, 1),
          equations_of_state_case("EquationsOfStateAndErosionAtManyPoints", 16, 2),
          beams_case(),
          materials_case(),
          failure_case("FailureTearsElements", 2, 1),
          failure_case("FailureTearsFullyIntegrated", 16, 2),
          mass_scaling_case(),
          one_step_case(),
          springs_case()};
}

}  // namespace crumple::test
