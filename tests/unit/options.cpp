// Options of the command line that make no sense are refused when they are read.
#include "app/options.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "base/error.hpp"

namespace crumple::options {
namespace {

std::string error_of(const std::string& option) {
  try {
    parse_options({"i=deck.k", option});
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Options, WrongOnesAreExplained) {
  const std::pair<const char*, const char*> wrong[] = {
      {"endtime=nan", "endtime=nan: expected a number of at least 0"},
      {"endtime=inf", "endtime=inf: expected a number of at least 0"},
      {"noise=1,nan", "noise=nan: expected a number of at least 0 and at most 1000000000"},
      {"latency_us=nan", "latency_us=nan: expected a number of at least 0 and at most 1000000000"},
      {"rebalance=1,nan", "rebalance=nan: expected a number of at least 0"},
      {"dump=0", "dump=0: expected a whole number of at least 1 and at most 9223372036854775807"},
      {"dumptime=-1", "dumptime=-1: expected a number of at least 0 and at most 1000000000"},
      {"d=d3dump", "d=d3dump: expected nodump; dumps are called d3dump01, d3dump02, ..."},
      {"threads=100000", "threads=100000: expected a whole number of at least 1 and at most 512"},
      {"ncycel=3", "unknown option 'ncycel='; did you mean 'ncycle='? 'crumple help' lists all"},
      {"xyzzyq=3", "unknown option 'xyzzyq=': 'crumple help' lists all"},  // nothing is near
      {"foo=3", "unknown option 'foo=': 'crumple help' lists all"},        // three letters are not near two others
      {"watchdog=1e300", "watchdog=1e300: expected a number of at least 0 and at most 1000000000"},
      {"ncpu=0", "ncpu=0: expected a number of threads, 1 to 512; a minus sign has no effect"},
      {"r=", "r=: expected a file"},
      {"p=", "p=: expected a file"},
      {"o=out/d3hsp",
       "o=out/d3hsp: expected the folder for all results; LS-DYNA's o= names the file d3hsp, which is written into "
       "this "
       "folder"},
      {"o=myrun.out",
       "o=myrun.out: expected the folder for all results; LS-DYNA's o= names the file d3hsp, which is written into "
       "this "
       "folder"},
      {"memory=abc", "memory=abc: expected a number of words, for example 20m"},
      {"para=-1", "para=-1: expected a whole number of at least 0 and at most 2147483647"},
      {"pr=3", "unknown option 'pr=': 'crumple help' lists all"},
      {"ncycle=1e40", "ncycle=1e40: expected a whole number of at least 1 and at most 9223372036854775807"},
      {"case", "'case': run each case as a separate deck, with jobid=NAME"},
      {"keyword", "'keyword': decks are always in keyword format; leave it out"},
      {"s=iff", "s=: files of interface forces are not written; *DATABASE_RCFORC gives the forces of each contact"},
      {"c=100", "c=: maxtime=S ends a run after S seconds"},
      {"nowhere.k", "'nowhere.k': cannot read this deck"},
      {"nowhere", "'nowhere': expected a deck, key=value, or one of check, plan, drive, info, version, keywords, "
                  "help, man, completion"},
      {"ncpu=-5000", "ncpu=-5000: expected a number of threads, 1 to 512; a minus sign has no effect"},
  };
  for (const auto& [option, message] : wrong) EXPECT_EQ(error_of(option), message);
}

TEST(Options, APlanNamesItsRanks) {
  EXPECT_EQ(parse_options({"plan", "i=deck.k", "ranks=2,192,16384"}).plan_ranks, (std::vector{2, 192, 16384}));
  EXPECT_EQ(error_of("ranks=2"), "ranks= is for 'crumple plan'; mpirun -np N gives a run its ranks");
  EXPECT_EQ(error_of("ranks=2,0"), "ranks=0: expected a whole number of at least 1 and at most 1048576");
  EXPECT_EQ(error_of("ranks=2,"), "ranks=: expected a whole number of at least 1 and at most 1048576");
  EXPECT_EQ(parse_options({"plan", "i=deck.k", "ranks=2", "threads=auto"}).threads, 0);
  EXPECT_EQ(parse_options({"plan", "i=deck.k", "ranks=2", "threads=auto", "threads=3"}).threads, 3);
  EXPECT_EQ(error_of("plan"), "nothing to plan: give i=FILE, or r=FILE for a dump, and ranks=N,N,...");
}

TEST(Options, StorageSettingsAreChecked) {
  EXPECT_EQ(error_of("io=agregated"),
            "io=agregated: expected one of aggregated, async, collective, file-per-rank, independent; did you mean "
            "'aggregated'?");
  EXPECT_EQ(error_of("io_ranks=2"), "io_ranks= is for io=aggregated, not for io=independent");
  EXPECT_EQ(error_of("io_deflate=10"), "io_deflate=10: expected a whole number of at least 0 and at most 9");
  EXPECT_EQ(error_of("io_align=3000"), "io_align=3000: expected a power of two");
  EXPECT_EQ(error_of("io_chunk=0"), "io_chunk=0: expected a whole number of at least 1 and at most 134217728");
  EXPECT_EQ(error_of("io_sync=yes"), "io_sync=yes: expected one of on, off");
}

TEST(Options, SettingsOfTheDirectSolverAreChecked) {
  EXPECT_EQ(error_of("ordering=amf"),
            "ordering=amf: expected one of auto, least, amd, pord, scotch, metis; did you mean 'amd'?");
  EXPECT_EQ(error_of("rhs_block=0"), "rhs_block=0: expected a whole number of at least 1 and at most 1024");
  EXPECT_EQ(error_of("scratch=/no/such"), "scratch=/no/such: there is no folder /no/such");
  EXPECT_EQ(error_of("scratch=/tmp,/tmp,/tmp"), "scratch=/tmp,/tmp,/tmp: expected DIR or DIR,DIR");
  EXPECT_EQ(parse_options({"i=deck.k", "scratch=/tmp,/"}).scratch, (std::vector<std::string>{"/tmp", "/"}));
}

TEST(Options, JobidStaysInTheResultFolder) {
  EXPECT_EQ(error_of("jobid=../../esc"), "jobid=../../esc: expected a name without '/'");
  EXPECT_EQ(parse_options({"i=deck.k", "jobid=a.b"}).job_id, "a.b");
}

TEST(Options, CommandsWithoutADeck) {
  for (const char* word : {"help", "info", "keywords"}) EXPECT_EQ(parse_options({word}).command, word);
}

TEST(Options, ADeckNeedsNoKey) {
  const std::string deck = ::testing::TempDir() + "alone.k";
  std::ofstream(deck) << "*KEYWORD\n";
  EXPECT_EQ(parse_options({deck, "ncycle=5"}).deck, deck);
  EXPECT_EQ(parse_options({"check", deck}).command, "check");
  EXPECT_EQ(error_of(deck), "'" + deck + "': there is a deck already, 'deck.k'");
  EXPECT_EQ(error_of("i=other.k"), "i=other.k: there is a file already, 'deck.k'");
  EXPECT_THROW(parse_options({"i=deck.k", "p=a", "p=b"}), Error);
  EXPECT_NE(error_of("no-such-deck.k").find("'no-such-deck.k': cannot read this deck"), std::string::npos);
  std::remove(deck.c_str());
}

}  // namespace
}  // namespace crumple::options
