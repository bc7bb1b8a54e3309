// Shells, solids, beams, springs, hourglass control, mass scaling.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"
#include "tests/support/read_states.hpp"

namespace crumple::test {

double part_energy(const Run& run, int part) {
  std::istringstream lines(run.file("matsum"));
  double energy = 0;
  for (std::string line; std::getline(lines, line);)
    if (const auto at = line.find("mat.#="); at != line.npos && std::stoi(line.substr(at + 6)) == part)
      energy = std::stod(line.substr(line.find("inten=") + 6));
  return energy;
}

std::string elastic(int id) { return fmt::format("*MAT_ELASTIC\n{},7.8e-9,210000.,0.3\n", id); }

std::string kinematic(int id, double failure_strain) {
  return fmt::format("*MAT_003\n{},7.8e-9,210000.,0.3,300.,1000.,0.4\n40.,5.,{:g}\n", id, failure_strain);
}

std::string piecewise(int id, double failure_strain) {
  return fmt::format("*MAT_024\n{},7.8e-9,210000.,0.3,300.,1000.,{:g}\n", id, failure_strain);
}

std::string johnson_cook(int id, double d2) {
  return fmt::format(
      "*MAT_JOHNSON_COOK\n{},7.8e-9,,210000.,0.3\n300.,500.,0.26,0.014,1.03,1793.,294.\n"
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
  ShellGrid g{.n = {12, 4}, .u = {10, 0, 0}, .v = {1, 10, 0.5}, .triangles_from = 7, .triangle_part = 2};
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
    ShellGrid g{.first = 1000L * type,
                .first_element = 100L * type,
                .part = type,
                .n = {4, 2},
                .origin = {0, 40.0 * type, 0},
                .u = {10, 0, 0},
                .v = {0, 10, 0}};
    SolidBlock b{.first = 10000L * type,
                 .first_element = 100L * type,
                 .part = 10 + type,
                 .n = {4, 2, 2},
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
    SolidBlock b{.first = 1000L * m, .part = m, .n = {2, 2, 4}, .origin = {m * 30.0, 0, 0.1}, .edge = {5, 5.5, 6}};
    deck += part(m, 1, m) + solids(b);
    const long a = b.node(0, 0, 4), c = b.node(1, 0, 4), d = b.node(1, 1, 4), e = b.node(0, 1, 4);
    const long t = 1000L * m + 900;
    deck += fmt::format("*NODE\n{},{},0.5,31\n{},{},5.2,31\n{},{},8,33\n", t, m * 30.0 + 2, t + 1, m * 30.0 + 2.2,
                        t + 2, m * 30.0 + 7);
    deck += "*ELEMENT_SOLID\n";
    deck += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", t, m, a, c, d, e, t, t, t + 1, t + 1);  // wedge
    deck += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", t + 1, m, c, b.node(2, 0, 4), b.node(2, 1, 4), d, t + 2,
                        t + 2, t + 2, t + 2);
    deck += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", t + 2, m, d, b.node(1, 2, 4), e, e, t + 1, t + 1, t + 1,
                        t + 1);  // tetrahedron
    for (long n = b.first; n <= b.last_node(); ++n) all.push_back(n);
    for (long n = t; n < t + 3; ++n) all.push_back(n);
  }
  deck += node_set(1, all) + initial_velocity(1, {3e3, 0, -1.2e5}) + "*RIGIDWALL_PLANAR\n0\n0,0,0,0,0,1,0.3\n";
  auto at_work = [](const Run& run) {
    EXPECT_GT(run.energy("internal"), 0);
    EXPECT_NE(run.energy("rigid_wall"), 0);
  };
  return {name, deck + "*END\n", at_work, "40.,5.", "41.,5."};
}

/// A sheet on stringers (ELFORM 2, with and without shear) and yielding cross beams (ELFORM 1, tubes and given points)
/// under ties of trusses (ELFORM 3) that yield, shaken.
Case beams_case() {
  ShellGrid g{.n = {8, 6}, .u = {10, 0, 0}, .v = {0, 10, 0.3}};
  std::string deck = deck_head(3e-4) + piecewise(1) + elastic(2) + kinematic(3) + shell_section(1, 1.2) +
                     "*SECTION_BEAM\n2,2\n12.,30.,14.,20.\n3,2\n12.,30.,,,9.\n*SECTION_BEAM\n4,3\n3.\n" +
                     "*SECTION_BEAM\n5,1,0.83,-7,0\n3.,3.,5.,5.\n6,1,0.5,2,1\n5.,5.,3.,3.\n" +
                     "*INTEGRATION_BEAM\n7,3,0.8\n-0.9,0,0.3\n0,0,0.4\n0.9,0,0.3\n" + part(5, 5, 3) +
                     part(6, 6, 3) + part(1, 1, 1) + part(2, 2, 2) + part(3, 3, 2) + part(4, 4, 3) + shells(g);
  deck = with_change(deck, "40.,5.,0\n", "0,0,0\n");
  std::string beams = "*ELEMENT_BEAM\n";
  int id = 0;
  for (int j = 0; j <= g.n[1]; j += 2)
    for (int i = 0; i < g.n[0]; ++i)
      beams += fmt::format("{},{},{},{},{}\n", ++id, 2 + j / 2 % 2, g.node(i, j), g.node(i + 1, j), j == 0 ? 1001 : 0);
  for (int i = 0; i <= g.n[0]; i += 2)
    for (int j = 0; j < g.n[1]; ++j)
      beams += fmt::format("{},{},{},{},{}\n", ++id, 5 + i / 2 % 2, g.node(i, j), g.node(i, j + 1), 1002);
  deck += "*NODE\n1001,0,-50,40\n1002,80,-50,40\n1003,40,80,60\n";
  for (int i = 0; i <= g.n[0]; i += 2)
    for (const int anchor : {1001, 1002, 1003}) beams += fmt::format("{},4,{},{}\n", ++id, anchor, g.node(i, g.n[1]));
  deck += beams + node_set(1, {1001, 1002, 1003}) + clamp(1) + node_set(2, columns(g, 0, g.n[0])) +
          initial_velocity(2, {1e3, -8e3, -3e4});
  auto at_work = [](const Run& run) {
    EXPECT_GT(part_energy(run, 3), 0);
    EXPECT_GT(part_energy(run, 4), 0);
    EXPECT_GT(part_energy(run, 5), 0);
    EXPECT_GT(part_energy(run, 6), 0);
  };
  return {"ResultantBeamsAndTrusses", deck + "*END\n", at_work, "12.,30.,14.", "12.,31.,14."};
}

/// Sheets that muscles (*MAT_156) of all curves draw together, some in lines of several trusses (_AVERAGED) over nodes
/// of the sheets, one line of which yields.
Case muscles_case() {
  ShellGrid low{.n = {12, 4}, .u = {8, 0, 0}, .v = {0, 8, 0}};
  ShellGrid high{.first = 1001, .part = 2, .n = {12, 4}, .origin = {0.3, 0.2, 12}, .u = {8, 0, 0}, .v = {0, 8, 0}};
  std::string deck =
      deck_head(2.5e-4) + piecewise(1) + kinematic(3) + shell_section(1, 0.5) + part(1, 1, 1) + part(2, 1, 1) +
      shells(low) + shells(high) + "*SECTION_BEAM\n80,3\n30.,0\n" +
      "*DEFINE_CURVE\n71\n0,0\n5e-5,0.8\n1e-3,1\n*DEFINE_CURVE\n72\n0.5,0\n1,1\n1.6,0\n" +
      "*DEFINE_CURVE\n73\n-1,0\n0,1\n1,1.4\n*DEFINE_CURVE\n74\n0.5,0.9\n1.5,1.3\n*DEFINE_CURVE\n75\n1,0\n1.5,2\n";
  deck = with_change(deck, "40.,5.,0\n", "0,0,0\n");  // trusses take no rates
  deck += "*MAT_MUSCLE\n81,1e-9,1.05,2e3,40.,0.6,4.,1e-4\n-71,-74,-72,-73,0\n";
  deck += "*MAT_156\n82,1e-9,0.95,3e3,50.,0.6,0,0\n0.4,1,1,-73,-75\n*MAT_156\n83,1e-9,1.1,3e3,50.,0.6\n0.3,0,-72,0,0\n";
  for (int p = 81; p <= 83; ++p) deck += part(p, 80, p);
  std::string beams = "*ELEMENT_BEAM\n";
  int n = 0;
  for (int i = 1; i <= low.n[0]; ++i)
    for (int j = 0; j <= low.n[1]; j += 2, ++n)
      beams += fmt::format("{},{},{},{}\n", n + 1, 81 + n % 3, low.node(i, j), high.node(i, j));
  for (int line = 0; line < 4; ++line) {
    deck += fmt::format("*PART_AVERAGED\nline\n{},80,{}\n", 91 + line, line < 3 ? 81 + line : 3);
    for (int i = 1; i < low.n[0]; ++i, ++n) {
      const auto place = [&](int k) { return k % 3 == 0 ? high.node(k, line) : low.node(k, line); };
      beams += fmt::format("{},{},{},{}\n", n + 1, 91 + line, place(i), place(i + 1));
    }
  }
  deck += beams + node_set(1, columns(low, 0, 0)) + clamp(1) + node_set(2, columns(high, 0, 12)) +
          initial_velocity(2, {2e3, 1e3, 3e4});
  auto at_work = [](const Run& run) {
    for (const int p : {81, 82, 83, 91, 92, 93, 94}) EXPECT_NE(part_energy(run, p), 0) << p;
  };
  return {"Muscles", deck + "*END\n", at_work, "1.05,2e3", "1.06,2e3"};
}

/// Two blocks of tetrahedra (ELFORM 10, 13, 16) or of wedges in both ways to write them (15), one of which drives the
/// other against a wall until some fail.
Case split_solids_case(const std::string& name, int form) {
  const double end_time = form == 16 ? 3e-5 : 1.5e-4;  // with small steps
  std::string deck = deck_head(end_time) + solid_section(1, form) + piecewise(1, 0.05) + part(1, 1, 1) + part(2, 1, 1);
  const int n = form == 16 ? 2 : 3;  // each of its faces is four in contact
  SolidBlock lower{.n = {n + 1, n, n}, .origin = {0, 0, 0.1}, .edge = {5, 5.5, 6}};
  SolidBlock upper{
      .first = 1001, .part = 2, .n = {n, n, n}, .origin = {1, 2, 6.0 * n + 0.2}, .edge = {5, 4, 5}, .turn = 0.2};
  for (SolidBlock* block : {&lower, &upper}) (form != 15 ? block->tetrahedra : block->wedges) = true;
  lower.with_sides = upper.with_sides = form == 16;
  deck += solids(lower) + solids(upper);
  deck += "*SET_PART_LIST\n1\n1,2\n*INITIAL_VELOCITY_GENERATION\n1,1,,1e4,0,-2e5\n\n";
  deck += "*RIGIDWALL_PLANAR\n0\n0,0,0,0,0,1,0.3\n";
  deck += "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0,0,0\n0.2,0.2\n1,1\n";
  auto at_work = [form](const Run& run) {
    EXPECT_NE(run.energy("sliding"), 0);
    EXPECT_EQ(run.energy("hourglass") > 0, form == 15);
    EXPECT_GT(run.summary.at("failed").at("solids").get<int>(), 0);
  };
  return {name, deck + "*END\n", at_work, "300.,1000.,0.05", "300.,1000.,0.049"};
}

/// Elements of many sizes, the small ones made heavier, and those deleted whose step still falls below DTMIN.
Case mass_scaling_case() {
  std::string deck = deck_head(3e-4) + "*CONTROL_TIMESTEP\n0,0.9,0,0,-1.5e-6,0,0\n" + piecewise(1) +
                     shell_section(1, 1.5) + solid_section(2) + part(1, 1, 1) + part(2, 2, 1);
  ShellGrid coarse{.n = {5, 3}, .u = {10, 0, 0}, .v = {0, 10, 0}};
  ShellGrid fine{.first = 101, .n = {6, 3}, .origin = {0, 50, 0}, .u = {4, 0, 0}, .v = {0.5, 5, 0}};
  SolidBlock block{
      .first = 301, .first_element = 1, .part = 2, .n = {3, 2, 2}, .origin = {70, 0, 0}, .edge = {5, 8, 9}};
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
  ShellGrid low{.n = {12, 4}, .u = {8, 0, 0}, .v = {0, 8, 0}};
  ShellGrid high{.first = 1001, .part = 2, .n = {12, 4}, .origin = {0.3, 0.2, 12}, .u = {8, 0, 0}, .v = {0, 8, 0}};
  std::string deck = deck_head(2.5e-4) + piecewise(1) + shell_section(1, 1.0) + part(1, 1, 1) + part(2, 1, 1) +
                     shells(low) + shells(high);
  const char* laws[] = {"SPRING_ELASTIC\n{},100.", "DAMPER_VISCOUS\n{},0.004", "SPRING_NONLINEAR_ELASTIC\n{},71,74",
                        "SPRING_INELASTIC\n{},72,180.,1", "SPRING_ELASTOPLASTIC\n{},200.,20.,30.",
                        "DAMPER_NONLINEAR_VISCOUS\n{},73", "SPRING_MAXWELL\n{},150.,20.,3e4,2e-4,10.",
                        "SPRING_GENERAL_NONLINEAR\n{},71,75,0,20.,-30."};
  constexpr int n_laws = int(std::size(laws));
  deck += "*DEFINE_CURVE\n71\n-10,-600\n-2,-60\n0,0\n2,60\n10,600\n*DEFINE_CURVE\n72\n0,0\n0.5,60\n4,100\n"
          "*DEFINE_CURVE\n73\n-1e5,-90\n0,0\n3e4,50\n*DEFINE_CURVE\n74\n-1e5,1.2\n0,1\n1e5,1.5\n"
          "*DEFINE_CURVE\n75\n-8,-900\n0,0\n8,900\n";
  const char* sections[] = {"0", "1", "0,0.5,1e4,0,-1.5", "0,0,0,0.5"};
  for (int s = 0; s < 4; ++s) deck += fmt::format("*SECTION_DISCRETE\n{},{}\n0,0\n", 80 + s, sections[s]);
  for (int law = 0; law < n_laws; ++law) deck += "*MAT_" + fmt::format(fmt::runtime(laws[law]), 80 + law) + "\n";
  for (int s = 0; s < 4; ++s)
    for (int law = 0; law < n_laws; ++law) deck += part(200 + n_laws * s + law, 80 + s, 80 + law);
  deck += "*MAT_S01\n90,6e5\n" + part(99, 80, 90) + "*DEFINE_SD_ORIENTATION\n5,0,0.1,0.2,1\n*ELEMENT_DISCRETE\n";
  int n = 0;
  for (int i = 1; i <= low.n[0]; ++i)
    for (int j = 0; j <= low.n[1]; ++j, ++n)
      deck += fmt::format("{},{},{},{},{},{},0,{}\n", n + 1, 200 + n % (4 * n_laws), low.node(i, j),
                          n % 7 == 0 ? 0 : high.node(i, j), n % 7 == 0 || n % 5 == 0 ? 5 : 0, n % 3 == 0 ? 1.5 : 1.0,
                          n % 11 == 0 ? 0.2 : 0.0);
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

/// Two sheets at one place, one thrown off the other, held together by discrete beams of every law: without length and
/// with triads at an angle, of their own sections (_SCALAR), some of which move with other nodes, that yield and fail;
/// a third sheet behind cables and springs that follow their line.
Case discrete_beams_case() {
  ShellGrid low{.n = {12, 4}, .u = {8, 0, 0}, .v = {0, 8, 0}};
  ShellGrid high{.first = 1001, .part = 2, .n = {12, 4}, .u = {8, 0, 0}, .v = {0, 8, 0}};
  ShellGrid far{.first = 2001, .part = 3, .n = {12, 4}, .origin = {1, 2, 30}, .u = {8, 0, 0}, .v = {0, 8, 0}};
  std::string deck = deck_head(2.5e-4) + piecewise(1) + shell_section(1, 1.0) + part(1, 1, 1) + part(2, 1, 1) +
                     part(3, 1, 1) + shells(low) + shells(high) + shells(far) +
                     "*DEFINE_COORDINATE_VECTOR\n5,0.6,0.8,0,-0.8,0.6,0.1\n*DEFINE_COORDINATE_NODES\n" +
                     fmt::format("6,{},{},{},1,Y\n", low.node(12, 0), low.node(12, 4), far.node(6, 0)) +
                     "*DEFINE_CURVE\n71\n-10,-600\n-2,-60\n0,0\n2,60\n10,600\n*DEFINE_CURVE\n72\n0,0\n1e4,40\n" +
                     "*DEFINE_CURVE\n73\n0,30\n1,60\n4,70\n*DEFINE_CURVE\n74\n0,0\n0.05,40\n0.4,90\n"
                     "*DEFINE_CURVE\n75\n-10,-300\n0,0\n10,300\n*DEFINE_CURVE\n76\n-1,2\n0,1\n1,1.5\n"
                     "*DEFINE_CURVE\n77\n-1,-900\n-0.2,-90\n0,0\n0.1,70\n1,300\n"
                     "*DEFINE_CURVE\n78\n-1,-1900\n0,0\n1,1900\n";
  deck +=
      "*MAT_066\n81,1e-9,100.,60.,40.,9e3,8e3,7e3\n1e-3,2e-3,1e-3,0.1,0.1,0.1\n1.,2.,3.,4.,5.,6.\n"
      "*MAT_067\n82,1e-9,71,71,74,71,71,71\n72,72,72,0,0,72\n0,0\n30.,0,0\n0,0,0.5\n"
      "*MAT_068\n83,1e-9,300.,300.,300.,4e3,4e3,4e3\n1e-3,1e-3\n73,73,73,73,0,73\n0,0\n0.4,3,3\n0,0,1.\n"
      "*MAT_071\n84,1e-9,2e3,0,3.,5e-5,2e-5,1\n0,1e-5,0,0.02\n*MAT_071\n85,1e-9,0,74\n"
      "*MAT_074\n86,1e-9,70.,1.,2e-3,0,1.5\n74,72,1e-7,0.1,1e3,73\n"
      "*MAT_119\n88,1e-9,600.,9e3,2,0.3,1.,0\n71,71,71,71,71,71\n75,75,0,75\n72,72,72,0,0,72\n0,76\n0.6,0,1.5,0,0,0,1\n"
      "1.5,0,0\n0.02,0,0,0,0.01\n*MAT_119\n89,1e-9,0,0,1,0,0,1\n77,77,77\n78,78,78\n0,72\n0,0\n0,0\n0,0\n0,0\n"
      "*MAT_121\n90,1e-9,0,3,0.4\n71,0,72,76\n0.7,0,-0.02\n";
  deck +=
      "*SECTION_BEAM\n81,6,,,,0\n1e3,0.02,5\n*SECTION_BEAM\n82,6,,,,-1\n1e3,0.02\n*SECTION_BEAM\n83,6,,,,3\n"
      "1e3,0.02,6\n*SECTION_BEAM\n84,6\n0,0,0,1.5,0.4\n*SECTION_BEAM\n85,6\n2e3,0,0,2.,-1.\n"
      "*SECTION_BEAM\n86,6\n1e3,0\n*SECTION_BEAM\n87,6,,,,2\n1e3,0.5\n"
      "*SECTION_BEAM\n88,6,,,,-3\n1e3,0.02,6\n*SECTION_BEAM\n89,6,,,,2\n1e3,0.5\n";
  for (int p = 81; p <= 86; ++p) deck += part(p, p, p);
  deck += part(87, 87, 81) + part(88, 88, 88) + part(89, 89, 89) + part(90, 81, 90);
  std::string beams = "*ELEMENT_BEAM\n", scalars = "*ELEMENT_BEAM_SCALAR\n";
  int n = 0;
  for (int i = 1; i <= low.n[0]; ++i)
    for (int j = 0; j <= low.n[1]; ++j, ++n) {
      std::string& to = n % 4 == 1 ? scalars : beams;
      const int parts[] = {81, 82, 83, 88, 90};
      to += fmt::format("{},{},{},{}\n", n + 1, parts[n % 5], low.node(i, j), high.node(i, j));
      if (n % 4 == 1) to += fmt::format("{},0.03,{}\n", n % 8 == 1 ? 2e3 : 0, n % 3 == 0 ? 6 : 0);
      beams += fmt::format("{},{},{},{},{}\n", n + 1001, n % 5 == 4 ? 89 : 84 + n % 5, low.node(i, j), far.node(i, j),
                           n % 8 == 3 ? far.node(12, 2) : 0);
    }
  deck += beams + scalars + node_set(1, columns(low, 0, 0)) + clamp(1) + node_set(2, columns(high, 0, 12)) +
          initial_velocity(2, {2e3, 1e3, 3e4}) + node_set(3, columns(far, 0, 12)) +
          initial_velocity(3, {1e3, -1e3, 5e4});
  auto at_work = [n](const Run& run) {
    EXPECT_GT(run.summary.at("failed").at("beams"), 0);
    EXPECT_LT(run.summary.at("failed").at("beams"), n);
    for (int p = 81; p <= 90; ++p) EXPECT_NE(part_energy(run, p), 0) << p;
  };
  return {"DiscreteBeamsAndCables", deck + "*END\n", at_work, "81,1e-9,100.", "81,1e-9,110."};
}

/// A block pressed to less than half its height, so that forces come near the end of the range that the deck suggests:
/// their quantum becomes larger on the way.
Case crushed_block_case() {
  SolidBlock block{.n = {4, 4, 3}, .edge = {6, 6, 6}};
  std::string deck = deck_head(1.2e-3) + "*MAT_ELASTIC\n1,7.85e-9,100.,0.3\n" + solid_section(1) + part(1, 1, 1) +
                     solids(block) + node_set(1, layers(block, 2, 0, 0)) + clamp(1) +
                     node_set(2, layers(block, 2, block.n[2], block.n[2]));
  deck += "*DEFINE_CURVE\n1\n0,1\n1,1\n*BOUNDARY_PRESCRIBED_MOTION_SET\n2,3,0,1,-9000.\n*END\n";
  auto is_widened = [](const Run& run) { EXPECT_NE(run.file("mes0000").find("forces are large"), std::string::npos); };
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
          split_solids_case("Tetrahedra", 10),
          split_solids_case("TetrahedraOfNodalPressures", 13),
          split_solids_case("QuadraticTetrahedra", 16),
          split_solids_case("Wedges", 15),
          beams_case(),
          muscles_case(),
          discrete_beams_case(),
          mass_scaling_case(),
          one_step_case(),
          springs_case()};
}

}  // namespace crumple::test
