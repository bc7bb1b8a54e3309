// What a deck leaves out or contradicts, and what it says of it: cards that are missing, times at which nothing acts,
// inertias of no body, functions of themselves.
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::incomplete_input {
namespace {

TEST(MissingCards, AreTold) {
  EXPECT_WARNING(read_text(base + "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n"),
                 "*CONTACT_AUTOMATIC_SINGLE_SURFACE: card 1 is missing, and any behind it; its fields, SURFA ...,");
  for (const std::string& warning : read_text(base + "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n\n\n").warnings)
    EXPECT_EQ(warning.find("is missing"), warning.npos) << warning;  // A, B, ... may be
}

TEST(Times, AtWhichNothingActsAreTold) {
  EXPECT_WARNING(read_text(base_curve + "*BOUNDARY_PRESCRIBED_MOTION_NODE\n1,1,0,1,1.,,0.2,0.3\n"),
                 "field DEATH: found 0.2, not after BIRTH (0.3): it never acts");
  EXPECT_WARNING(read_text(base + "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n0,0,0,0,0,0,.3,.2\n\n"),
                 "field DT: found 0.2, not after BT (0.3)");
  EXPECT_WARNING(read_text(base + "*PARAMETER\nI a,2.9\n"), "found 2.9, expected a whole number; 2 is taken");
}

TEST(Inertia, HasNoNegativePrincipalMoment) {
  const std::string body = "*PART_INERTIA\nx\n9,2,5\n.5,.5,.5,2.\n1.,{},0,1.,0,1.\n\n" + solid_of_9 +
                           "*MAT_RIGID\n5,1.,1.,.3\n\n\n";
  EXPECT_ERROR(base + with_change(body, "{}", "1.5"), "field IXX: the tensor has a negative principal moment");
  EXPECT_EQ(error_of(base + with_change(body, "{}", "0.9")).find("field IXX"), std::string::npos);
  EXPECT_ERROR(base + "*ELEMENT_INERTIA\n7,1\n1.,0.,5.,1.,0.,1.,2.\n", "field IXX: the tensor has a negative");
}

TEST(Curves, OfThemselvesAreErrors) {
  EXPECT_ERROR(base + "*DEFINE_CURVE_FUNCTION\n9\n2.0*LC9\n", "curve 9 refers to curve 9");
  EXPECT_ERROR(base + "*DEFINE_CURVE_DUPLICATE\n9,9\n", "curve 9 is in the end a duplicate of itself");
  EXPECT_ERROR(base + "*DEFINE_CURVE_DUPLICATE\n8,9\n*DEFINE_CURVE_DUPLICATE\n9,8\n",
               "curve 8 is in the end a duplicate of itself");
  const Model chain = read_text(base_curve + "*DEFINE_CURVE_DUPLICATE\n8,9,1,10\n*DEFINE_CURVE_DUPLICATE\n9,1,2,1,0,5\n"
                                             "*DEFINE_CURVE_DUPLICATE\n7,6\n*DEFINE_CURVE_FUNCTION\n6\n3*TIME\n");
  const auto curve = [&](Id id) { return *std::ranges::find(chain.curves, id, &Curve::id); };
  EXPECT_EQ(curve(8).evaluate(0), 60);  // 10 (1 + 5)
  EXPECT_EQ(curve(9).x.back(), 20);
  EXPECT_EQ(curve(7).evaluate(0.5), 1.5);
}

TEST(Ids, OfWhatSensorsSwitchAreThoseOfTheirFile) {
  const Folder folder;
  folder.write("part.k",
               "*CONTACT_AUTOMATIC_SINGLE_SURFACE_ID\n7,all\n0\n\n\n"
               "*SENSOR_SWITCH\n1,TIME,0,GT,0.2\n*SENSOR_CONTROL\n1,CONTACT,7\nOFF,1\n");
  const Model model =
      read_deck(folder.write("main.k", base + "*INCLUDE_TRANSFORM\npart.k\n0,0,0,0,0,0,100\n500\n\n\n\n"));
  EXPECT_EQ(model.contacts.at(0).id, 507);
  EXPECT_EQ(model.contacts.at(0).birth, 0.2);
}

TEST(Masses, CountInTheirParts) {
  const std::string set = base + "*SET_NODE_LIST\n1\n5,6\n";
  const Model model = read_text(set + "*ELEMENT_MASS\n5,1,0.1,2\n*ELEMENT_MASS_NODE_SET\n7,1,2.0,1\n");
  ASSERT_EQ(model.masses.size(), 3u);
  EXPECT_EQ(model.parts[std::size_t(model.masses[0].part)].id, 2);
  EXPECT_EQ(model.parts[std::size_t(model.masses[2].part)].id, 1);
  const Model trim = read_text(base + "*ELEMENT_MASS_PART\n1,2.0\n");
  for (const PointMass& mass : trim.masses) EXPECT_EQ(trim.parts[std::size_t(mass.part)].id, 1);
  EXPECT_WARNING(read_text(base + "*ELEMENT_MASS\n5,1,0.1,77\n"), "field PID: no part 77: no part's sums count it");
}

}  // namespace
}  // namespace crumple::deck::test::incomplete_input
