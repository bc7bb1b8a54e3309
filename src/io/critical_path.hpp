// The minimum time of a step with load imbalance.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace crumple {

/// The time of steps with free messages and synchronisation at the end of each stage (Profile::stage_of): the work of
/// the slowest rank of each stage, summed over the stages [s]. `work` is by phase, [rank] [s].
double critical_path(const std::map<std::string, std::vector<double>>& work);

}  // namespace crumple
