// The pfile: sections, values, transformations, regions, and what is wrong.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <numbers>

#include "base/error.hpp"
#include "decomp/pfile.hpp"

namespace crumple::decomposition_pfile {
namespace {

Pfile parse(const std::string& text) {
  const auto path = std::filesystem::temp_directory_path() / fmt::format("crumple-{}.pfile", getpid());
  std::ofstream(path) << text;
  return read_pfile(path.string());
}

/// The message without the file's name; "" if nothing is wrong.
std::string message_of(const std::string& text) {
  try {
    parse(text);
  } catch (const Error& error) {
    const std::string all = error.what();
    return all.substr(all.find(": pfile:") + 8);
  }
  return "";
}

void expect_at(const Transformation& t, const Vec3& from, const Vec3& to) {
  // a few roundings of numbers below 100
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(t(from)[c], to[c], 1e-13 * 100) << c;
}

TEST(Pfile, ReadsSectionsByPrefixInAnyCaseAndOrderOverAnyLines) {
  const Pfile pfile = parse(
      "DIR{local /dev/shm global /Some/Where}gen { nodump nobeamout\ndboutonly } # a comment { with braces\n"
      "Decomp { SY 48 METHOD rcb\n silist 1,2 , 3 sidist 4 } general{nodump}con { }\n");
  EXPECT_EQ(pfile.global_directory, "/Some/Where");
  EXPECT_EQ(pfile.local_directory, "/dev/shm");
  EXPECT_EQ(pfile.decomposition.method, "rcb");
  ASSERT_EQ(pfile.decomposition.regions.size(), 4u);
  EXPECT_EQ(pfile.decomposition.regions[2].any_of_all[0][0].ids, std::vector<Id>{3});
  EXPECT_EQ(pfile.decomposition.regions[2].grouping, Grouping::lumped);
  EXPECT_EQ(pfile.decomposition.regions[3].grouping, Grouping::spread);
  // one line for all, each once
  ASSERT_EQ(pfile.ignored.size(), 1u);
  EXPECT_EQ(pfile.ignored[0],
            "pfile: ignored, as they have no effect here: general { dboutonly }, general { "
            "nobeamout }, general { nodump }");
}

TEST(Pfile, KeepsTheOptionsOfTheDecomposition) {
  const Pfile pfile = parse(
      "decomposition { numproc 64 file \"my parts, #1\" rcblog cuts show vspeed constraints 2 passes 3 outdecomp 2\n"
      "timing_start 10 timing_end 200 timing_file TIMES partcost 7 2.5 1 matcost 24 3 0 contactcost 2 1,2 contactcost "
      "0.5\n"
      "rebalance 500 0 1 15 redecomposition -3 1 2 0.001 0 }");
  const DecompositionOptions& d = pfile.decomposition;
  EXPECT_EQ(d.n_ranks, 64);
  EXPECT_EQ(d.file, "my parts, #1");
  EXPECT_EQ(d.rcb_log, "cuts");
  EXPECT_TRUE(d.show && d.measure_speed);
  EXPECT_EQ(d.n_constraints, 2);
  EXPECT_EQ(d.n_passes, 3);
  EXPECT_EQ(d.costs.timing_start, 10);
  EXPECT_EQ(d.costs.timing_end, 200);
  EXPECT_EQ(d.costs.timing_file, "TIMES");
  ASSERT_EQ(d.costs.parts.size(), 1u);
  EXPECT_EQ(d.costs.parts[0].id, 7);
  EXPECT_EQ(d.costs.parts[0].factor, 2.5);
  EXPECT_EQ(d.costs.parts[0].added, 1);
  EXPECT_EQ(d.costs.materials[0].factor, 3);
  ASSERT_EQ(d.costs.contacts.size(), 2u);
  EXPECT_EQ(d.costs.contacts[0].contacts, (std::vector<Id>{1, 2}));
  EXPECT_EQ(d.costs.contacts[1].factor, 0.5);
  EXPECT_EQ(d.rebalance.every_cycles, 500);
  EXPECT_FALSE(d.rebalance.measured_cost);
  EXPECT_EQ(d.rebalance.threshold, 15);
  EXPECT_EQ(pfile.ignored.front(), "pfile: redecomposition is ignored; rebalance spreads the load anew during a run");
}

TEST(Pfile, TransformsInTheOrderWritten) {
  expect_at(parse("decomp { sy 48 rz 90 }").decomposition.transformation, {1, 1, 1}, {-48, 1, 1});
  expect_at(parse("decomp { rz 90 sy 48 }").decomposition.transformation, {1, 1, 1}, {-1, 48, 1});
  expect_at(parse("decomp { rx 90 }").decomposition.transformation, {1, 2, 3}, {1, -3, 2});
  expect_at(parse("decomp { ry 90 }").decomposition.transformation, {1, 2, 3}, {3, 2, -1});
  expect_at(parse("decomp { sx 2 sz 3 }").decomposition.transformation, {1, 1, 1}, {2, 1, 3});
  expect_at(parse("decomp { txyz 1 -2 3 sx 2 }").decomposition.transformation, {1, 1, 1}, {4, -1, 4});
  expect_at(parse("decomp { mat 1 2 3 4 5 6 7 8 9 }").decomposition.transformation, {1, 0, -1}, {-2, -2, -2});
}

TEST(Pfile, MakesVectorsTheAxes) {
  const Transformation t = parse("decomp { 3vec 2,0,0, 1,1,0, 0,0,-4 }").decomposition.transformation;
  expect_at(t, {2, 0, 0}, {1, 0, 0});
  expect_at(t, {1, 1, 0}, {0, 1, 0});
  expect_at(t, {0, 0, -4}, {0, 0, 1});
}

TEST(Pfile, UnrollsCylindersAndSpheres) {
  // axis z through (10, 0, 5), theta = 0 along y
  const Transformation c = parse("decomp { c2r 10 0 5  0 0 2  0 1 0 }").decomposition.transformation;
  expect_at(c, {10, 3, 5}, {3, 0, 0});
  expect_at(c, {8, 0, 9}, {2, std::numbers::pi / 2, 4});
  const Transformation s = parse("decomp { s2r 0 0 0  0 0 1  1 0 0 }").decomposition.transformation;
  expect_at(s, {0, 0, 7}, {7, 0, 0});
  expect_at(s, {0, 2, 0}, {2, std::numbers::pi / 2, std::numbers::pi / 2});
  // a step after it acts on r, theta, z
  expect_at(parse("decomp { c2r 0 0 0 0 0 1 1 0 0 sy 100 }").decomposition.transformation, {0, 2, 1},
            {2, 50 * std::numbers::pi, 1});
}

TEST(Pfile, ReadsRegionsWithConditionsTransformationsAndGroupings) {
  const auto regions = parse(
                           "decomp { sx 5 region { parts 6,7,8,9 and box 0 1000 0 1000 0 1000 sy 10 }\n"
                           "region { sphere 200 200 200 100 lumped } region { not silist 3 and parts 1 or clinder 0 0 "
                           "0 0 0 1 5 20 nproc 4 2 }\n"
                           "region { partsets 2 together } region { parts 3 proc 5 } region { parts 4 local } region { "
                           "parts 5 nproc 2 } }")
                           .decomposition.regions;
  ASSERT_EQ(regions.size(), 7u);
  ASSERT_EQ(regions[0].any_of_all.size(), 1u);
  ASSERT_EQ(regions[0].any_of_all[0].size(), 2u);
  EXPECT_EQ(regions[0].any_of_all[0][1].kind, SelectorKind::box);
  ASSERT_TRUE(regions[0].transformation);
  expect_at(*regions[0].transformation, {1, 1, 1}, {1, 10, 1});
  EXPECT_EQ(regions[1].grouping, Grouping::lumped);
  EXPECT_FALSE(regions[1].transformation);
  ASSERT_EQ(regions[2].any_of_all.size(), 2u);
  EXPECT_TRUE(regions[2].any_of_all[0][0].negated);
  EXPECT_FALSE(regions[2].any_of_all[0][1].negated);
  EXPECT_EQ(regions[2].any_of_all[1][0].kind, SelectorKind::cylinder);
  EXPECT_EQ(regions[2].n_ranks, 4);
  EXPECT_EQ(regions[2].first_rank, 2);
  EXPECT_EQ(regions[3].grouping, Grouping::together);
  EXPECT_EQ(regions[4].grouping, Grouping::lumped);
  EXPECT_EQ(regions[4].first_rank, 5);
  EXPECT_EQ(regions[5].grouping, Grouping::local);
  EXPECT_EQ(regions[6].n_ranks, 2);
  EXPECT_EQ(regions[6].first_rank, -1);
}

TEST(Pfile, TakesCommasBetweenOptions) {
  const auto options =
      parse("decomp { method rcb, sx 2, sy 3, region { parts 1,2, sz 4, together }, rebalance 5 0 0 9 }").decomposition;
  expect_at(options.transformation, {1, 1, 1}, {2, 3, 1});
  ASSERT_EQ(options.regions.size(), 1u);
  EXPECT_EQ(options.regions[0].any_of_all[0][0].ids, (std::vector<Id>{1, 2}));
  expect_at(*options.regions[0].transformation, {1, 1, 1}, {1, 1, 4});
  EXPECT_EQ(options.regions[0].grouping, Grouping::together);
  EXPECT_EQ(options.rebalance.every_cycles, 5);
}

TEST(Pfile, SaysThatTransformationsDoNotActOnSomeMethods) {
  const std::string note = "pfile: transformations do not act on the method greedy";
  EXPECT_EQ(parse("decomp { method greedy sx 5 }").ignored, std::vector{note});
  EXPECT_TRUE(parse("decomp { method greedy }").ignored.empty());
  EXPECT_TRUE(parse("decomp { method rib sx 5 }").ignored.empty());
}

TEST(Pfile, ErrorsSayWhatIsWrongAndWhatWasExpected) {
  const std::pair<const char*, const char*> wrong[] = {
      {"d { }", " 'd' is more than one section, expected one of contact, decomposition, directory, general"},
      {"decomposed { }", " 'decomposed' is no section"},
      {"gen nodump", " found 'nodump', expected '{'"},
      {"gen { nodump", " the text ends after 'nodump', expected an option of general or '}'"},
      {"gen { nodunp }", " 'nodunp' is no option of general; did you mean 'nodump'?"},
      {"decomp { metod rcb }", " 'metod' is no option of decomposition; did you mean 'method'?"},
      {"decomp { rcb }", " 'rcb' is no option of decomposition"},
      {"decomp { method fast }", " method: found 'fast', expected one of "},
      {"decomp { sx -1 }", " sx: found -1, expected a number of at least 0"},
      {"decomp { method rcb method rib }", " method: there is one already, 'rcb'"},
      {"decomp { sx fast }", " sx: found 'fast', expected a number"},
      {"decomp { rx 1e999 }", " rx: found '1e999', expected a number"},
      {"decomp { sx }", " sx: found '}', expected a number"},
      {"decomp { mat 1 2 3 }", " mat (value 4 of 9): found '}', expected a number"},
      {"decomp { 3vec 1 0 0 0 1 0 1 1 0 }", " 3vec: expected three vectors that do not lie in a plane"},
      {"decomp { c2r 0 0 0 0 0 1 0 0 2 }", " c2r: expected an axis and a start direction that are not parallel"},
      {"decomp { s2r 0 0 0 0 0 0 0 0 2 }", " s2r: expected an axis and a start direction that are not parallel"},
      {"decomp { silist }", " silist: found '}', expected a whole number of at least 1"},
      {"decomp { silist 1,-2 }", " silist: found '-2', expected a whole number of at least 1"},
      {"decomp { silist 1 2 }", " '2' is no option of decomposition"},
      {"decomp { numproc 0 }", " numproc: found '0', expected a whole number from 1 to "},
      {"decomp { constraints 4 }", " constraints: found '4', expected a whole number from 1 to 3"},
      {"decomp { file }", " file: found '}', expected a value"},
      {"decomp { file \"x }", " the text that begins here has no closing '\"'"},
      {"decomp { region { } }", " found '}', expected parts, partsets, silist, box, sphere or clinder"},
      {"decomp { region { parts 1 parts 2 } }", " 'parts' is no option of region"},
      {"decomp { region { parts 1 lumpy } }", " 'lumpy' is no option of region; did you mean 'lumped'?"},
      {"decomp { region { parts 1 lumped proc 2 } }", " 'proc': the region has a grouping already"},
      {"decomp { region { parts 1 and } }", " found '}', expected parts, partsets, silist, box, sphere or clinder"},
      {"decomp { region { box 0 1 5 4 0 1 } }", " box: found 5 to 4 along y, expected the smaller one first"},
      {"decomp { region { sphere 0 1 5 0 } }", " sphere: found radius 0, expected one greater than 0"},
      {"decomp { region { clinder 0 0 0 0 0 0 1 1 } }", " cylinder: expected an axis"},
      {"decomp { region { parts 1 proc -1 } }", " proc: found '-1', expected a whole number of at least 0"},
      {"decomp { contactcost -1 }", " contactcost: found -1, expected a factor of at least 0"},
  };
  for (const auto& [text, message] : wrong)
    EXPECT_TRUE(message_of(text).starts_with(message)) << text << "\n" << message_of(text);
}

TEST(Pfile, ErrorsNameLineAndColumn) {
  try {
    parse("gen { nodump }\ndecomp {\n  sx 2  sy fast }");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_TRUE(std::string(error.what()).ends_with(".pfile:3:12: pfile: sy: found 'fast', expected a number"))
        << error.what();
  }
}

TEST(Pfile, ComesFromTheDeckToo) {
  const Pfile pfile = read_pfile({{"decomp { sy 2 }", "car.k", 7, ""},
                                  {"decomposition { method rcb }", "car.k", 12, "CONTROL_MPP_DECOMPOSITION_METHOD"}});
  expect_at(pfile.decomposition.transformation, {1, 1, 1}, {1, 2, 1});
  try {
    read_pfile({{"decomposition { method fast }", "car.k", 12, "CONTROL_MPP_DECOMPOSITION_METHOD"}});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_TRUE(
        std::string(error.what()).starts_with("car.k:12: *CONTROL_MPP_DECOMPOSITION_METHOD: method: found 'fast'"))
        << error.what();
  }
}

}  // namespace
}  // namespace crumple::decomposition_pfile
