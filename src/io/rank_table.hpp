// A table of the ranks: their share of the model and their messages in a step. rank_load.csv of a run and plan-N.csv of
// a plan have the same columns for comparison. Columns: docs/plan.md.
#pragma once

#include <string>
#include <vector>

namespace crumple {

struct RankLoad;  // run_result.hpp

/// Errors: the file cannot be written.
void write_rank_table(const std::string& path, const std::vector<RankLoad>& loads);

}  // namespace crumple
