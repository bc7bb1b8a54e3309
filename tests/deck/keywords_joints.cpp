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

/// The base with a bar, part 9, from within its solid to node 9, outside.
const std::string bar = base +
                        "*SECTION_BEAM\n9,3\n0.1,\n*PART\nbar\n9,9,1\n*NODE\n11,0.5,0.25,0.5\n12,0.75,0.5,0.125\n"
                        "*ELEMENT_BEAM\n90,9,11,12\n91,9,12,9\n";

TEST(Embedded, NodesFollowTheTetrahedronAroundThem) {
  const Model model = read_text(bar + "*CONSTRAINED_BEAM_IN_SOLID_ID\n5,bars\n9,2,1,1\n");
  ASSERT_EQ(model.ties.size(), 2u);
  for (const Tie& tie : model.ties) {
    Vec3 place;
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_GE(tie.weights[i], -1e-12);
      place += tie.weights[i] * model.nodes.position[std::size_t(tie.corners[i])];
      sum += tie.weights[i];
    }
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_NEAR(norm(place - model.nodes.position[std::size_t(tie.node)]), 0, 1e-12);
    EXPECT_EQ(tie.solid, 0);
    EXPECT_EQ(tie.contact, 0);
  }
  EXPECT_EQ(model.tied_contacts.at(0).id, 5);
  EXPECT_EQ(model.tied_contacts.at(0).n_ties, 2);
  EXPECT_WARNING(model, "field BSID: 1 of its 3 nodes are in no solid of SSID");
  const std::string sets = "*SET_PART\n3\n9\n*SET_PART\n4\n2\n*CONSTRAINED_LAGRANGE_IN_SOLID\n3,4\n\n\n";
  EXPECT_EQ(read_text(bar + sets).ties.size(), 2u);
  EXPECT_ERROR(bar + with_change(sets, "3,4\n\n", "3,4,0,0,0,4\n\n"), "field CTYPE: found 4, a coupling with fluids");
  EXPECT_ERROR(bar + "*CONSTRAINED_BEAM_IN_SOLID\n9,2,1,1,0,0,0,1\n", "field CDIR");
  EXPECT_ERROR(bar + "*CONSTRAINED_BEAM_IN_SOLID\n9,1,1,1\n", "none of its 2 nodes is in a solid of SSID");
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
