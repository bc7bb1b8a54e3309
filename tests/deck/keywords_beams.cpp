// Weld beams, generalized weld spots and null shells: each keyword's fields land in the Model, and what is not
// supported is told.
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_beams {
namespace {

const std::string weld_material =
    "*MAT_SPOTWELD\n8,7.8e-9,210000.,0.3,350.,1200.,1e-6,0.5\n0.2,10.,20.,30.,40.,50.,60.,4\n";
const std::string weld_section = "*SECTION_BEAM\n8,9,0.9,0,1.0\n6.0,6.0,2.0,2.0\n";
const std::string weld_part = "*PART\nwelds\n8,8,8\n";
const std::string weld_beams =
    "*ELEMENT_BEAM\n       2       8       1       5       2\n       1       8       2       6\n";
const std::string with_welds = base + weld_material + weld_section + weld_part + weld_beams;

const std::string ruled_beam =
    base + "*SECTION_BEAM\n9,1,0.9,-4,2\n6.,6.,4.,4.\n*PART\nbar\n9,9,1\n*ELEMENT_BEAM\n90,9,1,7,3\n";

TEST(HughesLiuBeams, TakeGivenPoints) {
  const std::string rule = "*INTEGRATION_BEAM\n4,2,0.5\n-1,0.5,0.5\n1,-0.5,0.5\n";
  const Model model = read_text(ruled_beam + rule);
  const Beam& beam = model.beams.at(0);
  const auto& points = model.section_of(beam).beam.points;
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].s, -3);
  EXPECT_EQ(points[0].t, 1);
  EXPECT_EQ(points[0].area, 6);
  EXPECT_ERROR(ruled_beam, "field QR/IRID: *INTEGRATION_BEAM 4 is not defined");
  EXPECT_ERROR(ruled_beam + with_change(rule, "1,-0.5,0.5", "1,-0.5,0.4"), "add up to 0.9, expected 1");
  EXPECT_ERROR(ruled_beam + with_change(rule, "1,-0.5,0.5", "1,0.5,0.5"), "is beside the axis");
  EXPECT_ERROR(ruled_beam + with_change(rule, "4,2,0.5", "4,2,0.5,3"), "field ICST");
}

TEST(Beams, HaveSizesOfTheirOwn) {
  const std::string section = base + "*SECTION_BEAM\n9,2\n10.,20.,30.,40.,5.\n*PART\nbar\n9,9,1\n";
  const std::string beams =
      "*ELEMENT_BEAM_THICKNESS\n90,9,1,7,3\n11.,21.,31.,0,6.\n91,9,2,7,3\n\n92,9,1,8,3\n11.,21.,31.,0,6.\n";
  const Model model = read_text(section + beams);
  const BeamSection& own = model.section_of(model.beams.at(0)).beam;
  EXPECT_EQ(own.area, 11);
  EXPECT_EQ(own.second_moment, (std::array<double, 2>{21, 31}));
  EXPECT_EQ(own.torsion, 52);
  EXPECT_EQ(own.shear_area, 6);
  EXPECT_EQ(model.section_of(model.beams.at(1)).beam.area, 10);
  EXPECT_EQ(model.beams.at(2).section, model.beams.at(0).section);
  EXPECT_ERROR(section + with_change(beams, "11.,21.", "0,21."), "field PARM1: found 0");
  EXPECT_ERROR(section + with_change(beams, "11.,21.", "11.,-21."), "field PARM2: found -21");
  const std::string tube =
      with_change(with_change(section, "9,2\n", "9,1,0.9,2,1\n"), "10.,20.,30.,40.,5.", "6.,6.,4.,4.");
  const std::string beam = "*ELEMENT_BEAM_THICKNESS\n90,9,1,7,3\n";
  EXPECT_EQ(read_text(tube + beam + "8.,8.,3.,3.\n").sections.back().beam.size, (std::array<double, 2>{8, 3}));
  EXPECT_ERROR(tube + beam + "8.,7.,3.,3.\n", "field PARM2: found 7, expected 8");
  EXPECT_ERROR(tube + beam + "3.,3.,8.,8.\n", "an outer one larger than the inner one");
  const std::string rule = "*INTEGRATION_BEAM\n4,2,0.5\n-1,0.5,0.5\n1,-0.5,0.5\n";
  EXPECT_ERROR(ruled_beam + rule + "*ELEMENT_BEAM_THICKNESS\n95,9,1,8\n6.\n", "expected ELFORM 1, 2, 3 or 9");
}

TEST(Shells, TakeLayersByARule) {
  const std::string section = with_change(base, "*SECTION_SHELL\n1,2\n", "*SECTION_SHELL\n1,2,,,,-4\n");
  const std::string rule = "*INTEGRATION_SHELL\n4,3\n-0.8,0.2\n0,0.6\n0.8,0.2\n";
  const Section layered = read_text(section + rule).sections.at(0);
  ASSERT_EQ(layered.layers.size(), 3u);
  EXPECT_EQ(layered.n_layers, 3);
  EXPECT_DOUBLE_EQ(layered.layers[1].thickness, 0.6 * 1.5);
  EXPECT_EQ(layered.layers[1].material, none);
  const std::string equal = "*INTEGRATION_SHELL\n4,4,1\n";
  EXPECT_DOUBLE_EQ(read_text(section + equal).sections.at(0).layers.at(3).thickness, 0.375);
  const std::string parts = "*INTEGRATION_SHELL\n4,2\n-0.5,0.5,2\n0.5,0.5,1\n";
  EXPECT_EQ(read_text(section + parts).sections.at(0).layers.at(0).material, 0);
  EXPECT_ERROR(section, "field QR/IRID: *INTEGRATION_SHELL 4 is not defined");
  EXPECT_FALSE(layered.layers[0].is_placed);
  const std::string downwards = "*INTEGRATION_SHELL\n4,3\n1,0.16667\n0,0.66667\n-1,0.16667\n";
  const Section lobatto = read_text(section + downwards).sections.at(0);
  EXPECT_TRUE(lobatto.layers[0].is_placed);
  EXPECT_EQ(lobatto.layers[0].place, -1);
  EXPECT_EQ(lobatto.layers[2].place, 1);
  EXPECT_DOUBLE_EQ(lobatto.layers[1].thickness, 0.66667 * 1.5);
  EXPECT_ERROR(section + with_change(rule, "\n0.8,0.2", "\n1.1,0.2"), "field S: found 1.1, expected a place");
  EXPECT_ERROR(section + with_change(rule, "\n0.8,0.2", "\n0,0.2"), "field S: found 0, expected a place");
  EXPECT_ERROR(section + with_change(rule, "\n0.8,0.2", "\n0.7,0.1"), "add up to 0.9, expected 1");
  EXPECT_ERROR(section + with_change(parts, "0.5,0.5,1", "0.5,0.5"), "some points have a PID");
}

TEST(WeldBeams, Fields) {
  const Model model = read_text(with_welds + "*DATABASE_SWFORC\n0.1\n");
  ASSERT_EQ(model.beams.size(), 2u);
  EXPECT_EQ(model.beams[0].id, 1);
  EXPECT_EQ(model.beams[0].nodes, (std::array<Index, 2>{1, 5}));
  EXPECT_EQ(model.beams[0].orientation, none);
  EXPECT_EQ(model.beams[1].orientation, 1);
  const Part& part = model.parts[std::size_t(model.beams[1].part)];
  EXPECT_EQ(part.id, 8);
  const Section& section = model.sections[std::size_t(part.section)];
  EXPECT_EQ(section.kind, SectionKind::beam);
  EXPECT_EQ(section.shear_factor, 0.9);
  EXPECT_EQ(section.beam.size, (std::array<double, 2>{6, 2}));
  const auto& law = std::get<MaterialSpotWeld>(model.materials[std::size_t(part.material)].law);
  EXPECT_EQ(law.yield, 350);
  EXPECT_EQ(law.tangent, 1200);
  EXPECT_EQ(law.step, 1e-6);
  EXPECT_EQ(law.failure_time, 0.5);
  EXPECT_EQ(law.failure_strain, 0.2);
  EXPECT_EQ(law.force_limit, (std::array<double, 3>{10, 20, 30}));
  EXPECT_EQ(law.moment_limit, (std::array<double, 3>{40, 50, 60}));
  EXPECT_EQ(law.filter, 4);
  EXPECT_EQ(model.output.interval("swforc"), 0.1);
  // strengths differ in s and t, and beam 1 has no third node
  EXPECT_WARNING(model, "*MAT_SPOTWELD field NRS: strengths differ in s and t, but beam 1");
}

TEST(WeldBeams, PartsOfBeamsAreTied) {
  const Model model = read_text(with_welds + "*CONTACT_SPOTWELD\n8,1,3,3\n\n\n");
  ASSERT_EQ(model.tied_contacts.size(), 1u);
  EXPECT_EQ(model.tied_contacts[0].a.nodes, (std::vector<Index>{0, 1, 4, 5}));
}

TEST(WeldBeams, BrokenDecks) {
  const auto broken = [](const std::string& from, const std::string& to) {
    std::string text = with_welds;
    return error_of(text.replace(text.find(from), from.size(), to));
  };
  EXPECT_PRED2(
      contains, broken("8,9,0.9,0,1.0", "8,8,0.9,0,1.0"),
      "*SECTION_BEAM field ELFORM: found 8, expected 1 (Hughes-Liu), 2 (resultant beam), 3 (truss), 6 (discrete "
      "beam) or 9 (spot weld)");
  EXPECT_PRED2(contains, broken("8,9,0.9,0,1.0", "8,9,0.9,0,0"),
               "*SECTION_BEAM field CST: found 0, expected 1 (circular)");
  EXPECT_PRED2(contains, broken("6.0,6.0,", "6.0,5.0,"), "*SECTION_BEAM field TS2: found 5, expected 6 as TS1");
  EXPECT_PRED2(contains, broken("2.0,2.0", "6.0,6.0"), "*SECTION_BEAM field TS1: found diameters 6 and 6");
  EXPECT_PRED2(contains, broken("8,8,8", "8,8,1"),
               "*SECTION_BEAM field ELFORM: part 8 has material type 1, expected 100");
  EXPECT_PRED2(contains, broken("8,8,8", "8,1,8"), "element 1 is a beam, but its part 8 has a section of shells");
  EXPECT_PRED2(contains, broken("       2       6\n", "       2       2\n"),
               "*ELEMENT_BEAM field N2: beam 1 joins node 2 to itself");
  EXPECT_PRED2(contains, broken("       5       2\n", "       5      99\n"),
               "*ELEMENT_BEAM field N3: element 2 names node 99");
  EXPECT_PRED2(contains, broken("10.,20.", "-10.,20."), "*MAT_SPOTWELD field NRR: found -10, expected a value >= 0");
  EXPECT_PRED2(contains, broken("350.", "0."), "*MAT_SPOTWELD field SIGY: found 0, expected a positive yield stress");
  EXPECT_PRED2(contains, error_of(base + weld_material + "*PART\nnugget\n8,1,8\n*ELEMENT_SHELL\n91,8,1,2,3,4\n"),
               "*MAT_SPOTWELD field MID: part 8 has shells, expected beams or solids");
}

TEST(WeldSpots, AreAChainInTheOrderOfTheSet) {
  const Model model =
      read_text(base +
                "*SET_NODE\n5\n9,1,5\n*CONSTRAINED_GENERALIZED_WELD_SPOT_ID\n70\n5\n0.3,,100.,50.,1.5,1.8\n"
                "*SET_NODE\n6\n2,6\n*CONSTRAINED_GENERALIZED_WELD_SPOT\n6,,3,0.1\n,0.2\n");
  const auto& welds = model.spot_welds;
  ASSERT_EQ(welds.size(), 3u);
  EXPECT_EQ(welds[0].nodes, (std::array<Index, 2>{8, 0}));
  EXPECT_EQ(welds[1].nodes, (std::array<Index, 2>{0, 4}));
  EXPECT_EQ(welds[0].id, 70);
  EXPECT_EQ(welds[1].normal_strength, 100);
  EXPECT_EQ(welds[1].shear_strength, 50);
  EXPECT_EQ(welds[1].normal_exponent, 1.5);
  EXPECT_EQ(welds[1].shear_exponent, 1.8);
  EXPECT_EQ(welds[1].failure_time, 0.3);
  EXPECT_EQ(welds[2].nodes, (std::array<Index, 2>{1, 5}));
  EXPECT_EQ(welds[2].plastic_strain, 0.2);
  EXPECT_EQ(model.weld_strains.size(), 2u);  // of its two nodes
  for (const char* field : {"FILTER", "WINDOW"})
    EXPECT_WARNING(model, std::string("*CONSTRAINED_GENERALIZED_WELD_SPOT field ") + field);
  EXPECT_ERROR(base + "*SET_NODE\n5\n9\n*CONSTRAINED_GENERALIZED_WELD_SPOT\n5\n\n",
               "*CONSTRAINED_GENERALIZED_WELD_SPOT field NSID: the node set has one node");
  EXPECT_ERROR(base + "*CONSTRAINED_GENERALIZED_WELD_BUTT\n5\n\n",
               "*CONSTRAINED_GENERALIZED_WELD_BUTT: this keyword is not supported");
}

TEST(NullShells, Fields) {
  const std::string null =
      "*MAT_009_TITLE\nskin\n8,7.8e-9,0,0,0,0,2.1e5,0.3\n*PART\nskin\n8,1,8\n*ELEMENT_SHELL\n9,8,1,2,6,5\n";
  const Model model = read_text(base + null);
  const Material& material = model.materials[std::size_t(model.parts[2].material)];
  EXPECT_TRUE(material.has_no_stress());
  EXPECT_FALSE(material.is_rigid());
  EXPECT_EQ(material.young, 2.1e5);
  EXPECT_EQ(material.poisson, 0.3);
  EXPECT_WARNING(read_text(base + "*MAT_NULL\n8,7.8e-9\n"), "*MAT_NULL field YM: found none");
  EXPECT_ERROR(base + "*MAT_NULL\n8,7.8e-9,0,-0.1\n", "*MAT_NULL field MU");
  const std::string water = "*PART\nwater\n8,2,8\n*ELEMENT_SOLID\n91,8,1,2,3,4,5,6,7,8\n";
  EXPECT_ERROR(base + "*MAT_NULL\n8,7.8e-9\n" + water,
               "*MAT_NULL field MID: the solids of part 8 have no equation of state, expected one (EOSID)");
  const std::string both =
      solid_of_9 + "*ELEMENT_SHELL\n91,8,5,6,7,8\n*EOS_001\n1,0,9.\n\n*PART\nskin\n8,1,8\n*PART\nwater\n9,2,8,1\n";
  EXPECT_ERROR(base + "*MAT_NULL\n8,7.8e-9\n" + both,
               "*MAT_NULL field MID: both solids and shells or beams have this material");
}

TEST(BeamsWithoutStress, OfRigidAndNullMaterial) {
  const std::string beams = "*ELEMENT_BEAM\n91,9,1,2\n92,9,2,3\n*PART\nedge\n9,9,9\n*SECTION_BEAM\n9,";
  const std::string rigid = "*MAT_RIGID\n9,1.,1.,.3\n\n\n", null = "*MAT_NULL\n9,1.\n";
  for (const char* form : {"1,1.,2,1\n2.,2.\n", "2\n1.,1.\n", "3\n1.\n", "6\n1.,1.\n", "9,1.,2,1\n2.\n"}) {
    const Model model = read_text(base + rigid + beams + form);
    ASSERT_EQ(model.rigid_bodies.size(), 1u) << form;
    EXPECT_EQ(model.rigid_bodies[0].nodes, (std::vector<Index>{0, 1, 2}));
    const Model of_null = read_text(base + null + beams + form);
    EXPECT_TRUE(of_null.materials.back().has_no_stress()) << form;
    EXPECT_EQ(warnings_of(of_null).find("YM"), std::string::npos);
  }
  EXPECT_ERROR(base + "*MAT_NULL\n9,1.,0,.5\n" + beams + "3\n1.\n", "*MAT_NULL field MU");
}

const std::string muscle =
    "*MAT_MUSCLE\n8,1e-3,1.25,0.02,3.,.6,4.,5.\n-71,-72,1,-73,0\n*SECTION_BEAM\n8,3\n3.,0\n"
    "*DEFINE_CURVE\n71\n0,0\n1,0.5\n*DEFINE_CURVE\n72\n0,0.5\n2,1\n*DEFINE_CURVE\n73\n-1,0\n1,1.5\n"
    "*ELEMENT_BEAM\n       2       8       1       5\n";

TEST(Muscles, Fields) {
  const Model model = read_text(base + muscle + "*PART_AVERAGED\nmuscle\n8,8,8\n");
  const Part& part = model.parts[std::size_t(model.beams[0].part)];
  EXPECT_TRUE(part.is_averaged);
  const Material& material = model.materials[std::size_t(part.material)];
  EXPECT_EQ(material.density, 8e-4);
  const auto& law = std::get<MaterialMuscle>(material.law);
  EXPECT_EQ(law.first_stretch, 1.25);
  EXPECT_EQ(law.largest_rate, 0.02);
  EXPECT_EQ(law.peak_stress, 3);
  EXPECT_EQ(law.passive_strain, 0.6);
  EXPECT_EQ(law.passive_rise, 4);
  EXPECT_EQ(law.damping, 5);
  EXPECT_EQ(law.activation_curve.id, 71);
  EXPECT_EQ(law.rate_scale.id, 72);
  EXPECT_TRUE(law.active.x.empty());
  EXPECT_EQ(law.active_rate.id, 73);
  EXPECT_FALSE(law.has_passive_curve);
  const auto broken = [](std::string from, const std::string& to) {
    std::string text = base + muscle + "*PART\nmuscle\n8,8,8\n";
    return error_of(text.replace(text.find(from), from.size(), to));
  };
  EXPECT_PRED2(contains, broken("-71,-72", "-77,-72"), "*MAT_MUSCLE field ALM: curve 77 is not defined");
  EXPECT_PRED2(contains, broken("-71,-72", "-71,-73"), "*MAT_MUSCLE field SFR: curve 73 has values of 0 or less");
  EXPECT_PRED2(contains, broken(".6,4.", "0.,4."), "*MAT_MUSCLE field SSM: found 0");
  EXPECT_PRED2(contains, broken("8,3\n3.", "8,2\n3.,1.,"), "part 8 has material type 156, expected 1");
  EXPECT_ERROR(base + "*PART_AVERAGED\nmuscle\n8,1,1\n*ELEMENT_SHELL\n20,8,1,2,6,5\n",
               "*PART_AVERAGED field SECID: found elements that are not trusses");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_beams
