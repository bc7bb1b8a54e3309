// Keywords that real decks have beside the usual ones: relatives of contacts, local parameters, curves by expression,
// what is not computed, and what no part uses.
#include <cmath>

#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_breadth {
namespace {

TEST(ContactVariants, AreReadAsTheirRelatives) {
  const std::string cards = "1,2,3,3\n\n\n";
  const auto contact = [&](const std::string& name) {
    return read_text(base + "*CONTACT_" + name + "\n" + cards).contacts.at(0);
  };
  EXPECT_EQ(contact("AUTOMATIC_ONE_WAY_SURFACE_TO_SURFACE").kind, ContactKind::nodes_to_surface);
  EXPECT_EQ(contact("SURFACE_TO_SURFACE").kind, ContactKind::surface_to_surface);
  EXPECT_EQ(contact("AUTOMATIC_SURFACE_TO_SURFACE_MORTAR").kind, ContactKind::surface_to_surface);
  const Contact general = read_text(base + "*CONTACT_AUTOMATIC_GENERAL_ID\n9,all\n0\n\n\n").contacts.at(0);
  EXPECT_EQ(general.kind, ContactKind::single_surface);
  EXPECT_TRUE(general.edges);
  EXPECT_EQ(general.id, 9);
  EXPECT_WARNING(read_text(base + "*CONTACT_SINGLE_SURFACE\n0\n\n\n"), "faces act on both sides");
}

TEST(ContactVariants, BetweenRigidBodies) {
  const auto deck = [&](const std::string& name, const std::string& fourth) {
    return base_curve + "*CONTACT_RIGID_" + name + "\n1,2,3,3\n0.2\n\n" + fourth + "\n1\n";
  };
  const Model one = read_text(deck("NODES_TO_RIGID_BODY", ",2"));
  EXPECT_EQ(one.contacts.at(0).kind, ContactKind::nodes_to_surface);
  EXPECT_EQ(one.contacts[0].friction_static, 0.2);
  EXPECT_EQ(one.contacts[0].soft, 1);
  EXPECT_WARNING(one, "the force is that of the penalty");
  EXPECT_EQ(read_text(deck("BODY_ONE_WAY_TO_RIGID_BODY", "")).contacts.at(0).kind, ContactKind::nodes_to_surface);
  EXPECT_EQ(read_text(deck("BODY_TWO_WAY_TO_RIGID_BODY", "")).contacts.at(0).kind, ContactKind::surface_to_surface);
  EXPECT_ERROR(deck("NODES_TO_RIGID_BODY", "1,2"), "field LCID: found 1: the force is not taken");
  const Folder folder;
  const Model left = read_deck(folder.write("deck.k", deck("NODES_TO_RIGID_BODY", "1,2")), true);
  EXPECT_WARNING(left, "SUBSTITUTED: 0, the penalty's force");
}

TEST(ContactVariants, OptionsInAnyOrderAndOthers) {
  const auto id_of = [](const std::string& options, const std::string& cards) {
    return read_text(base + "*CONTACT_AUTOMATIC_SINGLE_SURFACE" + options + "\n" + cards).contacts.at(0).id;
  };
  EXPECT_EQ(id_of("_ID_MPP", "9,all\n1,200\n0\n\n\n"), 9);
  EXPECT_EQ(id_of("_MPP_ID", "9,all\n1,200\n0\n\n\n"), 9);
  EXPECT_EQ(id_of("_THERMAL_TITLE", "9,all\n0\n\n\n1,2,3,4\n1\n"), 9);
  EXPECT_WARNING(read_text(base + "*CONTACT_CONSTRAINT_NODES_TO_SURFACE\n1,2,3,3\n\n\n0.5\n"),
                 "the force is that of a penalty");
  EXPECT_WARNING(read_text(base + "*CONTACT_FORMING_ONE_WAY_SURFACE_TO_SURFACE\n1,2,3,3\n\n\n"),
                 "all shells have their thickness");
  EXPECT_WARNING(read_text(base + "*CONTACT_AUTOMATIC_SINGLE_SURFACE_SMOOTH\n0\n\n\n"), "faces are not smoothed");
  EXPECT_ERROR(base + "*CONTACT_ENTITY\n1,2\n", "analytic rigid surfaces");
  EXPECT_EQ(read_text(base + "*CONTACT_AUTOMATIC_GENERAL_EDGEONLY\n0\n\n\n").contacts.at(0).edges, true);
}

TEST(ThickShells, AreSolids) {
  const std::string deck =
      base + "*SECTION_TSHELL\n7,2,0.83,3\n*PART\nthick\n7,7,1\n*ELEMENT_TSHELL\n20,7,1,2,3,4,5,6,7,8\n";
  const Model model = read_text(deck);
  EXPECT_EQ(model.solids.size(), 2u);
  EXPECT_EQ(model.sections.back().element_form, 2);
  EXPECT_WARNING(model, "field ELFORM: thick shells (found 2) are computed as solids of ELFORM 2");
  EXPECT_ERROR(with_change(deck, "7,2,0.83,3", "7,2,0.83,3,,,1"), "field ICOMP: found 1, angles of layers");
  EXPECT_ERROR(with_change(deck, "7,2,0.83,3", "7,9"), "field ELFORM: found 9");
  EXPECT_ERROR(with_change(deck, "*ELEMENT_TSHELL", "*ELEMENT_TSHELL_BETA"), "thick shells with directions");
}

TEST(Parameter, LocalOnesEndWithTheirFile) {
  const Folder folder;
  folder.write("inner.k", "*DEFINE_CURVE\n2\n0,&a\n1,&b\n*PARAMETER_LOCAL\nR b,5.0\n*DEFINE_CURVE\n3\n0,&b\n1,1\n");
  folder.write("outer.k", "*PARAMETER_LOCAL\nR a,2.0,R b,3.0\n*INCLUDE\ninner.k\n*DEFINE_CURVE\n4\n0,&b\n1,1\n");
  const Model model =
      read_deck(folder.write("main.k", base + "*PARAMETER\nR a,1.0\n*INCLUDE\nouter.k\n*DEFINE_CURVE\n1\n0,&a\n1,1\n"));
  EXPECT_EQ(model.curves[0].y[0], 1);
  EXPECT_EQ(model.curves[1].y, (std::vector<double>{2, 3}));
  EXPECT_EQ(model.curves[2].y[0], 5);
  EXPECT_EQ(model.curves[3].y[0], 3);
  EXPECT_TRUE(warnings_of(model).empty()) << warnings_of(model);
}

TEST(Parameter, DuplicationSaysWhichDefinitionHolds) {
  const std::string twice = "*PARAMETER\nR a,1.0\n*PARAMETER\nR a,2.0\n*DEFINE_CURVE\n1\n0,&a\n1,1\n";
  const auto value = [&](const std::string& flag) {
    return read_text(base + "*PARAMETER_DUPLICATION\n" + flag + "\n" + twice).curves[0].y[0];
  };
  EXPECT_EQ(value("1"), 1);
  EXPECT_EQ(value("2"), 2);
  EXPECT_EQ(value("4"), 2);
  EXPECT_EQ(value("5"), 1);
  EXPECT_TRUE(warnings_of(read_text(base + "*PARAMETER_DUPLICATION\n5\n" + twice)).empty());
  EXPECT_ERROR(base + "*PARAMETER_DUPLICATION\n3\n" + twice, "is defined already");
}

TEST(CurveSmooth, CoversItsWay) {
  for (const std::string card : {"1,,6.0,1.0,5.0,1.0", "1,,6.0,1.0,,1.0,2.0"}) {
    const Curve curve = read_text(base + "*DEFINE_CURVE_SMOOTH\n" + card + "\n").curves[0];
    double area = 0;
    for (std::size_t i = 1; i < curve.x.size(); ++i)
      area += 0.5 * (curve.y[i] + curve.y[i - 1]) * (curve.x[i] - curve.x[i - 1]);
    EXPECT_NEAR(area, 6, 1e-12);
    EXPECT_NEAR(curve.x.back(), 5, 1e-12);
    EXPECT_NEAR(curve.evaluate(3), 2, 1e-12);
  }
  EXPECT_ERROR(base + "*DEFINE_CURVE_SMOOTH\n1,,6.0,1.0,2.0,1.0\n", "leaves room for the fall");
}

TEST(CurveFunction, IsTabulatedOverTheRun) {
  const Curve curve =
      read_text(base + "*PARAMETER\nR w,2.0\n*DEFINE_CURVE_FUNCTION\n1\nsin(&w*PI*TIME)\n+TIME**2\n").curves[0];
  for (const double t : {0.0, 0.3, 0.77, 1.0})
    EXPECT_NEAR(curve.evaluate(t), std::sin(2 * M_PI * t) + t * t, 2e-6) << t;  // h^2 / 8 of the second derivative
  const Folder folder;  // local parameters are gone when the run's time is known
  folder.write("local.k", "*PARAMETER_LOCAL\nR a,3.0\n*DEFINE_CURVE_FUNCTION\n1\n&a*TIME\n");
  EXPECT_EQ(read_deck(folder.write("main.k", base + "*INCLUDE\nlocal.k\n")).curves[0].evaluate(1), 3);
  EXPECT_ERROR(base + "*DEFINE_CURVE_FUNCTION\n1\ndx(5)*TIME\n", "DX()");
  EXPECT_ERROR(base + "*DEFINE_CURVE_FUNCTION\n1\n1.0/TIME\n", "division by zero");
}

TEST(ConstrainedGlobal, HoldsThePlane) {
  const Model model = read_text(base + "*CONSTRAINED_GLOBAL\n3,4,1,2.0\n");
  ASSERT_EQ(model.constraints.size(), 2u);  // nodes 9 and 10 at x = 2
  EXPECT_EQ(model.constraints[0].node, 8);
  EXPECT_EQ(model.constraints[0].dof, 4 | 3 << 3);
}

TEST(Unused, UnknownMaterialsAndSectionsAreWarnings) {
  const std::string unknown = "*MAT_CELLULAR_RUBBER_TITLE\nseal\n77,1e-9\n*SECTION_POINT_SOURCE\n78,1\n";
  const std::string warnings = warnings_of(read_text(base + unknown));
  EXPECT_PRED2(contains, warnings, "no part has material 77");
  EXPECT_PRED2(contains, warnings, "no part has section 78");
  EXPECT_WARNING(read_text(base + "*SECTION_SHELL\n79,18\n1.0\n"), "no part with stress has it, so 16");
  EXPECT_ERROR(base + unknown + "*PART\nseal\n9,1,77\n", "*MAT_CELLULAR_RUBBER_TITLE: this keyword is not supported");
}

TEST(PowerLaw, YieldsAsSigySays) {
  const auto first_yield = [](const std::string& sigy) {
    const Model model = read_text(base + "*MAT_018\n9,7.8e-9,210000.,0.3,600.,0.2\n" + sigy + "\n");
    return model.materials.back().curves.at(0).y[0];
  };
  EXPECT_NEAR(first_yield("0"), 210000 * 6.60565e-4, 1e-3);
  EXPECT_NEAR(first_yield("250."), 250, 1e-9);
  EXPECT_NEAR(first_yield("0.01"), 600 * std::pow(0.01, 0.2), 1e-9);
  EXPECT_ERROR(base + "*MAT_018\n9,7.8e-9,210000.,0.3,600.,1.2\n\n", "field N: found 1.2");
}

TEST(OtherPhysics, OneClearLineEach) {
  const std::string implicit = base + "*CONTROL_IMPLICIT_GENERAL\n1,0.1\n";
  EXPECT_ERROR(implicit + "*CONTROL_IMPLICIT_MODES\n1\n", "constraint and attachment modes");
  EXPECT_ERROR(implicit + "*CONTROL_IMPLICIT_DYNAMICS\n2,\n", "field IMASS: found 2, expected 0 (statics), 1 (dyn");
  EXPECT_ERROR(implicit + "*CONTROL_IMPLICIT_DYNAMICS\n-7,\n", "field IMASS: ");
  EXPECT_ERROR(implicit + "*CONTROL_IMPLICIT_DYNAMICS\n1,,,,,,,-0.5\n", "field ALPHA: found -0.5, expected -1/3 to 0");
  EXPECT_ERROR(implicit + "*CONTROL_IMPLICIT_DYNAMICS\n1,\n3\n", "field PSID: found 3: spinning parts are not supp");
  EXPECT_ERROR(implicit + "*CONTROL_IMPLICIT_DYNAMICS\n1,0.4\n", "field GAMMA: found 0.4, expected at least 0.5");
  const std::string hht = implicit + "*CONTROL_IMPLICIT_DYNAMICS\n1,,,,,,,-0.2\n";
  const ImplicitDynamics averaged = read_text(hht).implicit.dynamics;
  EXPECT_NEAR(averaged.gamma, 0.7, 1e-15);
  EXPECT_NEAR(averaged.beta, 0.36, 1e-15);
  EXPECT_EQ(error_of(base + "*CONTROL_IMPLICIT_GENERAL\n0,0.1\n*CONTROL_IMPLICIT_SOLVER\n7\n"), "");
  EXPECT_ERROR(base + "*ALE_REFERENCE_SYSTEM_GROUP\n1\n", "this asks for fluids on fixed or moving meshes (ALE)");
  EXPECT_ERROR(base + "*ELEMENT_SPH\n1\n", "this asks for particles");
  EXPECT_ERROR(base + "*MAT_ELASTIC\n-----BEGIN PGP MESSAGE-----\nhQCM\n", "the cards are encrypted");
}

TEST(Breadth, AnisotropicViscoplasticWithoutAnisotropy) {
  const auto cards = [](const std::string& hardening, const std::string& rest) {
    return base_curve + "*MAT_103\n9,1e-9,7e4,0.3,100" + hardening + "\n" + rest + "\n0,0.4\n*PART\nx\n9,1,9\n";
  };
  const auto material_of = [&](const std::string& hardening, const std::string& rest) {
    return read_text(cards(hardening, rest)).materials.back();
  };
  const Material voce = material_of("\n50,10,20,5", "0,0,1,1,1");
  ASSERT_EQ(voce.curves.size(), 1u);
  EXPECT_EQ(voce.curves[0].y.front(), 100);
  EXPECT_NEAR(voce.curves[0].evaluate(0.5), 170 - 50 * std::exp(-5.0) - 20 * std::exp(-2.5), 1e-3);
  EXPECT_EQ(voce.law.as<kernels::PiecewiseLinear>()->failure_strain, 0.4);
  EXPECT_EQ(material_of(",2,1\n", "0,0").curves[0].y.size(), 2u);
  EXPECT_ERROR(cards("\n50,10,0,0,30,1", "0,0"), "field QX1: found 30");
  EXPECT_ERROR(cards("\n50,10", "5,1,0.7"), "field VK: found 5");
  EXPECT_ERROR(cards("\n50,10", "0,1,0.7"), "field R00/F: found 0.7");
  EXPECT_ERROR(cards(",4,1\n50,10", "0,1"), "field FLAG: found 4");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_breadth
