// What is wrong ends the program on all ranks, with one message that says what and where, and an exit status that is
// not zero; never with a hang. The messages themselves are tested one by one in tests/deck/errors.cpp.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::bad_input {
namespace {

namespace fs = std::filesystem;

/// Eight shells and four solids with nothing wrong; lines count from the *KEYWORD of line 1.
std::string sound_deck() {
  const ShellGrid plate{.n = {4, 2}, .u = {10, 0, 0}, .v = {0, 10, 0}};
  const SolidBlock block{
      .first = 101, .first_element = 1, .part = 2, .n = {2, 2, 1}, .origin = {0, 0, 30}, .edge = {10, 10, 10}};
  return "*KEYWORD\n*CONTROL_TERMINATION\n1e-5\n" + elastic(1) + shell_section(1, 1.0) + solid_section(2) +
         part(1, 1, 1) + part(2, 2, 1) + shells(plate) + solids(block) + "*DEFINE_CURVE\n1\n0,0\n1,1\n";
}

long count(const std::string& text, const std::string& what) {
  long n = 0;
  for (auto at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++n;
  return n;
}

/// The line number that a piece of text has when it follows the sound deck.
long line_after(int lines_into_piece) {
  const std::string deck = sound_deck();
  return std::count(deck.begin(), deck.end(), '\n') + lines_into_piece;
}

/// The run fails, with `message` in the one error that is told.
void expect_failure(const crumple::test::Run& run, const std::string& message) {
  EXPECT_NE(run.status, 0) << run.text;
  EXPECT_NE(run.status, 124) << "the run hangs: " << run.text;
  EXPECT_NE(run.text.find(message), std::string::npos) << message << "\n is not in \n" << run.text;
  EXPECT_EQ(count(run.text, "Error"), 1) << run.text;
}

struct Broken {
  const char* name;
  const char* piece;    ///< added to the sound deck
  int line;             ///< of the piece that the message names
  const char* message;  ///< from the keyword on
};

const Broken broken_decks[] = {
    {"MissingNode", "*ELEMENT_SHELL\n500,1,1,2,999,6\n", 2,
     "*ELEMENT_SHELL field N3: element 500 names node 999, which is not defined"},
    {"ZeroThickness", "*SECTION_SHELL\n9,2\n0.0,0.0\n", 3,
     "*SECTION_SHELL field T1: found thickness 0, expected a positive one"},
    {"UnknownKeyword", "*AIRBAG_CPG\n9,7.8e-9\n", 1, "*AIRBAG_CPG: this keyword is not supported"},
    {"BadNumber", "*MAT_ELASTIC\n9,7.8x-9,210000.,0.3\n", 2,
     "*MAT_ELASTIC field RO: found \"7.8x-9\", expected a number [mass/volume]"},
    {"ControlCharacters", "*MAT_ELASTIC\n9,7.8\x1b[31m\x07,210000.,0.3\n", 2,
     "*MAT_ELASTIC field RO: found \"7.8\\x1b[31m\\x07\", expected a number"},
    {"CurveOutOfOrder", "*DEFINE_CURVE\n9\n0,1\n2,1\n1,1\n", 5, "*DEFINE_CURVE field A1: curve 9 is out of order"},
    {"NegativeDensity", "*MAT_ELASTIC\n9,-7.8e-9,210000.,0.3\n", 2,
     "*MAT_ELASTIC field RO: found -7.8e-09, expected a positive density"},
    {"TangledSolid", "*ELEMENT_SOLID\n500,2,110,111,114,113,101,102,105,104\n", 2,
     "*ELEMENT_SOLID: solid 500 has volume -1000"},
    {"MissingSection", "*PART\nx\n9,77,1\n", 3, "*PART field SECID: section 77 is not defined"},
    {"MissingMaterial", "*PART\nx\n9,1,77\n", 3, "*PART field MID: material 77 is not defined"},
    {"MissingPart", "*ELEMENT_SHELL\n500,88,1,2,7,6\n", 2,
     "*ELEMENT_SHELL field PID: element 500 is of part 88, which is not defined"},
    {"DuplicateNode", "*NODE\n3,5.,5.,5.\n", 2, "*NODE: node 3 is defined twice; first at "},
    {"DuplicateElement", "*ELEMENT_SHELL\n1,1,1,2,7,6\n", 2, "*ELEMENT_SHELL: shell 1 is defined twice; first at "},
    {"DuplicatePart", "*PART\nx\n1,1,1\n", 3, "*PART: part 1 is defined twice"},
    {"ShellWithoutArea", "*ELEMENT_SHELL\n500,1,1,2,3,3\n", 2, "*ELEMENT_SHELL: shell 500 has no area"},
    {"ElementForm", "*SECTION_SHELL\n9,12\n1.0,1.0\n*PART\nx\n9,9,1\n*ELEMENT_SHELL\n500,9,1,2,7,6\n", 2,
     "*SECTION_SHELL field ELFORM: found 12, expected 2"},
    {"TooManyLayers", "*SECTION_SHELL\n9,2,1.,65\n1.0,1.0\n", 2,
     "*SECTION_SHELL field NIP: found 65, expected 1 to 64"},
    {"MissingSet", "*BOUNDARY_SPC_SET\n7,0,1,1,1,0,0,0\n", 2,
     "*BOUNDARY_SPC_SET field NSID: node set 7 is not defined"},
    {"MissingCurve", "*LOAD_BODY_Z\n6,9.81\n", 2, "*LOAD_BODY_Z field LCID: curve 6 is not defined"},
    {"WallWithoutNormal", "*RIGIDWALL_PLANAR\n0,0\n1,1,1,1,1,1\n", 3,
     "*RIGIDWALL_PLANAR field XH: the normal of the rigid wall has no length"},
    {"ContactByPinballs", "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0,0\n\n\n2,0.1,,,1\n", 5,
     "*CONTACT_AUTOMATIC_SINGLE_SURFACE field SBOPT: found 1"},
    {"ContactWithMissingPart", "*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE\n1,9,3,3\n\n\n", 2,
     "*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE field SURFB: part 9 is not defined"},
    {"TiedToNoFace", "*SET_NODE\n1\n5,6\n*CONTACT_TIED_NODES_TO_SURFACE\n1,1,4,4\n\n\n", 5,
     "*CONTACT_TIED_NODES_TO_SURFACE field SURFBTYP: the contact has no faces on side B"},
    {"WeldOfOneNode", "*CONSTRAINED_SPOTWELD\n1,1\n", 2,
     "*CONSTRAINED_SPOTWELD field N2: a spot weld joins two different nodes"},
    {"BodiesShareANode", "*SET_NODE\n1\n5,6\n*CONSTRAINED_NODAL_RIGID_BODY\n3,0,1\n4,0,1\n", 0,
     "rigid bodies 3 and 4 share node 5"},
    {"MissingInclude", "*INCLUDE\nnowhere.k\n", 2, "nowhere.k"},
    {"CircularInclude", "*INCLUDE\ndeck.k\n", 2, "*INCLUDE"},
    {"UndefinedParameter", "*MAT_ELASTIC\n9,&rho,210000.,0.3\n", 2, "rho"},
};

void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.name; }

class BrokenDeck : public testing::TestWithParam<Broken> {};

TEST_P(BrokenDeck, EndsOnAllRanksWithOneMessage) {
  const Broken& broken = GetParam();
  const std::string where = broken.line > 0 ? fmt::format("deck.k:{}: ", line_after(broken.line)) : "";
  for (const int ranks : {1, 3}) {
    SCOPED_TRACE(fmt::format("np={}", ranks));
    const auto run = run_deck(sound_deck() + broken.piece + "*END\n", ranks);
    expect_failure(run, broken.message);
    EXPECT_NE(run.text.find(where), std::string::npos) << where << "\n is not in \n" << run.text;
    EXPECT_TRUE(run.summary.is_null());
  }
}

INSTANTIATE_TEST_SUITE_P(All, BrokenDeck, testing::ValuesIn(broken_decks),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(BadInput, TheSoundDeckRuns) { EXPECT_EQ(run_deck(sound_deck(), 3).status, 0); }

TEST(BadInput, ADeckWithoutElements) {
  for (const int ranks : {1, 3})
    expect_failure(run_deck("*KEYWORD\n*CONTROL_TERMINATION\n1.0\n*NODE\n1,0,0,0\n*END\n", ranks),
                   "*ELEMENT: the deck has no elements");
}

TEST(BadInput, ADeckThatIsMissingOrEmpty) {
  for (const int ranks : {1, 3}) {
    expect_failure(run_deck_file("/nowhere/deck.k", ranks), "/nowhere/deck.k: the file cannot be read");
    expect_failure(run_deck("", ranks), "deck.k");
    expect_failure(run_deck_file("/dev", ranks), "/dev");
  }
}

TEST(BadInput, MoreRanksThanElements) {
  std::string deck = sound_deck();
  deck.erase(deck.find("*NODE"));
  deck +=
      "*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n5,2,0,0\n6,2,1,0\n*ELEMENT_SHELL\n1,1,1,2,3,4\n2,1,2,5,6,3\n*END\n";
  EXPECT_EQ(run_deck(deck, 2).status, 0);
  expect_failure(run_deck(deck, 3), "the model has 2 elements, too few for 3 ranks");
}

TEST(BadInput, OptionsThatMakeNoSense) {
  const std::string isas = fmt::format("auto, {}", fmt::join(built_instruction_sets(), ", "));
  const std::pair<const char*, std::string> wrong[] = {
      {"precison=double", "unknown option 'precison='; did you mean 'precision='?"},
      {"isa=mmx", "isa=mmx: expected one of " + isas},
      {"precision=half", "precision=half: expected one of single, double"},
      {"ncycle=0", "ncycle=0: expected a whole number of at least 1"},
      {"endtime=soon", "endtime=soon: expected a number"},
      {"threads=two", "threads=two: expected a whole number"},
      {"fast", "'fast': expected a deck, key=value, or one of check, plan, drive, info, version, keywords, "
               "help, man, completion"},
  };
  for (const auto& [option, message] : wrong)
    for (const int ranks : {1, 3}) expect_failure(run_deck(sound_deck(), ranks, option), message);
}

TEST(BadInput, AnInstructionSetThatTheMachineLacks) {
  const std::vector<std::string> here = instruction_sets(), built = built_instruction_sets();
  if (here.back() == built.back()) GTEST_SKIP() << "this machine has them all";
  for (const std::string& isa : built)
    if (isa != "scalar" && std::find(here.begin(), here.end(), isa) == here.end())
      expect_failure(run_deck(sound_deck(), 2, "isa=" + isa), "this machine does not have it");
}

/// The step three times too long: forces grow without bound.
TEST(BrokenRun, AnExplosionIsToldOnceAndLeavesReadableResults) {
  std::string deck = with_change(sound_deck(), "1e-5\n", "1e-3\n");
  deck +=
      "*CONTROL_TIMESTEP\n0,3.0\n*DATABASE_GLSTAT\n1e-5\n*DATABASE_BINARY_D3PLOT\n1e-5\n*INITIAL_VELOCITY_NODE\n1,0,0,"
      "1e3\n101,10.,5.,3.\n*END\n";
  std::string reason;
  for (const int ranks : {1, 3}) {
    SCOPED_TRACE(fmt::format("np={}", ranks));
    const auto run = run_deck(deck, on_mpi(ranks));
    expect_failure(run, "the run has become unstable");
    ASSERT_FALSE(run.summary.is_null());
    EXPECT_EQ(run.summary.at("termination"), "unstable");
    EXPECT_EQ(run.status, 2);
    const std::string told = run.summary.at("reason").get<std::string>();
    for (const char* word : {"node ", "of part ", "t = ", "cycle "}) EXPECT_NE(told.find(word), told.npos) << told;
    EXPECT_NE(run.text.find(told), std::string::npos);
    EXPECT_NE(run.file("mes0000").find("E r r o r    t e r m i n a t i o n"), std::string::npos) << run.file("mes0000");
    EXPECT_GE(read_states(run.folder).size(), 2);
    EXPECT_GE(run.glstat("kinetic energy").size(), 2);
    reason = told;
  }
  if (has_device_of_host()) {
    EXPECT_EQ(run_deck(deck, 1, "device=host").summary.at("reason"), reason);
  }
}

/// What the deck asks for cannot be computed: no instability, and told also where the last step finds it.
void expect_end_by_deck(const Run& run, const std::string& message) {
  expect_failure(run, message);
  EXPECT_EQ(run.summary.at("termination"), "error");
  EXPECT_EQ(run.status, 1);
}

/// A block drawn away on two belts whose short elements run through their rings.
std::string deck_of_belts_that_end() {
  const SolidBlock block{
      .first = 101, .first_element = 1, .part = 2, .n = {2, 2, 1}, .origin = {0, 0, 30}, .edge = {10, 10, 10}};
  std::vector<long> all;
  for (long node = block.first; node <= block.last_node(); ++node) all.push_back(node);
  std::string deck = with_change(sound_deck(), "1e-5\n", "1e-3\n");
  deck += "*DEFINE_CURVE\n71\n0,0\n1,1000.\n*MAT_SEATBELT\n81,6e-8,71,0,8.\n*SECTION_SEATBELT\n81,\n" +
          part(81, 81, 81) + "*NODE\n2001,0,0,60\n2002,0,0,50\n2003,20,20,60\n2004,20,20,50\n" +
          node_set(9, {2001, 2002, 2003, 2004}) + clamp(9);
  deck += fmt::format("*ELEMENT_SEATBELT\n1,81,2001,2002\n2,81,2002,{}\n3,81,2003,2004\n4,81,2004,{}\n",
                      block.node(0, 0, 1), block.node(2, 2, 1));
  deck += "*ELEMENT_SEATBELT_SLIPRING\n1,1,2,0.1,2002\n,\n2,3,4,0.1,2004\n,\n";
  return deck + node_set(2, all) + initial_velocity(2, {0, 0, -1e5}) + "*END\n";
}

TEST(BrokenRun, BeltsThatRunThroughAreToldInTheLastStepToo) {
  const std::string deck = deck_of_belts_that_end();
  const auto first = run_deck(deck);
  expect_end_by_deck(first, "slid through its slip ring");
  const std::string reason = first.summary.at("reason").get<std::string>();
  const std::string cycle = reason.substr(reason.find("cycle ") + 6);
  const std::string last = "ncycle=" + cycle.substr(0, cycle.find(':'));
  for (const int ranks : {1, 2, 3}) {
    SCOPED_TRACE(fmt::format("np={} {}", ranks, last));
    expect_end_by_deck(run_deck(deck, ranks, last), reason);
  }
}

TEST(BrokenRun, AJointTooStiffForTheStepIsNoInstability) {
  for (const Case& one : joint_cases()) {
    if (one.name != "JointStiffnessesAndStoppers") continue;
    const std::string deck = with_change(one.deck, "4e3,150.,4e3", "4e15,150.,4e3");
    for (const int ranks : {1, 2}) expect_end_by_deck(run_deck(deck, ranks), "too stiff for the time step");
  }
}

/// A folder whose `file` cannot take a byte, as on a full disk.
std::string folder_with_full(const std::string& file) {
  const fs::path folder = fs::temp_directory_path() / fmt::format("crumple-full-{}", getpid());
  fs::remove_all(folder);
  fs::create_directories(folder);
  fs::create_symlink("/dev/full", folder / file);
  return folder.string();
}

TEST(BrokenRun, AFullDiskIsToldOnce) {
  const std::string deck = sound_deck() + "*DATABASE_GLSTAT\n1e-6\n*DATABASE_BINARY_D3PLOT\n1e-6\n*END\n";
  for (const std::string file : {"d3plot", "d3plot01", "glstat", "mes0000", "states.vtkhdf", "summary.json.part"}) {
    const std::string folder = folder_with_full(file);
    for (const int ranks : {1, 3}) {
      SCOPED_TRACE(fmt::format("{} np={}", file, ranks));
      const auto run = run_deck(deck, on_mpi(ranks), "o=" + folder);
      EXPECT_NE(run.status, 0) << run.text;
      EXPECT_NE(run.status, 124) << "the run hangs";
      EXPECT_EQ(count(run.text, "cannot write " + folder + "/" + file), 1) << run.text;
    }
    fs::remove_all(folder);
  }
}

TEST(BrokenRun, AFolderThatCannotBeMade) {
  for (const int ranks : {1, 3}) {
    expect_failure(run_deck(sound_deck(), on_mpi(ranks), "o=/proc/results"), "o=/proc/results: ");
    expect_failure(run_deck(sound_deck(), on_mpi(ranks), "o=/dev/full/results"), "o=/dev/full/results: ");
  }
}

}  // namespace
}  // namespace crumple::test::bad_input
