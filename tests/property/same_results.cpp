#include "tests/property/same_results.hpp"

#include <fmt/format.h>

#include <sstream>

#include "tests/property/meshes.hpp"
#include "tests/support/read_states.hpp"

namespace crumple::test {
namespace {

/// The first line in which two texts differ.
std::string first_difference(const std::string& text, const std::string& expected) {
  std::istringstream found(text), wanted(expected);
  std::string one, other;
  for (int number = 1;; ++number) {
    const bool has_one = bool(std::getline(found, one)), has_other = bool(std::getline(wanted, other));
    if (!has_one) one = "(end)";
    if (!has_other) other = "(end)";
    if (one != other || !has_one) return fmt::format("line {}: found '{}', expected '{}'", number, one, other);
  }
}

bool are_same(const State& state, const State& expected) {
  return state.time == expected.time && state.position == expected.position && state.velocity == expected.velocity &&
         state.plastic_strain == expected.plastic_strain && state.von_mises == expected.von_mises &&
         state.thickness == expected.thickness && state.deleted == expected.deleted;
}

}  // namespace

std::string reported_failures(const Run& run) {
  std::istringstream lines(run.file("mes0000"));
  std::string failures;
  for (std::string line; std::getline(lines, line);)
    if (line.find("failed at time") != std::string::npos || line.find("released from") != std::string::npos)
      failures += line + "\n";
  return failures;
}

std::string with_databases(const std::string& deck) {
  const std::string keyword = "*CONTROL_TERMINATION\n";
  const double interval = std::stod(deck.substr(deck.find(keyword) + keyword.size())) / 20;
  std::string more;
  for (const char* name :
       {"GLSTAT", "MATSUM", "RCFORC", "RWFORC", "SLEOUT", "SWFORC", "JNTFORC", "DEFORC", "SPCFORC", "SBTOUT",
        "MASSOUT", "BINARY_D3PLOT"})
    more += fmt::format("*DATABASE_{}\n{:g}\n", name, interval);
  return with_change(deck, "*END\n", more + "*END\n");
}

std::vector<std::string> differences(const Run& run, const Run& expected) {
  if (run.status != 0 || run.summary.is_null()) return {fmt::format("exit status {}: {}", run.status, run.text)};
  std::vector<std::string> found;
  for (const char* key : {"state_hash", "energy", "cycles", "end_time", "dt", "failed", "reason"})
    if (run.summary.at(key) != expected.summary.at(key))
      found.push_back(fmt::format("summary: {}: found {}, expected {}", key, run.summary.at(key).dump(),
                                  expected.summary.at(key).dump()));
  const auto compare = [&](const std::string& name, const std::string& text, const std::string& wanted) {
    if (text != wanted) found.push_back(name + ": " + first_difference(text, wanted));
  };
  compare("mes0000", reported_failures(run), reported_failures(expected));
  if (run.databases() != expected.databases()) found.push_back("other databases");
  else
    for (const std::string& name : expected.databases())
      compare(name, run.file_without_times(name), expected.file_without_times(name));
  const std::vector<State> states = read_states(run.folder), wanted = read_states(expected.folder);
  if (states.size() != wanted.size()) found.push_back(fmt::format("{} states of {}", states.size(), wanted.size()));
  for (std::size_t s = 0; s < std::min(states.size(), wanted.size()); ++s)
    if (!are_same(states[s], wanted[s])) {
      found.push_back(fmt::format("states.vtkhdf: first other values at time {:g}", wanted[s].time));
      break;
    }
  return found;
}

}  // namespace crumple::test
