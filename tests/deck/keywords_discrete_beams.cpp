// Discrete beams and cables: each keyword's fields land in the Model, and what is not supported is told.
#include "model/discrete_beam_bounds.hpp"
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_discrete_beams {
namespace {

const std::string part_of_beams = "*PART\nbushings\n8,8,8\n*ELEMENT_BEAM\n       1       8       1       5\n";
const std::string section = "*SECTION_BEAM\n8,6,,,,3\n50.,0.2,7,4.,0.5\n*DEFINE_COORDINATE_VECTOR\n7,0,1,0,0,0,1\n";
const std::string linear = "*MAT_066\n8,1e-3,1.,2.,3.,4.,5.,6.\n.1,.2,.3,.4,.5,.6\n10.,20.,30.,40.,50.,60.\n";
const std::string curves =
    "*DEFINE_CURVE\n71\n0,0\n2,60\n*DEFINE_CURVE\n72\n-1,-5\n1,5\n"
    "*DEFINE_CURVE\n73\n0,30\n2,40\n";

const Material& material_of(const Model& model) {
  return model.materials[std::size_t(model.parts[std::size_t(model.beams[0].part)].material)];
}

TEST(DiscreteBeams, Section) {
  const Model model = read_text(base + section + linear + part_of_beams);
  const Section& own = model.section_of(model.beams[0]);
  EXPECT_TRUE(own.is_discrete_beam());
  EXPECT_EQ(own.discrete.volume, 50);
  EXPECT_EQ(own.discrete.inertia, 0.2);
  EXPECT_EQ(own.discrete.cable_offset, 0.5);
  EXPECT_EQ(own.discrete.triad, 3);
  EXPECT_EQ(own.beam.area, 4);
  ASSERT_NE(own.discrete.frame, none);
  EXPECT_EQ(model.frames[std::size_t(own.discrete.frame)].id, 7);
  EXPECT_EQ(warnings_of(model).find("SCOOR"), std::string::npos);
  EXPECT_WARNING(read_text(base + with_change(section, ",,,,3", ",,,,1") + linear + part_of_beams),
                 "*SECTION_BEAM field SCOOR: beam 1 (and maybe others) is");
  const auto broken = [](const std::string& from, const std::string& to) {
    return error_of(base + with_change(section + linear + part_of_beams, from, to));
  };
  EXPECT_PRED2(contains, broken(",,,,3", ",,,,12"), "*SECTION_BEAM field SCOOR: found 12, expected -3, -2, ... 3");
  EXPECT_PRED2(contains, broken("4.,0.5", "4.,0.5,1"), "*SECTION_BEAM field RRCON");
  EXPECT_PRED2(contains, broken("0.2,7", "0.2,9"), "*SECTION_BEAM field CID: coordinate system 9 is not defined");
  EXPECT_PRED2(contains, broken("8,8,8", "8,8,1"),
               "*SECTION_BEAM field ELFORM: part 8 has material type 1, expected 66 or 67 or 68 or 71 or 74");
}

TEST(DiscreteBeams, LinearAndPlasticLaws) {
  const Model model = read_text(base + section + linear + part_of_beams);
  const auto& law = std::get<MaterialLinearDiscreteBeam>(material_of(model).law);
  EXPECT_EQ(law.stiffness, (SixNumbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(law.damping, (SixNumbers{.1, .2, .3, .4, .5, .6}));
  EXPECT_EQ(law.preload, (SixNumbers{10, 20, 30, 40, 50, 60}));
  EXPECT_EQ(discrete_beam_mass(material_of(model), model.section_of(model.beams[0]), 100), 0.05);
  EXPECT_ERROR(base + section + with_change(linear, "3.,4.", "-3.,4.") + part_of_beams,
               "*MAT_066 field TKT: found -3, expected a value >= 0");

  const std::string plastic =
      "*MAT_NONLINEAR_PLASTIC_DISCRETE_BEAM\n8,1e-3,1.,2.,3.,4.,5.,6.\n.1,.2,.3,.4,.5,.6\n0,73\n1.,2.,3.,4.,5.,6.\n"
      "7.,8.,9.,10.,11.,12.\n10.,20.,30.,40.,50.,60.\n";
  const Model other = read_text(base + curves + section + plastic + part_of_beams);
  const auto& yields = std::get<MaterialPlasticDiscreteBeam>(material_of(other).law);
  EXPECT_EQ(yields.failure.force, (SixNumbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(yields.failure.displacement, (SixNumbers{7, 8, 9, 10, 11, 12}));
  EXPECT_EQ(yields.preload[5], 60);
  EXPECT_TRUE(yields.yield[0].x.empty());
  EXPECT_EQ(yields.yield[1].y, (std::vector<double>{30, 40}));
  const auto broken = [&](const std::string& from, const std::string& to) {
    return error_of(base + with_change(curves, "0,30\n2,40", to) + section + with_change(plastic, "0,73", from) +
                    part_of_beams);
  };
  EXPECT_PRED2(contains, broken("0,73", "1,30\n2,40"), "field LCPDS: curve 73 begins at 1, expected 0");
  EXPECT_PRED2(contains, broken("0,73", "0,30\n2,20"), "field LCPDS: curve 73 falls faster than the stiffness 2");
  EXPECT_PRED2(contains, broken("0,74", "0,30\n2,40"), "field LCPDS: curve 74 is not defined");
}

TEST(DiscreteBeams, NonlinearLaw) {
  const std::string nonlinear = "*MAT_067\n8,1e-3,71,72,0,0,0,71\n0,0,0,72\n1.,0\n0,0,5.\n0,6.\n";
  const Model model = read_text(base + curves + section + nonlinear + part_of_beams);
  const auto& law = std::get<MaterialNonlinearDiscreteBeam>(material_of(model).law);
  EXPECT_EQ(law.force[1].x, (std::vector<double>{-1, 1}));
  EXPECT_TRUE(law.force[2].x.empty());
  EXPECT_EQ(law.damping[3].x.size(), 2u);
  EXPECT_EQ(law.failure.force[2], 5);
  EXPECT_EQ(law.failure.displacement[1], 6);
  EXPECT_EQ(two_sided_value(law.force[0], -1), -30);
  EXPECT_EQ(two_sided_value(law.force[0], 3), 90);
  EXPECT_EQ(discrete_beam_bounds(material_of(model), model.section_of(model.beams[0]), 1).stiffness[0], 30);
  EXPECT_ERROR(base + with_change(curves, "0,0\n2,60", "0,1\n2,60") + section + nonlinear + part_of_beams,
               "*MAT_067 field LCIDTR: curve 71 begins at 0, 1, expected 0, 0");
}

TEST(Cables, Fields) {
  const std::string cable = "*MAT_CABLE_DISCRETE_BEAM\n8,1e-3,2e3,0,5.,0.1,0.02,1\n0,0.01,0,0.3,80.\n";
  const Model model = read_text(base + section + cable + part_of_beams);
  const auto& law = std::get<MaterialCable>(material_of(model).law);
  EXPECT_EQ(law.young, 2e3);
  EXPECT_EQ(law.preload, 5);
  EXPECT_EQ(law.held_until, 0.1);
  EXPECT_EQ(law.ramp, 0.02);
  EXPECT_EQ(law.ramp_from, 0.01);
  EXPECT_EQ(law.failure_strain, 0.3);
  EXPECT_EQ(law.failure_force, 80);
  EXPECT_EQ(discrete_beam_bounds(material_of(model), model.section_of(model.beams[0]), 8.5).stiffness[0], 1e3);
  const Model stiff = read_text(base + section + "*MAT_071\n8,1e-3,-700.\n" + part_of_beams);
  EXPECT_EQ(std::get<MaterialCable>(material_of(stiff).law).stiffness, 700);
  EXPECT_ERROR(base + with_change(section, "4.,0.5", "0.,0.5") + cable + part_of_beams,
               "*MAT_CABLE_DISCRETE_BEAM field E: part 8 has a section without CA");
  EXPECT_ERROR(base + section + with_change(cable, "0.01,0,", "0.01,0.9,") + part_of_beams, "field FRACL0");
  EXPECT_ERROR(base + section + "*MAT_071\n8,1e-3,0\n" + part_of_beams, "field E: found 0");
}

TEST(Cables, ElasticSpring) {
  const std::string spring = "*MAT_074\n8,1e-3,3.,4.,5.,6.,7.\n71,72,.1,.2,.3,72\n";
  const Model model = read_text(base + curves + section + spring + part_of_beams);
  const auto& law = std::get<MaterialElasticSpringBeam>(material_of(model).law);
  EXPECT_EQ(law.stiffness, 3);
  EXPECT_EQ(law.preload, 4);
  EXPECT_EQ(law.damping, 5);
  EXPECT_EQ(law.compression_at_failure, 6);
  EXPECT_EQ(law.tension_at_failure, 7);
  EXPECT_EQ(law.force.id, 71);
  EXPECT_EQ(law.damping_force.id, 72);
  EXPECT_EQ(law.damping_scale.id, 72);
  EXPECT_EQ(law.c1, .1);
  EXPECT_EQ(law.c2, .2);
  EXPECT_EQ(law.reference_rate, .3);
}

TEST(DiscreteBeams, GeneralLaws) {
  const std::string both = curves + "*DEFINE_CURVE\n74\n-2,-900\n2,900\n" + section;
  const std::string six = "*MAT_119\n8,1e-3,10.,20.,2,.3,0,1\n72,0,72\n74\n71,71\n0,73\n1.,2.,3.,4.,5.,6.,1\n"
                          "7.,8.,9.,10.,11.,12.\n.1,.2,.3,.4,.5,.6\n";
  const Model model = read_text(base + both + six + part_of_beams);
  const auto& law = std::get<MaterialGeneralDiscreteBeam>(material_of(model).law);
  EXPECT_EQ(law.unloading, Unloading::stiff);
  EXPECT_EQ(law.translational, 10);
  EXPECT_EQ(law.rotational, 20);
  EXPECT_EQ(law.offset, .3);
  EXPECT_TRUE(law.of_strain);
  EXPECT_EQ(law.force[0].id, 72);
  EXPECT_EQ(law.force[2].id, 72);
  EXPECT_EQ(law.unload[0].id, 74);
  EXPECT_EQ(law.damping[1].id, 71);
  EXPECT_EQ(law.damping_scale[1].id, 73);
  EXPECT_EQ(law.tension_limit, (SixNumbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(law.compression_limit, (SixNumbers{7, 8, 9, 10, 11, 12}));
  EXPECT_TRUE(law.one_criterion);
  EXPECT_EQ(law.first_displacement, (SixNumbers{.1, .2, .3, .4, .5, .6}));
  const Model one = read_text(base + both + "*MAT_121\n8,1e-3,0,2\n72,0,71,73\n1.,2.,.3\n" + part_of_beams);
  const auto& single = std::get<MaterialGeneralDiscreteBeam>(material_of(one).law);
  EXPECT_EQ(single.translational, 5);  // the steepest slope of the curve
  EXPECT_EQ(single.damping[0].id, 71);
  EXPECT_EQ(single.compression_limit[0], 2);
  EXPECT_EQ(single.first_displacement[0], .3);
  EXPECT_ERROR(base + both + with_change(six, ",2,.3", ",4,.3") + part_of_beams, "*MAT_119 field IUNLD: found 4");
  EXPECT_ERROR(base + both + with_change(six, ",2,.3", ",3,1.3") + part_of_beams, "*MAT_119 field OFFSET: found 1.3");
  EXPECT_ERROR(base + both + "*MAT_121\n8,1e-3,0,1\n72,75\n0,0\n*DEFINE_CURVE\n75\n-1,-1\n0,0\n1,0\n" + part_of_beams,
               "*MAT_121 field LCIDTU: curve 75 does not rise everywhere");
}

TEST(DiscreteBeams, TriadOfMovingNodes) {
  const auto moving = [](const std::string& triad) {
    return base + with_change(section, ",,,,3", ",,,," + triad) + linear + part_of_beams;
  };
  const auto with_nodes = [](std::string text) {
    return with_change(text, "*DEFINE_COORDINATE_VECTOR\n7,0,1,0,0,0,1", "*DEFINE_COORDINATE_NODES\n7,2,3,6,1,Y");
  };
  const Model model = read_text(with_nodes(moving("3")));
  EXPECT_EQ(model.beams[0].triad_nodes, (std::array<Index, 3>{1, 2, 5}));
  EXPECT_EQ(model.frames[0].first_axis, 1);
  EXPECT_FALSE(read_text(moving("3")).beams[0].has_triad_nodes());
  EXPECT_ERROR(with_nodes(moving("2")), "*SECTION_BEAM field SCOOR: found 2, with which r follows the line");
}

TEST(DiscreteBeams, ElementsWithTheirOwnSection) {
  const std::string scalar =
      "*ELEMENT_BEAM_SCALAR\n       2       8       2       6\n            80.0                               8\n"
      "       3       8       3       7\n            80.0                               8\n"
      "*DEFINE_COORDINATE_VECTOR\n8,1,0,0,0,0,1\n";
  const Model model = read_text(base + section + linear + part_of_beams + scalar);
  ASSERT_EQ(model.beams.size(), 3u);
  EXPECT_EQ(model.beams[0].section, none);
  EXPECT_NE(model.beams[1].section, none);
  EXPECT_EQ(model.beams[1].section, model.beams[2].section);
  const Section& own = model.section_of(model.beams[1]);
  EXPECT_EQ(own.discrete.volume, 80);
  EXPECT_EQ(own.discrete.inertia, 0.2);
  EXPECT_EQ(model.frames[std::size_t(own.discrete.frame)].id, 8);
  EXPECT_PRED2(contains,
               error_of(base + "*SECTION_BEAM\n8,3\n4.,\n*MAT_ELASTIC\n8,1e-3,2e5,0.3\n" + part_of_beams + scalar),
               "*ELEMENT_BEAM_SCALAR field PID: part 8 has beams with ELFORM 3, expected 6 (discrete beams)");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_discrete_beams
