// summary.json: the result of a run for programs. Its keys are a contract; see docs. Written once, by root.
#pragma once

#include <string>

namespace crumple {

struct RunInfo;    // run_info.hpp
struct RunResult;  // run_result.hpp

/// The text of summary.json. Numbers that are not finite become null.
std::string format_summary(const RunInfo& run, const RunResult& result);

/// Writes summary.json atomically. `prefix` as for AsciiDatabases. For root.
void write_summary(const std::string& prefix, const RunInfo& run, const RunResult& result);

}  // namespace crumple
