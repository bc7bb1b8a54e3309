// Preloads, stresses at the start, means of nodes, damping and masses of parts.
#include <fmt/format.h>

#include <numeric>

#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_preloads {
namespace {

const std::string section = "*DATABASE_CROSS_SECTION_PLANE_ID\n4,cut\n0,0,0,.5,0,0,1.5\n\n";

TEST(Preload, StressOfASection) {
  // The section may follow what names it.
  const Model model = read_text(base_curve + "*INITIAL_STRESS_SECTION\n3,4,1\n" + section);
  ASSERT_EQ(model.section_preloads.size(), 1u);
  const SectionPreload& preload = model.section_preloads[0];
  EXPECT_EQ(preload.solids, std::vector<Index>{0});
  EXPECT_EQ(preload.normal.z, 1);
  EXPECT_EQ(preload.curve, 0);
  const auto error = [](const std::string& cards) { return error_of(base_curve + section + cards); };
  EXPECT_PRED2(contains, error("*INITIAL_STRESS_SECTION\n3,5,1\n"), "field CSID: cross section 5 is not defined");
  EXPECT_PRED2(contains, error("*INITIAL_STRESS_SECTION\n3,4,1,0,0,1\n"), "field IZSHEAR: found 1");
  EXPECT_PRED2(contains, error("*INITIAL_STRESS_SECTION\n3,4,9\n"), "field LCID: curve 9 is not defined");
  EXPECT_PRED2(contains, error("*INITIAL_STRESS_SECTION\n3,4,1,6\n*SET_PART\n6\n1,\n"),
               "field CSID: the section has no solids");
}

TEST(Preload, LawsWhoseStressLasts) {
  const std::string rubber =
      "*MAT_MOONEY-RIVLIN_RUBBER\n7,1e-9,.49,1.,1.\n\n*PART\nx\n8,2,7\n"
      "*ELEMENT_SOLID\n11,8,1,2,3,4,5,6,7,8\n";
  EXPECT_ERROR(base_curve + rubber + section + "*INITIAL_STRESS_SECTION\n3,4,1\n",
               "part 8 is of material type 27, expected 1, 3, 18, 24, 98 or 123");
}

TEST(Preload, ForceOfBeams) {
  const std::string beams = "*SECTION_BEAM\n5,3\n2.,0\n*PART\nbolt\n5,5,1\n*ELEMENT_BEAM\n21,5,1,7,0\n22,5,2,8,0\n";
  const Model model = read_text(base_curve + beams + "*SET_BEAM\n2\n22,\n*INITIAL_AXIAL_FORCE_BEAM\n2,1,30.\n");
  ASSERT_EQ(model.beam_preloads.size(), 1u);
  EXPECT_EQ(model.beam_preloads[0].scale, 30);
  EXPECT_EQ(model.beams[0].preload, none);
  EXPECT_EQ(model.beams[1].preload, 0);
  EXPECT_ERROR(base_curve + beams + "*INITIAL_AXIAL_FORCE_BEAM\n2,1\n", "field BSID: beam set 2 is not defined");
}

TEST(InitialStress, OfShells) {
  const Model model = read_text(base +
                                "*INITIAL_STRESS_SHELL\n2,1,2\n.5,1,2,3,4,5,6,.7\n-.5,1,1,1,1,1,1,1\n"
                                "1,1,1,3,0,1\n0,1,2,3,4\n5,6,.7,1,1\n1,\n");
  ASSERT_EQ(model.shell_stresses.size(), 2u);
  const ShellStress& first = model.shell_stresses[0];
  EXPECT_EQ(model.shells[std::size_t(first.shell)].id, 2);
  EXPECT_EQ(first.points[0].place, -.5);  // in order
  for (const auto& point : {first.points[1], model.shell_stresses[1].points[0]}) {
    EXPECT_EQ(point.stress, (std::array<double, 6>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(point.plastic_strain, .7);
  }
  EXPECT_WARNING(model, "field NHISV: values of history are left out");
  const auto error = [](const std::string& cards) { return error_of(base + "*INITIAL_STRESS_SHELL\n" + cards); };
  EXPECT_PRED2(contains, error("7,1,1\n0,1\n"), "field EID: shell 7 is not defined");
  const std::string fabric =
      "*MAT_FABRIC\n7,1.,200.,0,0,.25\n0,0,0,1\n\n\n\n*SECTION_SHELL\n5,5,1,4\n1.0\n"
      "*PART\nx\n9,5,7\n*ELEMENT_SHELL\n20,9,1,2,6,5\n";
  EXPECT_PRED2(contains, error("20,1,1\n0,1\n" + fabric),
               "field EID: shell 20 has material 7, whose law knows no stress but that of its strain");
  const Model several = read_text(base + "*INITIAL_STRESS_SHELL\n2,2,2\n-.5,1,,,,,,.1\n.5,5\n-.5,3,,,,,,.3\n.5,7\n");
  ASSERT_EQ(several.shell_stresses.at(0).points.size(), 2u);
  EXPECT_NEAR(several.shell_stresses[0].points[0].stress[0], 2, 1e-12);
  EXPECT_NEAR(several.shell_stresses[0].points[0].plastic_strain, 0.2, 1e-12);
  EXPECT_NEAR(several.shell_stresses[0].points[1].stress[0], 6, 1e-12);
  EXPECT_WARNING(several, "field NPLANE: the stress is the mean");
  EXPECT_PRED2(contains, error("1,-1,1\n0,1\n"), "field NPLANE: found -1, expected 1 or more");
  EXPECT_PRED2(contains, error("1,1,1\n2,1\n"), "field T: found 2, expected -1 to 1");
}

TEST(InitialStress, OfSolids) {
  const Model model =
      read_text(base + "*INITIAL_STRESS_SOLID\n10,1\n1,2,3,4,5,6,.7\n10,1,9,1\n1,2,3,4,5\n6,.7,1,1,1\n1,\n1,\n");
  ASSERT_EQ(model.solid_stresses.size(), 2u);
  for (const SolidStress& given : model.solid_stresses) {
    EXPECT_EQ(model.solids[std::size_t(given.solid)].id, 10);
    EXPECT_EQ(given.stress, (std::array<double, 6>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(given.plastic_strain, .7);
  }
  EXPECT_WARNING(model, "field NHISV: values of history are left out");
  EXPECT_ERROR(base + "*INITIAL_STRESS_SOLID\n77,1\n1,\n", "field EID: solid 77 is not defined");
  EXPECT_ERROR(base + "*INITIAL_STRESS_SOLID\n10,-1\n1,\n", "field NINT: found -1, expected 1 or more");
  const Model mean = read_text(base + "*INITIAL_STRESS_SOLID\n10,2\n1,\n3,\n10,1\n5,\n");
  ASSERT_EQ(mean.solid_stresses.size(), 2u);
  EXPECT_EQ(mean.solid_stresses[0].stress[0], 2);
  const std::string gissmo = "*MAT_ADD_DAMAGE_GISSMO\n1,,1\n41\n\n*DEFINE_CURVE\n41\n-1,0.5\n1,0.5\n";
  const std::string plastic = with_change(base, "*MAT_ELASTIC\n1,7.8e-9,210000.,0.3\n",
                                          "*MAT_024\n1,7.8e-9,210000.,0.3,300\n\n\n\n");
  EXPECT_EQ(error_of(plastic + gissmo + "*INITIAL_STRESS_SOLID\n10\n1,\n"), "");
}

TEST(NodeSets, DirectionsThatTheyShare) {
  const std::string set = "*SET_NODE\n5\n7,5,6,5\n";
  const Model model = read_text(base + "*CONSTRAINED_NODE_SET_ID\n3,rim\n5,4,2.5\n*CONSTRAINED_NODE_SET\n5,3\n" + set);
  ASSERT_EQ(model.shared_motions.size(), 2u);
  EXPECT_EQ(model.shared_motions[0].id, 3);
  EXPECT_EQ(model.shared_motions[0].dof, 3);
  EXPECT_EQ(model.shared_motions[0].until, 2.5);
  EXPECT_EQ(model.shared_motions[0].nodes, (std::vector<Index>{4, 5, 6}));
  EXPECT_EQ(model.shared_motions[1].dof, 4);
  EXPECT_EQ(model.shared_motions[1].until, 1e20);
  EXPECT_ERROR(base + "*CONSTRAINED_NODE_SET\n5,8\n" + set, "field DOF: found 8, expected 1 to 7");
  EXPECT_ERROR(base + "*CONSTRAINED_NODE_SET\n6,7\n" + set, "field NSID");
}

TEST(Interpolation, NodesAndWeights) {
  const Model model = read_text(base +
                                "*CONSTRAINED_INTERPOLATION\n3,9,136\n1,123,1\n2,0,1\n3,123,2\n"
                                "*CONSTRAINED_INTERPOLATION\n4,10,,0,1\n5,\n*SET_NODE\n5\n5,6,7\n");
  ASSERT_EQ(model.interpolations.size(), 2u);
  const Interpolation& first = model.interpolations[0];
  EXPECT_EQ(first.dof, 1 | 4 | 32);
  EXPECT_EQ(model.nodes.id[std::size_t(first.node)], 9);
  EXPECT_EQ(first.weights, (std::vector{.25, .25, .5}));
  EXPECT_EQ(model.interpolations[1].dof, 63);
  EXPECT_EQ(model.interpolations[1].nodes.size(), 3u);
  const auto error = [](const std::string& cards) { return error_of(base + "*CONSTRAINED_INTERPOLATION\n" + cards); };
  EXPECT_PRED2(contains, error("3,9,170\n1,\n2,\n3,\n"), "field DDOF: found 170, expected digits 1 to 6");
  EXPECT_PRED2(contains, error("3,9,1\n1,12\n2,\n3,\n"), "field IDOF: found 12, expected 123");
  EXPECT_PRED2(contains, error("3,9,1\n1,123,1,2\n2,\n3,\n"), "field TWGHTY: found 2, expected 1 as TWGHTX");
  EXPECT_PRED2(contains, error("3,9,1\n1,\n9,\n3,\n"), "field INID: node 9 is in the constraint twice");
  EXPECT_PRED2(contains, error("3,9,1\n1,\n2,\n"), "field DNID: found 2 independent nodes, expected at least 3");
}

TEST(PartDamping, CurveAndScales) {
  const Model model = read_text(base_curve +
                                "*DAMPING_PART_MASS\n1,1,3\n*DAMPING_PART_MASS_SET\n4,1,2,1\n1,2,3,4,5,6\n"
                                "*SET_PART\n4\n1,2\n");
  ASSERT_EQ(model.part_dampings.size(), 2u);
  EXPECT_EQ(model.part_dampings[0].nodes.size(), 6u);
  EXPECT_EQ(model.part_dampings[0].scale, 3);
  EXPECT_EQ(model.part_dampings[0].rotation.z, 1);
  EXPECT_EQ(model.part_dampings[1].nodes.size(), 10u);
  EXPECT_EQ(model.part_dampings[1].translation.y, 2);
  EXPECT_EQ(model.part_dampings[1].rotation.z, 6);
  EXPECT_ERROR(base_curve + "*DAMPING_PART_MASS\n1,1,3,2\n", "field FLAG: found 2, expected 0 or 1");
  EXPECT_ERROR(base + "*DAMPING_PART_MASS\n1,1,3\n", "field LCID: curve 1 is not defined");
}

TEST(PartMass, SharedByMass) {
  const auto total = [](const Model& model) {
    return std::accumulate(model.masses.begin(), model.masses.end(), 0.0,
                           [](double sum, const PointMass& mass) { return sum + mass.mass; });
  };
  const Model added = read_text(base + "*ELEMENT_MASS_PART\n1,6.0,\n");
  EXPECT_EQ(added.masses.size(), 6u);
  EXPECT_NEAR(total(added), 6, 1e-12);
  EXPECT_NEAR(added.masses[1].mass, 1.5, 1e-12);  // node 2, at two shells of four
  const Model filled = read_text(base + "*ELEMENT_MASS_PART_SET\n4,,1e-7\n*SET_PART\n4\n2,\n");
  EXPECT_EQ(filled.masses.size(), 8u);
  EXPECT_NEAR(total(filled), 1e-7 - 7.8e-9, 1e-20);
  EXPECT_ERROR(base + "*ELEMENT_MASS_PART\n2,,1e-9\n", "field FINMASS: the parts have mass 7.8");
  EXPECT_ERROR(base + "*ELEMENT_MASS_PART\n1,-1.,\n", "field ADDMASS: the parts have mass");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_preloads
