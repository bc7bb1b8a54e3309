// *CONTACT_ERODING_...: the same cards as _AUTOMATIC_ with EROSOP and IADJ after the third.
#include <algorithm>

#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_eroding {
namespace {

/// The cube of `base` with a second one of another part on top of it.
const std::string two_cubes = base +
                              "*PART\ntop\n3,2,1\n*NODE\n11,0,0,2\n12,1,0,2\n13,1,1,2\n14,0,1,2\n"
                              "*ELEMENT_SOLID\n11,3,5,6,7,8,11,12,13,14\n";
const std::string eroding = "*CONTACT_ERODING_SINGLE_SURFACE_ID\n6,blocks\n";

std::int64_t n_covered(const Contact& contact) {
  return std::ssize(contact.a.segments) - std::ranges::count(contact.a.segments, none, &ContactSegment::covered_by);
}

Contact contact_of(const std::string& side, const std::string& erosion) {
  return read_text(two_cubes + "*SET_PART\n1\n2,3\n" + eroding + side + "\n0.2,0.1\n\n" + erosion + "\n1,0.2\n")
      .contacts.at(0);
}

TEST(ErodingContact, FacesWait) {
  const Contact contact = contact_of("1,0,2,0", "0,1,1");
  EXPECT_EQ(contact.id, 6);
  EXPECT_TRUE(contact.eroding);
  EXPECT_EQ(contact.kind, ContactKind::single_surface);
  EXPECT_EQ(contact.friction_dynamic, 0.1);
  EXPECT_EQ(contact.soft, 1);  // the optional card comes after EROSOP's
  EXPECT_EQ(contact.soft_scale, 0.2);
  EXPECT_EQ(contact.a.segments.size(), 12u);
  EXPECT_EQ(n_covered(contact), 2);
}

TEST(ErodingContact, AdjacentMaterials) {
  EXPECT_EQ(n_covered(contact_of("2,0,3,0", "0,1,0")), 1);  // part 3 covers a face of part 2
  EXPECT_EQ(n_covered(contact_of("2,0,3,0", "0,1,1")), 0);
  const Contact outside_only = contact_of("1,0,2,0", "0,0,1");
  EXPECT_FALSE(outside_only.eroding);
  EXPECT_EQ(outside_only.a.segments.size(), 10u);
}

// As in decks of birds on plates: nodes of one side, part set of the other, EROSOP without IADJ.
TEST(ErodingContact, NodesToSurface) {
  const Contact contact = read_text(two_cubes +
                                    "*SET_NODE\n4\n9,10\n*SET_PART\n2\n2,3\n*CONTACT_ERODING_NODES_TO_SURFACE\n"
                                    "4,2,4,2\n0.,0.\n0.,0.\n1,1\n")
                              .contacts.at(0);
  EXPECT_EQ(contact.kind, ContactKind::nodes_to_surface);
  EXPECT_EQ(contact.a.nodes.size(), 2u);
  EXPECT_TRUE(contact.a.inner.empty());
  EXPECT_EQ(contact.b.segments.size(), 12u);
}

TEST(ErodingContact, BadOptions) {
  EXPECT_ERROR(two_cubes + eroding + "2,0,3,0\n\n\n0,2,0\n", "field EROSOP: found 2, expected 0 or 1");
  EXPECT_ERROR(two_cubes + eroding + "2,0,3,0\n\n\n0,1,3\n", "field IADJ: found 3, expected 0 or 1");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_eroding
