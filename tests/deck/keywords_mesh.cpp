// Mesh, parts, sections, materials, curves, sets: each keyword's fields land in the Model.
#include <fmt/format.h>

#include "kernels/materials/material_003_plastic_kinematic.hpp"
#include "kernels/materials/material_009_null.hpp"
#include "kernels/materials/material_015_johnson_cook.hpp"
#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"
#include "kernels/materials/material_026_honeycomb.hpp"
#include "kernels/materials/material_063_crushable_foam.hpp"
#include "kernels/materials/material_098_simplified_johnson_cook.hpp"
#include "model/surface.hpp"
#include "model/wedge.hpp"
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_mesh {
namespace {

TEST(Node, PositionAndConstraintCodes) {
  const Model model = read_text(base + "*NODE\n11,1.,2.,3.,4,7\n12,0,0,0,5\n13,0,0,0,6\n");
  EXPECT_EQ(model.nodes.position[10], (Vec3{1, 2, 3}));
  EXPECT_EQ(model.constraints[0].dof, 3 | 7 << 3);
  EXPECT_EQ(model.constraints[1].dof, 6);
  EXPECT_EQ(model.constraints[2].dof, 5);
}

TEST(Node, SortedById) {
  const Model model = read_text(definitions + "*NODE\n30,3,0,0\n10,0,0,0\n20,0,1,0\n*ELEMENT_SHELL\n7,1,10,30,20\n");
  EXPECT_EQ(model.nodes.id, (std::vector<Id>{10, 20, 30}));
  EXPECT_EQ(model.shells[0].nodes, (std::array<Index, 4>{0, 2, 1, 1}));
}

TEST(ElementShell, TrianglesAndThickness) {
  const Model model = read_text(base +
                                "*ELEMENT_SHELL\n5,1,1,2,3\n6,1,1,2,3,3\n7,1,1,1,2,3\n"
                                "*ELEMENT_SHELL_THICKNESS\n8,1,1,2,3,4\n1.0,,1.5\n9,1,1,2,3,4\n\n"
                                "*ELEMENT_SHELL_BETA\n11,1,1,2,3,4\n2.0,2.0,2.0,2.0,45.0\n");
  EXPECT_TRUE(model.shells[2].is_triangle());
  EXPECT_TRUE(model.shells[3].is_triangle());
  EXPECT_TRUE(model.shells[4].is_triangle());
  EXPECT_EQ(model.shells[5].thickness, (std::array<float, 4>{1.0f, 1.0f, 1.5f, 1.0f}));
  EXPECT_EQ(model.shells[6].thickness, (std::array<float, 4>{}));
  EXPECT_EQ(model.shells[7].thickness[3], 2.0f);
}

// The triangle is rolled until its last two nodes are the repeated one; each thickness stays with its node.
TEST(ElementShell, ThicknessOfATriangleThatRepeatsItsFirstNode) {
  const Model model = read_text(base + "*ELEMENT_SHELL_THICKNESS\n8,1,1,1,2,3\n1.5,1.5,2.5,3.5\n");
  EXPECT_EQ(model.shells[2].nodes, (std::array<Index, 4>{1, 2, 0, 0}));
  EXPECT_EQ(model.shells[2].thickness, (std::array<float, 4>{2.5f, 3.5f, 1.5f, 1.5f}));
}

TEST(ElementSolid, DegenerateForms) {
  const Model model = read_text(base +
                                "*ELEMENT_SOLID\n"
                                "20,2,1,2,3,5,5,5,5,5\n"  // tetrahedron
                                "21,2,1,2,3,5\n"          // the same, nodes left out
                                "22,2,1,2,3,4,5\n"        // pyramid
                                "23,2,1,2,3,4,5,5,8,8\n"  // wedge
                                "24,2,1,2,3,4,5,8\n"      // the same, six nodes
                                "25,2\n1,2,3,5,0,0,0,0,0,0\n");
  const auto nodes = [&](std::size_t s) { return model.solids[s].nodes; };
  EXPECT_EQ(nodes(1), (std::array<Index, 8>{0, 1, 2, 2, 4, 4, 4, 4}));
  EXPECT_EQ(nodes(2), nodes(1));
  EXPECT_EQ(nodes(6), nodes(1));
  EXPECT_EQ(nodes(3), (std::array<Index, 8>{0, 1, 2, 3, 4, 4, 4, 4}));
  EXPECT_EQ(nodes(4), (std::array<Index, 8>{0, 1, 2, 3, 4, 4, 7, 7}));
  EXPECT_EQ(nodes(5), nodes(4));
  for (const char* shape : {"tetrahedron", "pyramid", "wedge"})
    EXPECT_WARNING(model, std::string("a ") + shape + " is computed as a hexahedron");
}

TEST(ElementSolid, TetrahedraHaveAFormulation) {
  const std::string tetrahedron = "*ELEMENT_SOLID\n20,8,1,2,3,5,5,5,5,5\n";
  const std::string section = "*SECTION_SOLID\n8,{}\n*PART\nx\n8,8,1\n";
  const auto deck = [&](int form) { return base + fmt::format(fmt::runtime(section), form); };
  for (const std::string& text : {deck(10) + tetrahedron, deck(1) + "*CONTROL_SOLID\n1,\n" + tetrahedron}) {
    const Model model = read_text(text);
    EXPECT_TRUE(model.computed_as_tetrahedron(model.solids.back()));
    EXPECT_TRUE(model.warnings.empty()) << warnings_of(model);
  }
  const Model as_hexahedron = read_text(deck(1) + tetrahedron);
  EXPECT_FALSE(as_hexahedron.computed_as_tetrahedron(as_hexahedron.solids.back()));
  EXPECT_ERROR(deck(10) + "*ELEMENT_SOLID\n20,8,1,2,3,4,5,6,7,8\n",
               "solid 20 of part 8 is no tetrahedron, but its section has ELFORM 10");
}

TEST(ElementSolid, WedgesHaveAFormulation) {
  const std::string nodes = "*NODE\n11,0,0,5\n12,1,0,5\n13,1,1,5\n14,0,1,5\n15,0,.5,6\n16,1,.5,6\n";
  const std::string section = "*SECTION_SOLID\n8,{}\n*PART\nx\n8,8,1\n";
  const auto deck = [&](int form) { return base + nodes + fmt::format(fmt::runtime(section), form); };
  for (const std::string wedge : {"*ELEMENT_SOLID\n20,8,11,12,13,14,16,16,15,15\n",     // on its edge 5-7
                                  "*ELEMENT_SOLID\n20,8,11,12,13,14,16,15\n",           // the same, six nodes
                                  "*ELEMENT_SOLID\n20,8,11,14,15,15,12,13,16,16\n"}) {  // on a triangle
    for (const std::string& text : {deck(15) + wedge, deck(1) + "*CONTROL_SOLID\n1,\n" + wedge}) {
      const Model model = read_text(text);
      EXPECT_TRUE(computed_as_wedge(model, model.solids.back()));
      EXPECT_TRUE(model.warnings.empty()) << warnings_of(model);
    }
    const Model as_hexahedron = read_text(deck(1) + wedge);
    EXPECT_FALSE(computed_as_wedge(as_hexahedron, as_hexahedron.solids.back()));
    EXPECT_ERROR(deck(10) + wedge, "solid 20 of part 8 is no tetrahedron");
  }
  EXPECT_ERROR(deck(15) + "*ELEMENT_SOLID\n20,8,1,2,3,4,5,6,7,8\n",
               "solid 20 of part 8 is no wedge of the nodes 1 2 3 4 5 5 6 6, but its section has ELFORM 15");
}

TEST(SectionSolid, FormulationsThatAreMissing) {
  const auto deck = [](int form) {
    return base + fmt::format("*SECTION_SOLID\n8,{}\n*PART\nx\n8,8,1\n*ELEMENT_SOLID\n20,8,1,2,3,4,5,6,7,8\n", form);
  };
  EXPECT_EQ(read_text(deck(0)).sections.back().element_form, 1);
  for (const int form : {4, 41}) {
    EXPECT_ERROR(deck(form),
                 fmt::format("*SECTION_SOLID field ELFORM: found {}, expected 1 (one-point solid), 2", form));
  }
}

TEST(ElementSolid, SurfaceOfATetrahedron) {
  const Model model = read_text(base + "*ELEMENT_SOLID\n20,2,1,2,3,5,5,5,5,5\n");
  Model alone = model;
  alone.solids.erase(alone.solids.begin());
  alone.shells.clear();
  const ContactSurface surface = surface_of_parts(alone, std::vector<bool>(alone.parts.size(), true));
  EXPECT_EQ(surface.segments.size(), 4u);
  EXPECT_EQ(surface.nodes, (std::vector<Index>{0, 1, 2, 4}));
  for (const ContactSegment& segment : surface.segments) EXPECT_EQ(segment.nodes[2], segment.nodes[3]);
}

TEST(ElementSolid, FirstOfTwoCardsMayBeFilledWithZeros) {
  const std::string nodes = "       1       2       3       5       5       5       5       5       0       0\n";
  const Model model = read_text(
      base + "*ELEMENT_SOLID\n      20       2       0       0       0       0       0       0       0       0\n" +
      nodes + "      21       2\n" + nodes + "22,2,0,0,0,0,0,0,0,0\n1,2,3,4,5,6,7,8,0,0\n");
  ASSERT_EQ(model.solids.size(), 4u);
  EXPECT_TRUE(model.solids[1].is_tetrahedron());
  EXPECT_EQ(model.solids[2].nodes, model.solids[1].nodes);
  EXPECT_EQ(model.solids[3].nodes, (std::array<Index, 8>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(ElementSolid, AxesOfItsOwn) {
  const std::string nodes = "1,2,3,4,5,6,7,8\n";
  const Model model = read_text(base + "*ELEMENT_SOLID_ORTHO\n12,2," + nodes + "0.6,0,0.8\n0,2,0\n11,2," + nodes +
                                "\n\n13,2\n" + nodes + "0,0,3\n1,0,1\n");
  ASSERT_EQ(model.solid_axes.size(), 2u);
  EXPECT_EQ(model.solids[std::size_t(model.solid_axes[0].solid)].id, 12);
  EXPECT_EQ(model.solid_axes[0].a, (Vec3{0.6, 0, 0.8}));
  EXPECT_EQ(model.solid_axes[0].d, (Vec3{0, 2, 0}));
  EXPECT_EQ(model.solids[std::size_t(model.solid_axes[1].solid)].id, 13);
  EXPECT_EQ(model.solid_axes[1].d, (Vec3{1, 0, 1}));
  EXPECT_ERROR(base + "*ELEMENT_SOLID_ORTHO\n12,2," + nodes + "30.,0,0\n0,0,0\n", "field BETA/A1: found 30 without");
  EXPECT_ERROR(base + "*ELEMENT_SOLID_ORTHO\n12,2," + nodes + "1,2,3\n2,4,6\n", "the vectors a and d span no plane");
}

TEST(ElementSolid, TwoCards) {
  const Model model = read_text(base +
                                "*ELEMENT_SOLID\n"
                                "     101       2\n"
                                "       1       2       3       4       5       6       7       8       0       0\n"
                                "     102       2       1       2       3       4       5       6       7       8\n");
  EXPECT_EQ(model.solids.size(), 3u);
  EXPECT_EQ(model.solids[1].nodes, model.solids[2].nodes);
}

TEST(ElementMass, MassOnNode) {
  const Model model = read_text(base + "*ELEMENT_MASS\n       5       9          0.0025       1\n");
  EXPECT_EQ(model.masses[0].id, 5);
  EXPECT_EQ(model.masses[0].node, 8);
  EXPECT_EQ(model.masses[0].mass, 0.0025);
}

TEST(Part, SeveralPerKeywordWithContact) {
  const Model model = read_text(base +
                                "*PART\nfirst\n3,1,1\nsecond\n4,2,1\n"
                                "*PART_CONTACT\nthird\n5,1,1\n0.3,0.2,0.1,,1.25,0.8,0.5\n"
                                "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n-1\n");
  EXPECT_EQ(model.parts[2].title, "first");
  EXPECT_EQ(model.parts[3].section, 1);
  EXPECT_EQ(model.parts[4].contact->friction_static, 0.3);
  EXPECT_EQ(model.parts[4].contact->thickness, 1.25);
  EXPECT_EQ(model.parts[4].contact->thickness_scale, 0.8);
  EXPECT_EQ(model.parts[4].contact->stiffness_scale, 0.5);
}

TEST(Part, Inertia) {
  const Model model = read_text(base +
                                "*MAT_RIGID\n7,1.,1.,.3\n"
                                "*PART_INERTIA\nengine\n5,2,7\n1,2,3,150.\n10,1,2,20,3,30\n4,5,6,7,8,9\n"
                                "*ELEMENT_SOLID\n20,5,1,2,3,4,5,6,7,8\n");
  const GivenInertia& given = *model.parts[2].inertia;
  EXPECT_EQ(given.center, (Vec3{1, 2, 3}));
  EXPECT_EQ(given.mass, 150);
  EXPECT_EQ(given.inertia(0, 2), 2);
  EXPECT_EQ(given.inertia(2, 1), 3);
  EXPECT_EQ(given.inertia(2, 2), 30);
  EXPECT_EQ(given.velocity, (Vec3{4, 5, 6}));
  EXPECT_EQ(given.angular_velocity, (Vec3{7, 8, 9}));
  ASSERT_TRUE(model.rigid_bodies[0].inertia);
  EXPECT_EQ(model.rigid_bodies[0].inertia->mass, 150);
}

TEST(Part, InertiaInLocalFrame) {
  // Local x is global y: the tensor's first component goes to global yy.
  const Model model = read_text(base +
                                "*MAT_RIGID\n7,1.,1.,.3\n"
                                "*PART_INERTIA\nengine\n5,2,7\n,,,150.,1,3\n10,,,20,,30\n\n0,1,0,-1,0,0\n"
                                "*ELEMENT_SOLID\n20,5,1,2,3,4,5,6,7,8\n");
  const GivenInertia& given = *model.parts[2].inertia;
  EXPECT_EQ(given.center, (Vec3{1, 1, 0}));
  EXPECT_EQ(given.inertia(0, 0), 20);
  EXPECT_EQ(given.inertia(1, 1), 10);
  EXPECT_EQ(given.inertia(2, 2), 30);
}

TEST(Section, ShellFieldsAndDefaults) {
  const Model model = read_text(base +
                                "*SECTION_SHELL_TITLE\nsheet\n7,2,0.833,5\n1.0,2.0,3.0,4.0,-1.0\n"
                                "*SECTION_SHELL\n8\n1.0\n9\n2.0\n*SECTION_SOLID_TITLE\nbrick\n10\n");
  EXPECT_EQ(model.sections[2].title, "sheet");
  EXPECT_EQ(model.sections[2].shear_factor, 0.833);
  EXPECT_EQ(model.sections[2].n_layers, 5);
  EXPECT_EQ(model.sections[2].thickness, (std::array<double, 4>{1, 2, 3, 4}));
  EXPECT_EQ(model.sections[2].reference_surface, -1);
  EXPECT_EQ(model.sections[3].element_form, 2);
  EXPECT_EQ(model.sections[3].n_layers, 2);
  EXPECT_EQ(model.sections[4].thickness[0], 2);
  EXPECT_EQ(model.sections[5].kind, SectionKind::solid);
  EXPECT_EQ(model.sections[5].element_form, 1);
}

TEST(Section, FormOfRigidPartsDoesNotMatter) {
  const Model model = read_text(
      base + "*MAT_RIGID\n7,1.,1.,.3\n*SECTION_SHELL\n5,6\n1.0\n*PART\nx\n9,5,7\n*ELEMENT_SHELL\n5,9,5,6,7,8\n");
  EXPECT_EQ(model.sections[2].element_form, 16);
  EXPECT_WARNING(model,
                 "ELFORM: found 6, expected 2 (Belytschko-Tsay), 4 (C0 triangle), 5 (membrane), 9 (fully "
                 "integrated membrane), 10 (Belytschko-Wong-Chiang), 16 (fully integrated); no part with stress has "
                 "it, so 16");
}

TEST(Section, OfTriangles) {
  const std::string part = base + "*SECTION_SHELL\n5,4\n1.0\n*PART\nx\n9,5,1\n*ELEMENT_SHELL\n5,9,";
  EXPECT_EQ(read_text(part + "5,6,7,7\n").sections[2].element_form, 4);
  EXPECT_ERROR(part + "5,6,7,8\n", "shell 5 of part 9 is no triangle, but its section has ELFORM 4");
}

TEST(Section, FullyIntegratedShells) {
  const std::string card = "*SECTION_SHELL\n5,{}\n1.0\n*HOURGLASS\n7,8\n*PART\nx\n9,5,1,,7\n" + shell_of_9;
  for (const int form : {16, -16}) {
    const Model model = read_text(base + fmt::format(fmt::runtime(card), form));
    EXPECT_EQ(model.sections[2].element_form, 16);
    EXPECT_EQ(model.hourglasses[1].type, 8);
    EXPECT_EQ(contains(warnings_of(model), "ELFORM: found -16"), form == -16);
  }
  EXPECT_ERROR(base + fmt::format(fmt::runtime(card), 2),
               "IHQ: found 8, which is of shells of ELFORM 16; part 9 has others");
  EXPECT_WARNING(read_text(base + "*CONTROL_HOURGLASS\n8,0.1\n"),
                 "IHQ: 8 is of shells of ELFORM 16; part 1 and others have 4");
}

TEST(Section, VariantsOfSolidForm2) {
  for (const int form : {-1, -2}) {
    const Model model = read_text(base + fmt::format("*SECTION_SOLID\n8,{}\n*PART\nx\n8,8,1\n", form));
    EXPECT_EQ(model.sections.back().element_form, 2);
    EXPECT_WARNING(model, fmt::format("ELFORM: found {}, the variant of 2", form));
  }
}

TEST(Section, WarpingStiffnessOfForm2) {
  for (const int bwc : {1, 2}) {
    const Model model = read_text(base + fmt::format("*CONTROL_SHELL\n20,,,,,{}\n", bwc));
    EXPECT_EQ(model.sections[0].element_form, bwc == 1 ? 10 : 2);
  }
}

TEST(Section, HourglassOfPartAndOfControl) {
  const Model model = read_text(base +
                                "*CONTROL_HOURGLASS\n4,0.05\n*CONTROL_BULK_VISCOSITY\n1.2,0.1\n"
                                "*HOURGLASS\n7,5,0.2,,,,0.3\n8\n*PART\nx\n9,1,1,,7\nx\n10,1,1,,8\n");
  const Hourglass& of_control = model.hourglasses[std::size_t(model.parts[0].hourglass)];
  EXPECT_EQ(of_control.type, 4);
  EXPECT_EQ(of_control.coefficient, 0.05);
  EXPECT_EQ(of_control.bending, 0.05);
  EXPECT_EQ(of_control.bulk_quadratic, 1.2);
  EXPECT_EQ(of_control.bulk_linear, 0.1);
  const Hourglass& own = model.hourglasses[std::size_t(model.parts[2].hourglass)];
  EXPECT_EQ(own.type, 5);
  EXPECT_EQ(own.coefficient, 0.2);
  EXPECT_EQ(own.bending, 0.3);
  EXPECT_EQ(own.warping, 0.3);
  EXPECT_EQ(own.bulk_quadratic, 1.5);
  const Hourglass& blank = model.hourglasses[std::size_t(model.parts[3].hourglass)];
  EXPECT_EQ(blank.type, 1);
  EXPECT_EQ(blank.coefficient, 0.1);
  EXPECT_EQ(blank.bulk_linear, 0.06);
}

TEST(Section, HourglassOfAssumedStrains) {
  const Model of_solids = read_text(base + "*HOURGLASS\n7,6,1.0\n*PART\nx\n9,2,1,,7\n");
  EXPECT_EQ(of_solids.hourglasses[1].type, 6);
  EXPECT_EQ(of_solids.hourglasses[1].coefficient, 1);
  EXPECT_TRUE(of_solids.warnings.empty()) << warnings_of(of_solids);
  for (const char* cards : {"*HOURGLASS\n7,6,1.0\n*PART\nx\n9,1,1,,7\n", "*CONTROL_HOURGLASS\n6,\n*PART\nx\n9,1,1\n"})
    EXPECT_WARNING(read_text(base + cards + shell_of_9), "field IHQ: found 6, which is of solids: shells have 4");
}

TEST(Material, PlasticKinematic) {
  const Model model =
      read_text(base + "*MAT_PLASTIC_KINEMATIC_TITLE\nAl\n7,2.7e-6,68.9,.33,.286,.00689,.5\n40,5,.3,1\n");
  const auto& law = *model.materials[1].law.as<kernels::PlasticKinematic>();
  EXPECT_EQ(model.materials[1].poisson, 0.33);
  EXPECT_EQ(law.yield, 0.286);
  EXPECT_EQ(law.tangent, 0.00689);
  EXPECT_EQ(law.beta, 0.5);
  EXPECT_EQ(law.rate_c, 40);
  EXPECT_EQ(law.rate_p, 5);
  EXPECT_EQ(law.failure_strain, 0.3);
  EXPECT_TRUE(law.viscoplastic);
}

/// OFHC copper of Johnson and Cook on the four cards of *MAT_015, in mm, ms, g.
const std::string johnson_cook =
    "*MAT_JOHNSON_COOK_TITLE\nOFHC copper\n7,8.96e-3,,124000.,.34,,1\n90.,292.,.31,.025,1.09,1356.,294.,.001\n"
    "383.,,2.0,,.54,4.89,-3.03,.014\n1.12\n";

TEST(Material, JohnsonCook) {
  const Model model = read_text(base + johnson_cook + "*PART\nx\n9,1,7\n");
  const auto& law = *model.materials[1].law.as<kernels::JohnsonCook>();
  EXPECT_EQ(model.materials[1].young, 124000);
  EXPECT_EQ(model.materials[1].poisson, 0.34);
  EXPECT_EQ(law.a, 90);
  EXPECT_EQ(law.b, 292);
  EXPECT_EQ(law.n, 0.31);
  EXPECT_EQ(law.c, 0.025);
  EXPECT_EQ(law.reference_rate, 0.001);
  EXPECT_TRUE(law.viscoplastic);
  EXPECT_EQ(law.m, 1.09);
  EXPECT_EQ(law.melting, 1356);
  EXPECT_EQ(law.room, 294);
  EXPECT_EQ(law.specific_heat, 383);
  EXPECT_EQ(law.fracture, (std::array<double, 5>{0.54, 4.89, -3.03, 0.014, 1.12}));
  EXPECT_EQ(law.least_fracture_strain, 1e-6);
  EXPECT_EQ(warnings_of(model), "");
}

TEST(Material, JohnsonCookSolidsHaveAnElasticVolume) {
  const Model model = read_text(base + johnson_cook + "*PART\nx\n9,2,7\n" + solid_of_9);
  EXPECT_TRUE(contains(warnings_of(model), "the solids of part 9 have no equation of state: their volume is elastic"));
}

TEST(Material, JohnsonCookLayersThatFail) {
  const auto deck = [](int layers, const std::string& part_and_element) {
    return base + "*MAT_015\n5,1.,0,1.,.3\n1.\n\n0,0,0,0," + std::to_string(layers) +
           "\n*SECTION_SHELL\n5,2,1.,3\n1.\n" + part_and_element;
  };
  const std::string solid = "*PART\nx\n9,2,5\n*ELEMENT_SOLID\n9,9,1,2,3,4,5,6,7,8\n";
  const std::string shell = "*PART\nx\n9,5,5\n*ELEMENT_SHELL\n9,9,5,6,7,8\n";
  EXPECT_EQ(error_of(deck(1, solid)), "");
  EXPECT_EQ(error_of(deck(3, shell)), "");
  EXPECT_ERROR(deck(1, shell), "NUMINT: found 1, but the shells of part 9 have 3 layers");
}

TEST(Part, WithoutElementsHasNoEffect) {
  const std::string part = "*PART\nx\n9,9,9\n";
  for (const char* left_over :
       {"*MAT_RIGID\n9,1.,1.,.3\n\n\n*SECTION_BEAM\n9,1,1.,2,1\n2.,2.\n",
        "*MAT_ELASTIC\n9,1.,1.,.3\n*SECTION_BEAM\n9,6\n1.,1.\n", "*MAT_ELASTIC\n9,1.,1.,.3\n*SECTION_SHELL\n9,12\n1.\n",
        "*MAT_027\n9,1.,.49,1.\n\n*SECTION_SHELL\n9,2\n1.\n", "*MAT_010\n9,1.,9.,1.\n\n\n\n\n\n*SECTION_SOLID\n9,1\n",
        "*MAT_NULL\n9,1.\n*SECTION_SOLID\n9,1\n", "*MAT_ELASTIC\n9,1.,1.,.3\n*SECTION_DISCRETE\n9\n\n"})
    EXPECT_EQ(error_of(base + left_over + part), "") << left_over;
}

TEST(Material, JohnsonCookByShearModulus) {
  const Model model = read_text(base +
                                "*MAT_015\n7,1.,40.,,.25\n1.,2.,.3\n0,-9.,3.\n\n"
                                "*MAT_015\n8,1.,45.,100.,.25\n1.,0,0,0,1.,900.\n,,,,0,1.,2.\n");
  EXPECT_EQ(model.materials[1].young, 100);
  EXPECT_EQ(model.materials[1].poisson, 0.25);
  EXPECT_EQ(model.materials[1].law.as<kernels::JohnsonCook>()->reference_rate, 1);
  const std::string warnings = warnings_of(model);
  EXPECT_EQ(model.materials[1].pressure_cutoff, -9);
  EXPECT_TRUE(contains(warnings, "field G: found 45, E / (2 (1 + PR)) = 40 is used"));
  EXPECT_TRUE(contains(warnings, "field CP: found 0: plastic work makes no heat"));
  EXPECT_TRUE(contains(warnings, "field D3: found 2: tension makes the material more ductile"));
}

TEST(EquationOfState, Forms) {
  const Model model = read_text(base + johnson_cook + solid_of_9 + "*ELEMENT_SOLID\n91,10,1,2,3,4,5,6,7,8\n" +
                                "*PART\nx\n9,2,7,3\n*EOS_GRUNEISEN_TITLE\ncopper\n3,3.94,1.489,.1,.2,1.99,.47,.5\n.9\n"
                                "*MAT_009\n8,1.,-3.,.1,1.5,.5\n*PART\nwater\n10,2,8,4\n*EOS_009\n4,.5,.1,1.,11\n"
                                "*DEFINE_CURVE\n11\n-.5,9.\n-.1,1.\n0,0\n.2,-1.\n");
  const auto& copper = std::get<EosGruneisen>(model.parts[2].eos->form);
  EXPECT_EQ(copper.sound_speed, 3.94);
  EXPECT_EQ(copper.s, (std::array<double, 3>{1.489, .1, .2}));
  EXPECT_EQ(copper.gamma, 1.99);
  EXPECT_EQ(copper.a, .47);
  EXPECT_EQ(model.parts[2].eos->energy, .5);
  EXPECT_EQ(model.parts[2].eos->volume, .9);
  const auto& water = std::get<EosTabulated>(model.parts[3].eos->form);
  EXPECT_EQ(water.gamma, .5);
  EXPECT_EQ(water.strain, (std::vector<double>{-.5, -.1, 0, .2}));
  EXPECT_EQ(water.pressure, (std::vector<double>{9., 1., 0, -1.}));
  const Material& fluid = model.materials[std::size_t(model.parts[3].material)];
  EXPECT_FALSE(fluid.has_no_stress());
  EXPECT_EQ(fluid.pressure_cutoff, -3);
  EXPECT_NEAR(fluid.bulk_modulus, 10, 1e-6);  // of the steeper side of its corner at ln V = 0
  EXPECT_EQ(fluid.law.as<kernels::NullMaterial>()->largest_volume, 1.5);
  EXPECT_EQ(fluid.law.as<kernels::NullMaterial>()->least_volume, .5);
}

TEST(EquationOfState, OfTenPoints) {
  const Model model = read_text(base +
                                "*ELEMENT_SOLID\n91,10,1,2,3,4,5,6,7,8\n"
                                "*MAT_009\n8,1.\n*PART\nwater\n10,2,8,4\n*EOS_TABULATED\n4,0,0,1.\n"
                                "1.,0.,-1.,-2.,-3.\n-4.\n-1.,0.,1.,4.,9.\n16.\n1.,1.,1.,1.,1.\n2.\n");
  const auto& water = std::get<EosTabulated>(model.parts[2].eos->form);
  EXPECT_EQ(water.strain, (std::vector<double>{-4, -3, -2, -1, 0, 1}));
  EXPECT_EQ(water.pressure, (std::vector<double>{16, 9, 4, 1, 0, -1}));
  EXPECT_EQ(water.heat, (std::vector<double>{2, 1, 1, 1, 1, 1}));
}

TEST(Material, Erosion) {
  const Model model = read_text(base + "*MAT_ADD_EROSION\n1,888,9.,-.2,.3,888,-40.,2\n-8.,7.,888,.1,0,6.,5.,\n" +
                                "*MAT_001\n7,1.,1.,.3\n");
  const Erosion& erosion = *model.materials[0].erosion;
  EXPECT_EQ(erosion.largest_pressure, 9);
  EXPECT_EQ(erosion.least_principal_strain, -.2);
  EXPECT_EQ(erosion.effective_strain, .3);
  EXPECT_FALSE(erosion.plastic_strain);
  EXPECT_FALSE(erosion.volumetric_strain);  // EXCL
  EXPECT_EQ(erosion.failed_points, -40);
  EXPECT_EQ(erosion.conditions, 2);
  EXPECT_EQ(erosion.least_pressure, -8);
  EXPECT_EQ(erosion.principal_stress, 7);
  EXPECT_FALSE(erosion.von_mises);
  EXPECT_EQ(erosion.largest_principal_strain, .1);
  EXPECT_FALSE(erosion.shear_strain);  // 0
  EXPECT_EQ(erosion.threshold_stress, 6);
  EXPECT_EQ(erosion.impulse, 5);
  EXPECT_FALSE(model.materials[1].erosion);
}

TEST(Material, SimplifiedJohnsonCook) {
  const Model model = read_text(base +
                                "*MAT_SIMPLIFIED_JOHNSON_COOK\n7,1.,100.,.3,1\n1.,2.,.3,.02,.4,5.,6.,.001\n"
                                "*MAT_098\n8,1.,100.,.3\n1.\n");
  const auto& law = *model.materials[1].law.as<kernels::SimplifiedJohnsonCook>();
  EXPECT_EQ(law.c, 0.02);
  EXPECT_EQ(law.reference_rate, 0.001);
  EXPECT_TRUE(law.viscoplastic);
  EXPECT_EQ(law.failure_strain, 0.4);
  EXPECT_EQ(law.largest_static_stress, 5);
  EXPECT_EQ(law.largest_stress, 6);
  EXPECT_EQ(model.materials[2].law.as<kernels::SimplifiedJohnsonCook>()->reference_rate, 1);
}

TEST(Material, CrushableFoam) {
  const std::string curve = "*DEFINE_CURVE\n9\n0,0.3\n0.8,5\n";
  const Model model = read_text(base + curve + "*MAT_063_TITLE\nblock\n7,8.3e-11,70.,0.1,9,0.25\n");
  const Material& material = model.materials.back();
  EXPECT_EQ(material.title, "block");
  EXPECT_EQ(material.young, 70);
  EXPECT_EQ(material.number(), 63);
  const auto& law = *material.law.as<kernels::CrushableFoam>();
  EXPECT_EQ(law.tension_cutoff, 0.25);
  ASSERT_EQ(material.curves.size(), 1u);
  EXPECT_EQ(material.curves[0].y, (std::vector<double>{0.3, 5}));
  EXPECT_EQ(warnings_of(model), "");
  EXPECT_TRUE(contains(warnings_of(read_text(base + curve + "*MAT_CRUSHABLE_FOAM\n7,1,70.,0,9,0,0.4\n")), "DAMP"));
  EXPECT_TRUE(contains(error_of(base + "*MAT_CRUSHABLE_FOAM\n7,1,70.,0,9\n"), "curve 9 is not defined"));
  EXPECT_TRUE(contains(error_of(base + "*DEFINE_CURVE\n9\n0,0\n1,1\n*MAT_CRUSHABLE_FOAM\n7,1,70.,0,9\n"),
                       "the stress 0 at volumetric strain 0"));
  EXPECT_TRUE(contains(error_of(base + "*DEFINE_CURVE\n9\n-1,1\n0,1\n*MAT_CRUSHABLE_FOAM\n7,1,70.,0,9\n"), "LCID"));
}

TEST(Material, Honeycomb) {
  const std::string curves = "*DEFINE_CURVE\n9\n0,0.3\n0.8,5\n*DEFINE_CURVE\n8\n0,0.2\n0.8,5\n";
  const auto with = [&](const char* first, const char* lines, const char* moduli, const char* axes) {
    return base + curves + "*MAT_026\n7,8.3e-11,70.,0.1," + first + "\n" + lines + "\n" + moduli + "\n" + axes + "\n";
  };
  const Model model = read_text(with("0.5,0.3,0,1", "9,8", "1.,2.,3.,4.,5.,6.,2", "0,0,0,0,1,0\n0,1,1,0.3,0.4") +
                                "*MAT_HONEYCOMB\n8,8.3e-11,70.,0.1,0.5,0.3,0.05\n9,0,0,8\n1.,2.,3.,4.,5.,6.\n\n\n");
  EXPECT_EQ(warnings_of(model), "");
  const Material& material = model.materials[model.materials.size() - 2];
  EXPECT_EQ(material.number(), 26);
  EXPECT_EQ(material.young, 70);
  ASSERT_TRUE(material.axes);
  EXPECT_EQ(material.axes->rule, MaterialAxes::Rule::along);
  EXPECT_EQ(material.axes->vector, (Vec3{0, 1, 0}));
  EXPECT_EQ(material.axes->other, (Vec3{0, 1, 1}));
  const auto& law = *material.law.as<kernels::Honeycomb>();
  EXPECT_EQ(law.compact_young, 70);
  EXPECT_EQ(law.young, (std::array<double, 3>{1, 2, 3}));
  EXPECT_EQ(law.shear, (std::array<double, 3>{4, 5, 6}));
  EXPECT_EQ(law.yield, 0.5);
  EXPECT_EQ(law.compact_volume, 0.3);
  EXPECT_EQ(law.tensile_failure, 0.3);
  EXPECT_EQ(law.shear_failure, 0.4);
  EXPECT_TRUE(law.bulk_viscosity);
  const auto first_stresses = [](const Material& of) {
    std::vector<double> stresses;
    for (const Curve& curve : of.curves) stresses.push_back(curve.y.front());
    return stresses;
  };
  EXPECT_EQ(first_stresses(material), (std::vector{0.3, 0.2, 0.3, 0.3, 0.3, 0.3}));
  const Material& other = model.materials.back();
  EXPECT_EQ(first_stresses(other), (std::vector{0.3, 0.3, 0.3, 0.2, 0.2, 0.2}));
  EXPECT_EQ(other.axes->rule, MaterialAxes::Rule::first_side);

  const char *moduli = "1.,2.,3.,4.,5.,6.", *axes = "0\n0";
  EXPECT_TRUE(contains(error_of(with("0.5,1.0", "9", moduli, axes)), "field VF: found 1"));
  EXPECT_TRUE(contains(error_of(with("0,0.3", "9", moduli, axes)), "field SIGY: found 0"));
  EXPECT_TRUE(contains(error_of(with("0.5,0.3", "0", moduli, axes)), "field LCA"));
  EXPECT_TRUE(contains(error_of(with("0.5,0.3", "9,5", moduli, axes)), "curve 5 is not defined"));
  EXPECT_TRUE(contains(error_of(with("0.5,0.3", "9", "1.,0,3.,4.,5.,6.", axes)), "field EBBU: found 0"));
  EXPECT_TRUE(contains(error_of(with("0.5,0.3", "9", "1.,2.,3.,4.,5.,6.,1", axes)), "field AOPT: found 1"));
  EXPECT_TRUE(contains(error_of(with("0.5,0.3", "9", "1.,2.,3.,4.,5.,6.,2", "0,0,0,1,0,0\n2,0,0")), "span no plane"));
}

TEST(Material, RigidConstraints) {
  const Model model = read_text(base +
                                "*MAT_RIGID\n7,1.,1.,.3\n1.0,5.0,7.0\n"
                                "*DEFINE_COORDINATE_SYSTEM\n4,0,0,0,0,1,0\n-1,0,0\n"
                                "*MAT_RIGID\n8,1.,1.,.3\n-1,4,110001\n");
  const auto& global = std::get<MaterialRigid>(model.materials[1].law);
  EXPECT_EQ(global.constraint_frame, 1);
  EXPECT_EQ(global.translation, 5);
  EXPECT_EQ(global.rotation, 7);
  const auto& local = std::get<MaterialRigid>(model.materials[2].law);
  EXPECT_EQ(local.constraint_frame, -1);
  EXPECT_EQ(local.local_frame, 0);
  EXPECT_EQ(local.local_dof, 1 | 2 | 32);
}

TEST(Material, PiecewiseLinearByPointsCurveAndTable) {
  const Model model = read_text(base +
                                "*MAT_024\n7,1.,100.,.3,1.5,2.,.4\n40.,5.,0,0,1\n0,.1,.2\n1,2,3\n"
                                "*MAT_024\n8,1.,100.,.3,1.5\n,,11\n"
                                "*MAT_024\n9,1.,100.,.3,1.5\n40.,5.,20\n"
                                "*DEFINE_TABLE\n20\n0.001\n1.0\n"
                                "*DEFINE_CURVE\n11,0,1.0,10.0,0.5,1.0\n0,0\n1,1\n"
                                "*DEFINE_CURVE\n12\n0,7\n1,8\n"
                                "*DEFINE_TABLE_2D_TITLE\nrates\n21\n.1,12\n10.,11\n"
                                "*MAT_024\n10,1.,100.,.3,1.5\n,,21\n");
  const auto law = [&](std::size_t m) { return *model.materials[m].law.as<kernels::PiecewiseLinear>(); };
  const auto curves = [&](std::size_t m) { return model.materials[m].curves; };
  EXPECT_EQ(curves(1)[0].x, (std::vector<double>{0, .1, .2}));
  EXPECT_EQ(law(1).failure_strain, .4);
  EXPECT_EQ(law(1).rate_c, 40);
  EXPECT_TRUE(law(1).viscoplastic);
  EXPECT_EQ(curves(2)[0].x, (std::vector<double>{0.5, 1.5}));
  EXPECT_EQ(curves(2)[0].y, (std::vector<double>{10, 20}));
  EXPECT_EQ(model.materials[3].rates, (std::vector<double>{0.001, 1.0}));
  EXPECT_EQ(curves(3)[1].id, 12);
  EXPECT_EQ(law(3).rate_c, 0);
  EXPECT_EQ(curves(4)[0].id, 12);
  EXPECT_EQ(curves(4)[1].id, 11);
}

/// Nodes of set 7, seen through a constraint of x on it.
std::vector<Id> nodes_of(const std::string& set) {
  const Model model = read_text(base + set + "*BOUNDARY_SPC_SET\n7,0,1\n");
  std::vector<Id> ids;
  for (const auto& c : model.constraints) ids.push_back(model.nodes.id[std::size_t(c.node)]);
  return ids;
}

using Ids = std::vector<Id>;

TEST(SetNode, AllForms) {
  EXPECT_EQ(nodes_of("*SET_NODE\n7\n3,1,0,1\n"), (Ids{1, 3}));
  EXPECT_EQ(nodes_of("*SET_NODE_LIST_TITLE\nname\n         7       0.0       0.0       0.0       0.0MECH      1\n      "
                     "   5         4\n"),
            (Ids{4, 5}));
  EXPECT_EQ(nodes_of("*SET_NODE_COLUMN\n7\n3,1.5\n1\n"), (Ids{1, 3}));
  EXPECT_EQ(nodes_of("*SET_NODE_LIST_GENERATE\n7\n1,2,9,99\n"), (Ids{1, 2, 9, 10}));
  EXPECT_EQ(nodes_of("*SET_NODE_GENERATE_TITLE\nname\n7\n1,2\n"), (Ids{1, 2}));
  EXPECT_EQ(nodes_of("*SET_NODE_LIST_GENERATE_INCREMENT\n7\n1,99999999,3\n"), (Ids{1, 4, 7, 10}));
  EXPECT_EQ(nodes_of("*SET_NODE_ADD\n7\n1,2\n*SET_NODE\n1\n3\n*SET_NODE\n2\n5\n"), (Ids{3, 5}));
}

TEST(SetNode, General) {
  EXPECT_EQ(nodes_of("*SET_NODE_GENERAL\n7\nALL\nDNODE,1,2\n").size(), 8u);
  EXPECT_EQ(nodes_of("*SET_NODE_GENERAL\n7\nPART,1\n"), (Ids{1, 2, 3, 4, 9, 10}));
  EXPECT_EQ(nodes_of("*SET_NODE_GENERAL\n7\nPART               1\nDPART              2\n"), (Ids{9, 10}));
  EXPECT_EQ(nodes_of("*SET_NODE_GENERAL\n7\nnode,5\nbox,3\n*DEFINE_BOX\n3,1.5,2.5,-1,1,-1,1\n"), (Ids{5, 9, 10}));
  EXPECT_EQ(nodes_of("*SET_NODE_GENERAL\n7\nSHELL,2\nDSOLID,10\n"), (Ids{9, 10}));
}

TEST(SetNode, Intersections) {
  const std::string others = "*SET_NODE\n1\n1,2,3,9\n*SET_NODE_GENERAL\n2\nSHELL,2\n*SET_NODE\n3\n2,9\n";
  EXPECT_EQ(nodes_of("*SET_NODE_INTERSECT\n7\n1,2\n" + others), (Ids{2, 3, 9}));
  EXPECT_EQ(nodes_of("*SET_NODE_INTERSECT\n7\n1,2,3\n" + others), (Ids{2, 9}));
  EXPECT_EQ(nodes_of("*SET_NODE_ADD\n7\n8,4\n*SET_NODE_INTERSECT\n8\n1,3\n*SET_NODE\n4\n5\n" + others),
            (Ids{2, 5, 9}));
  EXPECT_ERROR(base + "*SET_NODE_INTERSECT\n7\n7\n*BOUNDARY_SPC_SET\n7,0,1\n", "nested more than");
  EXPECT_ERROR(base + "*SET_NODE_INTERSECT\n7\n9\n*BOUNDARY_SPC_SET\n7,0,1\n", "node set 9 is not defined");
}

TEST(SetNode, CollectedOnesAreUnited) {
  EXPECT_EQ(nodes_of("*SET_NODE_LIST_COLLECT\n7\n1,2\n*SET_NODE_LIST_GENERATE_COLLECT_TITLE\nmore\n7\n9,10\n"
                     "*SET_NODE_GENERAL_COLLECT\n7\nNODE,5\n"),
            (Ids{1, 2, 5, 9, 10}));
  EXPECT_ERROR(base + "*SET_NODE_LIST_COLLECT\n7\n1,2\n*SET_NODE_LIST\n7\n3\n", "node set 7 is defined twice");
}

TEST(SetPart, AllForms) {
  for (const char* set : {"*SET_PART\n4\n1,2\n", "*SET_PART_LIST_TITLE\nx\n4\n1,2\n", "*SET_PART_COLUMN\n4\n1\n2\n",
                          "*SET_PART_LIST_GENERATE\n4\n1,5\n", "*SET_PART_GENERAL\n4\nALL\n",
                          "*SET_PART_LIST_COLLECT\n4\n2\n*SET_PART_LIST_COLLECT\n4\n1\n"}) {
    const Model model = read_text(base + set + "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n4,0,2\n");
    EXPECT_EQ(model.contacts[0].a.segments.size(), 8u) << set;
  }
}

TEST(SetShell, AllForms) {
  for (const char* set :
       {"*SET_SHELL\n4\n1,2\n", "*SET_SHELL_LIST_TITLE\nx\n4\n1,2\n", "*SET_SHELL_COLUMN\n4\n1\n2\n",
        "*SET_SHELL_GENERATE\n4\n1,5\n", "*SET_SHELL_GENERAL\n4\nPART,1\n", "*SET_SHELL_GENERAL\n4\nELEM,1,2\n",
        "*SET_SHELL_GENERAL\n4\nBOX,3\n*DEFINE_BOX\n3,-1,3,-1,3,-1,1\n",
        "*SET_SHELL_INTERSECT\n4\n5,6\n*SET_SHELL\n5\n2,1\n*SET_SHELL_GENERAL\n6\nALL\n"}) {
    const Model model = read_text(base_curve + set + "*LOAD_SHELL_SET\n4,1\n");
    EXPECT_EQ(model.pressure_loads[0].segments.size(), 2u) << set;
  }
}

TEST(SetSegment, ListAndGeneral) {
  const auto segments = [](const std::string& set) {
    return read_text(base_curve + set + "*LOAD_SEGMENT_SET\n4,1\n").pressure_loads[0].segments;
  };
  const auto listed = segments("*SET_SEGMENT_TITLE\nx\n4\n1,2,3,4\n2,9,10\n");
  EXPECT_EQ(listed[0], (std::array<Index, 4>{0, 1, 2, 3}));
  EXPECT_EQ(listed[1], (std::array<Index, 4>{1, 8, 9, 9}));
  EXPECT_EQ(segments("*SET_SEGMENT_COLLECT\n4\n1,2,3,4\n*SET_SEGMENT_COLLECT\n4\n2,9,10\n"), listed);
  EXPECT_EQ(segments("*SET_SEGMENT_GENERAL\n4\nPART,2\n").size(), 6u);
  EXPECT_EQ(segments("*SET_SEGMENT_GENERAL\n4\nSEG,1,2,3,4\nSHELL,2\n").size(), 2u);
  EXPECT_EQ(segments("*DEFINE_BOX\n3,-1,5,-1,5,.5,2\n*SET_SEGMENT_GENERAL\n4\nBOX,3\n").size(), 1u);
}

}  // namespace
}  // namespace crumple::deck::test::keywords_mesh
