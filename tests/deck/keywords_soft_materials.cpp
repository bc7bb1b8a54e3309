// Rubbers, foams, the anisotropic sheet and the laws that are computed as others.
#include <fmt/format.h>

#include <cmath>

#include "kernels/materials/material_006_viscoelastic.hpp"
#include "kernels/materials/material_007_blatz_ko.hpp"
#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"
#include "kernels/materials/material_027_mooney_rivlin.hpp"
#include "kernels/materials/material_037_transversely_anisotropic.hpp"
#include "kernels/materials/material_053_closed_cell_foam.hpp"
#include "kernels/materials/material_057_low_density_foam.hpp"
#include "kernels/materials/material_077_hyperelastic.hpp"
#include "kernels/materials/material_083_fu_chang_foam.hpp"
#include "kernels/materials/material_092_soft_tissue_visco.hpp"
#include "kernels/materials/material_124_compression_tension.hpp"
#include "kernels/materials/material_177_hill_foam.hpp"
#include "kernels/materials/material_181_simplified_rubber.hpp"
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_soft_materials {
namespace {

/// The law of material 7, of a part of solids.
template <class Law>
Law law_of(const std::string& cards) {
  const Model model = read_text(base + cards + "*PART\nx\n9,2,7\n");
  return *model.materials.at(1).law.as<Law>();
}
/// The curves of material 7, of a part of solids.
std::vector<Curve> curves_of(const std::string& cards) {
  return read_text(base + cards + "*PART\nx\n9,2,7\n").materials.at(1).curves;
}
const std::string curve = "*DEFINE_CURVE\n9\n0,0\n0.5,2.\n";

TEST(Rubber, MooneyRivlin) {
  const Model model = read_text(base + "*MAT_MOONEY-RIVLIN_RUBBER\n7,1.,.49,2.,1.\n\n*PART\nx\n9,2,7\n");
  EXPECT_NEAR(model.materials.at(1).young, 2 * 1.49 * 6, 1e-12);
  EXPECT_EQ(model.materials.at(1).poisson, .49);
  EXPECT_EQ(model.materials.at(1).law.as<kernels::MooneyRivlin>()->b, 1);
}

TEST(Rubber, BlatzKo) {
  const Model model = read_text(base + "*MAT_BLATZ-KO_RUBBER_TITLE\nseal\n7,1.,2.\n*PART\nx\n9,2,7\n");
  EXPECT_EQ(model.materials.at(1).poisson, .463);
  EXPECT_NEAR(model.materials.at(1).young, 2 * 1.463 * 2, 1e-12);
  EXPECT_EQ(model.materials.at(1).law.as<kernels::BlatzKo>()->shear, 2);
  EXPECT_TRUE(contains(error_of(base + "*MAT_007\n7,1.\n"), "the shear modulus at rest is 0"));
  EXPECT_TRUE(contains(error_of(base + "*MAT_007\n5,1.,2.\n*PART\nx\n9,1,5\n" + shell_of_9), "expected solids only"));
}

TEST(Plastics, CurvesOfCompressionAndTension) {
  const std::string more = "*DEFINE_CURVE\n8\n0,3.\n0.5,4.\n*DEFINE_CURVE\n9\n0,1.\n0.8,2.\n",
                    rates = "*DEFINE_CURVE\n10\n0,1.\n20.,2.\n";
  const std::string cards = "*MAT_PLASTICITY_COMPRESSION_TENSION\n7,1.,60.,.3,40.,5.,.2\n8,9\n2.,3.\n\n" + more;
  const auto law = law_of<kernels::CompressionTension>(cards);
  EXPECT_EQ(law.compression, 2);
  EXPECT_EQ(law.tension, 3);
  EXPECT_EQ(law.rate_c, 40);
  EXPECT_EQ(law.failure_strain, .2);
  EXPECT_EQ(curves_of(cards).size(), 2u);
  const std::string fast = with_change(cards, "8,9\n", "8,9,10\n") + rates;
  EXPECT_EQ(law_of<kernels::CompressionTension>(fast).last_rate, 20);
  const std::vector<Curve> curves = curves_of(fast);
  ASSERT_EQ(curves.size(), 4u);
  EXPECT_EQ(curves[2].evaluate(0.4), 1.5);  // at half of the rates
  EXPECT_EQ(curves[3].evaluate(0.4), 1);
  EXPECT_ERROR(base + with_change(cards, "0,3.", "0,0") + "*PART\nx\n9,2,7\n", "field LCIDC: curve 8 has the value 0");
  EXPECT_ERROR(base + with_change(cards, "8,9\n", "8,9,,,,,5.\n"), "field EC: found 5");
}

TEST(Tissue, FibresAndFading) {
  const auto law =
      law_of<kernels::SoftTissue>("*MAT_SOFT_TISSUE\n7,1.,.4,.2,.3,5.,8.\n60.,1.05\n2,1.,0,0,0,1.,0\n0,3.,4.\n");
  EXPECT_EQ(law.c5, 8);
  EXPECT_EQ(law.bulk, 60);
  EXPECT_EQ(law.straight, 1.05);
  EXPECT_EQ(law.first_stretch, 1);
  EXPECT_NEAR(law.fibre[1], .6, 1e-15);
  EXPECT_NEAR(law.fibre[2], .8, 1e-15);
  const std::string viscous = "*MAT_SOFT_TISSUE_VISCO\n7,1.,.5\n60.\n\n\n1.,.5\n2.,3.\n";
  const auto fading = law_of<kernels::ViscousSoftTissue>(viscous);
  EXPECT_EQ(fading.share[1], .5);
  EXPECT_EQ(fading.time[1], 3);
  EXPECT_EQ(fading.fibre[0], 1);
  const Model model = read_text(base + viscous + "*PART\nx\n9,2,7\n");
  EXPECT_NEAR(model.materials.at(1).young / (2 * (1 + model.materials.at(1).poisson)), 2.5, 1e-12);
  EXPECT_ERROR(base + with_change(viscous, "2.,3.", "2.,0"), "field T2: found 0 of a share of 0.5");
  EXPECT_ERROR(base + "*MAT_091\n7,1.,.4\n0.\n\n\n", "field XK: found 0");
  EXPECT_ERROR(base + "*MAT_091\n7,1.,.4\n60.\n2\n\n", "field AX: the vectors A and D span no plane");
}

TEST(Viscoelastic, ModuliAndDecay) {
  const auto law = law_of<kernels::Viscoelastic>("*MAT_006\n7,1.,60.,3.,1.,2.\n");
  EXPECT_EQ(law.bulk, 60);
  EXPECT_EQ(law.short_shear, 3);
  EXPECT_EQ(law.long_shear, 1);
  EXPECT_EQ(law.decay, 2);
  EXPECT_TRUE(contains(error_of(base + "*MAT_VISCOELASTIC\n7,1.,-60.,3.,1.,2.\n"), "field BULK: found -60"));
  EXPECT_TRUE(contains(error_of(base + "*MAT_VISCOELASTIC\n7,1.,60.,3.,4.,2.\n"), "field GI: found 4"));
  EXPECT_TRUE(contains(error_of(base + "*MAT_VISCOELASTIC\n7,1.,60.,3.,1.,-2.\n"), "field BETA: found -2"));
}

TEST(Rubber, PolynomialAndOgden) {
  const auto polynomial = law_of<kernels::Hyperelastic>("*MAT_077_H\n7,1.,.49\n1.,2.,3.,4.,5.,6.\n");
  EXPECT_EQ(polynomial.c, (std::array<double, 6>{1, 2, 3, 4, 5, 6}));
  EXPECT_NEAR(polynomial.bulk, 2 * 1.49 * 6 / (3 * .02), 1e-9);
  const auto ogden = law_of<kernels::Hyperelastic>("*MAT_OGDEN_RUBBER_TITLE\nseal\n7,1.,.49\n1.,-2.\n3.,-4.\n0.\n");
  EXPECT_EQ(ogden.mu[1], -2);
  EXPECT_EQ(ogden.alpha[1], -4);
  EXPECT_NEAR(ogden.bulk, 2 * 1.49 * 5.5 / (3 * .02), 1e-9);
}

// The force of A = 2 and B = 1 on a specimen of 3 x 4 at stretches 0.5, 2 and 3 of a length of 10.
TEST(Rubber, ConstantsFittedToATest) {
  const std::string test = "*DEFINE_CURVE\n9\n-5.,-336.\n0,0\n10.,105.\n20.,161.7777777777778\n";
  const auto mooney = law_of<kernels::MooneyRivlin>("*MAT_027\n7,1.,.49\n10.,3.,4.,9\n" + test);
  EXPECT_NEAR(mooney.a, 2, 1e-9);
  EXPECT_NEAR(mooney.b, 1, 1e-9);
  const auto polynomial = law_of<kernels::Hyperelastic>("*MAT_077_H\n7,1.,.49,1\n10.,3.,4.,9\n" + test);
  EXPECT_NEAR(polynomial.c[0], 2, 1e-9);
  EXPECT_NEAR(polynomial.c[1], 1, 1e-9);
}

TEST(Rubber, TestOfASpecimen) {
  const std::string cards = "*MAT_181\n7,1.,90.\n2.,3.,4.,9\n*DEFINE_CURVE\n9\n-1.,-24.\n0,0\n4.,36.\n";
  EXPECT_EQ(law_of<kernels::SimplifiedRubber>(cards).bulk, 90);
  // The nominal stress over the nominal strain goes through -.5, -2; 0, 0; 2, 3.
  const auto stress = [](double strain) { return strain < 0 ? 4 * strain : 1.5 * strain; };
  const Curve g = curves_of(cards).at(0);
  EXPECT_NEAR(g.x.back(), 1.2 * std::log(3), 1e-12);
  EXPECT_NEAR(g.x.front(), -g.x.back(), 1e-12);
  for (const std::size_t i : {0, 300, 512, 900, 1024}) {
    double sum = 0;
    for (double log_stretch = g.x[i]; std::abs(log_stretch) > 1e-9; log_stretch /= -2)
      sum += std::exp(log_stretch) * stress(std::expm1(log_stretch));
    EXPECT_NEAR(g.y[i], sum, 1e-5) << i;
  }
}

TEST(Foam, ClosedCell) {
  const std::string cards = "*MAT_CLOSED_CELL_FOAM\n7,1.,5.,.1,.2,-3.,.4,.05\n-.01\n";
  const auto law = law_of<kernels::ClosedCellFoam>(cards);
  EXPECT_EQ(law.a, .1);
  EXPECT_EQ(law.b, .2);
  EXPECT_EQ(law.c, -3);
  EXPECT_EQ(law.air_pressure, .4);
  EXPECT_EQ(law.solid_share, .05);
  EXPECT_EQ(law.volume_strain, -.01);
  EXPECT_EQ(read_text(base + cards + "*PART\nx\n9,2,7\n").materials.at(1).young, 5);
}

TEST(Foam, Hill) {
  const std::string cards = "*MAT_HILL_FOAM\n7,1.,3.,.5\n.8,.2\n2.,1.\n";
  const auto law = law_of<kernels::HillFoam>(cards);
  EXPECT_EQ(law.c[1], .2);
  EXPECT_EQ(law.b[0], 2);
  EXPECT_EQ(law.n, .5);
  const Material material = read_text(base + cards + "*PART\nx\n9,2,7\n").materials.at(1);
  EXPECT_NEAR(material.young / (2 * (1 + material.poisson)), .9, 1e-12);
  EXPECT_NEAR(material.young / (3 * (1 - 2 * material.poisson)), 3, 1e-12);
  EXPECT_ERROR(base + "*MAT_177\n7,1.,3.,.5\n-.8,\n2.,\n", "*MAT_177 field C1: the shear modulus at rest");
}

TEST(Foam, LowDensity) {
  const std::string cards = "*MAT_057\n7,1.,5.,9,.3,.1,2.,.4\n6.,1,1\n" + curve;
  const auto law = law_of<kernels::LowDensityFoam>(cards);
  EXPECT_EQ(law.cutoff, .3);
  EXPECT_EQ(law.hysteretic, .1);
  EXPECT_EQ(law.shape, 6);
  EXPECT_TRUE(law.tears);
  EXPECT_TRUE(law.bulk_viscosity);
  EXPECT_EQ(law.damping, .4);
  EXPECT_EQ(law.decay, 2);
  EXPECT_EQ(curves_of(cards).at(0).y.back(), 2);
}

TEST(Foam, FuChang) {
  const std::string cards = "*MAT_083\n7,1.,5.,0,.3,1,.4,{}\n0,1,0,0,0,0,0,.2\n\n0,0,0,0,0,0,0,6.\n";
  const std::string with_curve = fmt::format(fmt::runtime(cards), 9) + curve;
  const auto one = law_of<kernels::FuChangFoam>(with_curve);
  EXPECT_EQ(curves_of(with_curve).size(), 1u);
  EXPECT_TRUE(one.engineering_rate);
  EXPECT_EQ(one.hysteretic, .2);
  EXPECT_EQ(one.shape, 6);
  EXPECT_FALSE(one.bulk_viscosity);
  const Model model =
      read_text(base + fmt::format(fmt::runtime(cards), 8) + "*PART\nx\n9,2,7\n" +
                "*DEFINE_TABLE\n8\n0.\n5.\n*DEFINE_CURVE\n11\n0,0\n1.,1.\n*DEFINE_CURVE\n12\n0,0\n1.,3.\n");
  EXPECT_EQ(model.materials.at(1).rates, (std::vector<double>{0, 5}));
  EXPECT_EQ(model.materials.at(1).curves.at(1).y.back(), 3);
}

TEST(Sheet, TransverselyAnisotropic) {
  const Model model = read_text(base + "*MAT_037\n7,1.,100.,.3,2.,5.,1.6\n*PART\nx\n9,1,7\n");
  const auto& law = *model.materials.at(1).law.as<kernels::TransverselyAnisotropic>();
  EXPECT_EQ(law.yield, 2);
  EXPECT_NEAR(law.tangent, 100 * 5 / 105., 1e-12);
  EXPECT_EQ(law.lankford, 1.6);
}

TEST(Sheet, ModifiedPiecewiseLinear) {
  const Model model = read_text(base + "*MAT_123\n7,1.,100.,.3,2.,5.,.7\n0,0,0,0,0,.2,.3,2\n\n\n*PART\nx\n9,1,7\n");
  const Material& material = model.materials.at(1);
  EXPECT_EQ(material.law.as<kernels::PiecewiseLinear>()->failure_strain, 0);
  EXPECT_EQ(material.erosion->plastic_strain, .7);
  EXPECT_EQ(material.erosion->thinning, .2);
  EXPECT_EQ(material.erosion->largest_principal_strain, .3);
  EXPECT_EQ(material.erosion->failed_points, 2);
  const Model all = read_text(base + "*MAT_123\n7,1.,100.,.3,2.,5.,.7\n\n\n\n*PART\nx\n9,1,7\n");
  EXPECT_EQ(all.materials.at(1).erosion->failed_points, -100);
}

TEST(Sheet, PlasticityWithDamage) {
  const auto read = [](const std::string& eppf, const std::string& second, const std::string& more = "") {
    return base + fmt::format("*MAT_081\n7,1.,100.,.3,2.,50.,{}\n{}\n\n\n*PART\nx\n9,1,7\n{}", eppf, second, more);
  };
  const auto curve_of = [](const Material& material) { return material.curves.at(0); };
  const Material linear = read_text(read(".2", "0,0,0,0,.4,0,0,2")).materials.at(1);
  EXPECT_EQ(linear.law.as<kernels::PiecewiseLinear>()->failure_strain, 0);
  EXPECT_EQ(linear.erosion->plastic_strain, .4);
  EXPECT_EQ(linear.erosion->failed_points, 2);
  EXPECT_NEAR(curve_of(linear).evaluate(.1), 2 + 100 * .1, 1e-9);         // H = 100 * 50 / 50
  EXPECT_NEAR(curve_of(linear).evaluate(.3), (2 + 100 * .3) * .5, 1e-9);  // half way from EPPF to EPPFR
  EXPECT_GT(curve_of(linear).y.back(), 0);
  const std::string damage = "*DEFINE_CURVE\n31\n0,0\n.1,.8\n.2,.9\n";
  const Material curved = read_text(read("0", "0,0,0,0,.4,0,31", damage)).materials.at(1);
  EXPECT_NEAR(curve_of(curved).evaluate(.05), (2 + 100 * .05) * .6, 1e-9);
  EXPECT_EQ(curved.erosion->failed_points, -100);
  const Material none = read_text(read("0", "0,0,0,0,0,0,0")).materials.at(1);
  EXPECT_FALSE(none.erosion);
  EXPECT_TRUE(none.curves.empty());
  EXPECT_ERROR(read(".2", "0,0,0,0,.1"), "field EPPFR: found 0.1, expected more than EPPF = 0.2");
  EXPECT_ERROR(read(".2", "0,0,0,0,.4,1"), "field VP: found 1, expected 0");
  EXPECT_ERROR(read(".2", "0,0,0,0,.4,0,31"), "LCDM");
  EXPECT_ERROR(read(".2", "0,0,0,0,.4,0,31", "*DEFINE_CURVE\n31\n0,0\n.1,1.8\n"),
               "field LCDM: curve 31 has the damage 1.8, expected 0 to 1");
}

TEST(Solid, ElasticPlasticHydro) {
  const Model model = read_text(base + solid_of_9 +
                                "*MAT_010\n7,1.,40.,2.,5.,-3.,.6\n\n\n\n\n\n*PART\nx\n9,2,7,4\n"
                                "*EOS_001\n4,0,100.\n\n");
  const Material& material = model.materials.at(1);
  EXPECT_NEAR(material.young, 9 * 100 * 40 / 340.0, 1e-4);
  EXPECT_NEAR(material.poisson, 220 / 680.0, 1e-6);
  EXPECT_EQ(material.pressure_cutoff, -3);
  EXPECT_EQ(material.law.as<kernels::PiecewiseLinear>()->failure_strain, .6);
}

}  // namespace
}  // namespace crumple::deck::test::keywords_soft_materials
