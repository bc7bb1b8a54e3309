// The number of cores this process may use: by its affinity and the CPU quota of its cgroups, not by the machine.
// Called by comm for ranks that wait for each other, and by app for threads.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace crumple {

/// The processors in the affinity mask of this process, ascending; empty: unknown.
std::vector<int> allowed_processors();

/// The CPU quota of this process's cgroup and its ancestors in processors, at least 1, rounded up: cpu.max of version
/// 2, cpu.cfs_quota_us / cpu.cfs_period_us of version 1; none: unlimited. `root`: prefix of the paths of the files (for
/// tests).
/// Source: Documentation of the Linux kernel, admin-guide/cgroup-v2 and scheduler/sched-bwc.
std::optional<int> processor_quota(const std::string& root = "");

}  // namespace crumple
