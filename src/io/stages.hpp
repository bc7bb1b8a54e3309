// Stages of a step: what a rank does between two points where it waits for others.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace crumple {

/// The stage to which a phase of the step belongs. The work of a stage adds up before anyone waits: "nodes" leads from
/// the agreement on the time step to the sums over rigid bodies, "elements" from there, through the motion, to the sums
/// at shared nodes and the next agreement. All other phases are stages of their own.
std::string stage_of(const std::string& phase);

/// The time of steps in which messages cost nothing and all ranks wait at the end of each stage: the work of the
/// slowest rank of each stage, summed over the stages [s]. `work` is by phase, [rank] [s].
double critical_path(const std::map<std::string, std::vector<double>>& work);

}  // namespace crumple
