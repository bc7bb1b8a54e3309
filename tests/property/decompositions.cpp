// One deck, one answer, however the deck is cut: all methods, transformations, regions and files, from a pfile and from
// the deck. What is wrong in a pfile ends the run on all ranks with one message; show and numproc end it without a run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"

namespace crumple::test::decompositions {
namespace {

namespace fs = std::filesystem;

/// A file of this test program with the given text; without one, the path of a file that does not exist.
std::string file_with(const std::string& name, const std::string& text) {
  const fs::path path = fs::temp_directory_path() / fmt::format("crumple-{}-{}", getpid(), name);
  fs::remove(path);
  if (!text.empty()) std::ofstream(path) << text;
  return path.string();
}

Run run_with(const std::string& pfile, const std::string& deck, int ranks, const std::string& arguments = "") {
  const std::string path = file_with("pfile", pfile);
  const auto run = run_deck(deck, ranks, fmt::format("p={} {}", path, arguments));
  fs::remove(path);
  return run;
}

std::string read(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string deck_named(const std::string& name) {
  const std::vector<Case> cases = contact_cases();
  return std::find_if(cases.begin(), cases.end(), [&](const Case& c) { return c.name == name; })->deck;
}

/// Three parts, two contacts (1 and 2), part set 1 of parts 2 and 3; elements fail.
std::string contacts() { return deck_named("ContactFacesVanish"); }

struct Cutting {
  const char* name;
  int ranks;
  const char* pfile;
};

const Cutting cuttings[] = {
    {"Rcb", 5, "decomp { method rcb sy 48 }"},
    {"RcbTurned", 3, "decomp { txyz 1 2 3 rz 30 sx 2 mat 1 0 0 0 0 1 0 1 0 }"},
    {"RcbUnrolled", 4, "decomp { c2r 50 20 0 0 0 1 1 0 0 sy 1000 }"},
    {"RcbAroundAPoint", 4, "decomp { s2r 50 20 0 0 0 1 1 0 0 sz 100 }"},
    {"Rib", 6, "decomp { method rib 3vec 1 0 0 1 1 0 0 0 1 }"},
    {"Hsfc", 7, "decomp { method hsfc }"},
    {"Metis", 8, "decomp { method metis constraints 2 }"},
    {"MetisRecursive", 3, "decomp { method metis_recursive }"},
    {"Greedy", 5, "decomp { method greedy }"},
    {"IsolatedAndDistributed", 4, "decomp { silist 2 sidist 1 }"},
    {"Regions", 6,
     "decomp { method hsfc region { partsets 1 and not box 0 40 -100 100 -100 100 nproc 2 3 sx 9 } region { parts 3 "
     "lumped } "
     "region { sphere 20 20 0 10 together } region { clinder 40 10 -50 0 0 1 8 100 local } }"},
    {"RanksWithoutElements", 4, "decomp { region { parts 1,2 proc 1 } region { parts 3 proc 2 } }"},
    {"BySpeed", 3, "decomp { vspeed }"},
    {"Costs", 3, "decomp { method metis partcost 3 20 1 matcost 24 2 0 contactcost 3 1 }"},
};

void PrintTo(const Cutting& cutting, std::ostream* out) { *out << cutting.name; }

class Decomposed : public testing::TestWithParam<Cutting> {};

TEST_P(Decomposed, HasTheOneAnswer) {
  for (const std::string name : {"ContactFacesVanish", "WideSegmentsAndWelds"}) {
    SCOPED_TRACE(name);
    std::string pfile = GetParam().pfile;
    if (name == "WideSegmentsAndWelds") {  // one contact, no part set
      for (const auto& [from, to] :
           {std::pair<std::string, std::string>{"silist 2 sidist 1", "silist 1"}, {"partsets 1", "parts 2"}})
        if (const auto at = pfile.find(from); at != pfile.npos) pfile.replace(at, from.size(), to);
    }
    static std::map<std::string, std::string> expected;
    const std::string deck = deck_named(name);
    if (!expected.count(name)) expected[name] = run_deck(deck, 1).hash();
    const auto run = completed(run_with(pfile, deck, GetParam().ranks));
    EXPECT_EQ(run.hash(), expected[name]);
  }
}

INSTANTIATE_TEST_SUITE_P(As, Decomposed, testing::ValuesIn(cuttings),
                         [](const auto& info) { return std::string(info.param.name); });

/// Text of the decomposition file that a run writes.
std::string decomposition_of(const std::string& deck, const std::string& pfile) {
  const std::string kept = file_with("kept", "");
  const auto run = pfile.empty()
                       ? run_deck(with_change(deck, "*END\n", "*CONTROL_MPP_DECOMPOSITION_FILE\n" + kept + "\n*END\n"),
                                  4, "ncycle=1")
                       : run_with(pfile + " decomp { file " + kept + " }", deck, 4, "ncycle=1");
  EXPECT_EQ(run.status, 0) << run.text;
  const std::string text = read(kept);
  fs::remove(kept);
  EXPECT_FALSE(text.empty());
  return text;
}

TEST(Decomposition, IsTheSameFromTheDeck) {
  const std::string deck = contacts();
  const std::pair<const char*, const char*> same[] = {
      {"decomp { method metis }", "*CONTROL_MPP_DECOMPOSITION_METHOD\nmetis\n"},
      {"decomp { sy 48 c2r 0 0 0 0 0 1 1 0 0 }",
       "*CONTROL_MPP_DECOMPOSITION_TRANSFORMATION\nSY,48\nC2R,0,0,0,0,0,1\n1,0,0\n"},
      {"decomp { silist 2 }", "*CONTROL_MPP_DECOMPOSITION_CONTACT_ISOLATE\n2,0\n"},
      {"decomp { sidist 2,1 }", "*CONTROL_MPP_DECOMPOSITION_CONTACT_DISTRIBUTE\n2,1\n"},
      {"decomp { region { parts 3 or partsets 1 } }", "*CONTROL_MPP_DECOMPOSITION_PARTS_DISTRIBUTE\n3,-1\n"},
      {"decomp { region { partsets 1 } }", "*CONTROL_MPP_DECOMPOSITION_PARTSET_DISTRIBUTE\n1,0\n"},
      {"decomp { region { parts 2 nproc 2 1 } region { partsets 1 lumped } region { parts 1 together } }",
       "*CONTROL_MPP_DECOMPOSITION_ARRANGE_PARTS\n2,0,2,1\n1,11\n1,20\n"},
      {"decomp { partcost 3 20 1 matcost 24 1 0.5 contactcost 3 1 }",
       "*CONTROL_MPP_DECOMPOSITION_ADJUST_PART_COST\n3,20,1\n*CONTROL_MPP_DECOMPOSITION_ADJUST_MTYPE_COST\n24,1,0.5\n"
       "*CONTROL_MPP_DECOMPOSITION_SCALE_CONTACT_COST\n3,1\n"},
      {"decomp { method hsfc sy 3 } gen { nodump }",
       "*CONTROL_MPP_PFILE\ndecomp {\n method hsfc # as written\n sy 3 }\n*CONTROL_MPP_IO_NODUMP\n"},
  };
  const std::string usual = decomposition_of(deck, "decomp { }");
  for (const auto& [pfile, keywords] : same) {
    SCOPED_TRACE(keywords);
    const std::string by_pfile = decomposition_of(deck, pfile);
    EXPECT_EQ(decomposition_of(with_change(deck, "*END\n", std::string(keywords) + "*END\n"), ""), by_pfile);
    EXPECT_NE(by_pfile, usual);
  }
}

TEST(Decomposition, FollowsThePfileWhereBothSpeak) {
  const std::string deck = with_change(contacts(), "*END\n", "*CONTROL_MPP_DECOMPOSITION_METHOD\nmetis\n*END\n");
  const auto run = completed(run_with("decomp { method hsfc }", deck, 3, "ncycle=1"));
  EXPECT_NE(run.text.find("*CONTROL_MPP_DECOMPOSITION_..., _PFILE and _REBALANCE have no effect: p="),
            std::string::npos)
      << run.text;
}

TEST(Decomposition, ListsOnceWhatHasNoMeaning) {
  const auto run = completed(run_with("gen { nodump nobeamout } dir { rmlocal } gen { nodump } decomp { outdecomp 2 }",
                                      contacts(), 2, "ncycle=1"));
  EXPECT_NE(run.text.find("pfile: ignored, as they have no effect here: decomposition { outdecomp }, directory { "
                          "rmlocal }, general { nobeamout }, "
                          "general { nodump }\n"),
            std::string::npos)
      << run.text;
}

TEST(Decomposition, GlobalDirectoryIsWhereResultsGo) {
  const std::string folder = file_with("results", "");
  const std::string path = file_with("pfile", "directory { global " + folder + " }");
  // the helper gives o= as well, which comes first: so the folder is not made
  EXPECT_EQ(run_deck(contacts(), 2, "ncycle=1 p=" + path).status, 0);
  EXPECT_FALSE(fs::exists(folder));
  EXPECT_EQ(run_deck(contacts(), 2, "ncycle=1 o= p=" + path).status, 0);
  EXPECT_TRUE(fs::exists(folder + "/summary.json"));
  fs::remove_all(folder);
  fs::remove(path);
}

TEST(Decomposition, ShowWritesTheMeshAndStops) {
  for (const int ranks : {1, 3}) {
    const auto run = completed(run_with("decomp { method metis numproc 6 show }", contacts(), ranks));
    EXPECT_TRUE(fs::exists(run.folder + "/decomposition.vtkhdf"));
    EXPECT_TRUE(run.summary.is_null());
    EXPECT_FALSE(fs::exists(run.folder + "/glstat"));
  }
}

TEST(Decomposition, OneRankDecomposesForMore) {
  const std::string kept = file_with("kept", "");
  const auto first = completed(run_with("decomp { method metis numproc 6 file " + kept + " }", contacts(), 1));
  EXPECT_TRUE(first.summary.is_null());
  ASSERT_TRUE(fs::exists(kept));
  const std::string hash = run_deck(contacts(), 1).hash();
  for (const int ranks : {6, 3}) {
    const auto run = completed(run_with("decomp { file " + kept + " }", contacts(), ranks));
    EXPECT_EQ(run.hash(), hash);
  }
  fs::remove(kept);
}

struct BrokenPfile {
  const char* name;
  const char* text;
  const char* message;  ///< after the name of the file
};

const BrokenPfile broken[] = {
    {"UnknownSection", "gen { nodump }\n special { }",
     ":2:2: pfile: 'special' is no section, expected one of contact, decomposition, directory, general"},
    {"AmbiguousSection", "d { }", ":1:1: pfile: 'd' is more than one section"},
    {"UnknownOption", "decomp {\n  metod rcb }",
     ":2:3: pfile: 'metod' is no option of decomposition; did you mean 'method'?"},
    {"UnknownMethod", "decomp { method scotch }",
     ":1:17: pfile: method: found 'scotch', expected one of greedy, hsfc, metis, metis_recursive, rcb, rib"},
    {"NoBrace", "decomp method rcb", ":1:8: pfile: found 'method', expected '{'"},
    {"NoEnd", "decomp { method rcb\n",
     ":1:17: pfile: the text ends after 'rcb', expected an option of decomposition or '}'"},
    {"NoNumber", "decomp { sx\n two }", ":2:2: pfile: sx: found 'two', expected a number"},
    {"NoScale", "decomp { sz -2 }", ":1:13: pfile: sz: found -2, expected a number of at least 0"},
    {"TooFewNumbers", "decomp { c2r 0 0 0 0 0 1 }", ":1:26: pfile: c2r (value 7 of 9): found '}', expected a number"},
    {"VectorsInAPlane", "decomp { 3vec 1 0 0 0 1 0 1 1 0 }",
     ":1:10: pfile: 3vec: expected three vectors that do not lie in a plane"},
    {"UnknownContact", "decomp { silist 9 }", ":1:10: pfile: contact interface 9 is not in the deck"},
    {"UnknownPart", "decomp { region { parts 1,17 } }", ":1:19: pfile: part 17 is not in the deck"},
    {"UnknownPartSet", "decomp { region { partsets 5 } }", ":1:19: pfile: part set 5 is not in the deck"},
    {"BadSelector", "decomp { region { part 1 } }",
     ":1:19: pfile: found 'part', expected parts, partsets, silist, box, sphere or clinder"},
    {"BadGrouping", "decomp { region { parts 1 lump } }",
     ":1:27: pfile: 'lump' is no option of region; did you mean 'lumped'?"},
    {"CostOfAnUnknownPart", "decomp { partcost 17 2 0 }", ":1:10: pfile: the deck has no part 17"},
    {"CostOfAnUnknownMaterial", "decomp { matcost 98 2 0 }", ":1:10: pfile: the deck has no part of material type 98"},
    {"TimingWithoutEnd", "decomp { timing_start 10 }", ":1:10: pfile: timing_start 10 and timing_end 0: expected both"},
    {"NoTimings", "decomp { timing_file /nowhere/costs }", ":1:10: pfile: timing_file: cannot open /nowhere/costs"},
    {"TimingsOfAnotherKind", "decomp { timing_file /proc/version }",
     ":1:10: pfile: timing_file: /proc/version holds no costs of parts"},
    {"LogOfAnotherKind", "decomp { rcblog /proc/version }", ":1:10: pfile: rcblog: /proc/version holds no cuts of rcb"},
    {"RankBeyondTheLast", "decomp { region { parts 1 proc 3 } }",
     ":1:10: pfile: region: 1 ranks from rank 3 on (the first is 0), but there are "},
    {"RanksWithoutUse", "decomp { numproc 12 }", ":1:10: pfile: numproc 12 on "},
    {"LogOfAnotherMethod", "decomp { rcblog cuts method hsfc }",
     ":1:10: pfile: rcblog records the cuts of method rcb, not of hsfc"},
    {"FileThatCannotBeWritten", "decomp { file /nowhere/kept }", ":1:10: pfile: file: cannot write /nowhere/kept"},
    {"FileOfAnotherKind", "decomp { file /proc/version }", ":1:10: pfile: file: /proc/version is no decomposition"},
};

void PrintTo(const BrokenPfile& pfile, std::ostream* out) { *out << pfile.name; }

class Broken : public testing::TestWithParam<BrokenPfile> {};

TEST_P(Broken, EndsOnAllRanksWithOneMessage) {
  for (const int ranks : {1, 3}) {
    SCOPED_TRACE(fmt::format("np={}", ranks));
    const auto run = run_with(GetParam().text, contacts(), ranks);
    EXPECT_NE(run.status, 0);
    EXPECT_NE(run.status, 124) << "the run hangs";
    const auto first = run.text.find("Error");
    ASSERT_NE(first, std::string::npos) << run.text;
    EXPECT_NE(run.text.find(std::string("-pfile") + GetParam().message), std::string::npos)
        << GetParam().message << "\n is not in \n"
        << run.text;
    EXPECT_EQ(run.text.find("Error", first + 1), std::string::npos) << run.text;
    EXPECT_TRUE(run.summary.is_null());
  }
}

INSTANTIATE_TEST_SUITE_P(Pfile, Broken, testing::ValuesIn(broken),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Broken, DeckKeywordsNameTheirLine) {
  const std::string deck = contacts();
  const long line = std::count(deck.begin(), deck.end(), '\n');  // that of *END
  const std::pair<const char*, const char*> wrong[] = {
      {"*CONTROL_MPP_DECOMPOSITION_METHOD\nscotch\n",
       ": *CONTROL_MPP_DECOMPOSITION_METHOD: method: found 'scotch', expected one of"},
      {"*CONTROL_MPP_DECOMPOSITION_TRANSFORMATION\nTX,2\n",
       ": *CONTROL_MPP_DECOMPOSITION_TRANSFORMATION field TYPE: found \"TX\", expected RX, RY"},
      {"*CONTROL_MPP_DECOMPOSITION_CONTACT_ISOLATE\n9,\n",
       ": *CONTROL_MPP_DECOMPOSITION_CONTACT_ISOLATE: contact interface 9 is not in the deck"},
      {"*CONTROL_MPP_DECOMPOSITION_ARRANGE_PARTS\n1,5\n",
       ": *CONTROL_MPP_DECOMPOSITION_ARRANGE_PARTS field TYPE: found 5, expected 0, 1, 10"},
      {"*CONTROL_MPP_PFILE\ndecomp { sx two }\n", ":13: pfile: sx: found 'two', expected a number"},
  };
  for (const auto& [keyword, message] : wrong)
    for (const int ranks : {1, 3}) {
      const auto run = run_deck(with_change(deck, "*END\n", std::string(keyword) + "*END\n"), ranks);
      EXPECT_NE(run.status, 0);
      EXPECT_NE(run.text.find(fmt::format("deck.k:{}{}", line + 1, message)), std::string::npos)
          << message << "\n is not in \n"
          << run.text;
    }
  EXPECT_NE(run_deck(with_change(deck, "*END\n", "*CONTROL_MPP_DECOMPOSITION_METHD\nrcb\n*END\n"))
                .text.find("*CONTROL_MPP_DECOMPOSITION_METHOD"),
            std::string::npos);
}

}  // namespace
}  // namespace crumple::test::decompositions
