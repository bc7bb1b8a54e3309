// Orthotropic materials of shells, their axes, composites by layers, fabrics.
#include <fmt/format.h>

#include <cmath>

#include "kernels/materials/material_002_orthotropic_elastic.hpp"
#include "kernels/materials/material_034_fabric.hpp"
#include "kernels/materials/material_054_enhanced_composite_damage.hpp"
#include "kernels/materials/material_058_laminated_composite_fabric.hpp"
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_composites {
namespace {

const std::string elastic = "1.,200.,50.,40.,.1,.2,.3\n30.,20.,10.,";
std::string orthotropic(int id, const std::string& axes = "0\n\n\n") {
  return fmt::format("*MAT_002\n{},{}{}", id, elastic, axes);
}
const std::string part_of_7 = "*PART\nx\n9,1,7\n";

TEST(Orthotropic, ElasticConstants) {
  const Model model = read_text(base + orthotropic(7) + part_of_7);
  const Material& material = model.materials.at(1);
  const auto& o = *material.law.as<kernels::OrthotropicElastic>();
  EXPECT_EQ(o.young_b, 50);
  EXPECT_EQ(o.poisson_cb, .3);
  EXPECT_EQ(o.shear_ca, 10);
  // The stiffest wave runs along a, with EA / (1 - nu_ab nu_ba) = 200 / .96.
  EXPECT_NEAR(material.young / (1 - material.poisson * material.poisson), 200 / .96, 1e-9);
}

TEST(Orthotropic, Axes) {
  const auto axes = [](const std::string& cards, const std::string& more = "") {
    return *read_text(base + orthotropic(7, cards) + part_of_7 + more).materials.at(1).axes;
  };
  EXPECT_EQ(axes("0\n\n0,0,0,0,0,0,30\n").angle, 30);
  EXPECT_EQ(axes("2\n0,0,0,1,2,3\n\n").vector.y, 2);
  const MaterialAxes across = axes("3\n\n4,5,6\n");
  EXPECT_EQ(across.rule, MaterialAxes::Rule::across);
  EXPECT_EQ(across.vector.z, 6);
  const MaterialAxes frame = axes("-8\n\n\n", "*DEFINE_COORDINATE_SYSTEM\n8,0,0,0,0,1,0\n-1,0,0\n");
  EXPECT_EQ(frame.rule, MaterialAxes::Rule::along);
  EXPECT_NEAR(frame.vector.y, 1, 1e-15);
}

TEST(Orthotropic, WhatIsWrong) {
  const auto error = [](const std::string& cards) { return error_of(base + cards + part_of_7); };
  EXPECT_PRED2(contains, error(orthotropic(7, "1\n\n\n")), "field AOPT: found 1, expected 0, 2, 3 or less than 0");
  EXPECT_PRED2(contains, error(orthotropic(7, "2\n\n\n")), "field A1: found a vector of no length");
  EXPECT_PRED2(contains, error(orthotropic(7, "-8\n\n\n")), "field AOPT: coordinate system 8 is not defined");
  EXPECT_PRED2(contains, error("*MAT_002\n7,1.,200.,2.,,.2\n30.\n\n\n"), "field PRBA: found 0.2, expected less than");
  EXPECT_PRED2(contains, error("*MAT_002\n7,1.,200.,-2.\n30.\n\n\n"),
               "field EB: found -2, expected a positive modulus");
  EXPECT_ERROR(base + orthotropic(7) + "*PART\nx\n9,2,7\n" + solid_of_9, "part 9 has solids, expected shells");
}

TEST(Composite, DamageIsThatOfTheEnhancedLaw) {
  const auto with = [](const std::string& strengths) {
    return base + "*MAT_022\n7," + elastic + "0,0\n\n0,0,0,0,0,0,30\n" + strengths + part_of_7;
  };
  const Model model = read_text(with("9,100,20,40\n"));
  const Material& material = model.materials.at(1);
  const auto& law = *material.law.as<kernels::EnhancedComposite>();
  EXPECT_EQ(law.strength, (std::array<double, 5>{100, 0, 20, 40, 9}));
  EXPECT_EQ(law.shear_weight, 1);
  EXPECT_EQ(law.a_strain, 0);
  EXPECT_EQ(material.axes->angle, 30);
  EXPECT_WARNING(read_text(with("9,100,20,40,1e-9\n")), "field ALPH");
  EXPECT_ERROR(with("-9,100,20,40\n"), "field SC: found -9");
}

TEST(Composite, PartWithLayers) {
  const Model model = read_text(base + orthotropic(7) + orthotropic(8) +
                                "*PART_COMPOSITE\nplies\n9,16,.9,1.,,0\n7,.25,0,,8,.5,45\n7,.25,-45\n");
  const Part& part = model.parts.back();
  EXPECT_EQ(part.id, 9);
  EXPECT_EQ(model.materials[std::size_t(part.material)].id, 7);
  const Section& section = model.sections[std::size_t(part.section)];
  EXPECT_EQ(section.element_form, 16);
  EXPECT_EQ(section.n_layers, 3);
  EXPECT_EQ(section.thickness[2], 1);
  EXPECT_EQ(section.reference_surface, 1);
  EXPECT_EQ(model.materials[std::size_t(section.layers[1].material)].id, 8);
  EXPECT_EQ(section.layers[1].angle, 45);
  EXPECT_EQ(section.layers[2].thickness, .25);
}

TEST(Composite, WhatIsWrongWithLayers) {
  const auto error = [](const std::string& layers, const std::string& more = "") {
    return error_of(base + orthotropic(7) + "*PART_COMPOSITE\nx\n9,2\n" + layers + more);
  };
  EXPECT_PRED2(contains, error(""), "found 0 layers, expected 1 to");
  EXPECT_PRED2(contains, error("7,.1,0,,1,.1\n"), "field MID2: material 1 is of type 1, expected 2");
  EXPECT_PRED2(contains, error("7,.1,0,,77,.1\n"), "field MID2: material 77 is not defined");
  EXPECT_PRED2(contains, error("7,.1,0,,7\n"), "field THICK2: found 0, expected a positive thickness");
  EXPECT_PRED2(contains, error("7,.1,0,,8,.1\n", orthotropic(8, "2\n0,0,0,1\n\n")), "field MID2: found other axes");
}

TEST(Composite, FormAndSurfaceOfAPartWithLayers) {
  const auto cards = [](const std::string& part) {
    return base + orthotropic(7) + "*PART_COMPOSITE\nx\n9," + part + "\n7,.1\n" + shell_of_9;
  };
  EXPECT_WARNING(read_text(cards("-16")), "*PART_COMPOSITE field ELFORM: found -16");
  EXPECT_ERROR(cards("12"), "field ELFORM: found 12, expected 2");
  EXPECT_ERROR(cards("2,1.,2."), "field NLOC: found 2, expected -1 to 1");
}

TEST(Composite, AnglesOfLayersAndElements) {
  const Model model = read_text(base + orthotropic(7) +
                                "*SECTION_SHELL\n5,2,,9,,,1\n1.0\n1,2,3,4,5,6,7,8\n90\n*PART\nx\n9,5,7\n"
                                "*ELEMENT_SHELL_BETA\n5,9,5,6,7,8\n0,0,0,0,12\n");
  const Section& section = model.sections.back();
  ASSERT_EQ(section.layers.size(), 9u);
  EXPECT_EQ(section.layers[7].angle, 8);
  EXPECT_EQ(section.layers[8].angle, 90);
  EXPECT_TRUE(model.shells.back().has_angle);
  EXPECT_EQ(model.shells.back().angle, 12);
}

TEST(Composite, LayersOfElements) {
  const std::string part = "*SECTION_SHELL\n5,16,.9,2\n7.0\n*PART\nx\n9,5,7\n";
  const Model model = read_text(base + orthotropic(7) + orthotropic(8) + part +
                                "*ELEMENT_SHELL_OFFSET_COMPOSITE\n"
                                "      11       9       5       6       7       8\n"
                                "             0.5\n"
                                "         7      0.25       0.0                   8       0.5      45.0\n"
                                "         7      0.25     -45.0\n"
                                "12,9,5,6,7,8\n.5\n7,.25,0,,8,.5,45\n7,.25,-45\n"
                                "13,9,5,6,7,8\n-.25\n8,.5\n");
  ASSERT_EQ(model.shells.size(), 5u);  // two of the base
  const auto section = [&](std::size_t s) { return model.sections.at(std::size_t(model.shells.at(s).section)); };
  EXPECT_EQ(model.shells[1].section, none);
  EXPECT_EQ(model.shells[2].section, model.shells[3].section);  // equal stacks share one
  EXPECT_EQ(section(2).element_form, 16);
  EXPECT_EQ(section(2).shear_factor, .9);
  EXPECT_EQ(section(2).n_layers, 3);
  EXPECT_EQ(section(2).layers[1].angle, 45);
  EXPECT_EQ(model.materials[std::size_t(section(2).layers[1].material)].id, 8);
  EXPECT_EQ(section(2).reference_surface, -1);
  EXPECT_EQ(model.shells[2].thickness[2], 1);
  EXPECT_EQ(section(4).n_layers, 1);
  EXPECT_EQ(section(4).reference_surface, 1);
  EXPECT_EQ(model.materials[std::size_t(model.material_of(model.shells[4]))].id, 8);
}

TEST(Composite, WhatIsWrongWithLayersOfElements) {
  const auto error = [](const std::string& layers) {
    return error_of(base + orthotropic(7) + part_of_7 + "*ELEMENT_SHELL_COMPOSITE\n11,9,5,6,7,8\n" + layers);
  };
  EXPECT_PRED2(contains, error("12,9,5,6,7,8\n7,.1\n"), "field MID1: found 0 layers, expected 1 to 64");
  EXPECT_PRED2(contains, error("7,.1,0,,1,.1\n"), "field MID2: material 1 is of type 1, expected 2");
  EXPECT_PRED2(contains, error("7,.1,0,,77,.1\n"), "field MID2: material 77 is not defined");
  EXPECT_PRED2(contains, error("7,-.1\n"), "field THICK1: found -0.1, expected a positive thickness");
}

std::string damage(const std::string& failure, const std::string& strengths) {
  return "*MAT_ENHANCED_COMPOSITE_DAMAGE_TITLE\nply\n7," + elastic + "0,0\n\n0,0,0,0,0,0,.3,.4\n" + failure + "\n" +
         strengths + "\n" + part_of_7;
}

TEST(Composite, EnhancedDamage) {
  const Model model = read_text(base + damage(".01,0,.5,.6,0,.05,-.06,.07", "1,2,3,4,5,55,.5"));
  const auto& law = *model.materials.at(1).law.as<kernels::EnhancedComposite>();
  EXPECT_EQ(law.strength[kernels::a_compression], 1);
  EXPECT_EQ(law.strength[kernels::b_tension], 4);
  EXPECT_EQ(law.soft, .5);
  EXPECT_EQ(law.effective_strain, .07);
  EXPECT_EQ(law.criterion, 55);
  EXPECT_EQ(law.compression_after_crush, 2);
  EXPECT_EQ(law.a_shortening, .06);
  EXPECT_EQ(law.b_strain, .3);
  const auto error = [](const std::string& failure, const std::string& strengths) {
    return error_of(base + damage(failure, strengths));
  };
  EXPECT_PRED2(contains, error(".9", "1,2,3,4,5"), "field TFAIL: found 0.9, expected up to 0.1");
  EXPECT_PRED2(contains, error("0,.1", "1,2,3,4,5"), "field ALPH: found 0.1, which is not supported: nonlinear shear");
  EXPECT_PRED2(contains, error("0", "1,2,3,4,5,56"), "field CRIT: found 56, expected 54 or 55");
  EXPECT_PRED2(contains, error("0,0,0,0,0,.1,.1", "1,2,3,4,5"), "field DFAILC: found 0.1, expected a negative strain");
}

TEST(Composite, LaminatedFabric) {
  const auto cards = [](const std::string& options, const std::string& peaks) {
    return base + "*MAT_058\n7,1.,200.,50.,40.,.1\n30.,20.,10.,.1,.2,.3,.4,.5\n" + options + "\n\n\n" + peaks +
           "\n10.,20.,3.,5.,6.\n" + part_of_7;
  };
  const Model model = read_text(cards("0,.001,.3,.7,-1", ".06,.11,.07,.12,.3"));
  const auto& law = *model.materials.at(1).law.as<kernels::LaminatedFabric>();
  EXPECT_EQ(law.surface, -1);
  EXPECT_EQ(law.least_step, .001);
  EXPECT_NEAR(law.exponent[0], 1 / std::log(200 * .11 / 20), 1e-12);
  EXPECT_EQ(law.remainder[1], .2);
  EXPECT_EQ(law.strength[kernels::a_tension], 20);
  EXPECT_ERROR(cards("0,0,0,0,1", ".06,.1,.07,.12,.3"),
               "field E11T: found 0.1, expected more than the elastic strain at the strength, 0.1");
  EXPECT_ERROR(cards("0,0,0,0,2", ".06,.11,.07,.12,.3"), "field FS: found 2, expected 1, 0 or -1");
}

TEST(Composite, Fabric) {
  const auto cards = [](const std::string& first, const std::string& rest) {
    return base + "*MAT_FABRIC\n7,1.," + first + "\n" + rest + "*SECTION_SHELL\n5,5,1,4\n1.0\n*PART\nx\n9,5,7\n";
  };
  const Model model = read_text(cards("200.,0,0,.25", "0,0,0,1\n\n\n\n"));
  const auto& law = *model.materials.at(1).law.as<kernels::Fabric>();
  EXPECT_TRUE(law.is_isotropic);
  EXPECT_TRUE(law.slackens);
  EXPECT_EQ(law.shear_ab, 80);
  EXPECT_NEAR(model.materials.at(1).young, 200, 1e-9);
  EXPECT_TRUE(model.sections.back().is_membrane());
  EXPECT_EQ(model.sections.back().n_layers, 1);
  EXPECT_EQ(model.sections.back().kernel_form(), 2);
  const Model full = read_text(with_change(cards("200.", "\n\n\n\n"), "5,5,1,4", "5,9,1,4"));
  EXPECT_TRUE(full.sections.back().is_membrane());
  EXPECT_EQ(full.sections.back().n_layers, 1);
  EXPECT_EQ(full.sections.back().kernel_form(), 16);
  EXPECT_ERROR(cards("200.,100.,0,.25", "0,0,0,1\n\n\n\n"), "field GAB: found 0, expected a positive");
  const Model lined = read_text(cards("200.", "0,0,0,0,500.,.2,.1\n\n0,0,1\n\n"));
  const auto& with_liner = *lined.materials.at(1).law.as<kernels::Fabric>();
  EXPECT_EQ(with_liner.liner_young, 500);
  EXPECT_EQ(with_liner.liner_poisson, .2);
  EXPECT_EQ(with_liner.liner_share, .1);
  EXPECT_EQ(lined.materials.at(1).young, 500);  // whose waves are faster
  EXPECT_NEAR(read_text(cards("200.", "0,0,0,0,500.\n\n\n\n")).materials.at(1).young, 200, 1e-9);  // no LRATIO
  EXPECT_ERROR(cards("200.", "0,0,0,0,5.,.2,2.\n\n\n\n"), "field LRATIO: found 2, expected a share");
  EXPECT_ERROR(cards("200.", "0,0,0,0,0,.2,.1\n\n\n\n"), "field EL: found 0");
  EXPECT_ERROR(cards("200.", "\n0,0,0,0,0,5\n\n\n"), "field FORM: found 5, expected 0 to 4");
  EXPECT_WARNING(read_text(cards("200.", "\n0,0,0,0,0,1\n\n\n")), "FORM: found 1, computed as 0");
}

TEST(Fabric, CardsOfOtherForms) {
  const auto deck = [](const std::string& third, const std::string& more) {
    return base + "*MAT_FABRIC_TITLE\nweave\n7,1.,200.\n\n" + third + "\n\n\n" + more +
           "twill\n8,1.,200.\n\n\n\n\n*SECTION_SHELL\n5,5,1,4\n1.0\n*PART\nx\n9,5,7\n";
  };
  EXPECT_EQ(read_text(deck("", "")).materials.size(), 3u);
  const std::string curve = "*DEFINE_CURVE\n1\n0,0\n.1,10.\n.2,40.\n*DEFINE_CURVE\n2\n-.3,-1.\n0,0\n.4,9.\n";
  for (const auto& [form, cards] : {std::pair{"14", "1,2,1,2\n"}, std::pair{"-14", "1,2,1,2\n,,,2\n"},
                                    std::pair{"24", "1,2,1,2\n"}, std::pair{"4", "1,2,1,2\n"}}) {
    const Model model = read_text(deck(std::string("0,0,0,0,0,") + form, cards) + curve);
    const Material& fabric = model.materials.at(1);
    const auto& law = *fabric.law.as<kernels::Fabric>();
    EXPECT_EQ(law.has_curves, 1);
    EXPECT_EQ(law.green_strain, std::string(form) == "4");
    EXPECT_EQ(law.unloads, (std::array<double, 3>{1, 0, 0}));
    EXPECT_EQ(fabric.curves.size(), 6u);
    ASSERT_TRUE(fabric.curve_range);
    EXPECT_LE(fabric.curve_range->first, -.3);
    EXPECT_EQ(fabric.curves[3].x.back(), fabric.curve_range->last);
    EXPECT_NEAR(law.young_a, 300 * 1.2 * 1.2, 1e-9);  // current modulus at the end of the curve
  }
  EXPECT_EQ(read_text(deck("0,0,0,0,0,14", "\n")).materials.at(1).law.as<kernels::Fabric>()->has_curves, 0);
  EXPECT_WARNING(read_text(deck("0,0,0,0,0,24", "1\n") + curve), "FORM: found 24, computed as 14");
  EXPECT_ERROR(deck("0,0,0,0,0,14", "9\n"), "curve 9 is not defined");
  EXPECT_ERROR(deck("0,0,0,0,0,14", "1\n") + "*DEFINE_CURVE\n1\n0,1.\n1.,2.\n",
               "curve 1: expected stresses through the origin");
  EXPECT_ERROR(deck("0,0,0,0,0,-14", "1\n,,,,,9.,9.,.1\n") + curve, "ECOAT");
  const Model porous = read_text(base + "*MAT_FABRIC\n7,1.,200.\n\n0,0,0,0,0,0,-1\n1.,2.,3.,4.,5.\n\n\n8,1.,200.\n");
  EXPECT_EQ(porous.materials.size(), 3u);  // FVOPT < 0 has a card of its own
}

}  // namespace
}  // namespace crumple::deck::test::keywords_composites
