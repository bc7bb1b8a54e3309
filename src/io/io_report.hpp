// The entry `io` of summary.json: how states and dumps were written, and the cost. Keys: docs/storage.md.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace crumple {

struct RunInfo;    // run_info.hpp
struct RunResult;  // run_result.hpp

nlohmann::ordered_json summarise_io(const RunInfo& run, const RunResult& result);

}  // namespace crumple
