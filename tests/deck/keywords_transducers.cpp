// *CONTACT_FORCE_TRANSDUCER_PENALTY: sides and numbers land in the Model, bad sides are errors.
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::keywords_transducers {
namespace {

const std::string transducer = "*CONTACT_FORCE_TRANSDUCER_PENALTY";

TEST(ForceTransducer, SidesAndNumbers) {
  const Model model =
      read_text(base + "*SET_NODE\n5\n9,10\n*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n\n\n" + transducer +
                "_ID\n41,sill\n1,0,3,0\n\n\n" + transducer + "\n2,5,3,4\n\n\n" + transducer + "\n1,0,3,5\n\n\n");
  ASSERT_EQ(model.contacts.size(), 1u);
  ASSERT_EQ(model.transducers.size(), 3u);
  const ForceTransducer& of_part = model.transducers[0];
  EXPECT_EQ(of_part.id, 41);
  EXPECT_EQ(of_part.title, "sill");
  EXPECT_EQ(of_part.nodes, (std::vector<Index>{0, 1, 2, 3, 8, 9}));
  EXPECT_FALSE(of_part.has_side_b);
  EXPECT_TRUE(of_part.against.empty());
  const ForceTransducer& between = model.transducers[1];
  EXPECT_EQ(between.id, 3);  // the third of all contacts and transducers
  EXPECT_EQ(between.nodes.size(), 8u);
  EXPECT_TRUE(between.has_side_b);
  EXPECT_EQ(between.against, (std::vector<Index>{8, 9}));
  EXPECT_TRUE(model.transducers[2].has_side_b);
  EXPECT_EQ(model.transducers[2].against.size(), 10u);  // type 5: everything
}

TEST(ForceTransducer, BadSides) {
  EXPECT_ERROR(base + transducer + "\n7,0,3,0\n\n\n", "part 7 is not defined");
  EXPECT_ERROR(base + transducer + "\n1,0,8,0\n\n\n", "field SURFATYP: found 8");
  EXPECT_ERROR(base + "*DEFINE_BOX\n3,50,60,50,60,50,60\n" + transducer + "\n1,0,3,0,3\n\n\n", "no nodes on side A");
  EXPECT_ERROR(base + "*DEFINE_BOX\n3,50,60,50,60,50,60\n" + transducer + "\n1,1,3,3,0,3\n\n\n", "no nodes on side B");
  std::string many = base;
  for (int i = 0; i < 53; ++i) many += transducer + "\n1,1,3,3\n\n\n";
  EXPECT_ERROR(many, "at most 52 force transducers with a side B");
}

}  // namespace
}  // namespace crumple::deck::test::keywords_transducers
