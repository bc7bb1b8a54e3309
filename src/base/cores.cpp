#include "base/cores.hpp"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

namespace crumple {
namespace {

/// Reads the quota from the file of version 2, or the two of version 1; none without such a file or without a limit.
std::optional<double> quota_in(const std::string& folder) {
  double quota = 0, period = 0;
  if (std::ifstream both(folder + "/cpu.max"); both) {
    if (!(both >> quota >> period)) return {};  // "max"
  } else {
    std::ifstream of_quota(folder + "/cpu.cfs_quota_us"), of_period(folder + "/cpu.cfs_period_us");
    if (!(of_quota >> quota) || !(of_period >> period)) return {};
  }
  if (!(quota > 0) || !(period > 0)) return {};
  return quota / period;
}

/// The mount point of the hierarchy in a line of /proc/self/cgroup, "number:controllers:path"; empty: it has no quotas.
std::string mount_of(const std::string& controllers) {
  if (controllers.empty()) return "/sys/fs/cgroup";
  const bool has_quotas = ("," + controllers + ",").find(",cpu,") != std::string::npos;
  return has_quotas ? "/sys/fs/cgroup/" + controllers : "";
}

}  // namespace

std::vector<int> allowed_processors() {
  std::vector<int> allowed;
  for (int n = CPU_SETSIZE; n <= 1 << 16; n *= 2) {  // the kernel rejects masks smaller than its own
    cpu_set_t* const set = CPU_ALLOC(n);
    const std::size_t size = CPU_ALLOC_SIZE(n);
    const bool is_known = set && sched_getaffinity(0, size, set) == 0;
    for (int processor = 0; is_known && processor < n; ++processor)
      if (CPU_ISSET_S(processor, size, set)) allowed.push_back(processor);
    CPU_FREE(set);
    if (is_known) break;
  }
  return allowed;
}

std::optional<int> processor_quota(const std::string& root) {
  std::optional<double> least;
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    std::istringstream fields(line);
    std::string number, controllers, path;
    std::getline(fields, number, ':');
    std::getline(fields, controllers, ':');
    std::getline(fields, path);
    const std::string mount = mount_of(controllers);
    if (mount.empty()) continue;
    for (std::size_t length = path.size(); length != std::string::npos; length = path.rfind('/')) {
      path.resize(length);  // from the group itself to the root
      if (const auto quota = quota_in(root + mount + path)) least = std::min(least.value_or(*quota), *quota);
    }
  }
  if (!least) return {};
  return std::max(1, int(std::ceil(std::min(*least, 1e9))));
}

}  // namespace crumple
