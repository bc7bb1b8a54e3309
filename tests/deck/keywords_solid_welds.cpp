// Spot welds of solids, and forms of laws and curves of other makers.
#include <cmath>

#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"
#include "kernels/materials/material_037_transversely_anisotropic.hpp"
#include "kernels/materials/material_1100_solid_spot_weld.hpp"
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_solid_welds {
namespace {

using kernels::SolidSpotWeld;

const std::string welds =
    "*MAT_SPOTWELD\n8,7.8e-9,210000.,0.3,350.,1000.,0,0.5\n0.2,10.,20.,30.,1.,2.,3.,5\n*SECTION_SOLID\n8,1\n"
    "*PART\nweld\n8,8,8\n*ELEMENT_SOLID\n91,8,1,2,3,4,5,6,7,8\n92,8,1,2,3,4,5,6,7,8\n";

TEST(SolidWelds, HaveALawOfTheirOwn) {
  const Model model = read_text(base + welds + "*DEFINE_HEX_SPOTWELD_ASSEMBLY_2_TITLE\nnugget\n7\n91,92\n");
  const Material& material = model.materials.back();
  const SolidSpotWeld law = *material.law.as<SolidSpotWeld>();
  EXPECT_EQ(law.elements, 2);
  EXPECT_EQ(law.strength, (std::array{10.0, 20.0, 30.0}));
  EXPECT_NEAR(law.tangent, 210000.0 * 1000 / 211000, 1e-9);
  EXPECT_EQ(law.failure_strain, 0.2);
  EXPECT_EQ(material.erosion->failure_time, 0.5);
  EXPECT_WARNING(model, "field MTT: found 3: solids fail by forces alone");
  EXPECT_WARNING(model, "field NF: found 5: forces of solids are not averaged");
}

TEST(SolidWelds, Errors) {
  const std::string assembly = base + welds + "*DEFINE_HEX_SPOTWELD_ASSEMBLY\n";
  EXPECT_ERROR(assembly + "7\n91,99\n", "field ID_SW: solid 99 is not defined");
  EXPECT_ERROR(assembly + "7\n0,0\n", "field ID_SW: the weld has no elements");
  EXPECT_ERROR(base + welds + "*ELEMENT_SOLID\n93,2,1,2,3,4,5,6,7,8\n*DEFINE_HEX_SPOTWELD_ASSEMBLY\n7\n91,93\n",
               "solid 93 has another material than solid 91");
}

TEST(FormsOfMakers, AStepOfACurveAtZero) {
  const Model step = read_text(base + "*DEFINE_CURVE\n7\n0,0\n0,3\n2,4\n");
  EXPECT_EQ(step.curves.back().evaluate(0), 0);
  EXPECT_NEAR(step.curves.back().evaluate(1e-6), 3, 1e-5);
  EXPECT_WARNING(step, "curve 7 has two points at 0");
}

TEST(FormsOfMakers, ANegativeRatioOfASheet) {
  const Model model = read_text(base + "*MAT_037\n7,1.,100.,.3,2.,5.,-1.6\n*PART\nx\n9,1,7\n");
  EXPECT_EQ(model.materials.back().law.as<kernels::TransverselyAnisotropic>()->lankford, 1.6);
  EXPECT_WARNING(model, "field R: found -1.6: its size is used");
}

TEST(FormsOfMakers, ATableOverTheLogarithmOfTheRate) {
  const std::string law = "*MAT_024\n7,1.,100.,.3\n0,0,20\n\n\n*PART\nx\n9,1,7\n" + shell_of_9;
  const Model model = read_text(base + law + "*DEFINE_TABLE_2D\n20\n-2.0,21\n0.0,22\n*DEFINE_CURVE\n21\n0,1.\n1,2.\n" +
                                "*DEFINE_CURVE\n22\n0,3.\n0.5,3.\n1,4.\n");
  const Material& material = model.materials.back();
  ASSERT_EQ(material.rates.size(), 4u);  // two factors of two and a half have a curve each between
  EXPECT_NEAR(material.rates[0], std::exp(-2), 1e-12);
  EXPECT_NEAR(material.rates[3], 1, 1e-12);
  EXPECT_NEAR(material.curves[1].evaluate(0), 1 + 2.0 / 3, 1e-12);
  EXPECT_NEAR(material.curves[2].evaluate(0.5), 1.5 + 1, 1e-12);
  EXPECT_WARNING(model, "table 20 is over the logarithm of the rate");
}

TEST(FormsOfMakers, YieldStressOverTheRate) {
  const std::string curve = "*DEFINE_CURVE\n20\n0,1.\n10,2.\n*PART\nx\n9,1,7\n" + shell_of_9;
  const Material material = read_text(base + "*MAT_019\n7,1.,100.,.3,1\n20,20.\n" + curve).materials.back();
  EXPECT_EQ(material.law.as<kernels::PiecewiseLinear>()->viscoplastic, 1);
  EXPECT_EQ(material.rates, (std::vector{0.0, 10.0}));
  EXPECT_EQ(material.curves[1].evaluate(0), 2);
  EXPECT_EQ(material.curves[1].evaluate(1), 2 + 25);
  EXPECT_ERROR(base + "*MAT_019\n7,1.,100.,.3\n20,100.\n" + curve, "field ETAN: found 100, expected less than E");
  EXPECT_ERROR(base + "*MAT_019\n7,1.,100.,.3\n20,10.,5\n" + curve, "field LC2");
  EXPECT_ERROR(base + "*MAT_019\n7,1.,100.,.3\n21,10.\n" + curve, "field LC1");
}

const std::string glass = "*MAT_LAMINATED_GLASS\n7,1.,70.,.3,2.,5.,0.01,3.\n0.4,1.,0.5\n{}\n"
                          "*SECTION_SHELL\n9,2,1,3\n1.0\n*PART\nx\n9,9,7\n" + shell_of_9;

TEST(LaminatedGlass, PointsOfPolymerHaveAMaterialOfTheirOwn) {
  const Model model = read_text(base + with_change(glass, "{}", "0,1"));
  const Section& section = model.sections[std::size_t(model.parts.back().section)];
  ASSERT_EQ(section.layers.size(), 3u);
  const auto material = [&](std::size_t k) { return model.materials[std::size_t(section.layers[k].material)]; };
  EXPECT_EQ(material(0).young, 70);
  EXPECT_EQ(material(1).young, 3);
  EXPECT_EQ(material(1).poisson, 0.4);
  EXPECT_EQ(material(2).law.as<kernels::PiecewiseLinear>()->failure_strain, 0.01);
  EXPECT_EQ(material(1).law.as<kernels::PiecewiseLinear>()->failure_strain, 0);
  EXPECT_TRUE(read_text(base + with_change(glass, "{}", "0,0")).sections.back().layers.empty());
  EXPECT_ERROR(base + with_change(with_change(glass, "{}", "0,1"), "0.4,1.", "0.5,1."), "field PRP: found 0.5");
  EXPECT_ERROR(base + with_change(with_change(glass, "{}", "0,1"), "1,3\n1.0", "1,9\n1.0"),
               "part 9 has 9 points through the thickness, expected at most 8");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_solid_welds
