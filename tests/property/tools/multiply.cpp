// Tries combinations of decks, additions and ways to run them (combination.hpp) for a given time, and writes those
// whose answers differ, shrunk to few additions, into a folder: multiply SECONDS FIRST_SEED STEP FOLDER [mpi]. The
// seeds are FIRST_SEED, FIRST_SEED + STEP, ...; for scripts/multiply, which starts several of them.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <string>

#include "tests/property/combination.hpp"

int main(int argc, char** argv) {
  using namespace crumple::test;
  if (argc < 5) {
    fmt::print(stderr, "usage: multiply SECONDS FIRST_SEED STEP FOLDER [mpi]\n");
    return 2;
  }
  const std::string folder = argv[4];
  const bool on_mpi = argc > 5;
  const auto now = [] { return std::chrono::steady_clock::now(); };
  const auto end = now() + std::chrono::duration<double>(std::atof(argv[1]));
  const std::vector<Case> cases = all_cases();
  int n_tried = 0, n_refused = 0, n_differing = 0;
  std::size_t n_items = 0;
  const std::uint64_t step = std::strtoull(argv[3], nullptr, 10);
  for (std::uint64_t seed = std::strtoull(argv[2], nullptr, 10); now() < end; seed += step) {
    Combination combination = combine(cases[seed % cases.size()], seed, on_mpi);
    const std::string asked = describe(combination);
    Outcome outcome = check_accepted(combination);
    ++n_tried;
    n_items += combination.items.size();
    if (!outcome.refused.empty()) ++n_refused;
    if (outcome.differences.empty()) continue;
    ++n_differing;
    combination = shrink(combination);
    outcome = check(combination);
    const std::string report = fmt::format("{}/{}-{}", folder, combination.name, seed);
    write_report(report, combination, outcome);
    fmt::print("seed {}: {}\n  shrunk to {}\n  {}\n  {}\n", seed, asked, describe(combination),
               outcome.differences.empty() ? "no difference when run again" : outcome.differences.front(), report);
    std::fflush(stdout);
  }
  fmt::print("{} tried, {} refused, {} differ; {} additions\n", n_tried, n_refused, n_differing, n_items);
  return n_differing > 0;
}
