// Dumps and restarts: who asks for them, what may be changed, what is refused, and that no results mix. That the answer
// is the same for every feature: same_answer.cpp; runs that are killed: killed_runs.py.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <xxhash.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"
#include "tests/support/read_states.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::restart {
namespace {

namespace fs = std::filesystem;

/// A plate that falls on a wall and folds onto itself.
std::string deck(const std::string& more = "") {
  const ShellGrid plate{.n = {8, 4}, .origin = {0, 0, 0.5}, .u = {10, 0, 1}, .v = {0, 10, 0}};
  return deck_head(1e-4) + "*DATABASE_NODOUT\n1e-5\n*DATABASE_HISTORY_NODE\n1,2\n*DATABASE_BINARY_D3PLOT\n1e-5\n" +
         piecewise(1) + shell_section(1, 1.0) + part(1, 1, 1) + shells(plate) + node_set(1, columns(plate, 0, 8)) +
         initial_velocity(1, {0, 0, -2e4}) +
         "*RIGIDWALL_PLANAR\n0\n0,0,0,0,0,1\n*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n\n\n" + more + "*END\n";
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

/// The run without interruption, once.
const Run& whole() {
  static const Run run = run_deck(deck());
  return run;
}

void expect_same(const Run& run, const Run& expected) {
  ASSERT_EQ(run.status, 0) << run.text;
  EXPECT_EQ(run.hash(), expected.hash());
  EXPECT_EQ(run.summary.at("energy"), expected.summary.at("energy"));
  EXPECT_EQ(run.summary.at("contacts"), expected.summary.at("contacts"));
  EXPECT_EQ(run.databases(), expected.databases());
  for (const std::string& name : expected.databases())
    EXPECT_EQ(run.file_without_times(name), expected.file_without_times(name)) << name;
  EXPECT_EQ(read_states(run.folder).size(), read_states(expected.folder).size());
}

std::vector<std::string> dumps_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    if (contains(name, "d3dump") || contains(name, "runrsf")) names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

using Names = std::vector<std::string>;

TEST(Restart, DumpsComeByCyclesAndAtTheEnd) {
  const int cycles = whole().summary.at("cycles"), third = cycles / 3 + 1;
  const auto by_option = run_deck(deck(), 2, fmt::format("dump={}", third));
  expect_same(by_option, whole());
  EXPECT_EQ(dumps_in(by_option.folder), (Names{"d3dump01", "d3dump02", "d3dump03"}));
  const auto by_deck =
      run_deck(deck(fmt::format("*DATABASE_BINARY_D3DUMP\n{}\n*DATABASE_BINARY_RUNRSF\n7\n", cycles)), 2);
  EXPECT_EQ(dumps_in(by_deck.folder), (Names{"d3dump01", "runrsf"}));
  EXPECT_EQ(dumps_in(whole().folder), Names());
  for (const std::string& dump : {by_option.folder + "/d3dump03", by_deck.folder + "/runrsf"})
    expect_same(run_restart(dump, 3), whole());
}

/// The deck of that case.
Case case_of(const std::string& name) {
  for (const Case& one : all_cases())
    if (one.name == name) return one;
  throw std::invalid_argument(name);
}

// Ties fail one after the other, each in one step, and are released in the next: some dumps lie between the two. The
// failure is known where the face's element is, wherever the node is.
TEST(Restart, WhileTiesFail) {
  const std::string deck = case_of("Tiebreak").deck;
  const auto whole = run_deck(deck, 1), dumped = run_deck(deck, 3, "dump=9");
  ASSERT_EQ(whole.status, 0) << whole.text;
  EXPECT_EQ(dumped.hash(), whole.hash());
  const Names dumps = dumps_in(dumped.folder);
  EXPECT_GT(dumps.size(), 20u);
  for (std::size_t i = 0; i < dumps.size(); ++i) {
    const auto restarted = run_restart(dumped.folder + "/" + dumps[i], i % 2 == 0 ? 2 : 4);
    SCOPED_TRACE(dumps[i]);
    ASSERT_EQ(restarted.status, 0) << restarted.text;
    EXPECT_EQ(restarted.hash(), whole.hash());
    EXPECT_EQ(restarted.summary.at("energy"), whole.summary.at("energy"));
    EXPECT_EQ(restarted.summary.at("failed"), whole.summary.at("failed"));
  }
  EXPECT_EQ(run_deck(deck, 2, "rebalance=1,0").hash(), whole.hash());
}

/// Which files a run writes need not be said again.
TEST(Restart, WritesTheFilesOfTheFirstRun) {
  const std::string files = "binout=on fields=stress states=vtkhdf";
  const auto whole = run_deck(deck(), 1, files), dumped = run_deck(deck(), 1, files + " dump=30");
  const auto restarted = run_restart(dumped.folder + "/d3dump01", 2, "o=" + dumped.folder);
  ASSERT_EQ(restarted.status, 0) << restarted.text;
  EXPECT_EQ(read_states(dumped.folder).size(), read_states(whole.folder).size());
  EXPECT_FALSE(contains(restarted.text, "begin at the restart")) << restarted.text;
  for (const auto& entry : fs::directory_iterator(whole.folder))
    if (const std::string name = entry.path().filename(); name.starts_with("binout") || name == "states.vtkhdf")
      EXPECT_EQ(fs::file_size(dumped.folder + "/" + name), fs::file_size(entry.path())) << name;
  EXPECT_FALSE(fs::exists(dumped.folder + "/d3plot"));
  const auto without = run_restart(dumped.folder + "/d3dump01", 1, "binout=off fields=none");
  EXPECT_FALSE(fs::exists(without.folder + "/binout0005")) << without.text;
}

TEST(Restart, GoesOnInTheSameFolderAndAfterARestart) {
  const auto run = run_deck(deck(), 2, "dump=20");
  fs::remove(run.folder + "/d3dump03");
  for (const auto& [dump, ranks] : {std::pair("d3dump02", 4), {"d3dump01", 1}, {"d3dump03", 5}}) {
    auto restarted = run_restart(run.folder + "/" + dump, ranks, "dump=20 o=" + run.folder);
    restarted.folder = run.folder;
    std::ifstream summary(run.folder + "/summary.json");
    restarted.summary = nlohmann::json::parse(summary);
    expect_same(restarted, whole());
    EXPECT_EQ(restarted.summary.at("restart").at("dump"), run.folder + "/" + dump);
  }
  EXPECT_EQ(dumps_in(run.folder), dumps_in(run_deck(deck(), 1, "dump=20").folder)) << "numbers go on";
}

// Whoever ends a run finds a dump, from which it goes on as if nothing had been. The run is made slow by sums that all
// ranks wait for.
TEST(Restart, WhateverEndsARunLeavesADump) {
  const std::string slow = "endtime=1e-4 latency_us=1500 ";
  for (const std::string how : {"sw1", "SW3", "maxtime", "dumptime"}) {
    SCOPED_TRACE(how);
    const std::string folder = (fs::temp_directory_path() / fmt::format("crumple-dump-{}", getpid())).string();
    const bool by_time = contains(how, "time");
    std::thread user([&] {
      while (!fs::exists(folder + "/states.vtkhdf")) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      if (!by_time) std::ofstream(folder + "/d3kil") << how << "\n";
    });
    const auto run = run_deck(deck(), on_mpi(2), slow + (by_time ? how + "=0.15 " : "") + "o=" + folder);
    user.join();
    ASSERT_EQ(run.status, how == "sw1" ? 3 : how == "maxtime" ? 5 : 0) << run.text;
    const Names dumps = dumps_in(folder);
    ASSERT_FALSE(dumps.empty());
    EXPECT_EQ(contains(run.text, "termination time reached"), how == "SW3" || how == "dumptime");
    expect_same(run_restart(folder + "/d3dump01", 3), whole());
    fs::remove_all(folder);
  }
  EXPECT_EQ(dumps_in(run_deck(deck(), 1, "maxtime=0 d=nodump").folder), Names());
}

TEST(Restart, ADeckAndOptionsChangeTheEndAndIntervals) {
  const auto early = run_deck(deck(), 2, "dump=1000 endtime=5e-5");
  const std::string dump = early.folder + "/d3dump01", small = early.folder + "/small.k";
  EXPECT_EQ(run_restart(dump, 1).hash(), early.hash());
  const auto by_option = run_restart(dump, 3, "endtime=1e-4");
  expect_same(by_option, whole());
  std::ofstream(small)
      << "*KEYWORD\n*CONTROL_TERMINATION\n1e-4\n*DATABASE_GLSTAT\n5e-6\n*DATABASE_SPCFORC\n2e-5\n*END\n";
  const auto by_deck = run_restart(dump, 3, "i=" + small);
  EXPECT_EQ(by_deck.hash(), whole().hash());
  EXPECT_EQ(by_deck.file_without_times("nodout"), whole().file_without_times("nodout"));
  // 0 to 5e-5 in steps of 2.5e-5 but the last, then 5e-5 to 1e-4 in steps of 5e-6
  EXPECT_EQ(by_deck.glstat("kinetic energy").size(), 2u + 11u);
  EXPECT_TRUE(fs::exists(by_deck.folder + "/spcforc"));
  EXPECT_EQ(run_restart(dump, 1, "endtime=1e-4 ncycle=40").summary.at("cycles"), 40);
  std::ofstream(small) << "*KEYWORD\n*NODE\n1,0,0,0\n*DATABASE_HISTORY_NODE\n1\n*END\n";
  const auto refused = run_restart(dump, 2, "i=" + small);
  EXPECT_NE(refused.status, 0);
  EXPECT_PRED2(contains, refused.text, "small.k:2: *NODE: a restart cannot change this");
  EXPECT_PRED2(contains, refused.text, "small.k:4: *DATABASE_HISTORY_NODE: a restart cannot change this");
}

// A run that DTMIN or ENDENG ends leaves a dump, if any are asked for: with a wider limit it goes on as if it had had
// that from the start.
TEST(Restart, LimitsThatEndARunLeaveADump) {
  const auto& dt = whole().summary.at("dt");
  const double least = dt.at("min").get<double>() / dt.at("first").get<double>();
  ASSERT_LT(least, 0.9999);  // the limits are printed with more digits
  for (const auto& [limits, wider, reason] :
       {std::tuple(fmt::format("0,{:.7f},0", 0.5 * (1 + least)), fmt::format("0,{:.7f},0", 0.5 * least), "DTMIN"),
        {std::string("0,0,1e-4"), std::string("0,0,1e4"), "ENDENG"}}) {
    SCOPED_TRACE(reason);
    const std::string limited =
        with_change(deck(), "*CONTROL_TERMINATION\n0.0001\n", "*CONTROL_TERMINATION\n0.0001," + limits + "\n");
    EXPECT_EQ(dumps_in(run_deck(limited, 2).folder), Names());
    const auto run = completed(run_deck(limited, 2, "dump=100000"));
    EXPECT_PRED2(contains, run.summary.at("reason").get<std::string>(), reason);
    EXPECT_LT(run.summary.at("cycles").get<int>(), whole().summary.at("cycles").get<int>());
    EXPECT_EQ(dumps_in(run.folder), (Names{"d3dump01"}));
    EXPECT_EQ(run_restart(run.folder + "/d3dump01", 3).summary.at("cycles"), run.summary.at("cycles"));
    std::ofstream(run.folder + "/small.k") << "*KEYWORD\n*CONTROL_TERMINATION\n0," << wider << "\n*END\n";
    expect_same(run_restart(run.folder + "/d3dump01", 3, "i=" + run.folder + "/small.k"), whole());
  }
}

TEST(Restart, DatabasesBeginWhereTheEarlierPartsAreNotThere) {
  const auto run = run_deck(deck(), 2, "dump=30");
  const std::string alone = run.folder + "/alone";
  fs::create_directories(alone);
  fs::copy_file(run.folder + "/d3dump01", alone + "/d3dump01");
  const auto restarted = completed(run_restart(alone + "/d3dump01", 3));
  EXPECT_EQ(restarted.hash(), whole().hash());
  EXPECT_PRED2(contains, restarted.text, "begin at the restart");
  EXPECT_PRED2(contains, restarted.summary.at("warnings").dump(), "glstat");
  const std::string all = whole().file_without_times("nodout"), rest = restarted.file_without_times("nodout");
  EXPECT_LT(rest.size(), all.size());
  const std::string::size_type first = rest.find(" n o d a l");
  EXPECT_TRUE(all.ends_with(rest.substr(first)));
}

/// What is wrong with a dump is said, and nothing is written.
TEST(Restart, BadDumpsAreRefusedWithAReason) {
  const auto run = run_deck(deck(), 2, "dump=30");
  const std::string good = run.folder + "/d3dump01", bad = run.folder + "/bad";
  const auto size = std::int64_t(fs::file_size(good));
  const auto write = [&](std::int64_t at, const std::string& text) {
    std::fstream(bad, std::ios::in | std::ios::out | std::ios::binary)
        .seekp(at)
        .write(text.data(), std::streamsize(text.size()));
  };
  const std::string bytes = run.file("d3dump01");
  struct Fault {
    std::string reason, options;
    std::function<void()> make;
  };
  const auto write_other_layout = [&] {
    std::string head = bytes.substr(0, bytes.find("\nhead ") + 1);
    head.replace(head.find("layout ") + 7, 16, "0123456789abcdef");
    write(0, head + fmt::format("head {:016x}", XXH3_64bits(head.data(), head.size())));
  };
  std::vector<Fault> faults = {
      {"lays models out in another way", "", write_other_layout},
      {"is not whole: it has", "", [&] { fs::resize_file(bad, std::uintmax_t(size - 1)); }},
      {"is not whole: it has", "", [&] { fs::resize_file(bad, std::uintmax_t(size / 2)); }},
      {"its writing was interrupted", "", [&] { write(0, std::string(4096, '\0')); }},
      {"is no dump of Crumple", "", [&] { std::ofstream(bad) << deck(); }},
      {"is no dump of Crumple", "", [&] { std::ofstream file(bad); }},
      {"No such file", "", [&] { fs::remove(bad); }},
      {"has format 8, expected 7", "", [&] { write(std::int64_t(bytes.find("format ")) + 7, "8"); }},
      {"single precision, and precision=double is asked for", "precision=double", [] {}}};
  for (const std::int64_t at : {std::int64_t(60), std::int64_t(4100), size / 3, size / 2, size - 5})
    faults.push_back({"is damaged", "", [&, at] { write(at, std::string(1, char(bytes[std::size_t(at)] ^ 16))); }});
  for (const Fault& fault : faults) {
    SCOPED_TRACE(fault.reason);
    fs::copy_file(good, bad, fs::copy_options::overwrite_existing);
    fault.make();
    const auto restarted = run_restart(bad, 2, fault.options);
    EXPECT_NE(restarted.status, 0);
    EXPECT_PRED2(contains, restarted.text, fault.reason);
    EXPECT_FALSE(fs::exists(restarted.folder));
  }
}

TEST(Restart, OneRunAtATimeWritesIntoAFolder) {
  const std::string folder = (fs::temp_directory_path() / fmt::format("crumple-lock-{}", getpid())).string();
  fs::create_directories(folder);
  const int other = ::open((folder + "/mes0000").c_str(), O_RDWR | O_CREAT, 0666);
  ASSERT_EQ(::flock(other, LOCK_EX), 0);
  const auto refused = run_deck(deck(), 2, "o=" + folder);
  EXPECT_NE(refused.status, 0);
  EXPECT_PRED2(contains, refused.text, "another run is writing its results to " + folder);
  EXPECT_EQ(run_deck(deck(), 2, "jobid=second o=" + folder).status, 0) << "beside it";
  ::close(other);
  EXPECT_EQ(run_deck(deck(), 2, "o=" + folder).status, 0);
  fs::remove_all(folder);
}

TEST(Restart, ResultsOfAnOlderRunDoNotMix) {
  const auto run = run_deck(deck("*DATABASE_SPCFORC\n1e-5\n"), 2, "dump=30");
  ASSERT_TRUE(fs::exists(run.folder + "/spcforc"));
  std::ofstream(run.folder + "/notes.txt") << "mine\n";
  const std::string old_dump = run.file("d3dump02");
  const auto rerun = completed(run_deck(deck(), 1, "endtime=3e-5 o=" + run.folder));
  EXPECT_FALSE(fs::exists(run.folder + "/spcforc"));
  EXPECT_TRUE(fs::exists(run.folder + "/notes.txt"));
  for (const std::string& name : dumps_in(run.folder)) EXPECT_TRUE(name.ends_with(".old")) << name;
  EXPECT_EQ(run.file("d3dump02.old"), old_dump);
}

}  // namespace
}  // namespace crumple::test::restart
