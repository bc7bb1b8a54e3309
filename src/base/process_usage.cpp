#include "base/process_usage.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <limits>

namespace crumple {
namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

/// Reads the file anew in each call.
class IoFile {
 public:
  explicit IoFile(const char* path) : descriptor_(::open(path, O_RDONLY | O_CLOEXEC)) {}
  ~IoFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  IoFile(const IoFile&) = delete;
  IoCounters read() const {
    char text[512];
    const ssize_t n = descriptor_ < 0 ? -1 : ::pread(descriptor_, text + 1, sizeof text - 2, 0);
    text[0] = '\n';
    text[std::max<ssize_t>(n, 0) + 1] = '\0';
    const auto number = [&](const char* name) {
      const char* found = std::strstr(text, name);
      return found ? std::int64_t(std::atoll(found + std::strlen(name))) : 0;
    };
    return {number("\nsyscr: "), number("\nsyscw: "), number("\nrchar: "), number("\nwchar: "),
            number("\nread_bytes: "), number("\nwrite_bytes: ")};
  }

 private:
  int descriptor_;
};

/// The number after a word at the start of a line; -1: there is none.
double number_of(const std::string& path, const std::string& word) {
  std::ifstream file(path);
  double value = 0;
  for (std::string name, line; file >> name; std::getline(file, line))
    if (name == word && file >> value) return value;
  return -1;
}

/// What the cgroup of this process (version 2) leaves: its pages of files can go.
double left_by_cgroup() {
  std::ifstream groups("/proc/self/cgroup");
  std::string path;
  for (std::string line; std::getline(groups, line);)
    if (line.starts_with("0::")) path = "/sys/fs/cgroup" + line.substr(3);
  double left = unknown;
  for (; path.size() >= std::strlen("/sys/fs/cgroup"); path.resize(path.rfind('/'))) {
    double most = 0, used = 0;
    if (!(std::ifstream(path + "/memory.max") >> most) || !(std::ifstream(path + "/memory.current") >> used)) continue;
    const std::string shares = path + "/memory.stat";
    const double of_files =
        std::max(number_of(shares, "active_file"), 0.0) + std::max(number_of(shares, "inactive_file"), 0.0);
    left = std::min(left, most - used + of_files);
  }
  return std::max(left, 0.0);
}

}  // namespace

double process_cpu_time() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * double(usage.ru_maxrss);
}

IoCounters IoCounters::operator-(const IoCounters& earlier) const {
  return {reads - earlier.reads,
          writes - earlier.writes,
          bytes_read - earlier.bytes_read,
          bytes_written - earlier.bytes_written,
          storage_read - earlier.storage_read,
          storage_written - earlier.storage_written};
}

IoCounters io_of_process() {
  static const IoFile file("/proc/self/io");
  return file.read();
}

IoCounters io_of_thread() {
  thread_local const IoFile file("/proc/thread-self/io");
  return file.read();
}

double free_memory() {
  const double kib = number_of("/proc/meminfo", "MemAvailable:");
  return std::min(kib < 0 ? unknown : 1024 * kib, left_by_cgroup());
}

double free_space(const std::string& folder) {
  std::error_code absent;
  const auto space = std::filesystem::space(folder, absent);
  return absent ? unknown : double(space.available);
}

}  // namespace crumple
