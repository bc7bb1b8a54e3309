// *DATABASE_CROSS_SECTION_..., _HISTORY_..., _NODAL_FORCE_GROUP: what is chosen lands in the Model, what is not done is
// an error.
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_databases {
namespace {

/// Two hexes in a row along x, nodes 1 to 12, and a shell on top of the second.
const std::string two =
    "*KEYWORD\n*CONTROL_TERMINATION\n1.,0\n*MAT_ELASTIC\n1,7.8e-9,2.1e5,0.3\n*SECTION_SOLID\n1,1\n"
    "*SECTION_SHELL\n2,2\n1.,\n*PART\nsolids\n1,1,1\n*PART\nshells\n2,2,1\n*NODE\n1,0,0,0\n2,1,0,0\n"
    "3,2,0,0\n4,0,1,0\n5,1,1,0\n6,2,1,0\n7,0,0,1\n8,1,0,1\n9,2,0,1\n10,0,1,1\n11,1,1,1\n12,2,1,1\n"
    "*ELEMENT_SOLID\n21,1,1,2,5,4,7,8,11,10\n22,1,2,3,6,5,8,9,12,11\n*ELEMENT_SHELL\n31,2,8,9,12,11\n";

TEST(CrossSection, PlanesCutElementsAndHoldTheNodesBehindThem) {
  const Model model = read_text(two +
                                "*DATABASE_CROSS_SECTION_PLANE_ID\n8,cut\n0,1.5,0,0,2.5,0,0\n\n"
                                "*DATABASE_CROSS_SECTION_PLANE\n0,0.5,0,0,-1.,0,0\n\n");
  ASSERT_EQ(model.output.cross_sections.size(), 2u);
  const CrossSection& first = model.output.cross_sections[0];
  EXPECT_EQ(first.id, 8);
  EXPECT_EQ(first.title, "cut");
  EXPECT_EQ(first.elements.solids, (std::vector<Id>{22}));
  EXPECT_EQ(first.elements.shells, (std::vector<Id>{31}));
  EXPECT_EQ(first.nodes, (std::vector<Index>{1, 4, 7, 10}));
  EXPECT_EQ(model.output.cross_sections[1].id, 2);  // its place
  EXPECT_EQ(model.output.cross_sections[1].nodes, (std::vector<Index>{1, 4, 7, 10}));
  EXPECT_EQ(model.output.cross_sections[1].elements.solids, (std::vector<Id>{21}));
}

TEST(CrossSection, WhatIsNotDoneIsAnError) {
  const std::string sets = two + "*SET_NODE\n1\n2,5\n*SET_SOLID\n1\n21,0\n*DATABASE_CROSS_SECTION_SET\n";
  EXPECT_EQ(read_text(sets + "1,1\n").output.cross_sections[0].elements.solids, (std::vector<Id>{21}));
  EXPECT_ERROR(sets + "1,1,4\n", "BSID");
  EXPECT_ERROR(sets + "1,1,0,0,0,0,5,2\n", "ID");
  EXPECT_ERROR(sets + "1,0\n", "the section has no elements");
  EXPECT_ERROR(two + "*DATABASE_CROSS_SECTION_PLANE\n0,9,0,0,10,0,0\n\n", "cuts no element");
  EXPECT_ERROR(two + "*DATABASE_CROSS_SECTION_PLANE\n0,1,0,0,1,0,0\n\n", "the same point");
}

TEST(HistoryElements, AreKeptById) {
  const Model model = read_text(two +
                                "*SET_SOLID\n1\n22,21\n*DATABASE_HISTORY_SOLID_SET\n1,0\n"
                                "*DATABASE_HISTORY_SOLID\n22,0\n*DATABASE_HISTORY_SHELL\n31,0\n");
  EXPECT_EQ(model.output.history_elements.solids, (std::vector<Id>{21, 22}));
  EXPECT_EQ(model.output.history_elements.shells, (std::vector<Id>{31}));
  EXPECT_ERROR(two + "*DATABASE_HISTORY_SHELL\n21,0\n", "element 21 is not defined");
  EXPECT_ERROR(two + "*DATABASE_HISTORY_BEAM\n5,0\n", "element 5 is not defined");
}

TEST(NodalForceGroup, HasNodesAndAFrame) {
  const Model model = read_text(two + "*SET_NODE\n1\n5,2\n*DATABASE_NODAL_FORCE_GROUP\n1,0\n");
  ASSERT_EQ(model.output.force_groups.size(), 1u);
  EXPECT_EQ(model.output.force_groups[0].nodes, (std::vector<Index>{1, 4}));
  EXPECT_EQ(model.output.force_groups[0].frame, none);
  EXPECT_ERROR(two + "*SET_NODE\n1\n5,2\n*DATABASE_NODAL_FORCE_GROUP\n1,3\n", "CID");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_databases
