// Springs and dampers: each keyword's fields land in the Model, and what is not supported is told.
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_springs {
namespace {

const std::string section = "*SECTION_DISCRETE\n8,1,0.5,4.,0.1,-2.\n\n";
const std::string elements =
    "*ELEMENT_DISCRETE\n       2       8       1       0       7             2.5       1            0.25\n"
    "       1       8       2       6\n";
const std::string springs = base + "*MAT_S01\n8,40.\n" + section + "*DEFINE_SD_ORIENTATION\n7,0,0,3.,4.\n" +
                            "*PART\nsprings\n8,8,8\n" + elements;

TEST(SpringElements, Fields) {
  const Model model = read_text(springs + "*DATABASE_DEFORC\n0.1\n");
  ASSERT_EQ(model.springs.size(), 2u);
  EXPECT_EQ(model.springs[0].id, 1);
  EXPECT_EQ(model.springs[0].nodes, (std::array<Index, 2>{1, 5}));
  EXPECT_EQ(model.springs[0].direction, (Vec3{}));
  EXPECT_EQ(model.springs[0].scale, 1);
  EXPECT_TRUE(model.springs[0].printed);
  const Spring& grounded = model.springs[1];
  EXPECT_TRUE(grounded.is_grounded());
  EXPECT_EQ(grounded.nodes[0], 0);
  EXPECT_DOUBLE_EQ(grounded.direction.y, 0.6);
  EXPECT_DOUBLE_EQ(grounded.direction.z, 0.8);
  EXPECT_EQ(grounded.scale, 2.5);
  EXPECT_EQ(grounded.offset, 0.25);
  EXPECT_FALSE(grounded.printed);
  const Part& part = model.parts[std::size_t(grounded.part)];
  const SpringSection& its = model.sections[std::size_t(part.section)].spring;
  EXPECT_TRUE(its.torsional);
  EXPECT_EQ(its.magnification, 0.5);
  EXPECT_EQ(its.test_velocity, 4);
  EXPECT_EQ(its.clearance, 0.1);
  EXPECT_EQ(its.failure_deflection, -2);
  EXPECT_EQ(std::get<MaterialSpringElastic>(model.materials[std::size_t(part.material)].law).stiffness, 40);
  EXPECT_EQ(model.output.interval("deforc"), 0.1);
}

TEST(SpringElements, Materials) {
  const Model model = read_text(base +
                                "*MAT_DAMPER_VISCOUS\n21,5.\n*MAT_SPRING_NONLINEAR_ELASTIC_TITLE\nbushing\n22,71\n"
                                "*MAT_S08\n23,72,50.,-1\n*MAT_SPRING_INELASTIC\n24,72\n"
                                "*DEFINE_CURVE\n71\n-2,-10\n1,5\n*DEFINE_CURVE\n72\n0,0\n1,30\n3,40\n");
  const auto law = [&model](Id id) -> const MaterialLaw& {
    for (const Material& material : model.materials)
      if (material.id == id) return material.law;
    throw std::out_of_range("material");
  };
  EXPECT_EQ(std::get<MaterialDamperViscous>(law(21)).damping, 5);
  EXPECT_EQ(std::get<MaterialSpringNonlinearElastic>(law(22)).force.y, (std::vector<double>{-10, 5}));
  EXPECT_EQ(std::get<MaterialSpringInelastic>(law(23)).unloading, 50);
  EXPECT_TRUE(std::get<MaterialSpringInelastic>(law(23)).in_tension);
  EXPECT_EQ(std::get<MaterialSpringInelastic>(law(24)).unloading, 30);
  EXPECT_FALSE(std::get<MaterialSpringInelastic>(law(24)).in_tension);
}

TEST(SpringElements, FurtherMaterials) {
  const std::string cards =
      "*MAT_S03\n21,50.,5.,20.\n*MAT_S04\n22,71,72\n*MAT_DAMPER_NONLINEAR_VISCOUS\n23,71\n*MAT_S07\n24,9.,4.,3.,2.,1.\n"
      "*DEFINE_CURVE\n71\n-2,-10\n1,5\n*DEFINE_CURVE\n72\n0,1\n3,2\n";
  const Model model = read_text(base + cards);
  const auto law = [&model](std::size_t i) -> const MaterialLaw& {
    return model.materials[model.materials.size() - 4 + i].law;
  };
  EXPECT_EQ(std::get<MaterialSpringElastoplastic>(law(0)).tangent, 5);
  EXPECT_EQ(std::get<MaterialSpringElastoplastic>(law(0)).yield, 20);
  EXPECT_EQ(std::get<MaterialSpringNonlinearElastic>(law(1)).rate_scale.y, (std::vector<double>{1, 2}));
  EXPECT_EQ(std::get<MaterialDamperNonlinearViscous>(law(2)).force.y, (std::vector<double>{-10, 5}));
  const auto& maxwell = std::get<MaterialSpringMaxwell>(law(3));
  EXPECT_EQ(maxwell.short_stiffness, 9);
  EXPECT_EQ(maxwell.long_stiffness, 4);
  EXPECT_EQ(maxwell.decay, 3);
  EXPECT_EQ(maxwell.cut_off_time, 2);
  EXPECT_EQ(maxwell.cut_off_force, 1);
  const std::string curves =
      "*DEFINE_CURVE\n71\n-2,-10\n2,10\n*DEFINE_CURVE\n72\n-2,-40\n2,40\n*DEFINE_CURVE\n73\n-2,-8\n2,8\n";
  const Model general = read_text(base + "*MAT_SPRING_GENERAL_NONLINEAR\n21,71,72,0,3.,-4.\n" + curves);
  const auto& its = std::get<MaterialSpringGeneral>(general.materials.back().law);
  EXPECT_EQ(its.loading.id, 71);
  EXPECT_EQ(its.unloading.id, 72);
  EXPECT_EQ(its.tension_yield, 3);
  EXPECT_EQ(its.compression_yield, 4);
  EXPECT_ERROR(base + "*MAT_S06\n21,71,73\n" + curves, "field LCDU: curve 73 has less force at -2");
  EXPECT_ERROR(base + "*MAT_S06\n21,71,72,1\n" + curves, "field BETA: found 1");
  EXPECT_ERROR(base + "*MAT_S03\n21,50.,60.,20.\n", "*MAT_S03 field KT: found 60, expected less than K (50)");
  EXPECT_ERROR(base + "*MAT_S05\n21,71\n*DEFINE_CURVE\n71\n-2,-10\n1,8\n",
               "*MAT_S05 field LCDR: curve 71 has the force 2");
  EXPECT_ERROR(base + "*MAT_S07\n21,5,1,1,0,0,1\n", "*MAT_S07 field COPT: found 1");
}

TEST(SpringElements, BrokenDecks) {
  const auto broken = [](const std::string& from, const std::string& to) {
    std::string text = springs;
    return error_of(text.replace(text.find(from), from.size(), to));
  };
  EXPECT_PRED2(contains, broken("       2       6\n", "       2       2\n"),
               "*ELEMENT_DISCRETE field N2: spring 1 joins node 2 to itself");
  EXPECT_PRED2(contains, broken("       2       6\n", "       2       0\n"),
               "field VID: spring 1 is connected to ground (N2 = 0), so it needs");
  EXPECT_PRED2(contains, broken("ORIENTATION\n7", "ORIENTATION\n6"), "field VID: orientation 7 is not defined");
  EXPECT_PRED2(contains, broken("7,0,0,3.,4.", "7,2,0,3.,4."), "*DEFINE_SD_ORIENTATION field IOP: found 2");
  EXPECT_PRED2(contains, broken("8,1,0.5,4.", "8,1,0.5,0."), "*SECTION_DISCRETE field V0: found 0");
  EXPECT_PRED2(contains, broken("-2.\n\n", "-2.\n1.,0\n"), "*SECTION_DISCRETE field CDL");
  EXPECT_PRED2(contains, broken("8,8,8", "8,8,1"),
               "*SECTION_DISCRETE field SECID: part 8 has a material that is not of springs");
  EXPECT_PRED2(contains, broken("8,8,8", "8,1,8"), "element 1 is a spring, but its part 8 has a section of shells");
  EXPECT_PRED2(contains, broken("8,40.", "8,-40."), "*MAT_S01 field K: found -40");
  const std::string curve = "*DEFINE_CURVE\n71\n0,0\n1,5\n2,-1\n";
  EXPECT_ERROR(base + "*MAT_S04\n22,71\n" + curve, "*MAT_S04 field LCD: curve 71 goes from 0 to 2");
  EXPECT_ERROR(base + "*MAT_S08\n22,71\n" + curve, "*MAT_S08 field LCFD: curve 71 has the force -1");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_springs
