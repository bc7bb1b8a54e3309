// Damage of plasticity (GISSMO), polymers, a foam with rates, cohesive elements, mixed gases of a bag, and forms of
// keywords that preprocessors write.
#include <cmath>

#include "kernels/materials/material_1024_damaged_plasticity.hpp"
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_damage {
namespace {

const std::string metal = "*MAT_024\n3,7.8e-9,210000.,0.3,250.,1000.\n\n\n\n*PART\nx\n9,1,3\n" + shell_of_9;
const std::string curves = "*DEFINE_CURVE\n7\n-0.5,0.8\n0.5,0.3\n*DEFINE_CURVE\n8\n0,0.1\n1,0.1\n";

TEST(Damage, ByErosionHasItsCurvesBehindThoseOfTheLaw) {
  const Model model =
      read_text(base + metal + curves + "*MAT_ADD_EROSION\n3,,,,,,-40\n,,,0.9\n1,1,7,-8,2.,0,1.5\n0,0,0,0\n");
  const Material& material = model.materials.back();
  const auto* law = material.law.as<kernels::DamagedPlasticity>();
  ASSERT_NE(law, nullptr);
  EXPECT_EQ(law->yield, 250);
  EXPECT_EQ(law->exponent, 2);
  EXPECT_EQ(law->fading, 1.5);
  EXPECT_EQ(law->has_critical, 1);
  ASSERT_EQ(material.curves.size(), 3u);
  EXPECT_NEAR(material.curves[1].evaluate(0.5), 0.55, 1e-3);  // the middle stands for no triaxiality
  EXPECT_EQ(material.curves[1].evaluate(0), 0.8);
  EXPECT_EQ(material.curves[2].evaluate(0.3), 0.1);
  ASSERT_TRUE(material.erosion);
  EXPECT_EQ(material.erosion->plastic_strain, 1);
  EXPECT_EQ(material.erosion->largest_principal_strain, 0.9);
  EXPECT_EQ(material.erosion->failed_points, -40);
}

TEST(Damage, ByItsOwnKeywordTakesTheFactorOfTheMeanSize) {
  const std::string sizes = "*DEFINE_CURVE\n9\n0,2\n10,0.5\n";
  const Model model =
      read_text(base + metal + curves + sizes + "*MAT_ADD_DAMAGE_GISSMO\n3,,1,,2\n7,,,0.2,,9\n");
  const Material& material = model.materials.back();
  EXPECT_EQ(material.law.as<kernels::DamagedPlasticity>()->critical_damage, 0.2);
  EXPECT_EQ(material.law.as<kernels::DamagedPlasticity>()->has_critical, 0);
  EXPECT_EQ(material.erosion->failed_points, 2);
  const Shell& shell = model.shells.back();
  const auto at = [&](std::size_t k) { return model.nodes.position[std::size_t(shell.nodes[k])]; };
  const double size = std::sqrt(0.5 * norm(cross(at(2) - at(0), at(3) - at(1))));
  EXPECT_NEAR(material.curves[1].evaluate(0), 0.8 * (2 - 0.15 * size), 1e-9);
  EXPECT_WARNING(model, "field LCREGD: all elements have the factor of their mean size");
  const std::string table = "*DEFINE_TABLE_2D\n11\n-1,9\n1,9\n";
  const Model by_table =
      read_text(base + metal + curves + sizes + table + "*MAT_ADD_DAMAGE_GISSMO\n3,,1,,2\n7,,,0.2,,-11\n");
  EXPECT_NEAR(by_table.materials.back().curves[1].evaluate(0), 0.8 * (2 - 0.15 * size), 1e-9);
}

TEST(Damage, SaysWhatDoesNotFit) {
  const std::string all = base + metal + curves, gissmo = "*MAT_ADD_DAMAGE_GISSMO\n3,,1\n";
  EXPECT_ERROR(all + gissmo + "17\n", "field LCSDG: curve 17 is not defined");
  EXPECT_ERROR(all + gissmo + "7,0.1,-1\n", "field DMGEXP: found -1, expected a positive exponent");
  EXPECT_ERROR(all + gissmo + "7,0.1,,,-8\n", "field FADEXP: found -8");
  EXPECT_ERROR(all + gissmo + "7,0,,1.5\n", "field DCRIT: found 1.5");
  EXPECT_ERROR(all + "*DEFINE_TABLE_2D\n12\n-1,7\n1,8\n" + gissmo + "12\n", "field LCSDG: found table 12");
  EXPECT_ERROR(all + "*DEFINE_CURVE\n13\n0,0.1\n1,0\n" + gissmo + "13\n", "field LCSDG: curve 13 has the strain 0");
  EXPECT_ERROR(all + "*MAT_ADD_DAMAGE_GISSMO\n1,,1\n7\n", "field MID: material 1 is of type 1");
  EXPECT_ERROR(all + "*MAT_ADD_EROSION\n3,,,,-0.2\n\n1,1,7,0.1\n", "field MID: material 3 has EFFEPS < 0");
  EXPECT_ERROR(all + "*MAT_ADD_EROSION\n3\n\n2,1,7,0.1\n", "field IDAM: found 2, expected 0 or 1 (GISSMO)");
  EXPECT_ERROR(all + "*MAT_ADD_EROSION\n3\n\n0,1,7,0.1,,,,8\n", "field LCREGD: found 8: limits that depend");
  EXPECT_WARNING(read_text(all + "*MAT_ADD_DAMAGE_GISSMO\n3,,0\n7\n"), "field DTYP: found 0: damage has no effect");
}

TEST(Samp, CurvesThatAreNotGivenMakeACone) {
  const std::string samp = "*MAT_SAMP-1\n3,1.2e-9,,,3000.,0.4,,-50\n21,0,0,,0.4\n0,0.5,0.1\n";
  const std::string strengths =
      "*DEFINE_CURVE\n21\n0,40\n1,60\n*DEFINE_CURVE\n22\n0,60\n1,80\n*DEFINE_CURVE\n23\n0,25\n1,30\n";
  const auto curves_of = [&](const std::string& text) {
    return read_text(base + text + strengths).materials.back().curves;
  };
  const std::vector<Curve> one = curves_of(samp), two = curves_of(with_change(samp, "21,0,0", "21,22,0")),
                           sheared = curves_of(with_change(samp, "21,0,0", "21,0,23"));
  ASSERT_EQ(one.size(), 3u);
  EXPECT_EQ(one[1].y[0], 40);
  EXPECT_NEAR(one[2].y[0], 40 / std::sqrt(3.0), 1e-12);
  EXPECT_NEAR(two[2].y[0], 2 * 40 * 60 / (std::sqrt(3.0) * 100), 1e-12);
  const double c = sheared[1].y[0];
  EXPECT_NEAR(2 * 40 * c / (std::sqrt(3.0) * (40 + c)), 25, 1e-12);
  const Material material = read_text(base + samp + strengths).materials.back();
  EXPECT_EQ(material.young, 3000);
  EXPECT_NEAR(*material.erosion->plastic_strain, 0.6, 1e-12);
  EXPECT_EQ(material.erosion->failed_points, -50);
}

TEST(Samp, SaysWhatDoesNotFit) {
  const std::string samp = "*MAT_187\n3,1.2e-9,,,3000.,0.4\n21,0,0,,0.4\n\n\n\n*DEFINE_CURVE\n21\n0,40\n1,60\n";
  EXPECT_ERROR(base + with_change(samp, "21,0,0", "24,0,0"), "field LCID-T: curve 24 is not defined");
  EXPECT_ERROR(base + with_change(samp, "21,0,0,,0.4", "21,0,0,,0.6"), "field NUEP: found 0.6, expected 0 to 0.5");
  EXPECT_ERROR(base + with_change(samp, "21,0,0,,0.4", "21,0,0,7"), "field LCID-B: found 7");
  EXPECT_ERROR(base + with_change(samp, "3000.,0.4", "3000.,0.5"), "field NUE: found 0.5");
  EXPECT_ERROR(base + with_change(samp, "21,0,0", "21,0,25") + "*DEFINE_CURVE\n25\n0,50\n1,60\n",
               "field LCID-S: found 50 at the plastic strain 0");
  EXPECT_ERROR(base + with_change(samp, "0,40", "0,0"), "field LCID-T: curve 21: expected positive");
}

TEST(ModifiedCrushableFoam, HasATableOrACurve) {
  const std::string foam = "*MAT_163\n3,1e-10,100.,0,30,0.1\n\n*DEFINE_TABLE_2D\n30\n0,31\n10,32\n"
                           "*DEFINE_CURVE\n31\n0,1\n1,2\n*DEFINE_CURVE\n32\n0,2\n1,3\n";
  const Material table = read_text(base + foam).materials.back();
  EXPECT_EQ(table.curves.size(), 2u);
  EXPECT_EQ(table.rates, (std::vector<double>{0, 10}));
  EXPECT_TRUE(read_text(base + with_change(foam, "0,30,", "0,31,")).materials.back().rates.empty());
  EXPECT_ERROR(base + with_change(foam, "0,1\n", "0,0\n"), "field TID: curve 31 has the stress 0");
  EXPECT_ERROR(base + with_change(foam, "\n\n*DEFINE_TABLE", "\n,2\n*DEFINE_TABLE"), "field SRFLAG: found 2");
}

/// The cube of `base`, nodes 1 to 8, with one above it; between them is a cohesive element without height.
const std::string cubes = base +
                          "*SECTION_SOLID\n6,19\n*PART\ntop\n3,2,1\n*PART\nglue\n6,6,6\n*NODE\n11,0,0,1\n12,1,0,1\n"
                          "13,1,1,1\n14,0,1,1\n15,0,0,2\n16,1,0,2\n17,1,1,2\n18,0,1,2\n"
                          "*ELEMENT_SOLID\n11,3,11,12,13,14,15,16,17,18\n31,6,5,6,7,8,11,12,13,14\n";
const std::string glue = "*MAT_COHESIVE_MIXED_MODE\n6,2e-9,1,,1e4,5e3,0.2,0.3\n-1.4,40,30\n";

TEST(Cohesive, ElementsAreTies) {
  const Model model = read_text(cubes + glue);
  ASSERT_EQ(model.ties.size(), 4u);
  const Tie& tie = model.ties[0];
  EXPECT_EQ(model.nodes.id[std::size_t(tie.node)], 11);
  EXPECT_EQ(model.nodes.id[std::size_t(tie.corners[0])], 5);
  EXPECT_EQ(tie.weights, (std::array<double, 4>{1, 0, 0, 0}));
  EXPECT_NEAR(tie.area, 0.25, 1e-12);
  EXPECT_EQ(model.solids[std::size_t(tie.solid)].part, 1);
  const TieStrength& strength = model.tied_contacts.at(0).strength;
  EXPECT_EQ(strength.normal, 40);
  EXPECT_EQ(strength.softening.shear_energy, 0.3);
  EXPECT_EQ(strength.softening.shear_ratio, 0.5);
  EXPECT_TRUE(strength.softening.resists_pressure);
  double mass = 0;
  for (const PointMass& one : model.masses) mass += one.mass;
  EXPECT_NEAR(mass, 2e-9, 1e-20);
  const TieStrength by_end =
      read_text(cubes + "*MAT_138\n6,2e-9,1,,1e4,5e3\n1,40,30,0.01,0.02\n").tied_contacts.at(0).strength;
  EXPECT_NEAR(by_end.softening.normal_energy, 0.2, 1e-12);
  EXPECT_NEAR(by_end.softening.shear_energy, 0.3, 1e-12);
}

TEST(Cohesive, OtherLawsAreReadAsIt) {
  const auto strength = [](const std::string& law) { return read_text(cubes + law).tied_contacts.at(0).strength; };
  const TieStrength elastic = strength("*MAT_184\n6,2e-9,1,,5e3,1e4,40\n");
  EXPECT_EQ(elastic.normal, 40);
  EXPECT_EQ(elastic.softening.stiffness, 1e4);
  EXPECT_EQ(elastic.softening.shear_ratio, 0.5);
  EXPECT_NEAR(elastic.softening.normal_energy, 0.0808, 1e-9);
  EXPECT_EQ(elastic.shear, 5e13);  // it does not fail by sliding
  const std::string adhesive = "*MAT_240\n6,2e-9,1,,2000.,700.,0.2\n1.5,0,0,-40.\n3.5,4.,1.,30.,2.,1.,0.5\n";
  const TieStrength rates = strength(adhesive);
  EXPECT_EQ(rates.normal, 40);
  EXPECT_EQ(rates.shear, 30);
  EXPECT_EQ(rates.softening.shear_energy, 3.5);
  EXPECT_EQ(rates.softening.stiffness, 1e4);
  EXPECT_EQ(rates.softening.shear_ratio, 0.35);
  EXPECT_WARNING(read_text(cubes + adhesive), "field S1: found 2");
  EXPECT_WARNING(read_text(cubes + adhesive), "field FG2: found 0.5");
  EXPECT_ERROR(cubes + with_change(adhesive, "700.,0.2", "700.,0"), "field THICK: found 0");
  EXPECT_ERROR(cubes + with_change(adhesive, "-40.", "0"), "field T0: found 0, expected a strength");
}

TEST(Cohesive, SaysWhatDoesNotFit) {
  EXPECT_ERROR(cubes + with_change(glue, "1e4,5e3", "0,5e3"), "field EN: found 0, expected a stiffness");
  EXPECT_ERROR(cubes + with_change(glue, "0.2,0.3", "0,0.3"), "field T: found 40, expected two of the strength");
  EXPECT_ERROR(cubes + with_change(glue, "40,30", "-40,30"), "field T: found -40");
  EXPECT_ERROR(with_change(cubes, "31,6,5,6,7,8,11", "31,6,5,6,7,18,11") + glue, "no other element has the four nodes");
  EXPECT_EQ(error_of(cubes + glue + "*CONTROL_IMPLICIT_GENERAL\n1,0.1\n"), "");
}

/// The cube of `base` as a bag: its surface, node by node.
const std::string skin = "*SET_SEGMENT\n5\n1,4,3,2\n5,6,7,8\n1,2,6,5\n2,3,7,6\n3,4,8,7\n4,1,5,8\n"
                         "*DEFINE_CURVE\n41\n0,0\n1,2\n2,0\n"
                         "*DEFINE_CURVE\n42\n0,400\n2,600\n*DEFINE_CURVE\n43\n0,0\n1,6\n2,0\n";

TEST(Hybrid, GasesAreOneWithTheMeanOfTheirHeats) {
  const std::string bag = "*AIRBAG_HYBRID_ID\n7,bag\n5\n293,0.1,1.2e-9,8.3\n0.7,,2.\n0,0,{}\n0,0,,0.029,1,29.\n\n"
                          "41,42,,0.028,,28.\n\n";
  const auto with = [&](const std::string& more, const char* n) {
    return read_text(base + skin + with_change(bag, "{}", n) + more).airbags.at(0).gas;
  };
  const BagGas one = with("", "2");
  EXPECT_NEAR(one.cp, 1000, 1e-9);
  EXPECT_NEAR(one.cv, 1000 - 8.3 / 0.028, 1e-9);
  EXPECT_EQ(one.area.constant, 2);
  const Model model = read_text(base + skin + with_change(bag, "{}", "2"));
  const auto curve = [&](Index c) { return model.curves.at(std::size_t(c)); };
  EXPECT_EQ(curve(one.inflow).evaluate(0.5), 1);
  EXPECT_NEAR(curve(one.inflow_temperature.curve).evaluate(1), 500, 1e-9);
  const BagGas two = with("43,42,,0.004,,20.8\n\n", "3");  // three times the mass, cp 5200
  EXPECT_NEAR(two.cp, 0.25 * 1000 + 0.75 * 5200, 1e-9);
  EXPECT_NEAR(two.cp - two.cv, 0.25 * 8.3 / 0.028 + 0.75 * 8.3 / 0.004, 1e-9);
  EXPECT_ERROR(base + skin + with_change(bag, "{}", "1"), "field NGAS: found no gas that flows in");
  EXPECT_ERROR(base + skin + with_change(with_change(bag, "{}", "2"), "0.028", "0"), "field MW: found 0");
}

TEST(FormsOfMakers, AreRead) {
  EXPECT_EQ(read_text(base + "*PARAMETER_TYPE\nI id          9       PID\n*PART\nx\n&id,2,1\n").parts.back().id, 9);
  const Model copy = read_text(base + "*DEFINE_CURVE\n7\n0,1\n2,3\n*DEFINE_CURVE_DUPLICATE\n8,7,0.5,10\n");
  EXPECT_EQ(copy.curves.back().id, 8);
  EXPECT_EQ(copy.curves.back().x, (std::vector<double>{0, 1}));
  EXPECT_EQ(copy.curves.back().y, (std::vector<double>{10, 30}));
  const Model step = read_text(base + "*DEFINE_CURVE\n7\n0,1\n2,1\n2,3\n4,3\n");
  EXPECT_EQ(step.curves.back().evaluate(1.9), 1);
  EXPECT_EQ(step.curves.back().evaluate(2.1), 3);
  EXPECT_WARNING(step, "curve 7 has two points at 2");
  EXPECT_WARNING(read_text(base + "*SECTION_SHELL\n5,2,1.0,12\n1.0\n"), "field NIP: found 12: more than 10 points");
}

TEST(FormsOfMakers, VelocitiesTurnAboutAnAxisOfTwoNodes) {
  const std::string turning = "*INITIAL_VELOCITY_GENERATION\n0,0,2.\n0,0,0,{}\n";
  const Model by_axis = read_text(base + with_change(turning, "{}", "0,0,1"));
  const Model by_nodes = read_text(base + with_change(turning, "{}", "-999,1,5"));  // node 5 is above node 1
  EXPECT_EQ(norm(by_axis.nodes.velocity[2]) > 0, true);
  for (std::size_t i = 0; i < by_axis.nodes.velocity.size(); ++i)
    EXPECT_EQ(by_axis.nodes.velocity[i], by_nodes.nodes.velocity[i]);
  EXPECT_ERROR(base + with_change(turning, "{}", "-999,1,1"), "field NX: the axis of rotation has no length");
}

TEST(FormsOfMakers, SolidsOfAMirroredFileAreTurned) {
  const Folder folder;
  folder.write("half.k", "*KEYWORD\n*NODE\n101,1,0,0\n102,2,0,0\n103,2,1,0\n104,1,1,0\n105,1,0,1\n106,2,0,1\n"
                         "107,2,1,1\n108,1,1,1\n*ELEMENT_SOLID\n101,2,101,102,103,104,105,106,107,108\n"
                         "102,2,101,102,103,105\n*END\n");
  const std::string mirror = "*DEFINE_TRANSFORMATION\n4\nMIRROR,-1,0,0,0,0,0\n";
  const std::string include = "*INCLUDE_TRANSFORM\nhalf.k\n\n\n1,1,1,1\n4\n";
  const Model model = read_deck(folder.write("main.k", base + mirror + include + "*END\n"));
  EXPECT_EQ(model.nodes.position[std::size_t(model.solids[1].nodes[0])].x, -4);  // 102, at 2 before
  EXPECT_EQ(model.solids[1].nodes[0] - model.solids[1].nodes[1], 1);
  EXPECT_ERROR(base + "*DEFINE_TRANSFORMATION\n4\nMIRROR,1,0,0,1,0,0\n", "field A4: the point on the normal");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_damage
