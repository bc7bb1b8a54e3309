// The cores that a process may keep busy.
#include "base/cores.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace crumple::test::cores {
namespace {

/// Files of the kernel, under a folder of their own.
struct FakeRoot {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("crumple-cores-" + std::to_string(getpid()));

  explicit FakeRoot(const std::string& groups) { write("/proc/self/cgroup", groups); }
  ~FakeRoot() { std::filesystem::remove_all(path); }
  void write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = path.string() + name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  std::optional<int> quota() const { return processor_quota(path.string()); }
};

TEST(Cores, AllowedProcessorsAreThoseOfTheAffinity) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  const std::vector<int> all = allowed_processors();
  ASSERT_EQ(int(all.size()), CPU_COUNT(&before));
  CPU_ZERO(&one);
  CPU_SET(all.back(), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  const std::vector<int> of_one = allowed_processors();
  ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
  EXPECT_EQ(of_one, std::vector<int>{all.back()});
}

TEST(Cores, WithoutCgroupsThereIsNoQuota) {
  EXPECT_EQ(processor_quota("/no/such/root"), std::nullopt);
  EXPECT_EQ(FakeRoot("0::/\n").quota(), std::nullopt);
}

TEST(Cores, QuotaOfVersion2IsTheLeastOfTheGroupAndThoseAroundIt) {
  const FakeRoot root("0::/batch/job\n");
  root.write("/sys/fs/cgroup/batch/job/cpu.max", "max 100000\n");
  EXPECT_EQ(root.quota(), std::nullopt);
  root.write("/sys/fs/cgroup/batch/cpu.max", "250000 100000\n");
  EXPECT_EQ(root.quota(), 3);  // two and a half
  root.write("/sys/fs/cgroup/batch/job/cpu.max", "20000 100000\n");
  EXPECT_EQ(root.quota(), 1);
}

/// A container sees its own group as the top one.
TEST(Cores, QuotaOfTheTopGroup) {
  const FakeRoot root("0::/\n");
  root.write("/sys/fs/cgroup/cpu.max", "400000 100000\n");
  EXPECT_EQ(root.quota(), 4);
}

TEST(Cores, QuotaOfVersion1) {
  const FakeRoot root("9:memory:/job\n4:cpu,cpuacct:/job\n1:cpuset:/job\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "50000\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "-1\n");
  EXPECT_EQ(root.quota(), std::nullopt);
  root.write("/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "100000\n");
  EXPECT_EQ(root.quota(), 2);
}

}  // namespace
}  // namespace crumple::test::cores
