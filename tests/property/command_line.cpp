// The command line is LS-DYNA's, and the summary is a contract.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::command_line {
namespace {

namespace fs = std::filesystem;

/// A plate that flies against a wall, with every output.
std::string deck() {
  const ShellGrid plate{.n = {8, 4}, .origin = {0, 0, 0.5}, .u = {10, 0, 1}, .v = {0, 10, 0}};
  return deck_head(1e-4) + "*DATABASE_NODOUT\n5e-5\n*DATABASE_HISTORY_NODE\n1,2\n*DATABASE_BINARY_D3PLOT\n5e-5\n" +
         piecewise(1) + shell_section(1, 1.0) + part(1, 1, 1) + shells(plate) + node_set(1, columns(plate, 0, 8)) +
         initial_velocity(1, {0, 0, -2e4}) +
         "*RIGIDWALL_PLANAR\n0\n0,0,0,0,0,1\n*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n\n\n*END\n";
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

/// Open MPI's own files of a process without mpirun, which has a folder for them, gone at the end.
TEST(CommandLine, WithoutMpirunNoFilesAreLeft) {
  const auto run = completed(run_deck(deck()));
  const std::string files = run.folder + "/files";
  fs::create_directory(files);
  std::ofstream(run.folder + "/again.k") << deck();
  const std::string command = fmt::format("TMPDIR={} {}/crumple i={}/again.k o={}/again progress=off > {}/log", files,
                                          build_folder(), run.folder, run.folder, run.folder);
  EXPECT_EQ(std::system(command.c_str()), 0) << run.file("log");
  EXPECT_EQ(files_in(files), std::vector<std::string>());
}

TEST(CommandLine, HelpShowsExamplesAndAllKeys) {
  const auto run = completed(run_deck(deck(), on_mpi(1), "help"));
  const std::string isas = fmt::format("isa=auto|{}", fmt::join(built_instruction_sets(), "|"));
  for (const char* word : {"mpirun -np",
                           "i=",
                           "r=",
                           "o=",
                           "dump=N",
                           "dumptime=S",
                           "d=nodump",
                           "p=",
                           "endtime=",
                           "ncycle=",
                           "jobid=",
                           isas.c_str(),
                           "precision=single|double",
                           "threads=",
                           "threads=auto",
                           "progress=auto|on|off",
                           "memory=",
                           "collectives=fused|nonblocking|persistent|separate|shared",
                           "transport=auto|neighbor|p2p|persistent|rma|shared",
                           "nodesize="})
    EXPECT_PRED2(contains, run.text, word);
  EXPECT_FALSE(fs::exists(run.folder));
}

/// Words in d3kil while the run goes on: a state is written at sw4, and sw1 ends a run that would go on for hours.
TEST(CommandLine, SenseSwitches) {
  const std::string folder = (fs::temp_directory_path() / fmt::format("crumple-switch-{}", getpid())).string();
  std::thread user([&] {
    while (!fs::exists(folder + "/states.vtkhdf")) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    for (const char* word : {"sw4", "sw9", "SW2.", "sw1"}) {
      while (fs::exists(folder + "/d3kil")) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      std::ofstream(folder + "/d3kil") << word << "\n";
    }
  });
  const auto run = run_deck(deck(), on_mpi(2), "endtime=1e9 collectives=separate o=" + folder);
  user.join();
  EXPECT_EQ(run.status, 3) << run.text;
  EXPECT_EQ(nlohmann::json::parse(std::ifstream(folder + "/summary.json")).at("termination"), "sense switch");
  std::ifstream in(folder + "/mes0000");
  const std::string messages(std::istreambuf_iterator<char>(in), {});
  for (const char* word :
       {"sense switch sw4", "sense switch sw2", "sense switch unknown", "sense switch sw1", "N o r m a l"})
    EXPECT_PRED2(contains, messages, word);
  EXPECT_LT(messages.find("sense switch sw4"), messages.rfind("write d3plot file"));
  fs::remove_all(folder);
}

/// To the ranks that write into a folder; returns to how many.
int send_signal(int number, const std::string& folder) {
  int sent = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const auto text_of = [&](const char* name) {
      std::ifstream in(entry.path() / name);
      return std::string(std::istreambuf_iterator<char>(in), {});
    };
    if (text_of("comm") != "crumple\n" || !contains(text_of("cmdline"), folder)) continue;
    sent += kill(std::stoi(entry.path().filename()), number) == 0;
  }
  return sent;
}

// Whatever ends a run from outside: results are complete, and the log and the summary say why.
TEST(CommandLine, SignalsEndTheRunInOrder) {
  for (const auto& [number, name] : {std::pair(SIGTERM, "SIGTERM"), {SIGINT, "SIGINT"}, {SIGUSR1, "SIGUSR1"}}) {
    const std::string folder = (fs::temp_directory_path() / fmt::format("crumple-signal-{}", getpid())).string();
    int sent = 0;
    std::thread user([&] {
      while (!fs::exists(folder + "/states.vtkhdf")) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      sent = send_signal(number, folder);
    });
    const auto run = run_deck(deck(), on_mpi(2), "endtime=1e9 o=" + folder);
    user.join();
    EXPECT_EQ(sent, 2);
    EXPECT_EQ(run.status, 4) << run.text;
    std::ifstream log(folder + "/mes0000");
    const auto summary = nlohmann::json::parse(std::ifstream(folder + "/summary.json"));
    const std::string messages(std::istreambuf_iterator<char>(log), {});
    EXPECT_PRED2(contains, messages, std::string("signal ") + name);
    EXPECT_PRED2(contains, messages, "write d3dump01 file");
    EXPECT_TRUE(fs::exists(folder + "/d3dump01"));
    EXPECT_PRED2(contains, messages, "N o r m a l");
    EXPECT_EQ(summary.at("reason"), std::string("signal ") + name);
    EXPECT_EQ(summary.at("termination"), "signal");
    fs::remove_all(folder);
  }
}

TEST(CommandLine, WallTimeEndsTheRun) {
  const auto run = run_deck(deck(), on_mpi(2), "endtime=1e9 maxtime=0.5");
  EXPECT_EQ(run.status, 5) << run.text;
  EXPECT_PRED2(contains, run.file("mes0000"), "time limit maxtime");
  EXPECT_EQ(run.summary.at("reason"), "time limit maxtime");
  EXPECT_EQ(run.summary.at("termination"), "time limit");
  EXPECT_EQ(run.summary.at("exit_status"), 5);
}

/// A block of a soft solid, pressed flat by the nodes on its top: hourglass modes of flat elements make
/// energy out of nothing.
std::string pressed_flat() {
  const SolidBlock block{.n = {4, 4, 4}, .edge = {12.5, 12.5, 12.5}};
  return deck_head(4.45) + "*MAT_ELASTIC\n1,5e-8,0.005,0.\n" + solid_section(1) + part(1, 1, 1) + solids(block) +
         node_set(1, layers(block, 2, 0, 0)) + clamp(1) + node_set(2, layers(block, 2, 4, 4)) +
         "*DEFINE_CURVE\n4\n0,-10\n100,-10\n*BOUNDARY_PRESCRIBED_MOTION_SET\n2,3,0,4,1.\n*DATABASE_GLSTAT\n0.2\n"
         "*END\n";
}

/// The last lines on the terminal and of the log have the warnings of the run and their number.
TEST(CommandLine, InstabilityIsSeenWhereTheRunEnds) {
  const auto run = completed(run_deck(pressed_flat(), on_mpi(2)));
  const auto& warnings = run.summary.at("warnings");
  ASSERT_FALSE(warnings.empty());
  const auto first = warnings.front().get<std::string>();
  std::string last_lines = fmt::format(" Number of warnings{:6}\n", warnings.size());
  for (const auto& sign : warnings) {
    last_lines += " *** " + sign.get<std::string>() + "\n";
    EXPECT_PRED2(contains, run.text, "warning: " + sign.get<std::string>() + "\n");
  }
  last_lines += " N o r m a l    t e r m i n a t i o n\n";
  EXPECT_PRED2(contains, last_lines, "the run may be unstable");
  EXPECT_PRED2(contains, run.text, last_lines);
  EXPECT_TRUE(run.file("mes0000").ends_with(last_lines)) << run.file("mes0000");

  const auto stopped = run_deck(pressed_flat(), on_mpi(2), "unstable=stop");
  EXPECT_EQ(stopped.status, 2) << stopped.text;
  EXPECT_EQ(stopped.summary.at("termination"), "unstable");
  EXPECT_PRED2(contains, stopped.text, " *** " + first + "\n");
  EXPECT_PRED2(contains, stopped.text, "\n E r r o r    t e r m i n a t i o n\n");
}

/// A driven tool comes to rest: of all the work that has gone in and out nothing is left but rounding, which is no sign
/// of instability.
TEST(CommandLine, RestAfterMotionIsNoInstability) {
  const SolidBlock tool{.n = {2, 2, 2}, .edge = {8, 8, 8}};
  const std::string deck = deck_head(3e-4) + "*MAT_RIGID\n1,7.8e-9,210000.,0.3\n\n\n" + solid_section(1) +
                           part(1, 1, 1) + solids(tool) +
                           "*DEFINE_CURVE\n7\n0,0\n1e-4,3e4\n2e-4,0\n1,0\n"
                           "*BOUNDARY_PRESCRIBED_MOTION_RIGID\n1,3,0,7\n*DATABASE_GLSTAT\n3e-5\n*END\n";
  const auto run = completed(run_deck(deck, 1, "unstable=stop"));
  EXPECT_TRUE(run.summary.at("warnings").empty()) << run.text;
}

/// What ends a run before its time is a warning.
TEST(CommandLine, LimitsOfTheDeckAreNamedOnTheTerminal) {
  const auto run =
      run_deck(with_change(pressed_flat(), "*CONTROL_TERMINATION\n4.45\n", "*CONTROL_TERMINATION\n5.6,,,1.\n"), 2);
  EXPECT_EQ(run.status, 0) << run.text;
  EXPECT_EQ(run.summary.at("termination"), "normal");
  EXPECT_EQ(run.summary.at("reason"), "change of the energy ratio above ENDENG");
  EXPECT_PRED2(contains, run.text, "warning: change of the energy ratio above ENDENG at t = ");
}

/// The time left is that to the first end: status.out, written at the first steps, knows the options' limits.
TEST(CommandLine, TheTimeLeftKnowsAllLimits) {
  const std::string folder = (fs::temp_directory_path() / fmt::format("crumple-left-{}", getpid())).string();
  const auto seconds_left = [&] {
    std::ifstream in(folder + "/status.out");
    const std::string text(std::istreambuf_iterator<char>(in), {}), label = "estimated clock time to complete  =";
    const auto at = text.find(label);
    return at == text.npos ? -1.0 : std::stod(text.substr(at + label.size()));
  };
  for (const std::string limit : {"maxtime=3", "ncycle=400 latency_us=1000"}) {
    SCOPED_TRACE(limit);
    double left = -1;
    std::thread user([&] {
      while (left < 0 && !fs::exists(folder + "/summary.json")) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        left = seconds_left();
      }
    });
    const auto run = run_deck(deck(), on_mpi(2), "endtime=1e9 o=" + folder + " " + limit);
    user.join();
    EXPECT_GT(left, 0);
    EXPECT_LT(left, 1e5);  // many times what the steps take; to the end time it is 1e9 s and more
    EXPECT_EQ(seconds_left(), 0);
    fs::remove_all(folder);
  }
}

/// Ranks that wait for their cores use less CPU time than wall time.
TEST(CommandLine, CpuTimeIsOfTheProcesses) {
  const auto run = run_deck(deck(), on_mpi(2), "maxtime=1 endtime=1e9 latency_us=2000");
  const double cpu = run.summary.at("cpu_s"), wall = run.summary.at("wall_s").at("total");
  EXPECT_GT(cpu, 0);
  EXPECT_LE(cpu, 2 * wall + 0.1) << "two threads";  // the clocks are read a moment apart
  EXPECT_PRED2(contains, run.file("mes0000"), fmt::format(" Total CPU time     ={:10} seconds", std::llround(cpu)));
  EXPECT_NE(cpu, 2 * wall);
}

TEST(CommandLine, UnknownModesSuggestTheNearest) {
  for (const auto& [given, expected] :
       {std::pair("collectives=seperate", "persistent, separate, shared; did you mean 'separate'?"),
        std::pair(
            "transport=neighbour",
            "transport=neighbour: expected one of auto, neighbor, p2p, persistent, rma, shared; did you mean "
            "'neighbor'?"),
        std::pair("transprt=p2p", "did you mean 'transport='?")}) {
    const auto run = run_deck(deck(), on_mpi(2), given);
    EXPECT_NE(run.status, 0) << given;
    EXPECT_PRED2(contains, run.text, expected);
  }
}

TEST(CommandLine, InfoShowsVersionsAndInstructionSets) {
  const std::string sets = "instruction sets   " + built_instruction_sets().front();
  for (const int ranks : {1, 2}) {
    const auto run = completed(run_deck(deck(), on_mpi(ranks), "info"));
    for (const char* word : {"Crumple ", "build ", sets.c_str(), "MPI ", "Kokkos ", "HDF5 ", "METIS "})
      EXPECT_PRED2(contains, run.text, word);
    EXPECT_EQ(run.text.find("Crumple "), run.text.rfind("Crumple ")) << "told once, not by each rank";
  }
}

TEST(CommandLine, KeysAndChoicesInAnyCase) {
  const auto lower = run_deck(deck(), on_mpi(2), "precision=double ncycle=20"),
             upper = run_deck(deck(), on_mpi(2), "PRECISION=Double NCycle=20 ISA=SSE2");
  ASSERT_EQ(upper.status, 0) << upper.text;
  EXPECT_EQ(upper.summary.at("isa"), "sse2");
  EXPECT_EQ(upper.summary.at("precision"), "double");
  EXPECT_EQ(upper.hash(), lower.hash());
}

TEST(CommandLine, MemoryIsAcceptedAndExplained) {
  const auto run = completed(run_deck(deck(), on_mpi(2), "memory=20m memory2=5m ncycle=5"));
  EXPECT_PRED2(contains, run.text, "memory= has no effect: memory is allocated as needed");
  EXPECT_PRED2(contains, run.summary.at("warnings").dump(), "memory2= has no effect");
}

TEST(CommandLine, JobIdGoesBeforeEveryFileName) {
  const auto run = completed(run_deck(deck(), on_mpi(3), "jobid=crash7"));
  const std::vector<std::string> expected = {
      "crash7.cont_profile.csv", "crash7.contact_load.csv", "crash7.d3hsp",       "crash7.d3plot",
      "crash7.d3plot01",         "crash7.d3plot02",         "crash7.d3plot03",    "crash7.glstat",
      "crash7.load_profile.csv", "crash7.matsum",           "crash7.mes0000",     "crash7.mes0001",
      "crash7.mes0002",          "crash7.mpi_profile.csv",  "crash7.nodout",      "crash7.rank_load.csv",
      "crash7.rcforc",           "crash7.rwforc",           "crash7.rwforc_mean", "crash7.sleout",
      "crash7.states.vtkhdf",    "crash7.status.out",       "crash7.summary.json"};
  EXPECT_EQ(files_in(run.folder), expected);
}

TEST(CommandLine, ResultsFolderIsMade) {
  const std::string folder = (fs::temp_directory_path() / fmt::format("crumple-new-{}", getpid())).string();
  const auto run = completed(run_deck(deck(), on_mpi(2), "o=" + folder + "/a/b"));
  const std::vector<std::string> expected = {
      "cont_profile.csv", "contact_load.csv", "d3hsp",  "d3plot",      "d3plot01", "d3plot02",        "d3plot03",
      "glstat",           "load_profile.csv", "matsum", "mes0000",     "mes0001",  "mpi_profile.csv", "nodout",
      "rank_load.csv",    "rcforc",           "rwforc", "rwforc_mean", "sleout",   "states.vtkhdf",   "status.out",
      "summary.json"};
  EXPECT_EQ(files_in(folder + "/a/b"), expected);
  fs::remove_all(folder);
}

TEST(CommandLine, StatesInTheFilesThatAreWanted) {
  const auto has = [](const test::Run& run, const char* file) { return fs::exists(run.folder + "/" + file); };
  const auto native = run_deck(deck(), on_mpi(2), "states=d3plot"), open = run_deck(deck(), on_mpi(2), "states=vtkhdf");
  ASSERT_EQ(native.status + open.status, 0) << native.text << open.text;
  EXPECT_TRUE(has(native, "d3plot") && has(native, "d3plot01") && !has(native, "states.vtkhdf"));
  EXPECT_TRUE(has(open, "states.vtkhdf") && !has(open, "d3plot") && !has(open, "d3plot01"));
}

TEST(CommandLine, StatesOfAnOlderRunGo) {
  const auto run = completed(run_deck(deck(), on_mpi(2), ""));
  fs::copy_file(run.folder + "/d3plot01", run.folder + "/d3plot07");
  fs::copy_file(run.folder + "/d3plot01", run.folder + "/d3plot07.bak");
  const auto again = completed(run_deck(deck(), on_mpi(1), "o=" + run.folder));
  EXPECT_TRUE(fs::exists(run.folder + "/d3plot03"));
  EXPECT_FALSE(fs::exists(run.folder + "/d3plot07"));
  EXPECT_TRUE(fs::exists(run.folder + "/d3plot07.bak"));
}

TEST(CommandLine, EndTimeAndCyclesReplaceTheDecks) {
  const auto early = run_deck(deck(), on_mpi(2), "endtime=3e-5");
  EXPECT_GE(early.summary.at("end_time"), 3e-5 * (1 - 1e-12));
  EXPECT_LT(early.summary.at("end_time"), 3e-5 + 2 * early.summary.at("dt").at("first").get<double>());
  EXPECT_EQ(early.summary.at("reason"), "termination time reached");
  const auto short_run = run_deck(deck(), on_mpi(2), "ncycle=7");
  EXPECT_EQ(short_run.summary.at("cycles"), 7);
  EXPECT_EQ(short_run.summary.at("reason"), "termination cycle reached");
}

TEST(CommandLine, ProgressIsShownWhenAskedFor) {
  // a line every ten seconds where nobody watches, and one at the end
  const auto on = run_deck(deck(), on_mpi(2), "progress=on"), quiet = run_deck(deck(), on_mpi(2), "progress=auto"),
             off = run_deck(deck(), on_mpi(2));
  for (const auto* run : {&on, &quiet, &off}) ASSERT_EQ(run->status, 0) << run->text;
  EXPECT_PRED2(contains, on.text, "ns/element-cycle");
  EXPECT_PRED2(contains, on.text, "energy ratio");
  EXPECT_FALSE(contains(quiet.text, "ns/element-cycle")) << quiet.text;
  EXPECT_FALSE(contains(quiet.text, "\r")) << quiet.text;
  EXPECT_FALSE(contains(quiet.text, "\033")) << quiet.text;
}

/// Ranks that may use the same cores share them.
TEST(CommandLine, ThreadsForTheCoresOfARank) {
  setenv("OMPI_MCA_hwloc_base_binding_policy", "none", 1);
  const auto threads = [](int ranks) {
    const auto run = completed(run_deck(deck(), on_mpi(ranks), "threads=auto"));
    return run.summary.at("threads").get<int>();
  };
  const int alone = threads(1);
  EXPECT_GE(alone, 1);
  EXPECT_LE(alone, int(std::thread::hardware_concurrency()));
  EXPECT_EQ(threads(2), std::max(1, alone / 2));
  EXPECT_EQ(threads(5), std::max(1, alone / 5));
}

TEST(Summary, HasEveryKeyOfTheContract) {
  for (const int ranks : {1, 3}) {
    const auto run = completed(run_deck(deck(), on_mpi(ranks), "threads=2 precision=double"));
    const auto& s = run.summary;
    EXPECT_EQ(s.at("termination"), "normal");
    EXPECT_GT(s.at("cycles"), 50);
    EXPECT_GE(s.at("end_time"), 1e-4 * (1 - 1e-12));
    EXPECT_EQ(s.at("nodes"), 45);
    EXPECT_EQ(s.at("elements").at("shells"), 32);
    EXPECT_EQ(s.at("elements").at("solids"), 0);
    EXPECT_EQ(s.at("parts"), 1);
    EXPECT_EQ(s.at("ranks"), ranks);
    EXPECT_EQ(s.at("threads"), 2);
    EXPECT_EQ(s.at("isa"), instruction_sets().back());
    EXPECT_EQ(s.at("precision"), "double");
    const double total = s.at("wall_s").at("total"), loop = s.at("wall_s").at("step_loop");
    EXPECT_GT(loop, 0);
    EXPECT_GE(total, loop);
    double start = 0;  // these do not overlap with the steps; what lies between them is in neither
    for (const char* stage : {"reading", "decomposing", "distributing", "initialising"}) {
      EXPECT_GT(s.at("start_s").at(stage), 0) << stage;
      start += s.at("start_s").at(stage).get<double>();
    }
    EXPECT_LE(start + loop, total);
    for (const char* phase : {"shells", "contact", "integration", "output"})
      EXPECT_GT(s.at("wall_s").at(phase), 0) << phase;
    // by its definition; 1e-9: digits of the numbers in the file
    const double cost = 1e9 * loop * ranks * 2 / (s.at("cycles").get<double>() * 32);
    EXPECT_NEAR(s.at("ns_per_element_cycle").get<double>() / cost, 1, 1e-9);
    double sum = 0;
    for (const char* name : {"kinetic", "internal", "hourglass", "sliding", "rigid_wall", "damping"})
      sum += run.energy(name);
    EXPECT_GT(run.energy("kinetic"), 0);
    EXPECT_GT(run.energy("rigid_wall"), 0);
    EXPECT_NEAR(sum / run.energy("total"), 1, 1e-12);
    // no element fails; 1 %: the balance of a short impact with yielding
    EXPECT_NEAR(run.energy("ratio"), 1, 0.01);
    EXPECT_EQ(run.energy("eroded"), 0);
    EXPECT_EQ(run.energy("external_work"), 0);
    EXPECT_GT(s.at("dt").at("min"), 0);
    EXPECT_GE(s.at("dt").at("first"), s.at("dt").at("min"));
    EXPECT_GE(s.at("dt").at("last"), s.at("dt").at("min"));
    EXPECT_EQ(s.at("state_hash").get<std::string>().size(), 16);
    EXPECT_TRUE(s.at("warnings").is_array());
  }
}

}  // namespace
}  // namespace crumple::test::command_line
