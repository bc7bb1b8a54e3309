// Honest fields: every one says what is done with it, docs/keywords.md says the same, and values that would change
// LS-DYNA's result and are not done are named.
#include <fstream>
#include <sstream>

#include "deck/describe.hpp"
#include "tests/deck/deck_text.hpp"
#include "tests/support/paths.hpp"

namespace crumple::deck::test::fields {
namespace {

TEST(Fields, AllSayWhatIsDoneWithThem) {
  const Registry registry = all_keywords();
  EXPECT_GT(registry.keywords().size(), 50);  // so that the loop is not empty
  for (const auto& [name, keyword] : registry.keywords()) {
    EXPECT_TRUE(!keyword.cards.empty() || !keyword.note.empty()) << name;
    for (const CardForm& card : keyword.cards)
      for (const Field& field : card.fields)
        EXPECT_EQ(field.name.empty(), field.says.empty()) << name << " card " << card.name << " " << field.name;
  }
}

TEST(Fields, PageOfKeywordsIsWhatTheTablesSay) {
  std::ifstream file(crumple::test::source_folder() + "/docs/keywords.md");
  std::stringstream page;
  page << file.rdbuf();
  EXPECT_TRUE(page.str() == describe_keywords(all_keywords()))
      << "docs/keywords.md is out of date: build/crumple keywords > docs/keywords.md";
}

struct Named {
  const char* name;
  std::string text;
  std::string message;  ///< must be part of the warnings; of the error if it begins with "error: "
};

const std::string contact = base + "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n";

const Named named_fields[] = {
    {"WarpedShells", base + "*CONTROL_SHELL\n20\n\n,,,,,10.\n", "*CONTROL_SHELL field W-MODE: found 10"},
    {"PartsOfDistortedShells", base + "*CONTROL_SHELL\n20\n\n\n,,7\n", "*CONTROL_SHELL field PSNFAIL: found 7"},
    {"ThicknessWithoutElasticStrain", base + "*CONTROL_SHELL\n20,,,4\n", "*CONTROL_SHELL field ISTUPD: found 4"},
    {"MassOfErodedNodes", base + "*CONTROL_CONTACT\n,,,,,,,1\n", "*CONTROL_CONTACT field ENMASS: found 1"},
    {"NoProjectionOfTies", base + "*CONTROL_CONTACT\n0.1\n,,,,,,,1\n", "*CONTROL_CONTACT field TIEDPRJ: found 1"},
    {"WeldsOfDeletedShells", base + "*CONTROL_CONTACT\n0.1\n\n\n,,,,,1\n", "*CONTROL_CONTACT field SPOTDEL: found 1"},
    {"ThinContactAtWelds", base + "*CONTROL_CONTACT\n0.1\n\n\n,,,,,,.5\n", "*CONTROL_CONTACT field SPOTHIN: found 0.5"},
    {"ThickShellsAtWalls", base + "*CONTROL_CONTACT\n0.1\n\n\n\n\n,,,,,,.5\n",
     "*CONTROL_CONTACT field SHLTRW: found 0.5"},
    {"Restitution", contact + "\n\n0\n0\n0\n0\n,,,,,1\n", "error: field ICOR: found 1, which is not supported"},
    {"FrictionTorque", contact + "\n\n0\n0\n0\n0\n,,,,,,1\n", "field FTORQ: found 1"},
    {"IgnoredThickness", contact + "\n\n0\n0\n0\n0\n0\n,1\n", "field IGNROFF: found 1"},
    {"FrictionTable", contact + "2.,7.\n\n", "error: field FS: found 2 (friction from a table)"},
    {"PairsOfTimes", contact + ",,,,,,5,-9999\n\n", "error: field DT: found -9999"},
    {"ObjectiveStress", base + "*CONTROL_ACCURACY\n1,4\n", "*CONTROL_ACCURACY field INN: found 4"},
    {"TimeLimit", base + "*CONTROL_CPU\n3600.\n", "*CONTROL_CPU field CPUTIM: found 3600"},
    {"CurveOfRelaxation", base + "*DEFINE_CURVE\n1,1\n0,1\n", "*DEFINE_CURVE field SIDR: found 1"},
    {"DigitsOfErode", base + "*CONTROL_TIMESTEP\n,,,,,,2\n", "error: *CONTROL_TIMESTEP field ERODE: found 2"},
    {"AddedMass", base + "*CONTROL_TERMINATION\n1.,,,,-5.\n",
     "error: *CONTROL_TERMINATION field ENDMAS: found a negative change of mass"},
    {"PlasticStrainTensors", base + "*DATABASE_EXTENT_BINARY\n0,0,3,11\n",
     "*DATABASE_EXTENT_BINARY field STRFLG: found 11"},
    {"HistoryOfSolids", base + "*DATABASE_EXTENT_BINARY\n-2\n",
     "error: *DATABASE_EXTENT_BINARY field NEIPH: found -2, expected 0 to 200 history variables"},
};

class NamedField : public testing::TestWithParam<Named> {};

TEST_P(NamedField, IsNamed) {
  const std::string error = "error: ";
  if (GetParam().message.starts_with(error)) {
    EXPECT_ERROR(GetParam().text, GetParam().message.substr(error.size()));
  } else {
    EXPECT_WARNING(read_text(GetParam().text), GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(All, NamedField, testing::ValuesIn(named_fields),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Fields, HarmlessValuesAreSilent) {
  const Model model = read_text(base +
                                "*CONTROL_SHELL\n20.,1,-1,1,2,2,2,1\n*CONTROL_TIMESTEP\n,,,,-1e-6,,11,1\n"
                                "*CONTROL_TERMINATION\n1.,,,,1e8\n*CONTROL_CONTACT\n,,1,2,1,,1\n0,0,10,0,4.\n");
  EXPECT_EQ(warnings_of(model), "");
}

TEST(Fields, ThickShellsOnlyChangeTheirThickness) {
  EXPECT_EQ(read_text(base + "*CONTROL_SHELL\n20.,,,2\n").control.thickness_update, 0);
}

TEST(Fields, TimesOfDynamicRelaxation) {
  const Contact found = read_text(contact + ",,,,,,-2,-5\n\n").contacts.at(0);
  EXPECT_EQ(found.birth, 2);
  EXPECT_EQ(found.death, 5);
}

}  // namespace
}  // namespace crumple::deck::test::fields
