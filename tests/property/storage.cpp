// However states and dumps are written, they hold the same bytes, and a run goes on from them with the same bits; and
// what the summary says of the writing agrees with what the system saw.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"
#include "tests/support/hdf5_rows.hpp"
#include "tests/support/run_crumple.hpp"

namespace crumple::test::storage {
namespace {

namespace fs = std::filesystem;

/// A plate that falls on a wall, with several states and a dump on its way.
std::string deck() {
  const ShellGrid plate{.n = {40, 30}, .origin = {0, 0, 0.5}, .u = {5, 0, 1}, .v = {0, 5, 0}};
  return deck_head(1e-5) + "*DATABASE_BINARY_D3PLOT\n2e-6\n" + piecewise(1) + shell_section(1, 1.0) + part(1, 1, 1) +
         shells(plate) + node_set(1, columns(plate, 0, 40)) + initial_velocity(1, {0, 0, -2e4}) +
         "*RIGIDWALL_PLANAR\n0\n0,0,0,0,0,1\n*END\n";
}

/// All modes, and the settings that change the layout of a file.
const std::vector<std::string> modes = {"io=independent",
                                        "io=collective io_chunk=100",
                                        "io=collective io_deflate=3",
                                        "io=aggregated",
                                        "io=aggregated io_ranks=2 io_align=4096",
                                        "io=aggregated io_ranks=1 io_deflate=9 io_chunk=500",
                                        "io=aggregated nodesize=1",
                                        "io=async",
                                        "io=async io_deflate=1 io_sync=off",
                                        "io=file-per-rank",
                                        "io=file-per-rank io_deflate=1 io_sync=off"};

const std::string rank_field = "VTKHDF/CellData/rank";

const Run& whole() {
  static const Run run = run_deck(deck(), on_mpi(1), "dump=10");
  return run;
}

std::map<std::string, std::string> states_of(const Run& run) {
  return hdf5_rows(run.folder + "/states.vtkhdf", rank_field);
}

void expect_same_rows(const std::map<std::string, std::string>& found,
                      const std::map<std::string, std::string>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (const auto& [name, rows] : expected) {
    ASSERT_TRUE(found.contains(name)) << name;
    EXPECT_TRUE(found.at(name) == rows) << name;
  }
}

class StorageModes : public testing::TestWithParam<std::string> {};

TEST_P(StorageModes, HoldTheSameRowsOnAnyRanks) {
  ASSERT_GT(states_of(whole()).at("VTKHDF/Points").size(), 5u * 12 * 41 * 31);
  for (const int ranks : {1, 2, 4}) {
    SCOPED_TRACE(ranks);
    const auto run = completed(run_deck(deck(), on_mpi(ranks), "dump=10 " + GetParam()));
    EXPECT_EQ(run.hash(), whole().hash());
    expect_same_rows(states_of(run), states_of(whole()));
    const auto dump = hdf5_rows(run.folder + "/d3dump01"), expected = hdf5_rows(whole().folder + "/d3dump01");
    for (const auto& [name, rows] : expected) {
      // root's parts have times in them, "same" the gaps between the numbers of a structure
      if (!name.starts_with("state/") || name == "state/same") continue;
      EXPECT_TRUE(dump.at(name) == rows) << name;
    }
  }
}

TEST_P(StorageModes, AreGoneOnWithOnOtherRanks) {
  const auto first = completed(run_deck(deck(), on_mpi(3), "dump=10 endtime=1e-5 " + GetParam()));
  for (const auto& [ranks, in_its_folder] : {std::pair(2, false), {4, true}, {3, true}}) {
    SCOPED_TRACE(ranks);
    auto run = completed(run_restart(first.folder + "/d3dump01", on_mpi(ranks),
                                     GetParam() + (in_its_folder ? " o=" + first.folder : std::string())));
    if (in_its_folder)
      run.folder = first.folder;
    else
      EXPECT_EQ(run.hash(), whole().hash());
    expect_same_rows(states_of(run), states_of(whole()));
  }
}

/// In one file: a mode goes on with what another has begun, with MPI-IO or without.
TEST(Storage, ModesGoOnWithEachOthersFiles) {
  const std::vector<std::string> of_one_file = {"io=independent", "io=collective", "io=aggregated", "io=async"};
  for (const std::string& begun : of_one_file) {
    const auto first = completed(run_deck(deck(), on_mpi(2), "dump=10 endtime=1e-5 " + begun));
    for (const std::string& mode : of_one_file) {
      SCOPED_TRACE(begun + " then " + mode);
      const auto run = completed(run_restart(first.folder + "/d3dump01", on_mpi(2), mode));
      expect_same_rows(states_of(run), states_of(whole()));
    }
  }
}

/// Of what is written through HDF5 the system sees each byte once, and beside it the records of HDF5, whose size is
/// that of a few blocks for each data set, state and file.
TEST_P(StorageModes, CountWhatTheSystemSees) {
  const auto run =
      completed(run_deck_file(generated("car", "--elements 12000"), on_mpi(2), "ncycle=40 dump=20 " + GetParam()));
  const auto& io = run.summary.at("io");
  EXPECT_TRUE(GetParam().starts_with("io=" + io.at("mode").get<std::string>()));
  for (const std::string kind : {"states", "dumps"}) {
    SCOPED_TRACE(kind);
    const auto& file = io.at("files").at(kind);
    const double bytes = file.at("bytes"), posix = file.at("posix").at("bytes");
    double requests = 0, least = 0;
    for (const auto& [size, n] : file.at("sizes").items()) {
      requests += n.get<double>();
      least += n.get<double>() * std::stod(size);
    }
    EXPECT_EQ(requests, file.at("requests").get<double>());
    EXPECT_LE(least, bytes);
    EXPECT_GT(2 * least, bytes);
    EXPECT_NEAR(file.at("bytes_per_rank").at("mean").get<double>(), bytes / 2, 1);
    EXPECT_GT(bytes, 1.9e6);
    if (io.at("deflate") > 0 && (kind == "states" || io.at("mode") != "file-per-rank")) {
      EXPECT_GT(posix, 0);
      EXPECT_LT(posix, bytes);
    } else {
      EXPECT_GE(posix, bytes);
      EXPECT_LE(posix, 1.02 * bytes + 2e5);
    }
    EXPECT_GT(file.at("posix").at("requests"), 10);
    double seconds = 0;
    for (const auto& [phase, spread] : file.at("seconds").items())
      if (phase != "behind") seconds += spread.at("mean").get<double>();
    EXPECT_GT(seconds, 0);
    EXPECT_LT(seconds, run.summary.at("wall_s").at("total"));
  }
  const auto& states = io.at("files").at("states");
  const bool is_async = io.at("mode") == "async";
  EXPECT_EQ(states.at("seconds").at("behind").at("greatest") > 0, is_async);
  EXPECT_EQ(states.at("seconds").at("write").at("greatest") > 0, !is_async);
  EXPECT_LE(states.at("hidden_s"), 2 * states.at("seconds").at("behind").at("mean").get<double>());
}

std::string name_of(const testing::TestParamInfo<std::string>& info) {
  std::string name = fmt::format("{}_{}", info.index, info.param);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, StorageModes, testing::ValuesIn(modes), name_of);

TEST(Storage, FilesOfRanksAreBroughtAndCleared) {
  const auto first = run_deck(deck(), on_mpi(3), "dump=10 io=file-per-rank");
  EXPECT_TRUE(fs::exists(first.folder + "/states.vtkhdf.2"));
  const auto second = run_restart(first.folder + "/d3dump01", on_mpi(2), "io=file-per-rank");
  EXPECT_TRUE(fs::exists(second.folder + "/states.vtkhdf.4"));
  // a lost file is not taken for zeros
  fs::remove(first.folder + "/states.vtkhdf.1");
  const auto third = completed(run_restart(first.folder + "/d3dump01", on_mpi(2), "io=file-per-rank"));
  EXPECT_NE(third.text.find("states.vtkhdf begin at the restart"), std::string::npos) << third.text;
  EXPECT_LT(states_of(third).at("VTKHDF/Points").size(), states_of(whole()).at("VTKHDF/Points").size());
  const auto again = completed(run_deck(deck(), on_mpi(1), "o=" + first.folder));
  EXPECT_FALSE(fs::exists(first.folder + "/states.vtkhdf.2"));
}

TEST(Storage, LocalDirectoryHoldsTheFilesOfRanks) {
  const auto first = run_deck(deck(), on_mpi(1));  // for a folder that vanishes
  const fs::path scratch = fs::path(first.folder) / "scratch", pfile = fs::path(first.folder) / "pfile";
  std::ofstream(pfile) << "directory { local " << scratch.string() << " }\n";
  const auto run = completed(run_deck(deck(), on_mpi(3), "dump=10 io=file-per-rank p=" + pfile.string()));
  EXPECT_FALSE(fs::exists(run.folder + "/states.vtkhdf.0"));
  expect_same_rows(states_of(run), states_of(whole()));
  const auto restarted =
      completed(run_restart(run.folder + "/d3dump01", on_mpi(2), "io=file-per-rank p=" + pfile.string()));
  expect_same_rows(states_of(restarted), states_of(whole()));
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(scratch))
    if (entry.is_regular_file()) files.push_back(entry.path());
  EXPECT_EQ(files.size(), 5u);
  // a reader elsewhere, beside copies
  for (const fs::path& file : files) fs::copy_file(file, fs::path(restarted.folder) / file.filename());
  fs::remove_all(scratch);
  expect_same_rows(states_of(restarted), states_of(whole()));
  const auto other = run_deck(deck(), on_mpi(2), "p=" + pfile.string());
  EXPECT_NE(other.text.find("only with io=file-per-rank"), std::string::npos) << other.text;
  std::ofstream(pfile) << "directory { local " << pfile.string() << "/below }\n";
  const auto refused = run_deck(deck(), on_mpi(2), "io=file-per-rank p=" + pfile.string());
  EXPECT_NE(refused.status, 0);
  EXPECT_NE(refused.text.find("pfile: directory: local"), std::string::npos) << refused.text;
}

TEST(Storage, RefusesWhatDoesNotGoTogether) {
  const auto first = run_deck(deck(), on_mpi(2), "dump=10 io=file-per-rank");
  const auto expect_error = [](const test::Run& run, const std::string& text) {
    EXPECT_NE(run.status, 0);
    EXPECT_NE(run.text.find(text), std::string::npos) << run.text;
  };
  expect_error(run_restart(first.folder + "/d3dump01", on_mpi(2), "io=collective"), "expected io=file-per-rank");
  expect_error(run_restart(whole().folder + "/d3dump01", on_mpi(2), "io=file-per-rank"), "expected another io= than");
  expect_error(run_deck(deck(), on_mpi(2), "io=independent io_deflate=1"),
               "expected io=collective, file-per-rank, async");
  expect_error(run_deck(deck(), on_mpi(3), "io=aggregated io_ranks=2 io_deflate=1"),
               "with io=aggregated ranks write into one file each");
}

}  // namespace
}  // namespace crumple::test::storage
