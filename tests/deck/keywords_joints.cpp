// Tied contacts, beams and welds: each keyword's fields land in the Model.
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_joints {
namespace {

TEST(TiedContact, KindsAndFields) {
  const Model model = read_text(base +
                                "*SET_NODE\n5\n9,10\n"
                                "*CONTACT_TIED_NODES_TO_SURFACE_ID\n31,glue\n5,2,4,3\n0.1\n1,1,-0.7,-0.2\n"
                                "*CONTACT_TIED_SHELL_EDGE_TO_SURFACE_CONSTRAINED_OFFSET\n1,2,3,3\n\n\n1,0.2\n"
                                "*CONTACT_TIED_NODES_TO_SURFACE_OFFSET_MPP\n0,200\n5,2,4,3\n\n\n"
                                "*CONTACT_SPOTWELD\n5,1,4,3\n\n\n");
  const auto& tied = model.tied_contacts;
  ASSERT_EQ(tied.size(), 4u);
  EXPECT_EQ(tied[0].id, 31);
  EXPECT_EQ(tied[0].title, "glue");
  EXPECT_EQ(tied[0].a.nodes, (std::vector<Index>{8, 9}));
  EXPECT_EQ(tied[0].b.segments.size(), 6u);
  EXPECT_EQ(tied[0].thickness_a, -0.7);
  EXPECT_EQ(tied[0].thickness_b, -0.2);
  EXPECT_FALSE(tied[0].ties_rotation);
  EXPECT_FALSE(tied[0].keeps_offset);
  EXPECT_EQ(tied[1].id, 2);
  EXPECT_TRUE(tied[1].ties_rotation);
  EXPECT_TRUE(tied[1].keeps_offset);
  EXPECT_FALSE(tied[2].ties_rotation);
  EXPECT_TRUE(tied[2].keeps_offset);
  EXPECT_TRUE(tied[3].ties_rotation);
  EXPECT_FALSE(tied[3].keeps_offset);
}

TEST(TiedContact, BrokenDecks) {
  EXPECT_ERROR(base + "*SET_NODE\n5\n9\n*CONTACT_TIED_NODES_TO_SURFACE\n2,5,3,4\n\n\n",
               "deck.k:37: *CONTACT_TIED_NODES_TO_SURFACE field SURFBTYP: the contact has no faces on side B");
  EXPECT_ERROR(base + "*CONTACT_TIED_SHELL_EDGE_TO_SURFACE\n7,1,4,3\n\n\n",
               "deck.k:34: *CONTACT_TIED_SHELL_EDGE_TO_SURFACE field SURFA: node set 7 is not defined");
  EXPECT_ERROR(base + "*CONTACT_TIED_NODES_TO_SURFACE\n1,2,3,3\n\n1,1,x\n",
               "deck.k:36: *CONTACT_TIED_NODES_TO_SURFACE field SAST: found \"x\"");
  EXPECT_ERROR(base + "*CONTACT_TIED_NODES_TO_SURFACE_FAILURE\n1,2,3,3\n",
               "*CONTACT_TIED_NODES_TO_SURFACE_FAILURE: this keyword is not supported");
  EXPECT_WARNING(read_text(base + "*CONTACT_TIED_NODES_TO_SURFACE\n1,2,3,3\n,,,,,,0.5\n\n"), "BT");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_joints
