// mes0000 and summary.json: lines that users' scripts look for, columns that parsers slice, keys of the contract.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/earlier_outputs.hpp"
#include "io/message_file.hpp"
#include "io/run_result.hpp"
#include "io/summary.hpp"
#include "io/timing_table.hpp"
#include "io_support.hpp"

namespace crumple::io_message_file {
namespace {

using test::lines;

RunResult sample_result() {
  RunResult result;
  result.reason = "termination time reached";
  result.clock.time = 0.03;
  result.clock.dt = 1.51e-6;
  result.clock.dt_first = 2e-6;
  result.clock.dt_min = 1e-6;
  result.clock.cycle = 19862;
  result.energies.kinetic = 2;
  result.energies.internal = 1;
  result.energies.initial_total = 3;
  result.wall_total = 51.358;
  result.wall_step_loop = 50;
  result.cpu_total = 8 * 51.358;
  result.phases = {{"shells", 29}, {"contact", 15},        {"contact search", 2},
                   {"halo", 3},    {"keyword reading", 1}, {"novel", 1}};
  for (const double work : {40, 50, 45, 45}) result.mpi.emplace_back().phases = {{"shells", 50, 0, work}};
  result.hosts = {"n0", "n0", "n1", "n1"};
  result.state_hash = "00ff00ff00ff00ff";
  result.start_warnings = {"one"};
  result.warnings = {"the run may be unstable"};
  return result;
}

std::string line_with(const std::string& text, const std::string& start) {
  for (const std::string& line : lines(text))
    if (line.starts_with(start)) return line;
  return {};
}

TEST(CycleLine, AsLsDynaPrintsIt) {
  const std::string line = format_cycle_line(sample_result().clock, "write d3plot file", 0);
  EXPECT_EQ(line.substr(0, 63), "   19862 t 3.0000E-02 dt 1.51E-06 write d3plot file            ");
  EXPECT_EQ(line.size(), 63u + std::string("11/18/15 08:24:40\n").size());
}

TEST(TimingTable, NumbersLieInLsDynasColumns) {
  const std::string text = format_timing(sample_result());
  const auto all = lines(text);
  EXPECT_EQ(all[0], " T i m i n g   i n f o r m a t i o n");
  EXPECT_EQ(all[1], "                        CPU(seconds)   %CPU  Clock(seconds) %Clock");
  const std::string row = line_with(text, "  Element processing ...");
  // half-open slices of known parsers: label [0:25) cpu [25:36) %cpu [36:44) clock [44:59) %clock up to 66
  EXPECT_EQ(row.substr(0, 25), "  Element processing ... ");
  EXPECT_DOUBLE_EQ(std::stod(row.substr(25, 11)), 29 * 8);
  EXPECT_DOUBLE_EQ(std::stod(row.substr(36, 8)), 56.86);
  EXPECT_DOUBLE_EQ(std::stod(row.substr(44, 15)), 29);
  EXPECT_EQ(row.size(), 66u);
  EXPECT_EQ(line_with(text, "  T o t a l s"), "  T o t a l s            4.0800E+02  100.00     5.1000E+01  100.00");
}

TEST(TimingTable, EveryPhaseIsCountedOnce) {
  const std::string text = format_timing(sample_result());
  EXPECT_DOUBLE_EQ(std::stod(line_with(text, "  Contact algorithm ....").substr(44, 15)), 17);
  EXPECT_DOUBLE_EQ(std::stod(line_with(text, "    contact search ").substr(44, 15)), 2);
  EXPECT_DOUBLE_EQ(std::stod(line_with(text, "  Keyword Processing ...").substr(44, 15)), 1);
  EXPECT_DOUBLE_EQ(std::stod(line_with(text, "  Other .").substr(44, 15)), 1);
  double sum = 0;
  for (const std::string& line : lines(text))
    if (line.size() == 66 && line[2] >= 'A' && line[2] != 'T') sum += std::stod(line.substr(44, 15));
  sum += std::stod(line_with(text, "  Time step size").substr(44, 15));
  EXPECT_DOUBLE_EQ(sum, 51);
}

TEST(Totals, LinesThatScriptsRead) {
  const std::string text = format_totals(test::sample_run(), sample_result(), 0);
  EXPECT_EQ(line_with(text, " Problem time"), " Problem time       =    3.0000E-02");
  EXPECT_EQ(line_with(text, " Problem cycle"), " Problem cycle      =     19862");
  EXPECT_EQ(line_with(text, " Total CPU"),
            " Total CPU time     =       411 seconds (   0 hours  6 minutes 51 seconds)");
  EXPECT_EQ(line_with(text, " CPU time per"), " CPU time per zone cycle  =     20686 nanoseconds");
  EXPECT_EQ(line_with(text, " Clock time per"), " Clock time per zone cycle=      2586 nanoseconds");
  EXPECT_EQ(line_with(text, " Number of CPU's"), " Number of CPU's    8");
  EXPECT_EQ(line_with(text, " Elapsed time"),
            " Elapsed time      51 seconds(   0 hours  0 min. 51 sec.) for   19862 cycles");
}

TEST(MessageFile, HoldsBannerEchoWarningsAndEndsWithTheTerminationLine) {
  test::Folder folder;
  const RunInfo run = test::sample_run();
  Domain domain = test::sample_domain();
  domain.model.materials.resize(1);
  domain.model.parts[0].material = 0;
  {
    EarlierOutputs nothing;
    MessageFile file(0, folder.prefix(), nothing);
    file.banner(run);
    file.echo(run, domain.model);
    file.warn({"a node hangs in the air"});
    file.cycle(sample_result().clock, "write d3plot file");
    file.finish(run, sample_result());
  }
  const std::string text = folder.read("mes0000");
  EXPECT_NE(text.find("     |  Precision  : Single precision (I4R4)           |\n"), std::string::npos);
  EXPECT_NE(text.find(" Input file: car.k\n"), std::string::npos);
  EXPECT_NE(text.find(" MPP execution with       4 procs\n"), std::string::npos);
  EXPECT_NE(text.find("     a node hangs in the air\n"), std::string::npos);
  EXPECT_NE(text.find(" *** termination time reached ***\n"), std::string::npos);
  EXPECT_TRUE(text.ends_with(
      " Number of warnings     2\n *** the run may be unstable\n N o r m a l    t e r m i n a t i o n\n"));
  EXPECT_FALSE(line_with(text, "  #        1  n0").empty());
  RunResult failed = sample_result();
  for (const auto& [termination, line] : {std::pair(Termination::error, " E r r o r    t e r m i n a t i o n"),
                                          {Termination::unstable, " E r r o r    t e r m i n a t i o n"},
                                          {Termination::signal, " N o r m a l    t e r m i n a t i o n"}}) {
    failed.termination = termination;
    EXPECT_EQ(lines(format_closing(run, failed, 0)).back(), line);
  }
}

/// The end of a run on the terminal is six lines, besides warnings of the run.
TEST(Outcome, IsSixLinesAndNamesTheLog) {
  RunResult result = sample_result();
  result.start = {{"reading", 0.25}, {"initialising", 0.5}};
  result.state_hash = "0123456789abcdef";
  result.warnings.clear();
  const auto all = lines(format_outcome(test::sample_run(), result, "out/car/"));
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all[0], " termination time reached at t = 3.0000E-02, cycle 19862");
  EXPECT_TRUE(all[1].starts_with(" energy: kinetic ")) << all[1];
  EXPECT_TRUE(all[2].starts_with(" 51.36 s: start 0.75 s, steps 50.00 s; ")) << all[2];
  EXPECT_EQ(all[3], " state hash 0123456789abcdef; the rest is in out/car/mes0000");
  EXPECT_EQ(all[5], " N o r m a l    t e r m i n a t i o n");
}

TEST(Summary, HasTheKeysOfTheContract) {
  test::Folder folder;
  write_summary(folder.prefix(), test::sample_run(), sample_result());
  const auto summary = nlohmann::json::parse(folder.read("summary.json"));
  EXPECT_EQ(summary["termination"], "normal");
  EXPECT_EQ(summary["exit_status"], 0);
  EXPECT_EQ(summary["cycles"], 19862);
  EXPECT_EQ(summary["end_time"], 0.03);
  EXPECT_EQ(summary["nodes"], 1000);
  EXPECT_EQ(summary["elements"]["shells"], 700);
  EXPECT_EQ(summary["elements"]["solids"], 300);
  EXPECT_EQ(summary["parts"], 2);
  EXPECT_EQ(summary["ranks"], 4);
  EXPECT_EQ(summary["hosts"], 2);
  EXPECT_EQ(summary["threads"], 2);
  EXPECT_EQ(summary["isa"], "avx2");
  EXPECT_EQ(summary["precision"], "single");
  EXPECT_EQ(summary["wall_s"]["step_loop"], 50);
  EXPECT_EQ(summary["wall_s"]["contact search"], 2);
  // 50 s x 4 ranks x 2 threads / (19862 cycles x 1000 elements)
  EXPECT_NEAR(summary["ns_per_element_cycle"].get<double>(), 50e9 * 8 / 19862e3, 1e-6);
  for (const char* key : {"kinetic", "internal", "hourglass", "sliding", "rigid_wall", "external_work", "damping",
                          "eroded", "total", "ratio"})
    EXPECT_TRUE(summary["energy"][key].is_number()) << key;
  EXPECT_EQ(summary["energy"]["ratio"], 1.0);
  for (const char* key : {"first", "last", "min"}) EXPECT_TRUE(summary["dt"][key].is_number()) << key;
  EXPECT_EQ(summary["state_hash"], "00ff00ff00ff00ff");
  EXPECT_EQ(summary["warnings"], nlohmann::json::array({"one", "the run may be unstable"}));
}

}  // namespace
}  // namespace crumple::io_message_file
