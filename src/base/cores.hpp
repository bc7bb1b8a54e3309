// How many cores this process may keep busy: what the affinity of the process and the processor time of its cgroups
// allow, not what the machine has. Called by comm for ranks that wait for each other, and by app for threads.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace crumple {

/// The processors that the affinity of this process allows, ascending; empty: unknown.
std::vector<int> allowed_processors();

/// How many processors' worth of time the cgroup of this process and those around it grant, at least 1, rounded up:
/// cpu.max of version 2, cpu.cfs_quota_us / cpu.cfs_period_us of version 1; none: as much as there is. `root` goes
/// before the paths of the files (for tests).
/// Source: Documentation of the Linux kernel, admin-guide/cgroup-v2 and scheduler/sched-bwc.
std::optional<int> processor_quota(const std::string& root = "");

}  // namespace crumple
