// Decks that are broken in ways that once ended the reader, let it run on for ever, or were taken as something else.
#include <sys/stat.h>

#include "deck/parameters.hpp"
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::robust {
namespace {

std::string repeated(const std::string& text, int n) {
  std::string all;
  for (int i = 0; i < n; ++i) all += text;
  return all;
}

std::string error_of_file(const std::filesystem::path& file) {
  try {
    read_deck(file);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

std::string error_of_expression(const std::string& text) {
  try {
    evaluate(text, {});
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Robust, FirstOfTwoCardsFilledWithZeros) {
  const Model model = read_text(definitions + mesh.substr(0, mesh.find("*ELEMENT_SOLID")) +
                                "*ELEMENT_SOLID (ten nodes format)\n"
                                "      10       2       0       0       0       0       0       0       0       0\n"
                                "       1       2       3       4       5       6       7       8       0       0\n");
  ASSERT_EQ(model.solids.size(), 1u);
  EXPECT_EQ(model.solids[0].nodes, (std::array<Index, 8>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(Robust, NoThicknessWhereShellsBringTheirs) {
  const std::string own = base +
                          "*SECTION_SHELL\n5,2\n0.,0.,0.,0.\n*PART\nx\n9,5,1\n"
                          "*ELEMENT_SHELL_THICKNESS\n5,9,5,6,7,8\n1.5,1.5,1.5,1.5\n";
  EXPECT_EQ(error_of(own), "");
  EXPECT_ERROR(own + "*ELEMENT_SHELL\n6,9,1,2,6,5\n", "field T1: found thickness 0");
}

TEST(Robust, CurveThatOverflows) {
  EXPECT_ERROR(base + "*DEFINE_CURVE\n1,0,1e308,1,0,0\n10,1\n",
               "deck.k:35: *DEFINE_CURVE: a point of curve 1 is too large when it is scaled");
}

TEST(Robust, LimitOfTheStepThatIsNotPositive) {
  for (const char* points : {"0,0\n1,0\n", "0,1e-6\n1,0\n", "0,-1e-6\n1,1e-6\n"})
    EXPECT_ERROR(base + "*DEFINE_CURVE\n1\n" + points + "*CONTROL_TIMESTEP\n0,0.9,0,0,0,1\n",
                 "*CONTROL_TIMESTEP field LCTM: curve 1 has the time step")
        << points;
}

// What is left for later of one of two laws with the same number.
TEST(Robust, MaterialsAndEquationsOfStateOfTheSameId) {
  const std::string elastic = "*MAT_ELASTIC\n8,7.8e-9,2e5,0.3\n", curve = "*DEFINE_CURVE\n1\n0,0\n1,1\n";
  for (const std::string other :
       {"*MAT_CABLE_DISCRETE_BEAM\n8,1e-9,1.,1\n", "*MAT_067\n8,1e-9,1,1,1,1,1,1\n1,1,1,1,1,1\n",
        "*MAT_068\n8,1e-9,1,1,1,1,1,1\n\n1,1,1,1,1,1\n", "*MAT_SEATBELT\n8,1e-9,1\n",
        "*MAT_074\n8,1e-9,1,0,0,0,0\n1,1,1,1,1,1\n"})
    EXPECT_ERROR(base + curve + elastic + other, "material 8 is defined twice") << other;
  EXPECT_ERROR(base + "*EOS_GRUNEISEN\n8,1.,1.\n\n*EOS_TABULATED\n8,1,0,0,1,1\n\n\n\n\n\n" + curve,
               "equation of state 8 is defined twice");
}

TEST(Robust, PartsOfLayersWithTheSameId) {
  const std::string one = "*PART_COMPOSITE\nx\n9,2\n1,.1\n", two = "*PART_COMPOSITE\nx\n9,2\n1,.1,0,,1,.2,0\n";
  EXPECT_ERROR(base + one + two, "9 is defined twice");
  EXPECT_ERROR(base + two + one, "9 is defined twice");
}

// 15 sets that each name the next 8 times would be 8^15 visits.
TEST(Robust, SetsAreCollectedOnce) {
  std::string text = base + "*SET_NODE\n15\n1,2\n";
  for (int i = 1; i < 15; ++i) {
    const std::string next = std::to_string(i + 1);
    text += "*SET_NODE_ADD\n" + std::to_string(i) + "\n" + next + repeated("," + next, 7) + "\n";
  }
  EXPECT_EQ(read_text(text + "*BOUNDARY_SPC_SET\n1,0,1\n").constraints.size(), 2u);
  EXPECT_ERROR(base + "*SET_NODE_ADD\n1\n2\n*SET_NODE_ADD\n2\n1\n*BOUNDARY_SPC_SET\n1,0,1\n",
               "the set is part of itself");
}

TEST(Robust, DeepExpressions) {
  for (const std::string& text : {repeated("(", 200000), repeated("-", 1000000), repeated("2**", 300000)})
    EXPECT_PRED2(contains, error_of_expression(text), "the expression is nested more than 1000 deep");
  EXPECT_EQ(error_of_expression(repeated("(", 900) + "1" + repeated(")", 900)), "");
}

TEST(Robust, LongChainOfIncludes) {
  const Folder folder;
  for (int i = 0; i < 300; ++i) folder.write(std::to_string(i) + ".k", "*INCLUDE\n" + std::to_string(i + 1) + ".k\n");
  EXPECT_PRED2(contains, error_of_file(folder.path() / "0.k"), "99.k:2: *INCLUDE: files are nested more than 100 deep");
}

TEST(Robust, IncludesThatAreNoFiles) {
  EXPECT_ERROR(base + "*INCLUDE\n", "deck.k:33: *INCLUDE: found no file name");
  EXPECT_ERROR(base + "*INCLUDE\n\"\"\n", "deck.k:34: *INCLUDE: file \"\" is not found");
  EXPECT_ERROR(base + "*INCLUDE\n/proc/version\n", "/proc/version: the file cannot be read");
  const Folder folder;
  const std::filesystem::path pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_ERROR(base + "*INCLUDE\n" + pipe.string() + "\n", "is not found");
  EXPECT_PRED2(contains, error_of_file(pipe), "pipe: the file cannot be read");
}

// Comparing a megabyte with each known keyword took 8 s; the message had all of it.
TEST(Robust, LongUnknownKeyword) {
  const std::string message = error_of(base + "*" + repeated("ELEMENT_", 125000) + "\n");
  EXPECT_PRED2(contains, message, "this keyword is not supported");
  EXPECT_LT(message.size(), 400u);  // a name of 100 letters and the words around it
}

TEST(Robust, WholeNumbersThatAreTooLarge) {
  for (const char* number : {"9223372036854775807", "-9223372036854775808", "9100000000000000"})
    EXPECT_ERROR(base + "*SET_NODE\n" + number + ",\n1\n", "field SID: found \"") << number;
  EXPECT_ERROR(base + "*PARAMETER\nRA,1e300\n*SET_NODE\n&A\n1\n",
               "field SID: found &A = 1e+300, expected a whole number");
}

TEST(Robust, FilesThatAreNoDecksGiveOneError) {
  using namespace std::string_literals;
  const std::pair<std::string, std::string> files[] = {
      {"\x7f"
       "ELF\x02\x01\x01\0\0*NODE\n1,0,0,0\n"s,
       "it is a binary file"},
      {"\x1f\x8b\x08 whatever"s, "it is compressed (gzip)"},
      {"\xff\xfe*\0K\0"s, "it is UTF-16 text; save it as UTF-8"},
      {"Crumple dump\nformat 1\n"s, "it is a dump of a run, for r="},
      {""s, "it is empty"},
      {"# Notes\n\nA text with a * in a line.\n"s, "no line begins with *"},
  };
  for (const auto& [text, reason] : files) {
    const Folder folder;
    const std::filesystem::path file = folder.write("file", text);
    EXPECT_EQ(error_of_file(file), file.string() + ": this is not a keyword deck: " + reason);
  }
  EXPECT_EQ(error_of("\xEF\xBB\xBF" + base), "");  // a byte order mark
  const Folder folder;
  const std::filesystem::path page = folder.write("page.md", "# Notes\n**bold**\n");
  EXPECT_EQ(error_of_file(page),
            page.string() + ":1: found data before the first keyword, expected a line that begins with *");
  folder.write("comments.k", "$ nothing\n");
  folder.write("picture.k", "\x89PNG\r\n\x1a\n\0\0"s);
  EXPECT_EQ(error_of_file(folder.write("good.k", base + "*INCLUDE\ncomments.k\n")), "");
  EXPECT_PRED2(contains, error_of_file(folder.write("bad.k", base + "*INCLUDE\npicture.k\n")),
               "picture.k: this is not a keyword deck: it is a binary file");
}

}  // namespace
}  // namespace crumple::deck::test::robust
