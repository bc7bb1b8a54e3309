// substitute=on and `crumple check`: what takes the place of what is not there, and what a survey finds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "deck/read.hpp"
#include "deck/survey.hpp"
#include "deck_text.hpp"
#include "kernels/materials/material_001_elastic.hpp"
#include "model/substitution.hpp"

namespace crumple::deck::test::substitutes {
namespace {

Model read_with_substitutes(const std::string& text) {
  const Folder folder;
  return read_deck(folder.write("deck.k", text + "*END\n"), true);
}

Survey survey(const std::string& text) {
  const Folder folder;
  return survey_deck(folder.write("deck.k", text + "*END\n"), false);
}

TEST(Substitutes, AreErrorsUnlessAskedFor) {
  EXPECT_ERROR(base + "*SECTION_SHELL\n7,2,,70\n1.0\n*PART\nx\n7,7,1\n", "NIP: found 70");
  EXPECT_ERROR(base + "*AIRBAG_CPG\n1\n", "this keyword is not supported");
}

TEST(Substitutes, NearestFormsTakeTheirPlace) {
  const Model model = read_with_substitutes(base +
                                            "*CONTACT_AUTOMATIC_SINGLE_SURFACE_RELEASE_ID\n7,all\n0\n\n\n"
                                            "*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE_RELEASE\n1,2,3,3\n\n\n"
                                            "*MAT_COMPOSITE_MSC\n9,1e-9,200.,200.,200.,0.3\n"
                                            "0.3\n*PART\nbag\n9,1,9\n"
                                            "*AIRBAG_CPG\n1\n");
  ASSERT_EQ(model.contacts.size(), 2u);
  EXPECT_EQ(model.contacts[0].id, 7);
  EXPECT_EQ(model.contacts[0].kind, ContactKind::single_surface);
  EXPECT_EQ(model.contacts[1].kind, ContactKind::surface_to_surface);
  const Material& composite = model.materials.back();
  EXPECT_TRUE(composite.law.as<kernels::Elastic>());
  EXPECT_EQ(composite.young, 200);
  EXPECT_EQ(composite.poisson, 0.3);  // 200 is none
  const std::vector<std::string> lines = substitutions_among(model.warnings);
  EXPECT_EQ(lines.size(), 4u);
  EXPECT_WARNING(model, "*AIRBAG_CPG: this keyword is not supported; SUBSTITUTED: left out");
  EXPECT_WARNING(model, "SUBSTITUTED: read as *CONTACT_AUTOMATIC_SINGLE_SURFACE_ID");
}

TEST(Substitutes, ALawWithoutAModulusStaysAnError) {
  const std::string deck = base + "*MAT_CELLULAR_RUBBER\n9,1e-9,0.49,0\n*PART\nseal\n9,1,9\n";
  EXPECT_THROW(read_with_substitutes(deck), Error);
}

TEST(Substitutes, FormsOfSections) {
  const Model model = read_with_substitutes(base + "*SECTION_SHELL\n7,12,,70\n1.0\n*PART\nx\n7,7,1\n");
  EXPECT_EQ(model.sections.back().element_form, 2);
  EXPECT_EQ(model.sections.back().n_layers, 5);
  const auto nearest = [](const char* keyword, int form, const char* thickness) {
    return read_with_substitutes(base + fmt::format("*SECTION_{}\n7,{}\n{}*PART\nx\n7,7,1\n", keyword, form, thickness))
        .sections.back()
        .element_form;
  };
  EXPECT_EQ(nearest("SHELL", 18, "1.0\n"), 16);
  EXPECT_EQ(nearest("SHELL", 20, "1.0\n"), 16);
  EXPECT_EQ(nearest("SHELL", 11, "1.0\n"), 2);
  EXPECT_EQ(nearest("SHELL", 17, "1.0\n"), 4);
  EXPECT_EQ(nearest("SOLID", 3, ""), 2);
  EXPECT_EQ(nearest("SOLID", 18, ""), 2);
  EXPECT_EQ(nearest("SOLID", 17, ""), 16);
}

TEST(Substitutes, TheFirstOfSeveralCases) {
  const std::string blocks =
      "*CASE_BEGIN_3\n*DAMPING_GLOBAL\n0,3.0\n*INCLUDE\nnone.k\n*CASE_BEGIN_7\n*NODE\n1,0,0,0\n*CASE_END_7\n"
      "*CASE_END_3\n*CASE_BEGIN_7\n*DAMPING_GLOBAL\n0,2.0\n*CASE_END_7\n*TITLE\nof all cases\n";
  const Model model = read_with_substitutes(base + "*CASE\n1,fast\n7\n*CASE\n2,still\n3\n" + blocks);
  EXPECT_EQ(model.damping.constant, 2);
  EXPECT_EQ(model.title, "of all cases");
  EXPECT_WARNING(model, "SUBSTITUTED: case 1 is computed");
  EXPECT_WARNING(model, "SUBSTITUTED: case 2 is left out");
  EXPECT_WARNING(model,
                 "*CASE_BEGIN_3: this asks for several cases in one deck, of which a run "
                 "computes one, that of case=; SUBSTITUTED: its keywords are left out");
  EXPECT_EQ(read_with_substitutes(base + "*CASE_BEGIN_1\n*DAMPING_GLOBAL\n0,2.0\n*CASE_END_1\n"
                                         "*CASE_BEGIN_2\n*DAMPING_GLOBAL\n0,3.0\n*CASE_END_2\n")
                .damping.constant,
            2);
  const Folder folder;
  const auto chosen = [&](Id number) {
    return read_deck(folder.write("deck.k", base + "*CASE\n1,fast\n7\n*CASE\n2,still\n3\n" + blocks + "*END\n"), false,
                     {}, number);
  };
  EXPECT_EQ(chosen(1).damping.constant, 2);
  EXPECT_EQ(warnings_of(chosen(1)).find("case"), std::string::npos);
  EXPECT_THROW(chosen(3), Error);
  EXPECT_ERROR(base + "*CASE\n1\n1\n", "*CASE: this asks for several cases in one deck");
  const Survey found = survey(base + "*CASE\n1\n1\n*CASE_BEGIN_1\n*CASE_END_1\n*CASE_BEGIN_2\n*CASE_END_2\n");
  ASSERT_EQ(found.log.errors().size(), 3u);  // both blocks, of which another thing is done
  EXPECT_EQ(found.log.errors()[2].instead, "its keywords are left out");
}

TEST(Survey, FindsErrorsOfAllStages) {
  const Survey found = survey(base +
                              "*CONTROL_TIMESTEP\n0,0.9\n1e-5,\n*DAMPING_GLOBAL\n0,abc\n"  // as it is read
                              "*MAT_MYSTERY\n9,1e-9,200.,0.3\n*PART\nx\n9,1,9\n"           // of parts
                              "*ELEMENT_SHELL\n7,9,5,6,7,99\n8,77,5,6,7,8\n9,9,5,6,7,8\n"  // of the mesh
                              "*SECTION_SHELL\n5,12\n1.0\n*PART\ny\n5,5,1\n*ELEMENT_SHELL\n11,5,5,6,7,8\n"
                              "*BOUNDARY_SPC_NODE\n1,0,2\n*BOUNDARY_SPC_SET\n66,0,1\n");  // of conditions
  EXPECT_FALSE(found.is_complete);
  std::string all;
  for (const Finding& error : found.log.errors()) all += found.log.format(error) + "\n";
  for (const char* part : {"field DT2MSF", "field VALDMP: found \"abc\"", "*MAT_MYSTERY: this keyword is not supported",
                           "element 7 names node 99", "element 8 is of part 77", "field ELFORM: found 12",
                           "field DOFX: found 2", "node set 66 is not defined"})
    EXPECT_PRED2(contains, all, part);
  EXPECT_EQ(found.failure, "");
}

TEST(Survey, CountsAlikeErrorsAndGoesOn) {
  std::string deck = base;
  for (int i = 0; i < 50; ++i) deck += "*HOURGLASS\n" + std::to_string(100 + i) + ",-9\n";
  deck += "*ELEMENT_SPH\n1\n*ELEMENT_SPH\n2\n*SENSOR_CPM_AIRBAG\n1\n";
  const Survey found = survey(deck);
  EXPECT_FALSE(found.is_complete);
  ASSERT_EQ(found.log.errors().size(), 3u);
  EXPECT_EQ(found.log.errors()[0].count, 50);
  EXPECT_EQ(found.log.errors()[0].field, "IHQ");
  EXPECT_EQ(found.log.errors()[1].keyword, "ELEMENT_SPH");
  EXPECT_EQ(found.log.errors()[1].count, 2);
  EXPECT_EQ(found.counts.at("shells"), 2);
}

TEST(Survey, OfAGoodDeckHasTheModel) {
  const Survey found = survey(base);
  EXPECT_TRUE(found.is_complete);
  EXPECT_EQ(found.model.shells.size(), 2u);
  EXPECT_TRUE(found.log.errors().empty());
}

TEST(DeformableToRigid, PartsAreRigidFromTheStart) {
  const Model model = read_text(base + "*DEFORMABLE_TO_RIGID\n2,,PART\n");
  ASSERT_EQ(model.rigid_bodies.size(), 1u);
  EXPECT_EQ(model.rigid_bodies[0].id, 2);
  EXPECT_ERROR(base + "*DEFORMABLE_TO_RIGID\n2,1\n", "LRB");
  EXPECT_ERROR(base + "*DEFORMABLE_TO_RIGID\n77\n", "part 77 is not defined");
}

}  // namespace
}  // namespace crumple::deck::test::substitutes
