// A line for each rank: what it has of the model and what it sends in a step. rank_load.csv of a run and plan-N.csv of
// a plan have the same columns, so that one can be laid beside the other. Columns: docs/plan.md.
#pragma once

#include <string>
#include <vector>

namespace crumple {

struct RankLoad;  // run_result.hpp

/// Errors: the file cannot be written.
void write_rank_table(const std::string& path, const std::vector<RankLoad>& loads);

}  // namespace crumple
