// The quality of the decomposition: load and times of each rank, as a table in mes0000, in summary.json's
// "decomposition", and as load_profile.csv and cont_profile.csv in LS-DYNA's columns. Called by the other reports and
// by app's program. docs/load-balance.md explains the numbers.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace crumple {

struct RunResult;  // run_result.hpp

/// The table; empty if nothing was gathered.
std::string format_load_report(const RunResult& result);
nlohmann::ordered_json summarise_load(const RunResult& result);

/// load_profile.csv (if times were recorded) and cont_profile.csv (if there is contact). `prefix` as for
/// AsciiDatabases. For root.
void write_load_profiles(const std::string& prefix, const RunResult& result);

}  // namespace crumple
