// *CONTACT_..._TIEBREAK: ties of limited strength and the contact behind them.
#include <cmath>

#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_tiebreak {
namespace {

/// The cube of `base` with a second one of another part close to its top.
const std::string two_cubes = base +
                              "*PART\ntop\n3,2,1\n*NODE\n11,0,0,1\n12,1,0,1\n13,1,1,1\n14,0,1,1\n"
                              "15,0,0,2\n16,1,0,2\n17,1,1,2\n18,0,1,2\n"
                              "*ELEMENT_SOLID\n11,3,11,12,13,14,15,16,17,18\n";
const std::string by_option = "*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE_TIEBREAK_ID\n6,glue\n3,2,3,3\n0.2,0.1\n\n";
const std::string by_force = "*CONTACT_TIEBREAK_NODES_TO_SURFACE\n3,2,3,3\n\n\n";

TEST(Tiebreak, IsAContactAndTies) {
  const Model model = read_text(two_cubes + by_option + "2,100,50\n1,0.2\n");
  ASSERT_EQ(model.contacts.size(), 1u);
  EXPECT_EQ(model.contacts[0].id, 6);
  EXPECT_EQ(model.contacts[0].soft, 1);  // the optional card comes after the strengths
  ASSERT_EQ(model.tied_contacts.size(), 1u);
  const TiedContact& ties = model.tied_contacts[0];
  EXPECT_NE(ties.id, 6);
  EXPECT_EQ(ties.title, "glue");
  EXPECT_TRUE(ties.keeps_offset);
  EXPECT_TRUE(ties.strength.of_stress);
  EXPECT_EQ(ties.strength.normal, 100);
  EXPECT_EQ(ties.strength.shear, 50);
}

TEST(Tiebreak, ForcesHaveExponents) {
  const Model model = read_text(two_cubes + by_force + "100,50,1,3\n");
  const TieStrength& strength = model.tied_contacts.at(0).strength;
  EXPECT_FALSE(strength.of_stress);
  EXPECT_EQ(strength.normal_exponent, 1);
  EXPECT_EQ(strength.shear_exponent, 3);
  EXPECT_EQ(read_text(two_cubes + by_force + "100,50\n").tied_contacts.at(0).strength.normal_exponent, 2);
}

TEST(Tiebreak, OptionsAlikeAreWarnings) {
  const Model forever = read_text(two_cubes + by_option + "1,100,50\n");
  EXPECT_FALSE(forever.tied_contacts.at(0).strength.is_limited());
  EXPECT_WARNING(forever, "nodes that come into contact later do not stick");
  EXPECT_WARNING(read_text(two_cubes + by_option + "2,100,50,0.1\n"), "field PARAM: found 0.1: it has no effect");
  for (const int option : {3, 4, 6, 8, -8}) {
    const Model model = read_text(two_cubes + by_option + std::to_string(option) + ",100,50\n");
    EXPECT_EQ(model.tied_contacts.at(0).strength.normal, 100) << option;
    EXPECT_WARNING(model, "field OPTION: found " + std::to_string(std::abs(option)));
  }
}

TEST(Tiebreak, SoftensByEnergiesOrUpToASeparation) {
  const TieSoftening by_energy =
      read_text(two_cubes + by_option + "-9,100,50,-1.4,0.2,0.3,0.7,1e4\n").tied_contacts.at(0).strength.softening;
  EXPECT_EQ(by_energy.normal_energy, 0.2);
  EXPECT_EQ(by_energy.shear_energy, 0.3);
  EXPECT_EQ(by_energy.exponent, -1.4);
  EXPECT_EQ(by_energy.shear_ratio, 0.7);
  EXPECT_EQ(by_energy.stiffness, 1e4);
  const TieSoftening by_default =
      read_text(two_cubes + by_option + "11,100,50,0,0.2,0.3\n").tied_contacts.at(0).strength.softening;
  EXPECT_EQ(by_default.exponent, 1);
  EXPECT_EQ(by_default.shear_ratio, 1);
  const Model crack = read_text(two_cubes + by_option + "7,100,50,30,0.2,0.3\n");
  EXPECT_EQ(crack.tied_contacts.at(0).strength.softening.shear_energy, 0.3);
  EXPECT_EQ(crack.tied_contacts.at(0).strength.softening.exponent, 1);
  EXPECT_WARNING(crack, "field OPTION: found 7: ties soften as with OPTION 9, without the friction of PARAM");
  const Model model = read_text(two_cubes + by_option + "6,100,0,0.05\n");
  EXPECT_TRUE(model.tied_contacts.at(0).strength.softens());
  EXPECT_EQ(model.tied_contacts.at(0).strength.softening.distance, 0.05);
}

TEST(Tiebreak, OptionFiveHasACurveOfTheStressLeft) {
  const std::string curve = "*DEFINE_CURVE\n7\n0,1\n0.1,0\n";
  const Model model = read_text(two_cubes + curve + by_option + "5,100,0,7\n");
  const TieStrength& strength = model.tied_contacts.at(0).strength;
  EXPECT_TRUE(strength.softens());
  EXPECT_EQ(strength.normal, 100);
  EXPECT_NEAR(strength.shear * std::sqrt(3.0), 100, 1e-12);
  EXPECT_EQ(model.curves.at(std::size_t(strength.softening.curve)).id, 7);
  EXPECT_WARNING(read_text(two_cubes + curve + by_option + "5,100,50,7\n"), "field SFLS: found 50");
  EXPECT_ERROR(two_cubes + curve + by_option + "5,0,50,7\n", "field NFLS: found 0");
  EXPECT_ERROR(two_cubes + curve + by_option + "5,100,0,8\n", "field PARAM: curve 8 is not defined");
  EXPECT_ERROR(two_cubes + "*DEFINE_CURVE\n7\n0,1\n0.1,2\n" + by_option + "5,100,0,7\n",
               "field PARAM: curve 7 has the share 2, expected 0 to 1");
}

TEST(Tiebreak, WhatIsMissingOfSofteningIsAnError) {
  EXPECT_ERROR(two_cubes + by_option + "9,100,0,1,0.2,0.3\n", "field SFLS: found 0, expected a strength > 0");
  EXPECT_ERROR(two_cubes + by_option + "9,100,50\n", "field ERATEN: found 0, expected an energy > 0");
  EXPECT_ERROR(two_cubes + by_option + "9,100,50,1,0.2,0.3,0,-1\n", "field CN: found -1");
  EXPECT_ERROR(two_cubes + by_option + "6,100,50,-0.1\n", "field PARAM: found -0.1");
  EXPECT_WARNING(read_text(two_cubes + by_option + "2,100,50,0,0.2\n"), "field ERATEN: found 0.2: it has no effect");
  EXPECT_WARNING(read_text(two_cubes + by_option + "1,0,0,0,0,0,0,5\n"), "field CN: found 5: it has no effect");
  EXPECT_WARNING(read_text("*CONTROL_IMPLICIT_GENERAL\n1,0.1\n" + two_cubes + by_option + "2,100,50\n"),
                 "ties without softening do not fail");
}

TEST(Tiebreak, WhatIsMissingIsAnError) {
  EXPECT_ERROR(two_cubes + by_option + "12,100,50\n", "field OPTION: found 12, expected 1 to 11");
  EXPECT_ERROR(two_cubes + by_option + "2,0,0\n", "NFLS and SFLS are 0, expected a strength");
  EXPECT_ERROR(two_cubes + by_force + "-1,50\n", "field NFLF");
  EXPECT_ERROR(two_cubes + by_force + "1,50,-2\n", "field NEN: found -2");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_tiebreak
