// *DEFINE_FRICTION: friction of contacts by pairs of parts.
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_friction {
namespace {

const std::string contact = "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0,0\n-2\n\n";
const std::string table = "*DEFINE_FRICTION\n3,0.1,0.05,2.0\n1,2,0.3,0.2,1.0\n5,2,0.4,0.4,0,0,PSET\n";
const std::string sets = "*SET_PART_LIST\n5\n2\n";

TEST(Friction, IsThatOfPairsOfParts) {
  const Model model = read_text(base + sets + table + contact);
  const Contact& its = model.contacts.at(0);
  EXPECT_EQ(its.friction_static, 0.1);
  EXPECT_EQ(its.friction_of_pairs.parts, (std::vector<Index>{0, 1}));
  using Values = std::array<double, 3>;
  const Values others{0.1, 0.05, 2}, one_and_two{0.3, 0.2, 1}, two_and_two{0.4, 0.4, 0};
  const std::vector<Values> expected{others, others,      others,       //
                                     others, others,      one_and_two,  //
                                     others, one_and_two, two_and_two};
  EXPECT_EQ(its.friction_of_pairs.values, expected);
}

TEST(Friction, ByNumber) {
  const std::string more = "*DEFINE_FRICTION\n4,0.7\n";
  EXPECT_EQ(read_text(base + sets + table + more + contact).contacts.at(0).friction_static, 0.1);
  const Model model = read_text(base + sets + table + more + with_change(contact, "-2", "-2,4"));
  EXPECT_EQ(model.contacts.at(0).friction_static, 0.7);
  EXPECT_EQ(model.contacts.at(0).friction_of_pairs.values.size(), 1u);
}

TEST(Friction, WhatIsWrong) {
  EXPECT_ERROR(base + contact, "field FS: found -2 (friction of *DEFINE_FRICTION), but the deck has none");
  EXPECT_ERROR(base + sets + table + with_change(contact, "-2", "-2,8"), "field FD: *DEFINE_FRICTION 8 is not defined");
  EXPECT_ERROR(base + table + contact, "field PIDI: part set 5 is not defined");
  EXPECT_ERROR(base + "*DEFINE_FRICTION\n3,0.1\n1,9,0.3\n" + contact, "field PIDJ: part 9 is not defined");
  EXPECT_EQ(error_of(base + "*DEFINE_FRICTION\n3,0.1,0,0,0,1\n1,9,0.3\n" + contact), "");
  EXPECT_ERROR(base + "*DEFINE_FRICTION\n3,-0.1\n", "field FS_D: found -0.1");
  EXPECT_ERROR(base + "*DEFINE_FRICTION\n3,0.1\n1,2,0.3,0,0,0,PART\n", "field PTYPEI: found PART");
  EXPECT_ERROR(base + sets + table + with_change(contact, "-2\n", "-2\n1,1,0,0,1,1,2"), "field FSF: found 2");
  EXPECT_ERROR(base + "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0,0\n-3\n\n", "field FS: found -3");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_friction
