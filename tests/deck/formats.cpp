// The freedoms of the format: columns, commas, long fields, blank cards, comments, line ends.
#include <cmath>

#include "kernels/materials/material_003_plastic_kinematic.hpp"
#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::formats {
namespace {

TEST(Format, AbuttingColumns) {
  const Model model = read_text(definitions +
                                "*NODE\n"
                                "10000001-1.000000000E+00-2.500000000E+00-3.750000000E+00       0       0\n"
                                "10000002 1.000000000E+00 0.000000000E+00 0.000000000E+00       7       0\n"
                                "10000003 0.000000000E+00 1.000000000E+00 0.000000000E+00\n"
                                "*ELEMENT_SHELL\n"
                                "20000001       110000001100000021000000310000003\n");
  EXPECT_EQ(model.nodes.position[0], (Vec3{-1, -2.5, -3.75}));
  EXPECT_EQ(model.shells[0].id, 20000001);
  EXPECT_TRUE(model.shells[0].is_triangle());
  ASSERT_EQ(model.constraints.size(), 1u);
  EXPECT_EQ(model.constraints[0].dof, 7);
}

TEST(Format, AbuttingMaterialFields) {
  const Model model = read_text(base +
                                "*MAT_PIECEWISE_LINEAR_PLASTICITY\n"
                                "         77.83000E-6     207.0       0.3       0.2       2.0       0.0       0.0\n");
  EXPECT_EQ(model.materials[1].density, 7.83e-6);
  EXPECT_EQ(model.materials[1].young, 207.0);
}

TEST(Format, CommasOnSingleLinesAmongFixedOnes) {
  const Model model = read_text(definitions +
                                "*NODE\n"
                                "       1             0.0             0.0             0.0\n"
                                "2, 1.0, 0.0\n"
                                "3,1.0,,2.5,3\n"
                                "       4             0.0             1.0             0.0\n"
                                "*ELEMENT_SHELL\n"
                                "1,1,1,2,3,4\n"
                                "       2       1       1       2       4       4\n");
  EXPECT_EQ(model.nodes.position[1], (Vec3{1, 0, 0}));
  EXPECT_EQ(model.nodes.position[2], (Vec3{1, 0, 2.5}));
  EXPECT_EQ(model.constraints[0].dof, 4);
  EXPECT_EQ(model.shells.size(), 2u);
}

TEST(Format, EmptyCommaFieldsTakeDefaults) {
  const Model model = read_text(base + "*SECTION_SHELL\n5,,,3\n2.0\n*CONTROL_TIMESTEP\n,,,,-1.e-6\n");
  EXPECT_EQ(model.sections[2].shear_factor, 1.0);
  EXPECT_EQ(model.sections[2].element_form, 2);
  EXPECT_EQ(model.sections[2].n_layers, 3);
  EXPECT_EQ(model.control.dt_scale, 0.9);
  EXPECT_EQ(model.control.mass_scaling_dt, 1e-6);
}

TEST(Format, LowerCaseAndNumberAliases) {
  const Model model = read_text(
      "*keyword\n*control_termination\n 2.00000-3\n*mat_024_title\nSteel\n7,7.8-9,2.1+5,.3,250.\n"
      "*Mat_3\n8,7.8-9,2.1+5,.3,250.\n*mat_020\n9,7.8-9,2.1+5,.3\n*mat_001\n10,1,1\n" +
      base.substr(base.find("*MAT_ELASTIC")));
  EXPECT_EQ(model.control.end_time, 2e-3);
  EXPECT_EQ(model.materials[1].number(), 24);
  EXPECT_EQ(model.materials[1].title, "Steel");
  EXPECT_EQ(model.materials[1].density, 7.8e-9);
  EXPECT_EQ(model.materials[2].number(), 3);
  EXPECT_EQ(model.materials[3].number(), 20);
  EXPECT_EQ(model.materials[4].number(), 1);
}

TEST(Format, BlankLinesAreCards) {
  const Model model = read_text(base +
                                "*MAT_024\n"
                                "7,1.0,100.0,0.3,1.0\n"
                                "\n"
                                "0.0,0.5\n"
                                "1.0,2.0\n"
                                "*PART\n"
                                "\n"
                                "         5         1         7\n");
  const auto& law = *model.materials[1].law.as<kernels::PiecewiseLinear>();
  EXPECT_EQ(law.rate_c, 0);
  ASSERT_EQ(model.materials[1].curves.size(), 1u);
  EXPECT_EQ(model.materials[1].curves[0].y, (std::vector<double>{1, 2}));
  EXPECT_EQ(model.parts[2].id, 5);
  EXPECT_EQ(model.parts[2].title, "");
}

TEST(Format, BlankLinesAtTheEndAreNone) {
  const Model model = read_text(base + "*DEFINE_CURVE\n1\n0,1\n10,2\n\n$\n   \n*SET_NODE_LIST\n1\n1,2\n\n\n*END\n");
  EXPECT_EQ(model.curves[0].x.size(), 2u);
}

TEST(Format, MissingTrailingCardsAndFields) {
  const Model model =
      read_text(base + "*MAT_PLASTIC_KINEMATIC\n7,1.0,100.0,0.3,1.0\n*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n");
  EXPECT_EQ(model.materials[1].law.as<kernels::PlasticKinematic>()->rate_c, 0);
  EXPECT_EQ(model.contacts[0].thickness_scale_a, 1);
  EXPECT_EQ(model.contacts[0].death, 1e20);
}

TEST(Format, LongByKeywordSuffix) {
  for (const char* suffix : {"+", " +"}) {
    const Model model =
        read_text(definitions + mesh.substr(0, mesh.find("*ELEMENT_SHELL")) + "*ELEMENT_SHELL" + suffix +
                  "\n                  77                   1                   1                   2"
                  "                   3                   4\n");
    EXPECT_EQ(model.shells[0].id, 77);
  }
}

TEST(Format, LongByKeywordOption) {
  const std::string text =
      "*CONTROL_TERMINATION\n                 2.5\n"
      "*NODE\n"
      "      12345678901234                 1.0                 2.0                 3.0                   7\n"
      "*ELEMENT_MASS\n"
      "                   1      12345678901234                 0.5\n"
      "*DATABASE_HISTORY_NODE-\n"
      "$ standard columns again\n"
      "*DATABASE_GLSTAT -\n"
      "       0.1\n";
  const Model model = read_text("*KEYWORD LONG=Y\n" + text);
  EXPECT_EQ(model.control.end_time, 2.5);
  EXPECT_EQ(model.nodes.id[0], 12345678901234);
  EXPECT_EQ(model.nodes.position[0], (Vec3{1, 2, 3}));
  EXPECT_EQ(model.constraints[0].dof, 7);
  EXPECT_EQ(model.masses[0].mass, 0.5);
  EXPECT_EQ(model.output.interval("glstat"), 0.1);
  EXPECT_EQ(read_text("*KEYWORD LONG=S\n" + base.substr(9)).nodes.id.size(), 10u);
}

TEST(Format, TenColumnIds) {
  const std::string text =
      "*NODE %\n"
      "1234567890             1.0             2.0             3.0         1         0\n"
      "*ELEMENT_MASS %\n"
      "         11234567890             0.5\n";
  const Model model = read_text(definitions + text);
  EXPECT_EQ(model.nodes.id[0], 1234567890);
  EXPECT_EQ(model.nodes.position[0], (Vec3{1, 2, 3}));
  EXPECT_EQ(model.masses[0].mass, 0.5);
}

TEST(Format, CommentsAnywhere) {
  const Model model = read_text(
      "$ before the first keyword\n\n*KEYWORD\n$\n*CONTROL_TERMINATION  $ remark\n$#  endtim\n     0.015      $ the "
      "end\n"
      "$ between\n" +
      base.substr(base.find("*MAT_ELASTIC")) + "$# after the elements\n");
  EXPECT_EQ(model.control.end_time, 0.015);
}

TEST(Format, CommentBetweenCardsOfOneEntry) {
  const Model model =
      read_text(base + "*SECTION_SHELL\n$ one\n7,2\n$ two\n  $ three\n2.5\n*DEFINE_CURVE\n1\n$\n0,0\n$ c\n1,1\n");
  EXPECT_EQ(model.sections[2].thickness[3], 2.5);
  EXPECT_EQ(model.curves[0].x.size(), 2u);
}

TEST(Format, CarriageReturns) {
  std::string text;
  for (const char c : base + "*TITLE\nA title\n") text += c == '\n' ? "\r\n" : std::string(1, c);
  const Model model = read_text(text);
  EXPECT_EQ(model.title, "A title");
  EXPECT_EQ(model.solids.size(), 1u);
  EXPECT_EQ(model.parts[0].title, "skin");
}

TEST(Format, TextAfterEndIsIgnored) {
  EXPECT_EQ(read_text(base + "*END\nany text, *even\n*UNKNOWN_KEYWORD\n").shells.size(), 2u);
}

TEST(Format, ByteOrderMark) { EXPECT_EQ(read_text("\xEF\xBB\xBF" + base).shells.size(), 2u); }

TEST(Format, NoLineEndAtTheEnd) { EXPECT_EQ(read_text(base + "*TITLE\nlast").title, "last"); }

TEST(Format, IdCommentWithoutIdCard) {
  const Model model = read_text(base +
                                "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n"
                                "$#     cid                                                                 title\n"
                                "$#   surfa     surfb  surfatyp  surfbtyp\n"
                                "         1         0         3         0\n"
                                "       0.2       0.1\n");
  EXPECT_EQ(model.contacts[0].id, 1);
  EXPECT_EQ(model.contacts[0].friction_static, 0.2);
  EXPECT_EQ(model.contacts[0].a.segments.size(), 2u);
}

TEST(Format, RemarkBehindKeyword) {
  const Model model = read_text(definitions + mesh.substr(0, mesh.find("*ELEMENT_SHELL")) +
                                "*ELEMENT_SOLID (ten nodes format)\n"
                                "$#   eid     pid\n"
                                "      10       2\n"
                                "       1       2       3       4       5       6       7       8       0       0\n"
                                "      11       2\n"
                                "1,2,3,4,5,6,7,8\n");
  EXPECT_EQ(model.solids.size(), 2u);
  EXPECT_EQ(model.solids[1].id, 11);
}

TEST(Format, IdCardWithHeading) {
  const Model model = read_text(base +
                                "*CONTACT_AUTOMATIC_SINGLE_SURFACE_ID\n"
                                "        12front, left $ side\n"
                                "0\n");
  EXPECT_EQ(model.contacts[0].id, 12);
  EXPECT_EQ(model.contacts[0].title, "front, left $ side");
  EXPECT_EQ(read_text(base + "*CONTACT_AUTOMATIC_SINGLE_SURFACE_ID\n12,front, left\n0\n").contacts[0].title,
            "front, left");
}

TEST(Format, WholeNumbersWrittenAsReals) {
  EXPECT_EQ(read_text(base + "*SECTION_SHELL\n         7        2.       1.0        3.\n2.0\n").sections[2].n_layers,
            3);
}

TEST(Format, TextBehindTheLastFieldIsNamed) {
  EXPECT_WARNING(read_text(base + "*DEFINE_BOX\n1,0,1,0,1,0,1,55\n"),
                 "deck.k:34: *DEFINE_BOX: found \"55\" behind the last field");
}

TEST(Format, IgnoredKeywordsAreListedOnce) {
  const Model model =
      read_text(base +
                "*CONTROL_ENERGY\n1\n*DATABASE_EXTENT_SSSTAT\n1\n*CONTROL_ENERGY\n1\n*CONTROL_MPP_IO_NODUMP\n"
                "*SENSOR_DEFINE_MISC\n1,AGE\n");
  ASSERT_EQ(model.warnings.size(), 1u);
  EXPECT_EQ(model.warnings[0],
            "ignored, as they do not affect the result: *CONTROL_ENERGY (2), *CONTROL_MPP_IO_NODUMP, "
            "*DATABASE_EXTENT_SSSTAT, *SENSOR_DEFINE_MISC");
}

}  // namespace
}  // namespace crumple::deck::test::formats
