// What two runs of one deck must have in common, on whatever ranks and threads: everything but the clock on the wall.
#pragma once

#include <string>
#include <vector>

#include "tests/support/run_crumple.hpp"

namespace crumple::test {

/// The lines of mes0000 that report deleted elements, broken welds and released nodes.
std::string reported_failures(const Run& run);

/// The deck with all databases that need nothing else, twenty times over the run.
std::string with_databases(const std::string& deck);

/// In what a run differs from the expected one: state hash, energies, cycles, failures, lines of the databases, states;
/// or why it did not end normally. Empty: in nothing.
std::vector<std::string> differences(const Run& run, const Run& expected);

}  // namespace crumple::test
