// A plan of one process says what a run on real ranks has and sends: the same table, and the messages and collectives
// that the MPI profile counts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::plan {
namespace {

/// [rank, to] messages and bytes, and [function] calls and bytes of all ranks, as the profile has them.
struct Counted {
  std::map<std::pair<int, int>, std::array<double, 2>> pairs;
  std::map<std::string, std::array<double, 2>> calls;
};

std::vector<std::vector<std::string>> rows_of(const Run& run, const char* file) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(run.file(file));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    rows.emplace_back();
    for (std::string word; std::getline(fields, word, ',');) rows.back().push_back(word);
  }
  return rows;
}

Counted counted(const Run& run) {
  Counted all;
  for (const std::vector<std::string>& words : rows_of(run, "mpi_profile.csv")) {
    if (words[0] != "pair" && words[0] != "call") continue;
    auto& sum = words[0] == "pair" ? all.pairs[{std::stoi(words[1]), std::stoi(words[5])}] : all.calls[words[3]];
    sum[0] += std::stod(words[6]);
    sum[1] += std::stod(words[7]);
  }
  return all;
}

nlohmann::json plan_of(const Run& plan, int ranks) {
  return nlohmann::json::parse(plan.file(fmt::format("plan-{}.json", ranks)));
}

/// The run's table is of its last search: the first, in one cycle.
void expect_same_tables(const std::string& deck_file, const std::string& options, std::vector<int> counts) {
  const auto plan =
      completed(run_deck_file(deck_file, 1, fmt::format("plan ranks={} {}", fmt::join(counts, ","), options)));
  for (const int ranks : counts) {
    const auto run = completed(run_deck_file(deck_file, ranks, "ncycle=1 " + options));
    if (run.text.find("moved out of initial penetrations") != std::string::npos) continue;  // which a plan does not do
    EXPECT_EQ(plan.file(fmt::format("plan-{}.csv", ranks)), run.file("rank_load.csv")) << ranks;
    const auto planned = plan_of(plan, ranks).at("decomposition"), reported = run.summary.at("decomposition");
    for (const char* key : {"elements", "weight", "nodes", "contact_faces", "boundary_nodes", "neighbours",
                            "halo_bytes", "contact_copies", "contact_bytes"})
      EXPECT_EQ(planned.at(key), reported.at(key)) << key;
  }
}

/// What some cycles between the first and the last carry, without searches or outputs, is the plan times the cycles.
void expect_same_traffic(const std::string& deck_file, const std::string& collectives, int ranks) {
  const std::string options = collectives + " transport=p2p";
  constexpr int first = 4, last = 14;
  const auto plan = completed(run_deck_file(deck_file, 1, fmt::format("plan ranks={} {}", ranks, options)));
  const Counted early = counted(run_deck_file(deck_file, on_mpi(ranks), fmt::format("ncycle={} {}", first, options)));
  const Counted late = counted(run_deck_file(deck_file, on_mpi(ranks), fmt::format("ncycle={} {}", last, options)));
  const nlohmann::json planned = plan_of(plan, ranks);
  std::map<std::pair<int, int>, std::array<double, 2>> pairs;
  for (int r = 0; r < ranks; ++r)
    for (const auto& [name, partners] : planned.at("per_rank")[r].at("exchanges").items())
      for (const auto& partner : partners) {
        auto& sum = pairs[{r, partner[0].get<int>()}];
        sum[0] += last - first;
        sum[1] += (last - first) * partner[1].get<double>();
      }
  ASSERT_FALSE(pairs.empty());
  for (const auto& [pair, sum] : late.pairs) {
    const auto before = early.pairs.find(pair);
    for (const int i : {0, 1}) {
      const double counted = sum[i] - (before == early.pairs.end() ? 0 : before->second[i]);
      const auto expected = pairs.find(pair);
      EXPECT_EQ(counted, expected == pairs.end() ? 0 : expected->second[i])
          << pair.first << " to " << pair.second << (i == 0 ? " messages" : " bytes") << ", " << options;
    }
  }
  std::map<std::string, std::array<double, 2>> calls;
  for (const auto& call : planned.at("collectives")) {
    auto& sum = calls[call.at("kind") == "broadcast" ? "Bcast" : "Allreduce"];
    sum[0] += ranks * (last - first);
    sum[1] += ranks * (last - first) * call.at("bytes").get<double>();
  }
  for (const auto& [function, sum] : calls)
    for (const int i : {0, 1})
      EXPECT_EQ(late.calls.at(function)[i] - early.calls.at(function)[i], sum[i])
          << function << (i == 0 ? " calls" : " bytes") << ", " << options;
}

std::string write_deck(const std::string& text) {
  const std::string path = testing::TempDir() + fmt::format("plan-{}.k", std::hash<std::string>()(text));
  std::ofstream(path) << text;
  return path;
}

/// Plans and runs agree on the stages of phases. Searches have a stage of their own in runs, but no cost of their own
/// in plans.
TEST(Plan, HasTheStagesOfTheRun) {
  const std::string car = generated("car", "--elements 10000");
  const auto run = completed(run_deck_file(car, on_mpi(2), "ncycle=2"));
  std::map<std::string, std::string> stages;
  for (const std::vector<std::string>& words : rows_of(run, "mpi_profile.csv"))
    if (words[0] == "phase") stages[words[2]] = words.back();
  const auto plan = completed(run_deck_file(car, 1, "plan ranks=2"));
  const nlohmann::json planned = plan_of(plan, 2).at("phases");
  std::set<std::string> compared;
  for (const auto& [name, work] : planned.items())
    for (const std::string phase : work.at("of")) {
      if (!stages.contains(phase) || phase == "contact search") continue;
      EXPECT_EQ(stages.at(phase), work.at("stage")) << phase;
      compared.insert(phase);
    }
  for (const char* phase : {"shells", "solids", "contact", "rigid bodies", "integration", "positions", "time step"})
    EXPECT_TRUE(compared.contains(phase)) << phase;
}

TEST(Plan, OfContactsIsTheRunsTable) {
  const auto cases = contact_cases();
  expect_same_tables(write_deck(cases.front().deck), "", {2, 3, 5, 8, 16});
  expect_same_tables(write_deck(cases.front().deck), "precision=double", {4});
}

TEST(Plan, OfEachCaseIsTheRunsTable) {
  for (const Case& one : all_cases()) {
    SCOPED_TRACE(one.name);
    expect_same_tables(write_deck(one.deck), "", {4});
  }
}

TEST(Plan, OfTheSmallCarIsTheRunsTable) {
  expect_same_tables(generated("car", "--elements 10000"), "", {2, 4, 7, 16, 32});
}

TEST(Plan, OfTheSmallCarIsWhatMpiCarries) {
  const std::string car = generated("car", "--elements 10000");
  expect_same_traffic(car, "collectives=fused", 3);
  expect_same_traffic(car, "collectives=separate", 4);
}

/// Costs that a run measured are those of plans: seconds of a phase are what it counts times them.
TEST(Plan, TakesMeasuredCostsOfPhases) {
  const std::string car = generated("car", "--elements 10000"), pfile = testing::TempDir() + "plan-costs.pfile";
  std::ofstream(pfile) << "decomposition { timing_start 8 timing_end 88 }\n";
  const auto run = completed(run_deck_file(car, 1, "ncycle=90 p=" + pfile));
  std::ofstream(pfile) << "decomposition { timing_file " << run.folder << "/DECOMP_TIMINGS.OUT }\n";
  const auto plan = completed(run_deck_file(car, 1, "plan ranks=4 p=" + pfile));
  const auto planned = plan_of(plan, 4);
  std::map<std::string, std::array<double, 4>> of_stage, with_spread;
  for (const auto& [name, phase] : planned.at("phases").items()) {
    double greatest = 0;
    for (std::size_t r = 0; r < 4; ++r) {
      const double seconds = planned.at("per_rank")[r].at("compute_s").value(name, 0.0);
      greatest = std::max(greatest, seconds);
      of_stage[phase.at("stage")][r] += seconds;
      with_spread[phase.at("stage")][r] += seconds * (1 + phase.at("spread").get<double>());
    }
    EXPECT_EQ(phase.at("max_s"), greatest) << name;
  }
  const auto path_of = [](const auto& stages) {
    double path = 0;
    for (const auto& [stage, ranks] : stages) path += std::ranges::max(ranks);
    return path;
  };
  const double path = path_of(of_stage), spread = path_of(with_spread) - path;
  EXPECT_NEAR(planned.at("critical_path_s").get<double>(), path, 1e-12 * path);  // some additions
  EXPECT_NEAR(planned.at("critical_path_spread_s").get<double>(), spread, 1e-12 * path);
  for (const char* name : {"nodes", "rigid bodies", "spot welds"}) {
    std::string word = name;
    std::ranges::replace(word, ' ', '_');
    const std::string costs = run.file("DECOMP_TIMINGS.OUT");
    const std::size_t at = costs.find("phase " + word);
    ASSERT_NE(at, std::string::npos) << name;
    EXPECT_NEAR(1e9 * planned.at("phases").at(name).at("cost_s").get<double>(),
                std::stod(costs.substr(at + 6 + word.size())), 1e-9)
        << name;
  }
}

/// Bytes of a step's collectives.
double collective_bytes(const nlohmann::json& plan) {
  double bytes = 0;
  for (const auto& call : plan.at("collectives")) bytes += call.at("bytes").get<double>();
  return bytes;
}

double collective_bytes(const nlohmann::json& plan, const std::string& name) {
  double bytes = 0;
  for (const auto& call : plan.at("collectives"))
    if (call.at("name") == name) bytes += call.at("bytes").get<double>();
  return bytes;
}

/// A rigid strip, which all of ten ranks have a piece of, hit by a plate; and a short one, which few have.
std::string strips_deck() {
  const ShellGrid strip{.part = 1, .n = {60, 2}, .u = {5, 0, 0}, .v = {0, 5, 0}};
  const ShellGrid plate{
      .first = 1001, .part = 2, .n = {50, 4}, .origin = {20, -5, 0.8}, .u = {5, 0, 0}, .v = {0, 5, 0}};
  const ShellGrid piece{.first = 2001, .part = 3, .n = {2, 2}, .origin = {40, -3, 2}, .u = {4, 0, 0}, .v = {0, 4, 0}};
  std::vector<long> all;
  for (long node = plate.first; node <= plate.last_node(); ++node) all.push_back(node);
  return deck_head(1e-4) + shell_section(1, 1) +
         "*MAT_RIGID\n1,7.85e-9,210000,0.3\n\n\n*MAT_ELASTIC\n2,7.85e-9,210000,0.3\n" + part(1, 1, 1) + part(2, 1, 2) +
         part(3, 1, 1) + shells(strip) + shells(plate) + shells(piece) + node_set(1, all) +
         initial_velocity(1, {3e3, 1e3, -2e4}) + "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n\n\n*END\n";
}

TEST(Plan, CollectivesDoNotGrowWithBodies) {
  const auto plan = completed(run_deck_file(generated("car", "--elements 10000"), 1, "plan ranks=4,16,64"));
  for (const int ranks : {4, 16, 64}) {
    // six numbers for both contacts, seven others for the step; no body is on all ranks
    EXPECT_LE(collective_bytes(plan_of(plan, ranks)), 8 * (6 + 7)) << ranks;
    EXPECT_EQ(collective_bytes(plan_of(plan, ranks), "rigid bodies"), 0) << ranks;
  }
}

TEST(Plan, BodiesOnAllRanksAreSummedByAll) {
  const auto plan = completed(run_deck(strips_deck(), 1, "plan ranks=3,10"));
  EXPECT_EQ(collective_bytes(plan_of(plan, 3), "rigid bodies"), 0);
  EXPECT_EQ(collective_bytes(plan_of(plan, 10), "rigid bodies"), 7 * 8);  // of the strip
  const auto one = completed(run_deck(strips_deck()));
  EXPECT_GT(one.energy("sliding"), 0);
  for (const auto& [ranks, options] :
       {std::pair(3, ""), {10, ""}, {10, "collectives=separate transport=neighbor"}, {12, "collectives=persistent"}}) {
    const auto run = completed(run_deck(strips_deck(), on_mpi(ranks), options));
    EXPECT_EQ(run.hash(), one.hash()) << ranks << " ranks " << options;
  }
}

/// So many places far from one another, each with a rigid strip, a plate that falls on it and is in contact with it
/// alone, and a wall that follows the plate.
std::string islands_deck(int n) {
  std::string deck = deck_head(1e-4) + shell_section(1, 1) +
                     "*MAT_RIGID\n1,7.85e-9,210000,0.3\n\n\n*MAT_ELASTIC\n2,7.85e-9,210000,0.3\n";
  std::vector<long> moving;
  for (int i = 0; i < n; ++i) {
    const double x = 1e4 * i;
    const long first = 5000 * i + 1;
    const int strip_part = 2 * i + 1, plate_part = 2 * i + 2;
    const ShellGrid strip{
        .first = first, .part = strip_part, .n = {60, 2}, .origin = {x, 0, 0}, .u = {5, 0, 0}, .v = {0, 5, 0}};
    const ShellGrid plate{.first = first + 1000,
                          .part = plate_part,
                          .n = {50, 4},
                          .origin = {x + 20, -5, 1.2},
                          .u = {5, 0, 0},
                          .v = {0, 5, 0}};
    deck += part(strip_part, 1, 1) + part(plate_part, 1, 2) + shells(strip) + shells(plate);
    deck += node_set(i + 1, columns(plate, 0, 50));
    for (const long node : columns(plate, 0, 50)) moving.push_back(node);
    deck += fmt::format("*CONTACT_AUTOMATIC_SURFACE_TO_SURFACE\n{},{},3,3\n\n\n", strip_part, plate_part);
    deck += fmt::format("*RIGIDWALL_PLANAR_MOVING\n{}\n0,0,2,0,0,1,0\n1e-5,-3e4\n", i + 1);
  }
  return deck + node_set(n + 1, moving) + initial_velocity(n + 1, {3e3, 1e3, -2e4}) + "*END\n";
}

/// The columns of a rank in the table of a plan or run.
std::vector<std::map<std::string, double>> rows_of(const std::string& table) {
  std::istringstream lines(table);
  std::string line;
  const auto words = [&] {
    std::vector<std::string> all;
    std::istringstream fields(line);
    for (std::string word; std::getline(fields, word, ',');) all.push_back(word);
    return all;
  };
  std::getline(lines, line);
  const std::vector<std::string> names = words();
  std::vector<std::map<std::string, double>> rows;
  while (std::getline(lines, line)) {
    const std::vector<std::string> values = words();
    for (auto& row = rows.emplace_back(); const std::string& name : names) row[name] = std::stod(values[row.size()]);
  }
  return rows;
}

// A body of twenty ranks takes two rounds, in each of which a holder sends its seven numbers to at most 14 others.
constexpr double bytes_of_an_interface = 2 * 14 * 7 * 8;

TEST(Plan, ARankSendsForItsInterfacesAlone) {
  for (const int n : {2, 8}) {
    const auto plan = completed(run_deck(islands_deck(n), 1, fmt::format("plan ranks={}", 20 * n)));
    EXPECT_EQ(collective_bytes(plan_of(plan, 20 * n)), 8 * (6 + 5 + 2)) << n;  // of contacts, step, control
    double most = 0, held = 0;
    for (const auto& row : rows_of(plan.file(fmt::format("plan-{}.csv", 20 * n)))) {
      const double interfaces = row.at("contacts") + row.at("rigid_bodies") + row.at("walls");
      double bytes = 0;
      for (const auto& [name, value] : row)
        if (name.ends_with("_bytes") && (name.starts_with("rigid_bodies") || name.starts_with("moving_walls")))
          bytes += value;
      EXPECT_LE(bytes, bytes_of_an_interface * interfaces) << row.at("rank");
      most = std::max(most, bytes);
      held += interfaces;
    }
    EXPECT_GT(most, 0);
    EXPECT_LT(held / (20 * n), 6) << "of " << 3 * n;
  }
}

/// What the start alone takes, as the masses of all parts for d3hsp, is in both runs.
TEST(Plan, OutputsAreSummedForRootAlone) {
  const auto reductions = [](int n) {
    const auto few = run_deck(islands_deck(n), on_mpi(12), "ncycle=2"), all = run_deck(islands_deck(n), on_mpi(12));
    EXPECT_EQ(all.status, 0) << all.text;
    EXPECT_GT(all.glstat("kinetic energy").size(), few.glstat("kinetic energy").size());
    std::array<double, 2> more = counted(all).calls.at("Allreduce");
    for (const int i : {0, 1}) more[i] -= counted(few).calls.at("Allreduce")[i];
    return more;
  };
  EXPECT_EQ(reductions(6), reductions(2)) << "calls, bytes";
}

TEST(Plan, InterfacesOfFewRanksGiveOneAnswer) {
  const auto one = completed(run_deck(islands_deck(2)));
  for (const char* name : {"sliding", "rigid_wall"}) EXPECT_NE(one.energy(name), 0) << name;
  for (const auto& [ranks, options] : {std::pair(5, "rebalance=7,0"),
                                       {12, ""},
                                       {12, "collectives=separate"},
                                       {4, "collectives=shared transport=shared nodesize=2"}}) {
    SCOPED_TRACE(options);
    const auto run = completed(run_deck(islands_deck(2), on_mpi(ranks), options));
    EXPECT_EQ(run.hash(), one.hash());
    EXPECT_EQ(run.summary.at("contacts"), one.summary.at("contacts"));
    for (const char* file : {"rcforc", "rwforc", "matsum", "glstat", "sleout"})
      EXPECT_EQ(run.file_without_times(file), one.file_without_times(file)) << file;
  }
  const auto dumped = run_deck(islands_deck(2), 12, "dump=20");
  EXPECT_EQ(run_restart(dumped.folder + "/d3dump01", 3).hash(), one.hash());
}

/// What a restart on so many ranks says after its first step is what the plan says of the dump.
void expect_same_after_restart(const std::string& deck, const std::string& options, int cycle) {
  SCOPED_TRACE(options);
  const auto run = completed(run_deck(deck, 2, fmt::format("dump={0} ncycle={1} {2}", cycle, cycle + 1, options)));
  const std::string dump = run.folder + "/d3dump01";
  const auto plan = completed(run_restart(dump, 1, "plan ranks=1,2,5,8"));
  EXPECT_EQ(plan_of(plan, 5).at("cycle"), cycle);
  EXPECT_GT(plan_of(plan, 5).at("time"), 0);
  for (const int ranks : {1, 2, 5, 8}) {
    const auto restarted = completed(run_restart(dump, ranks, fmt::format("ncycle={}", cycle)));
    EXPECT_EQ(plan.file(fmt::format("plan-{}.csv", ranks)), restarted.file("rank_load.csv")) << ranks;
  }
}

TEST(Plan, OfADumpIsTheRestartsTable) {
  for (const Case& one : contact_cases()) {
    SCOPED_TRACE(one.name);
    expect_same_after_restart(one.deck, "", 37);
  }
  expect_same_after_restart(islands_deck(2), "precision=double", 41);
}

TEST(Plan, TellsTheBalanceByRanks) {
  const auto plan = completed(run_deck(contact_cases().front().deck, 1, "plan ranks=2,8 threads=2"));
  EXPECT_NE(plan.text.find("D e c o m p o s i t i o n   by rcb on 8 ranks"), std::string::npos) << plan.text;
  EXPECT_NE(plan.text.find("P l a n   of"), std::string::npos);
  const auto two = plan_of(plan, 2), eight = plan_of(plan, 8);
  // the same work in elements on all ranks together; that of shared nodes is done by each rank that has them
  const auto mean = [](const auto& plan, const char* phase) {
    return plan.at("phases").at(phase).at("mean_s").template get<double>();
  };
  EXPECT_NEAR(8 * mean(eight, "shells") / (2 * mean(two, "shells")), 1, 1e-12);  // no doubles of six digits
  EXPECT_GT(8 * mean(eight, "nodes"), 2 * mean(two, "nodes"));
  EXPECT_GE(eight.at("critical_path_s"), eight.at("work_s").at("max"));
  EXPECT_EQ(eight.at("per_rank").size(), 8u);
}

/// Across the cut through a plate, boxes of faces meet; but nodes and faces beyond are an element's edge apart.
TEST(Plan, CopiesThatNoPairLooksAtDoNotTravel) {
  const ShellGrid plate{.part = 1, .n = {20, 10}, .u = {5, 0, 0}, .v = {0, 5, 0}};
  const std::string deck = deck_head(1e-4) + shell_section(1, 1) + "*MAT_ELASTIC\n1,7.85e-9,210000,0.3\n" +
                           part(1, 1, 1) + shells(plate) + "*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n\n\n*END\n";
  const auto alone = run_deck(deck, 1, "plan ranks=2"), struck = run_deck(strips_deck(), 1, "plan ranks=2");
  ASSERT_EQ(alone.status, 0) << alone.text;
  ASSERT_EQ(struck.status, 0) << struck.text;
  const auto least = [](const auto& plan, const char* key) {
    return plan_of(plan, 2).at("decomposition").at(key).at("min").template get<double>();
  };
  EXPECT_GT(least(alone, "contact_copies"), 0);
  EXPECT_EQ(least(alone, "contact_bytes"), 0);
  EXPECT_GT(least(struck, "contact_bytes"), 0);
}

TEST(Plan, NeedsOneProcessAndEnoughElements) {
  const std::string deck = contact_cases().front().deck;
  const auto two = run_deck(deck, 2, "plan ranks=4");
  EXPECT_NE(two.status, 0);
  EXPECT_NE(two.text.find("one process plans all ranks"), std::string::npos) << two.text;
  const auto many = run_deck(deck, 1, "plan ranks=1000000");
  EXPECT_NE(many.status, 0);
  EXPECT_NE(many.text.find("ranks"), std::string::npos) << many.text;
}

}  // namespace
}  // namespace crumple::test::plan
