// Materials of elements: hardening, failure, foams, rubbers, equations of state, erosion.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"
#include "tests/support/read_states.hpp"

namespace crumple::test {
namespace {

/// A block of foam, of material 1, that is thrown askew onto a wall: it crushes, locks, tears and springs back.
Case foam_case(const std::string& name, const std::string& material, const std::string& from, const std::string& to) {
  std::string deck = deck_head(2e-4) + solid_section(1) + part(1, 1, 1) + material;
  SolidBlock b{.n = {5, 4, 8}, .origin = {0, 0, 0.1}, .edge = {5, 5.5, 6}};
  deck += solids(b) + node_set(1, layers(b, 0, 0, b.n[0])) + initial_velocity(1, {2e4, 3e3, -1.2e5});
  deck += "*RIGIDWALL_PLANAR\n0\n0,0,0,0.1,0,1,0.5\n";
  auto at_work = [](const Run& run) {
    EXPECT_GT(run.energy("internal"), 0);
    EXPECT_GT(run.energy("rigid_wall"), 0);
  };
  return {name, deck + "*END\n", at_work, from, to};
}

/// The solids of a block with axes of their own, which differ from one to the next (*ELEMENT_SOLID_ORTHO).
std::string with_own_axes(const std::string& block) {
  const auto begin = block.find("*ELEMENT_SOLID\n") + 15;
  std::string text = block.substr(0, begin - 1) + "_ORTHO\n";
  int i = 0;
  for (auto line = begin; line < block.size(); line = block.find('\n', line) + 1, ++i)
    text += block.substr(line, block.find('\n', line) + 1 - line) +
            fmt::format("0.2,{},1\n1,0.3,{}\n", 0.1 + 0.01 * (i % 7), 0.02 * (i % 5));
  return text;
}

/// Three blocks of honeycomb with axes by nodes, by vectors and of their own, the last of MAT_126, thrown askew onto a
/// wall: they are crushed, sheared and compacted, and elements that are torn go.
Case honeycomb_case() {
  std::string deck = deck_head(2e-4) + solid_section(1);
  for (int p = 1; p <= 3; ++p) {
    SolidBlock b{.first = 1000L * p, .part = p, .n = {5, 4, 7}, .origin = {60.0 * p, 0, 0.1}, .edge = {5, 5.5, 6}};
    deck += fmt::format(
                "*MAT_{}\n{},8.e-11,700.,0.3,60.,0.35\n1,2,0,3\n60.,40.,90.,30.,30.,30.,{}\n"
                "0,0,0,0.2,0.1,1\n1,0.3,0,0.1,0.15\n",
                p == 3 ? "126" : "026", p, p == 1 ? 0 : 2) +
            part(p, 1, p) + (p == 3 ? with_own_axes(solids(b)) : solids(b)) + node_set(p, layers(b, 0, 0, b.n[0])) +
            initial_velocity(p, {2e4, 3e3, -1.2e5});
  }
  deck +=
      "*DEFINE_CURVE\n1\n0,2.0\n0.4,2.5\n0.65,30.\n*DEFINE_CURVE\n2\n-0.1,1.2\n0,1.0\n0.65,9.\n"
      "*DEFINE_CURVE\n3\n0,0.6\n0.65,4.\n*RIGIDWALL_PLANAR\n0\n0,0,0,0.1,0,1,0.5\n";
  auto at_work = [](const Run& run) {
    for (const int part : {1, 2, 3}) EXPECT_GT(part_energy(run, part), 0);
    EXPECT_GT(run.summary.at("failed").at("solids").get<int>(), 0);
  };
  return {"Honeycomb", deck + "*END\n", at_work, "0,2.0", "0,2.1"};
}

/// Nodes at the two ends of what is drawn.
struct Ends {
  std::vector<long> held, drawn;
  void add(const ShellGrid& g) { add(columns(g, 0, 0), columns(g, g.n[0], g.n[0])); }
  void add(const SolidBlock& b) { add(layers(b, 0, 0, 0), layers(b, 0, b.n[0], b.n[0])); }

 private:
  void add(const std::vector<long>& first, const std::vector<long>& last) {
    held.insert(held.end(), first.begin(), first.end());
    drawn.insert(drawn.end(), last.begin(), last.end());
  }
};

/// A strip of shells of part m at the height `z`, and a bar of solids of part 10 + m above it.
std::string strip_and_bar(int m, double z, Ends& ends) {
  const ShellGrid g{
      .first = 10000L * m, .part = m, .n = {9, 4}, .origin = {0, 60.0 * m, z}, .u = {6, 0, 0}, .v = {0.3 * m, 6, 0}};
  const SolidBlock b{
      .first = 10000L * m + 5000, .part = 10 + m, .n = {9, 2, 2}, .origin = {0, 60.0 * m, z + 40}, .edge = {6, 6, 6.5}};
  ends.add(g);
  ends.add(b);
  return shells(g) + solids(b);
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
    SolidBlock b{.first = 1000L * p, .part = p, .n = {5, 4, 4}, .origin = {60.0 * p, 0, 0.1}, .edge = {5, 5.5, 6}};
    deck += fmt::format("*PART\npart\n{0},1,{0},{0}\n", p) + solids(b) + node_set(p, layers(b, 0, 0, b.n[0])) +
            initial_velocity(p, {2e4, 3e3, p == 1 ? -1.5e5 : -8e5});
  }
  Ends ends;
  for (int m = 4; m <= 5; ++m) deck += part(m, 2, m) + part(10 + m, 1, m) + strip_and_bar(m, 100, ends);
  deck += node_set(4, ends.held) + node_set(5, ends.drawn) + clamp(4) +
          "*BOUNDARY_PRESCRIBED_MOTION_SET\n5,1,0,1,8.0e4\n" + "*RIGIDWALL_PLANAR\n0\n0,0,0,0.1,0,1,0.5\n";
  auto at_work = [](const Run& run) {
    for (const int part : {1, 2, 3}) EXPECT_NE(part_energy(run, part), 0);
    EXPECT_GT(run.summary.at("failed").at("solids").get<int>(), 0);
    EXPECT_GT(run.summary.at("failed").at("shells").get<int>(), 0);
  };
  return {name, deck + "*END\n", at_work, "0.5,10.,1.", "0.5,11.,1."};
}

/// Blocks of every rubber, some of which relax, and foam, thrown askew onto a wall: they are crushed, sheared and
/// spring back.
Case rubbers_and_foams_case() {
  const char* laws[] = {"*MAT_027\n1,1.1e-9,0.49,0.4,0.2\n\n",
                        "*MAT_077_H\n2,1.1e-9,0.49\n0.4,0.2,0.03,0.05,0.02,0.01\n1.,3e3\n",
                        "*MAT_077_O\n3,1.1e-9,0.49\n0.8,-0.2\n2,-4\n0.5,2e3\n0.3,2e4\n",
                        "*MAT_181\n4,1.1e-9,60.\n1.,1.,1.,104\n0,1\n0.2,5e3\n",
                        "*MAT_057\n5,1.0e-10,20.,105,0.5,0.2,100.,0.1\n3.,1\n",
                        "*MAT_083\n6,1.0e-10,20.,0,0.5,0,0.1,200\n0,1,0,0,0,0,0,0.3\n\n0,0,0,0,0,0,0,2.\n",
                        "*MAT_006\n7,1.1e-9,60.,1.5,0.5,5e3\n",
                        "*MAT_007\n8,1.1e-9,1.2\n",
                        "*MAT_177\n9,1.0e-10,0,0.4\n0.9,-0.2\n2,-3\n",
                        "*MAT_091\n10,1.1e-9,0.4,0.2,0.2,5.,8.\n60.,1.05\n2,1.,0.2,0,0,1.,0\n0.5,0.3,1.\n",
                        "*MAT_092\n11,1.1e-9,0.4,0.2,0.2,5.,8.\n60.,1.05\n\n\n0.5,0.3\n2e-4,1e-3\n"};
  const int n_laws = int(std::size(laws));
  std::string deck = deck_head(6e-4) + solid_section(1) + solid_section(2, 2);
  for (int p = 1; p <= n_laws; ++p) {
    SolidBlock b{.first = 1000L * p, .part = p, .n = {4, 3, 4}, .origin = {40.0 * p, 0, 0.1}, .edge = {5, 5.5, 6}};
    deck += laws[p - 1] + part(p, p == 2 ? 2 : 1, p) + solids(b) + node_set(p, layers(b, 0, 0, b.n[0])) +
            initial_velocity(p, {5e3, 1e3, p < 5 || p > 6 ? -1.5e4 : -4e4});
  }
  deck +=
      "*DEFINE_CURVE\n104\n-0.7,-12.2\n-0.3,-1.61\n0,0\n0.5,1.27\n2.,3.47\n"
      "*DEFINE_CURVE\n105\n0,0\n0.05,0.4\n0.5,0.8\n0.8,8.\n"
      "*DEFINE_TABLE\n200\n0\n500.\n2000.\n*DEFINE_CURVE\n201\n0,0\n0.05,0.4\n0.5,0.8\n0.8,8.\n"
      "*DEFINE_CURVE\n202\n0,0\n0.05,0.6\n0.5,1.0\n0.8,9.\n*DEFINE_CURVE\n203\n0,0\n0.05,0.8\n0.5,1.4\n0.8,12.\n"
      "*RIGIDWALL_PLANAR\n0\n0,0,0,0,0.1,1,0.5\n";
  auto at_work = [n_laws](const Run& run) {
    for (int part = 1; part <= n_laws; ++part) EXPECT_GT(part_energy(run, part), 0);
  };
  return {"RubbersAndFoams", deck + "*END\n", at_work, "0.5,1.0", "0.5,1.1"};
}

/// The hardening laws: each card set is a material of id 1 to 17; 14 and 15 are for shells alone.
std::string hardening_laws() {
  const std::string steel = "7.8e-9,210000.,0.3";
  return fmt::format(
      "*MAT_003\n1,{0},300.,900.,0.\n"
      "*MAT_003\n2,{0},300.,900.,1.\n40.,5.\n"
      "*MAT_003\n3,{0},300.,900.,0.5\n40.,5.,,1\n"
      "*MAT_024\n4,{0},280.,1100.\n"
      "*MAT_024\n5,{0}\n40.,4.\n0,0.02,0.1,0.5\n250.,310.,370.,420.\n"
      "*MAT_024\n6,{0}\n,,101\n"
      "*MAT_024\n7,{0}\n,,200\n"
      "*MAT_024\n8,{0},280.,1100.\n40.,2.,,,1\n"
      "*MAT_024\n9,{0}\n,,200,,1\n"
      "*MAT_015\n10,7.8e-9,,210000.,0.3\n300.,500.,0.26,0.014,1.03,1793.,294.\n4.77e7\n\n"
      "*MAT_015\n11,7.8e-9,,210000.,0.3,,1\n300.,500.,0.26,0.014,1.03,1793.,294.\n4.77e7\n\n"
      "*MAT_098\n12,{0}\n300.,500.,0.26,0.014\n"
      "*MAT_098\n13,{0},1\n300.,500.,0.26,0.014,0,450.,500.\n"
      "*MAT_123\n14,{0},280.,1100.,0.04\n40.,5.,0,0,0,0.02,0.06,2\n\n\n"
      "*MAT_081\n16,{0},280.,1100.,0.01\n40.,5.,0,0,0.05,0,0,-50\n\n\n"
      "*MAT_037\n15,{0},280.,1100.,1.6\n"
      "*MAT_124\n17,{0},40.,5.\n101,202,301\n90.,60.\n\n*DEFINE_CURVE\n301\n0,1\n2e3,1.3\n"
      "*DEFINE_CURVE\n101\n0,260.\n0.03,320.\n0.2,400.\n1,450.\n"
      "*DEFINE_TABLE\n200\n0\n50\n2000\n"
      "*DEFINE_CURVE\n201\n0,260.\n0.03,320.\n0.2,400.\n"
      "*DEFINE_CURVE\n202\n0,300.\n0.03,350.\n0.2,440.\n"
      "*DEFINE_CURVE\n203\n0,360.\n0.03,420.\n0.2,500.\n",
      steel);
}

/// The bar of material 4, without rate effects: its energy is the area under its curve up to the plastic strain of each
/// of its solids, to and fro, which come after 136 shells and 12 solids. The gate leaves room for elastic energy and
/// bulk viscosity, a hundredth each.
void expect_plastic_work(const Run& run) {
  const std::vector<float> strain = read_states(run.folder).back().plastic_strain;
  const double hardening = 210000.0 * 1100 / (210000 - 1100);
  double work = 0;
  for (std::size_t e = 136 + 12; e < 136 + 12 + 4; ++e) {
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
  Ends ends;
  for (int m = 1; m <= 17; ++m) {
    ShellGrid g{.first = 1000L * m, .part = m, .n = {4, 2}, .origin = {0, 30.0 * m, 0}, .u = {8, 0, 0}, .v = {1, 8, 0}};
    SolidBlock b{
        .first = 100000L + 1000L * m, .part = 20 + m, .n = {4, 1, 1}, .origin = {0, 30.0 * m, 40}, .edge = {8, 7, 7}};
    deck += part(m, 1, m) + shells(g);
    ends.add(g);
    if (m == 14 || m == 15) continue;
    deck += part(20 + m, 2, m) + solids(b);
    ends.add(b);
  }
  deck += node_set(1, ends.held) + node_set(2, ends.drawn) + clamp(1);
  deck += "*BOUNDARY_PRESCRIBED_MOTION_SET\n2,1,0,1,1.0e4\n2,3,0,1,2.0e3\n*DATABASE_BINARY_D3PLOT\n1\n";
  return {"MaterialsAndRates", deck + "*END\n", expect_plastic_work, "0.03,350.", "0.03,352."};
}

/// TDEL of *MAT_024, below the steps of all shells and solids at the start.
std::string with_least_step(const std::string& law) { return with_change(law, ",0.05\n", ",0.05,3.4e-7\n"); }

/// Strips and bars of every material that fails, torn apart.
Case failure_case(const std::string& name, int shell_form, int solid_form) {
  std::string deck = deck_head(2.5e-4) + kinematic(1, 0.06) + with_least_step(piecewise(2, 0.05)) +
                     johnson_cook(3, 0.1) + simplified_johnson_cook(4, 0.05) + shell_section(1, 1.2, 3, 0, shell_form) +
                     solid_section(2, solid_form) + "*DEFINE_CURVE\n1\n0,1\n1,1\n";
  Ends ends;
  for (int m = 1; m <= 4; ++m) deck += part(m, 1, m) + part(10 + m, 2, m) + strip_and_bar(m, 0, ends);
  deck +=
      node_set(1, ends.held) + node_set(2, ends.drawn) + clamp(1) + "*BOUNDARY_PRESCRIBED_MOTION_SET\n2,1,0,1,4.0e4\n";
  auto at_work = [](const Run& run) { EXPECT_GT(run.energy("eroded"), 0); };
  return {name, deck + "*END\n", at_work, "300.,1000.,0.05", "300.,1000.,0.048"};
}

/// Strips and bars of the damage GISSMO, by a curve and by a table over the rate, torn apart, with the steps of ISDO 1.
Case damage_case() {
  std::string deck = deck_head(2e-4) + "*CONTROL_TIMESTEP\n0,0.8,1\n" + shell_section(1, 1.2) + solid_section(2, 2) +
                     "*MAT_024\n1,7.8e-9,210000.,0.3,280.,1100.\n40.,5.\n\n\n"
                     "*MAT_ADD_EROSION\n1,,,,,,2\n,,,0.3\n1,1,101,-102,2.,0,1.5\n\n"
                     "*MAT_024\n2,7.8e-9,210000.,0.3\n,,200\n\n\n*MAT_ADD_DAMAGE_GISSMO\n2,,1,,1\n101,0,1.3,0.2,,103\n"
                     "*MAT_187\n3,1.2e-9,,,3000.,0.4,,2\n110,111,112,,0.3\n0,0.08,0.03\n\n\n*DEFINE_TABLE_2D\n110\n"
                     "0,113\n500,114\n*DEFINE_CURVE\n113\n0,40.\n0.5,60.\n*DEFINE_CURVE\n114\n0,60.\n0.5,90.\n"
                     "*DEFINE_CURVE\n111\n0,55.\n0.5,85.\n*DEFINE_CURVE\n112\n0,27.\n0.5,42.\n"
                     "*DEFINE_CURVE\n101\n-0.7,0.2\n0,0.08\n0.33,0.06\n0.66,0.05\n"
                     "*DEFINE_CURVE\n102\n-0.7,0.1\n0.33,0.03\n0.66,0.02\n*DEFINE_CURVE\n103\n0,1.2\n20,0.8\n"
                     "*DEFINE_TABLE\n200\n0\n50\n2000\n*DEFINE_CURVE\n201\n0,260.\n0.2,400.\n"
                     "*DEFINE_CURVE\n202\n0,300.\n0.2,440.\n*DEFINE_CURVE\n203\n0,360.\n0.2,500.\n"
                     "*DEFINE_CURVE\n1\n0,1\n1,1\n";
  Ends ends;
  for (int m = 1; m <= 3; ++m) deck += part(m, 1, m) + part(10 + m, 2, m) + strip_and_bar(m, 0, ends);
  deck +=
      node_set(1, ends.held) + node_set(2, ends.drawn) + clamp(1) + "*BOUNDARY_PRESCRIBED_MOTION_SET\n2,1,0,1,4.0e4\n";
  auto at_work = [](const Run& run) { EXPECT_GT(run.energy("eroded"), 0); };
  return {"DamageOfPlasticity", deck + "*END\n", at_work, "0.33,0.06", "0.33,0.062"};
}

/// Plies with all rules of axes, fabrics along and across yarns, by layers of one and of several materials.
std::string composite_laws() {
  const std::string ply = "1.6e-9,130000.,9000.,,0.02,0.02,0.4\n5000.,3000.,5000.,,";
  const std::string strengths = "1200.,2000.,200.,60.,90.,";
  return "*MAT_002\n1,1.6e-9,130000.,9000.,,0.02,0.02,0.4\n5000.,3000.,5000.,2\n,,,1,0.5,0.1\n\n"
         "*MAT_ADD_EROSION\n1\n,,,0.03\n"
         "*MAT_054\n2," +
         ply + "3\n,,,,,,10\n0.2,1,0.1,,,,0.05,0.06\n1e-9,,0.6,0.8,2.,0.02,-0.015,0.1\n" + strengths + "54,0.3\n" +
         "*MAT_054\n3," + ply + "-9\n\n\n\n" + strengths + "55,0.3\n" + "*MAT_054\n8," + ply +
         "3\n,,,,,,10\n0.2,1,0.1,,,,0.07,0.08\n,,,,,0.025\n1000.,1800.,180.,50.,80.,54\n" +
         "*MAT_058\n4,1.5e-9,60000.,55000.,,0.05\n4000.,3000.,3000.,0.3,0.8,0.3,0.8,0.9\n0,1e-9,0.12,0.7,1\n\n"
         ",,,,,,30\n0.016,0.014,0.016,0.015,0.05\n600.,650.,580.,640.,90.\n"
         "*MAT_034\n5,8e-10,300.,,,0.3\n,,,1,500.,0.2,0.1\n\n\n\n"
         "*MAT_034\n6,8e-10,350.,300.,,0.2\n80.,,,1\n3\n\n0,1,0,,,,20\n"
         "*MAT_034\n13,8e-10,350.,300.,,0.2\n80.,,,1\n,,,,,14\n\n0,1,0,,,,70\n21,0,22,23,,23\n"
         "*DEFINE_CURVE\n21\n0,0\n0.04,8\n0.2,90\n*DEFINE_CURVE\n22\n-0.1,-2\n0,0\n0.3,30\n"
         "*DEFINE_CURVE\n23\n0,0\n0.1,3\n0.2,10\n"
         "*DEFINE_COORDINATE_SYSTEM\n9,0,0,0,1,0.3,0.1\n0,1,0\n";
}

/// A strip of part 9 whose elements have one, two or three layers and an offset of their own.
std::string layered_shells() {
  const char* stacks[] = {"0.1\n2,1.2,20\n", "-0.3\n2,0.5,0,,8,0.7,90\n", "0\n8,0.3,0,,2,0.6,45\n8,0.3,90\n"};
  std::string nodes = "*NODE\n", elements = "*ELEMENT_SHELL_OFFSET_COMPOSITE\n";
  for (int j = 0; j <= 4; ++j)
    for (int i = 0; i <= 7; ++i) {
      nodes += fmt::format("{},{},{},{}\n", 9000 + 8 * j + i, 7.5 * i, 540 + 6 * j, 0.3 * j);
      if (i < 7 && j < 4) {
        const int n = 9000 + 8 * j + i;
        elements += fmt::format("{},9,{},{},{},{}\n{}", n, n, n + 1, n + 9, n + 8, stacks[(i + 2 * j) % 3]);
      }
    }
  return nodes + elements;
}

/// Strips of composites and fabrics, drawn out and swung until they tear.
Case composites_case() {
  std::string deck = deck_head(2.5e-4) + composite_laws() + piecewise(10) + kinematic(11, 0.2) +
                     "*SECTION_SHELL\n1,2,0.8333333,4,,,1\n1.2\n0,45,-45,90\n" + shell_section(2, 1.2) +
                     shell_section(3, 1.2, 2, 0, 16) + shell_section(4, 1.2, 3, 0, 10) +
                     shell_section(5, 0.3, 1, 0, 5) + part(1, 1, 1) + part(2, 2, 2) + part(3, 3, 3) + part(4, 4, 4) +
                     part(5, 5, 5) + part(6, 5, 6) + shell_section(6, 0.3, 1, 0, 9) + part(10, 6, 13) +
                     "*PART_COMPOSITE\nplies\n7,2\n2,0.2,0,,8,0.3,45\n2,0.2,-45,,8,0.3,90\n"
                     "*PART_COMPOSITE\nsheets\n8,16\n10,0.4,0,,10,0.6,0\n10,0.2\n"
                     "*DEFINE_CURVE\n1\n0,1\n1,1\n";
  deck += part(9, 3, 2) + layered_shells();
  Ends ends;
  for (const int m : {1, 2, 3, 4, 5, 6, 7, 8, 10}) {
    ShellGrid g{.first = 1000L * m,
                .first_element = 100L * m,
                .part = m,
                .n = {9, 4},
                .origin = {0, 60.0 * m, 0},
                .u = {6, 0, 0},
                .v = {0.3 * m, 6, 0.2 * m},
                .triangles_from = 7,
                .triangle_part = m};
    deck += shells(g);
    ends.add(g);
  }
  for (int j = 0; j <= 4; ++j) ends.held.push_back(9000 + 8 * j), ends.drawn.push_back(9007 + 8 * j);
  deck += node_set(1, ends.held) + node_set(2, ends.drawn) + clamp(1) +
          "*BOUNDARY_PRESCRIBED_MOTION_SET\n2,1,0,1,2.0e4\n2,3,0,1,2.0e4\n";
  auto at_work = [](const Run& run) {
    for (int part = 1; part <= 10; ++part) EXPECT_GT(part_energy(run, part), 0);
    EXPECT_GT(run.energy("eroded"), 0);
  };
  return {"CompositesAndFabrics", deck + "*END\n", at_work, "8,0.3,45", "8,0.3,46"};
}

}  // namespace

std::vector<Case> material_cases() {
  return {foam_case("CrushableFoam",
                    "*MAT_CRUSHABLE_FOAM\n1,2.0e-10,700.,0.1,1,1.0\n*DEFINE_CURVE\n1\n0,2.0\n0.4,2.5\n0.6,40.\n",
                    "0.4,2.5", "0.4,2.6"),
          foam_case("ClosedCellFoam", "*MAT_CLOSED_CELL_FOAM\n1,2.0e-10,700.,0.5,1.0,-1.5,0.3,0.1\n-0.02,\n",
                    "0.3,0.1\n", "0.31,0.1\n"),
          foam_case("SoilThatFails",
                    "*MAT_SOIL_AND_FOAM_FAILURE\n1,2.0e-10,150.,700.,0.5,0.2,0.01,-0.3\n0,0,0\n0,-0.1,-0.3,-0.7\n\n"
                    "0,5.,40.,200.\n\n",
                    "0,5.,40.", "0,5.1,40."),
          foam_case("CrushableFoamWithRates",
                    "*MAT_MODIFIED_CRUSHABLE_FOAM\n1,2.0e-10,700.,0,10,0.5\n\n*DEFINE_TABLE_2D\n10\n0,11\n2000,12\n"
                    "*DEFINE_CURVE\n11\n0,1.5\n0.5,2.0\n1,30.\n*DEFINE_CURVE\n12\n0,2.5\n0.5,3.5\n1,50.\n",
                    "0.5,3.5", "0.5,3.6"),
          foam_case("BilkhuDuboisFoam",
                    "*MAT_BILKHU/DUBOIS_FOAM\n1,2.0e-10,700.,1,2,0.1,0.2\n0,0,0,0.1\n*DEFINE_CURVE\n1\n0,1.5\n"
                    "0.5,2.0\n1,30.\n*DEFINE_CURVE\n2\n0,2.0\n0.5,2.5\n1,40.\n",
                    "0.5,2.5", "0.5,2.6"),
          foam_case("Ceramics",
                    "*MAT_JOHNSON_HOLMQUIST_CERAMICS\n1,3.2e-9,3000.,0.9,0.3,0.01,0.6,0.6\n"
                    "1.,60.,0.8,900.,500.,1.\n0.02,1.,5000.,2000.,3000.,-1\n",
                    "0.02,1.,5000", "0.021,1.,5000"),
          foam_case("Concrete",
                    "*MAT_JOHNSON_HOLMQUIST_CONCRETE\n1,2.4e-9,1500.,0.8,1.6,0.007,0.6,40.\n"
                    "8.,1.,0.01,7.,20.,0.01,120.,0.1\n0.04,1.,4000.,1000.,2000.,0\n",
                    "0.04,1.,4000", "0.041,1.,4000"),
          foam_case("ConcreteWithCap",
                    "*MAT_CSCM_CONCRETE\n1,2.4e-9,1,0,1,1.05,0.5\n\n30.,19.,2\n", "30.,19.", "31.,19."),
          foam_case("ViscousFoam",
                    "*MAT_LOW_DENSITY_VISCOUS_FOAM\n1,1.0e-10,200.,1,5.,0.2,50.,0.1\n2,0\n60.,3.e4\n20.,1.e3\n"
                    "*DEFINE_CURVE\n1\n0,0\n0.1,2.\n0.6,4.\n1,90.\n",
                    "60.,3.e4", "61.,3.e4"),
          foam_case("DampedFoam",
                    "*MAT_VISCOUS_FOAM\n1,1.0e-10,150.,2.,1.e-3,300.,0.3,0.1\n", "300.,0.3,", "300.,0.4,"),
          foam_case("MohrCoulomb", "*MAT_MOHR_COULOMB\n1,2.0e-9,100.,0.25,,0.6,0.2,0.2\n0,0\n", "0.6,0.2,",
                    "0.6,0.21,"),
          foam_case("DruckerPrager", "*MAT_DRUCKER_PRAGER\n1,2.0e-9,150.,0.25,1.,0.6,0.2,0.2\n\n\n", "0.6,0.2,",
                    "0.6,0.21,"),
          foam_case("ElasticFluid", "*MAT_ELASTIC_FLUID\n1,1.0e-9,,,,,800.\n0.3,1.\n", "0.3,1.", "0.2,1."),
          foam_case("MetalFoam",
                    "*MAT_DESHPANDE_FLECK_FOAM\n1,2.0e-10,700.,0.1,2.,5.\n1.5,30.,3.,2.,0,0.05\n", "1.5,30.,3.",
                    "1.5,31.,3."),
          foam_case("SpotWeldsOfSolids",
                    "*MAT_SPOTWELD\n1,7.8e-9,210000.,0.3,300.,1500.\n0.8,9000.,7000.,8000.\n"
                    "*DEFINE_HEX_SPOTWELD_ASSEMBLY_2\n1\n1,2\n",
                    "9000.,7000.", "9500.,7000."),
          honeycomb_case(),
          rubbers_and_foams_case(),
          equations_of_state_case("EquationsOfStateAndErosion", 2, 1),
          equations_of_state_case("EquationsOfStateAndErosionAtManyPoints", 16, 2),
          materials_case(),
          composites_case(),
          damage_case(),
          failure_case("FailureTearsElements", 2, 1),
          failure_case("FailureTearsFullyIntegrated", 16, 2)};
}

}  // namespace crumple::test
