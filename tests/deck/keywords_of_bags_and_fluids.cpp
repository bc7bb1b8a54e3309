// *AIRBAG_PARTICLE and bags with jets, *MAT_ELASTIC_FLUID, *MAT_VISCOUS_FOAM, LCSR and _LOG_INTERPOLATION of *MAT_024,
// _LOCAL of joints, *MAT_173 and 193.
#include <cmath>

#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"
#include "kernels/materials/material_062_viscous_foam.hpp"
#include "kernels/materials/material_1001_elastic_fluid.hpp"
#include "kernels/materials/material_173_mohr_coulomb.hpp"
#include "kernels/materials/material_193_drucker_prager.hpp"
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_of_bags_and_fluids {
namespace {

/// The cube of `base` as a bag of three parts: 11, 12 its sides, 13 its lid. A baffle, 14, is inside.
const std::string skin = "*PART\nsides\n11,1,1\n*PART\nfloor\n12,1,1\n*PART\nlid\n13,1,1\n*PART\nbaffle\n14,1,1\n"
                         "*ELEMENT_SHELL\n21,12,1,4,3,2\n22,13,5,6,7,8\n23,11,1,2,6,5\n24,11,2,3,7,6\n25,11,3,4,8,7\n"
                         "26,11,4,1,5,8\n27,14,1,2,7,8\n*SET_PART_LIST\n5\n11,12,13,14\n"
                         "*DEFINE_CURVE\n41\n0,0\n1,2\n2,0\n*DEFINE_CURVE\n42\n0,400\n2,600\n";
const std::string bag = "*AIRBAG_PARTICLE_ID\n7,driver\n5,1,14,0,11,1\n{}\n+ 1.0\n4,1,2,1,2,3\n14,0,{}\n{}"
                        "{}\n41,42,0.028,29.1\n1,1.,,30.\n2,1.\n";

std::string particles(const std::string& gas, const std::string& heat, const std::string& vents,
                      const std::string& air) {
  std::string text = bag;
  for (const std::string& part : {gas, heat, vents, air}) text = with_change(text, "{}", part);
  return text;
}
const std::string vent = "13,0,0.5\n", air = "0,0,0,29.";

TEST(ParticleBag, IsOneOfUniformPressure) {
  const Model model = read_text(base + skin + particles("1000,1,1,300,,1", "0", vent, air));
  const Airbag& its = model.airbags.at(0);
  EXPECT_EQ(its.id, 7);
  EXPECT_EQ(its.segments.size(), 6u);  // without the baffle
  EXPECT_EQ(its.ambient_pressure, 101325);
  EXPECT_NEAR(its.gas.ambient_density, 101325 * 0.0289644 / (8.314462618 * 300), 1e-12);
  EXPECT_NEAR(its.gas.area.constant, 0.5, 1e-12);
  EXPECT_EQ(its.gas.shape.constant, 1);
  EXPECT_NEAR(its.gas.cp, 29.1 / 0.028, 1e-9);
  EXPECT_NEAR(its.gas.cp - its.gas.cv, 8.314462618 / 0.028, 1e-9);
  EXPECT_EQ(model.curves.at(std::size_t(its.gas.inflow)).evaluate(0.5), 1);
  EXPECT_WARNING(model, "field SID1: the gas is not computed as particles");
}

TEST(ParticleBag, HasTheUnitsOfTheDeck) {
  const auto bag_of = [](const std::string& gas, const std::string& more = "") {
    const std::string text = with_change(particles(gas, "0", vent, air), "29.1", "29100.");
    return read_text(base + skin + with_change(text, "+ 1.0\n", "+ 1.0\n" + more)).airbags.at(0);
  };
  // t, mm, s: MPa, t/mm3, mJ/K per mole of which 0.028 t are taken
  const Airbag tonnes = bag_of("1000,2,1,300,,1");
  EXPECT_NEAR(tonnes.ambient_pressure, 0.101325, 1e-12);
  EXPECT_NEAR(tonnes.gas.ambient_density / 1.1766e-12, 1, 1e-4);
  EXPECT_NEAR(tonnes.gas.cp - tonnes.gas.cv, 8314.462618 / 0.028, 1e-6);
  // kg, mm, ms, named and by their sizes
  const Airbag named = bag_of("1000,0,1,300,,1"), sized = bag_of("1000,3,1,300,,1", "0,1.,,0.001,,0.001\n");
  EXPECT_NEAR(named.ambient_pressure, 1.01325e-4, 1e-15);
  EXPECT_NEAR(sized.ambient_pressure, 1.01325e-4, 1e-15);
  EXPECT_NEAR(named.gas.ambient_density / 1.1766e-9, 1, 1e-4);
  EXPECT_NEAR(sized.gas.ambient_density / named.gas.ambient_density, 1, 1e-12);
  EXPECT_NEAR(named.gas.cp - named.gas.cv, 8.314462618 / 0.028, 1e-9);
}

TEST(ParticleBag, SaysWhatDoesNotFit) {
  const auto deck = [](const std::string& vents, const std::string& inside = air) {
    return base + skin + particles("1000,1,1,300,,1", "0", vents, inside);
  };
  EXPECT_ERROR(deck("13,0,0.5,0,41\n"), "field LCPC23");
  EXPECT_EQ(read_text(deck("13,0,0.5,0,0,0,2e4\n")).airbags.at(0).gas.opens_at, 2e4);
  EXPECT_ERROR(deck("99,0,0.5\n"), "field SID3: part 99 is not defined");
  EXPECT_ERROR(deck(vent, "2e5"), "field PAIR: found 200000, expected the pressure outside");
  EXPECT_ERROR(with_change(deck(vent), "41,42,0.028", "41,42,0"), "field XMI: found 0");
  EXPECT_ERROR(with_change(deck(vent), "41,42,", "49,42,"), "field LCMI: curve 49 is not defined");
  EXPECT_ERROR(with_change(deck(vent), "1000,1,1", "1000,5,1"), "field UNIT");
  const Model timed = read_text(deck("13,0,0.5,41\n"));
  EXPECT_EQ(timed.curves.at(std::size_t(timed.airbags.at(0).gas.shape.curve)).id, 41);
  const std::string two = base + skin + particles("1000,1,1,300,,2", "0", "13,0,0.5\n12,0,0.25\n", air);
  EXPECT_NEAR(read_text(two).airbags.at(0).gas.area.constant, 0.75, 1e-12);
  EXPECT_ERROR(with_change(two, "12,0,0.25", "12,0,0.25,41"), "field LCTC23: found 2 vents");
  EXPECT_ERROR(with_change(two, "12,0,0.25", "12,0,0.25,0,0,0,1e4"), "field PPOP: found 10000, expected that of the");
}

TEST(HybridBag, JetsDoNotPushAndVentsMayBeParts) {
  const std::string hybrid =
      "*AIRBAG_HYBRID{}_ID\n7,bag\n5,1\n293,0.1,1.2e-9,8.3\n0.7,,2.\n0,0,1\n41,42,,0.028,,28.\n\n{}";
  const auto deck = [&](const std::string& option, const std::string& jets) {
    return base + with_change(skin, "12,13,14", "12,13") + with_change(with_change(hybrid, "{}", option), "{}", jets);
  };
  const Model plain = read_text(deck("", "")), jet = read_text(deck("_JETTING", "0,0,0,0,0,1,0.5\n0,0,0,1\n0,0,0\n"));
  EXPECT_EQ(plain.airbags.at(0).gas.cp, jet.airbags.at(0).gas.cp);
  EXPECT_WARNING(jet, "field SID: the jets do not push");
  const auto vent = [&](const char* area) { return with_change(deck("", ""), "0.7,,2.", area); };
  EXPECT_NEAR(read_text(vent("0.7,,-13,,0.1,,-12")).airbags.at(0).gas.area.constant, 1, 1e-12);
  EXPECT_NEAR(read_text(vent("0.7,,-13,,0.1,,-11")).airbags.at(0).gas.porous_area.constant, 4, 1e-12);
  EXPECT_ERROR(vent("0.7,,-99"), "field A23: part 99 is not defined");
}

TEST(ElasticFluid, IsRead) {
  const std::string solids = "*PART\nx\n9,2,7\n" + solid_of_9,
                    fluid = "*MAT_ELASTIC_FLUID\n7,1e-9,0,0,0,0,2000.\n0.1\n";
  const Model model = read_text(base + fluid + solids);
  const auto law = *model.materials.at(1).law.as<kernels::ElasticFluid>();
  EXPECT_EQ(law.bulk, 2000);
  EXPECT_EQ(law.viscosity, 0.1);
  EXPECT_EQ(law.cavitation, 1e20);
  const Material& its = model.materials.at(1);
  EXPECT_NEAR(its.young / (3 * (1 - 2 * its.poisson)), 2000, 1e-9);
  const Model by_young = read_text(base + "*MAT_001_FLUID_TITLE\nwater\n7,1e-9,300.,0.4\n0.1,5.\n" + solids);
  EXPECT_NEAR(by_young.materials.at(1).law.as<kernels::ElasticFluid>()->bulk, 500, 1e-9);
  EXPECT_ERROR(base + with_change(fluid, "2000.", "0") + solids, "field K: found 0, expected a positive bulk modulus");
  EXPECT_ERROR(base + with_change(fluid, "0.1", "-0.1") + solids, "field VC: found -0.1");
  EXPECT_ERROR(base + fluid + "*PART\nx\n9,1,7\n" + shell_of_9, "expected solids");
}

TEST(DampedFoam, IsRead) {
  const std::string solids = "*PART\nx\n9,2,7\n" + solid_of_9,
                    foam = "*MAT_VISCOUS_FOAM\n7,1e-9,0.5,4.,0.01,100.,0.2,0.05\n";
  const Model model = read_text(base + foam + solids);
  EXPECT_EQ(model.materials.at(1).law.as<kernels::DampedFoam>()->viscous_young, 100);
  EXPECT_EQ(model.materials.at(1).young, 100);
  EXPECT_EQ(model.materials.at(1).poisson, 0.05);
  EXPECT_ERROR(base + with_change(foam, "0.5,4.", "0,4.") + solids, "field E1: found 0");
  EXPECT_ERROR(base + with_change(foam, "100.", "0") + solids, "field E2: found 0 with V2 = 0.01");
  EXPECT_ERROR(base + with_change(foam, "0.05", "0.5") + solids, "field PR: found 0.5");
  EXPECT_ERROR(base + foam + "*PART\nx\n9,1,7\n" + shell_of_9, "expected solids");
}

TEST(ShearStrengths, AreRead) {
  const std::string solids = "*PART\nx\n9,2,7\n" + solid_of_9,
                    coulomb = "*MAT_MOHR_COULOMB\n7,2e-9,50.,0.2,,0.5,0.3,0.1\n1,0\n",
                    prager = "*MAT_DRUCKER_PRAGER\n7,2e-9,50.,0.2,1.,0.5,0.3,0.1\n\n\n";
  const Model model = read_text(base + coulomb + solids);
  const auto& law = *model.materials.at(1).law.as<kernels::MohrCoulomb>();
  EXPECT_EQ(law.cohesion, 0.3);
  EXPECT_DOUBLE_EQ(law.sine, std::sin(0.5));
  EXPECT_DOUBLE_EQ(law.flow_sine, std::sin(0.1));
  EXPECT_EQ(law.opens_no_voids, 1);
  EXPECT_DOUBLE_EQ(model.materials.at(1).young, 120);
  const Model cone = read_text(base + prager + solids);
  EXPECT_DOUBLE_EQ(cone.materials.at(1).law.as<kernels::DruckerPrager>()->slope,
                   6 * std::sin(0.5) / (std::sqrt(3.0) * (3 - std::sin(0.5))));
  EXPECT_ERROR(base + with_change(coulomb, "50.,0.2", "0,0.2") + solids, "field GMOD: found 0");
  EXPECT_ERROR(base + with_change(coulomb, "50.,0.2", "50.,0.5") + solids, "field RNU: found 0.5");
  EXPECT_ERROR(base + with_change(coulomb, "0.5,0.3", "30.,0.3") + solids, "field PHI: found 30, expected an angle");
  EXPECT_ERROR(base + with_change(coulomb, "0.3,0.1", "0.3,0.6") + solids, "field PSI: found 0.6, expected at most");
  EXPECT_ERROR(base + with_change(coulomb, "1,0\n", "1,2\n") + solids, "field NPLANES: found 2");
  EXPECT_ERROR(base + with_change(prager, "0.2,1.", "0.2,0.8") + solids, "field RKF: found 0.8");
  EXPECT_ERROR(base + with_change(prager, "0.5,0.3,0.1", "0,0,0") + solids, "field CVAL: found neither friction");
  EXPECT_ERROR(base + coulomb + "*PART\nx\n9,1,7\n" + shell_of_9, "expected solids");
}

const std::string metal = "*MAT_PIECEWISE_LINEAR_PLASTICITY\n7,7.8e-9,2.1e5,0.3,300.,2100.\n0,0,0,8\n\n\n";
const std::string factor = "*DEFINE_CURVE\n8\n0,1\n100,1.5\n";
const std::string part_of_7 = "*PART\nx\n9,1,7\n" + shell_of_9;

TEST(RateFactor, IsATableOfTheSameCurve) {
  const Material law = read_text(base + metal + factor + part_of_7).materials.at(1);
  EXPECT_EQ(law.rates, (std::vector<double>{0, 100}));
  ASSERT_EQ(law.curves.size(), 2u);
  EXPECT_EQ(law.curves[0].y[0], 300);
  EXPECT_EQ(law.curves[1].y[0], 450);
  EXPECT_NEAR(law.curves[0].y[1] - 300, 2.1e5 * 2100 / (2.1e5 - 2100), 1e-9);  // E ET / (E - ET)
  EXPECT_NEAR(law.curves[1].evaluate(0.5) / law.curves[0].evaluate(0.5), 1.5, 1e-12);
  const std::string points = with_change(metal, "0,0,0,8\n\n\n", "0,0,0,8\n0,0.1\n300,400\n");
  EXPECT_EQ(read_text(base + points + factor + part_of_7).materials.at(1).curves[1].y[1], 600);
  const std::string curve = with_change(metal, "0,0,0,8", "0,0,9,8") + "*DEFINE_CURVE\n9\n0,200\n1,300\n";
  EXPECT_EQ(read_text(base + curve + factor + part_of_7).materials.at(1).curves[1].y[0], 300);
  EXPECT_ERROR(base + with_change(metal, "0,0,0,8", "40,5,0,8") + factor + part_of_7,
               "field LCSR: found 8 with C = 40");
  EXPECT_ERROR(base + metal + with_change(factor, "0,1\n", "-1,1\n") + part_of_7,
               "field LCSR: curve 8 has the factor");
  EXPECT_ERROR(base + metal + part_of_7, "field LCSR: curve 8 is not defined");
}

TEST(TablesOverRates, MayBeOverTheirLogarithm) {
  const std::string table = "*DEFINE_TABLE\n9\n1,91\n4,92\n*DEFINE_CURVE\n91\n0,300\n1,300\n"
                            "*DEFINE_CURVE\n92\n0,500\n1,500\n";
  const std::string law =
      with_change(with_change(metal, "0,0,0,8", "0,0,9"), "PLASTICITY", "PLASTICITY_LOG_INTERPOLATION");
  const Material its = read_text(base + law + table + part_of_7).materials.at(1);
  ASSERT_EQ(its.rates.size(), 3u);
  EXPECT_NEAR(its.rates[1], 2, 1e-12);
  EXPECT_NEAR(its.curves[1].y[0], 400, 1e-9);
  EXPECT_ERROR(base + law + with_change(table, "1,91", "0,91") + part_of_7, "field LCSS: table 9 has the rate 0");
}

TEST(Joints, MayReportInLocalAxes) {
  const std::string bodies = "*MAT_RIGID\n8,7.8e-9,2.1e5,0.3\n\n\n*NODE\n11,0,0,0\n12,1,0,0\n13,0,1,0\n14,1,1,0\n"
                             "15,0,0,0\n16,1,0,0\n17,0,-1,0\n18,1,-1,0\n*PART\na\n21,1,8\n*PART\nb\n22,1,8\n"
                             "*ELEMENT_SHELL\n31,21,11,12,14,13\n32,22,15,16,18,17\n";
  const Model model = read_text(base + bodies +
                                "*CONSTRAINED_JOINT_REVOLUTE_LOCAL_FAILURE_ID\n5,hinge\n11,15,12,16\n21\n"
                                "0,1.\n2.,,,,,\n");
  ASSERT_EQ(model.joints.size(), 1u);
  EXPECT_EQ(model.joints[0].failure->force.x, 2);
  EXPECT_WARNING(model, "field RAID: found 21");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_of_bags_and_fluids
