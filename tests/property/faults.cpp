// Whatever fails, on one rank or on all, ends the run with one message, a status and, once it has begun, a summary.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/property/cases.hpp"
#include "tests/property/meshes.hpp"
#include "tests/support/paths.hpp"

namespace crumple::test::faults {
namespace {

namespace fs = std::filesystem;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool may_preload = false;  // a sanitizer's own library must come first
#else
constexpr bool may_preload = true;
#endif

/// A plate of 2,000 shells that flies against a wall; energies are written often.
std::string deck() {
  const ShellGrid plate{.n = {100, 20}, .origin = {0, 0, 0.5}, .u = {5, 0, 0.1}, .v = {0, 5, 0}};
  return deck_head(2e-4) + "*DATABASE_GLSTAT\n1e-6\n" + elastic(1) + shell_section(1, 1.0) + part(1, 1, 1) +
         shells(plate) + node_set(1, columns(plate, 0, 100)) + initial_velocity(1, {0, 0, -2e4}) +
         "*RIGIDWALL_PLANAR\n0\n0,0,0,0,0,1\n*END\n";
}

/// A fault of tests/support/tools/faults.cpp in all programs that are started while this lives.
class Fault {
 public:
  explicit Fault(const std::string& name) {
    setenv("LD_PRELOAD", fault_library().c_str(), 1);
    setenv("CRUMPLE_FAULT", name.c_str(), 1);
  }
  ~Fault() {
    unsetenv("LD_PRELOAD");
    unsetenv("CRUMPLE_FAULT");
  }
};

/// A folder of results, removed at the end.
struct Results {
  fs::path path = fs::temp_directory_path() / fmt::format("crumple-faults-{}", getpid());
  Results() { fs::create_directories(path); }
  ~Results() { fs::remove_all(path); }
  std::string option() const { return "o=" + path.string(); }
  nlohmann::json summary() const {
    std::ifstream in(path / "summary.json");
    return in ? nlohmann::json::parse(in) : nlohmann::json();
  }
};

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(Faults, MpiForSingleThreads) {
  if (!may_preload) GTEST_SKIP() << "needs a library that is preloaded";
  const Fault fault("threads");
  const auto run = run_deck(deck(), on_mpi(2));
  EXPECT_NE(run.status, 0);
  EXPECT_EQ(count(run.text, "Error: "), 1) << run.text;
  EXPECT_NE(run.text.find("MPI_THREAD_FUNNELED"), std::string::npos) << run.text;
}

/// The others wait for the rank, so it ends them, and leaves the summary. By messages: in shared memory the request
/// that fails is one for the profile of MPI calls, which goes on without it.
TEST(Faults, MemoryOfOneRank) {
  if (!may_preload) GTEST_SKIP() << "needs a library that is preloaded";
  for (const int rank : {0, 1}) {
    const Results results;
    const Fault fault("memory");
    setenv("CRUMPLE_FAULT_RANK", std::to_string(rank).c_str(), 1);
    setenv("CRUMPLE_FAULT_AFTER", (results.path / "status.out").c_str(), 1);
    const auto run = run_deck(deck(), on_mpi(2), results.option() + " transport=p2p");
    EXPECT_NE(run.status, 0);
    EXPECT_EQ(count(run.text, "out of memory"), 1) << run.text;
    const nlohmann::json summary = results.summary();
    ASSERT_FALSE(summary.is_null()) << run.text;
    EXPECT_EQ(summary.at("termination"), "error");
    EXPECT_NE(summary.at("reason").get<std::string>().find("out of memory"), std::string::npos);
  }
}

/// Files that one rank writes alone, in place of which there are folders.
TEST(Faults, FileOfOneRank) {
  for (const std::string name : {"mes0001", "status.out.part"}) {
    const Results results;
    fs::create_directories(results.path / name / "full");
    const auto run = run_deck(deck(), on_mpi(2), results.option() + " messag=all");
    EXPECT_NE(run.status, 0);
    EXPECT_EQ(count(run.text, "Error: "), 1) << run.text;
    EXPECT_NE(run.text.find(name), std::string::npos) << run.text;
    const nlohmann::json summary = results.summary();
    ASSERT_FALSE(summary.is_null()) << run.text;
    EXPECT_EQ(summary.at("termination"), "error");
    EXPECT_NE(summary.at("reason").get<std::string>().find(name), std::string::npos);
  }
}

}  // namespace
}  // namespace crumple::test::faults
