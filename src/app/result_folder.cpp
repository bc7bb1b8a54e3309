#include "app/result_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "base/error.hpp"
#include "model/database_list.hpp"

namespace crumple {
namespace {

namespace fs = std::filesystem;

/// Files that a run may write, except dumps, numbered files and the log, which is always overwritten.
std::vector<std::string> result_files() {
  std::vector<std::string> names = {"states.vtkhdf",    "summary.json",     "load_samples.csv",
                                    "load_profile.csv", "cont_profile.csv", "contact_load.csv",
                                    "mpi_profile.csv",  "rank_load.csv",    "solver.csv",
                                    "d3hsp",            "status.out",       "DECOMP_COSTS.OUT"};
  names.insert(names.end(), std::begin(database_names), std::end(database_names));
  return names;
}

/// The root followed by a number.
bool is_numbered(const std::string& name, const std::string& root) {
  return name.starts_with(root) && name.size() > root.size() &&
         std::all_of(name.begin() + std::ptrdiff_t(root.size()), name.end(),
                     [](char c) { return c >= '0' && c <= '9'; });
}

/// A numbered file of the results; not mes0000, which is the lock.
bool is_part_of_results(const std::string& name) {
  for (const char* root : {"d3plot", "d3eigv", "binout", "states.vtkhdf."})
    if (is_numbered(name, root)) return true;
  return is_numbered(name, "mes") && name != "mes0000";
}

/// "d3dump" with a number, or "runrsf"; also partially written ones.
bool is_dump(const std::string& name) {
  const std::string part = ".part";
  const std::string whole = name.ends_with(part) ? name.substr(0, name.size() - part.size()) : name;
  return whole == "runrsf" || is_numbered(whole, "d3dump");
}

}  // namespace

std::string result_prefix(const std::string& folder, const std::string& job_id) {
  return folder + "/" + (job_id.empty() ? "" : job_id + ".");
}

ResultLock::ResultLock(const std::string& prefix)
    : path_(prefix + "mes0000"), descriptor_(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) throw Error("cannot create " + path_ + ": " + std::strerror(errno));
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  ::close(descriptor_);
  throw Error("another run is writing its results to " + path_ + " and beside it; give another o= or jobid=");
}

ResultLock::~ResultLock() {
  struct stat status{};
  const bool is_own = ::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);  // not a device
  if (is_own && status.st_size == 0) ::unlink(path_.c_str());                           // the run has not started
  ::close(descriptor_);
}

void clear_older_results(const std::string& prefix, const std::string& continued) {
  const auto log_of = [](const std::string& of) { return of + "mes0000"; };
  std::error_code none_there;
  if (!continued.empty() && fs::equivalent(log_of(continued), log_of(prefix), none_there)) return;
  const fs::path folder = fs::path(prefix).parent_path();
  const std::string job = fs::path(prefix).filename().string();
  try {
    for (const std::string& name : result_files())
      if (fs::is_regular_file(fs::symlink_status(prefix + name))) fs::remove(prefix + name);
    std::vector<fs::path> dumps, parts;  // collected first, because the folder must not change while it is read
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with(job)) continue;
      if (is_dump(name.substr(job.size()))) dumps.push_back(entry.path());
      const bool is_own = fs::is_regular_file(entry.symlink_status());  // links belong to the user
      if (is_own && is_part_of_results(name.substr(job.size()))) parts.push_back(entry.path());
    }
    for (const fs::path& part : parts) fs::remove(part);
    for (const fs::path& dump : dumps) {
      if (dump.extension() == ".part")
        fs::remove(dump);
      else
        fs::rename(dump, dump.string() + ".old");
    }
  } catch (const fs::filesystem_error& error) {
    throw Error(std::string("older results: ") + error.what());
  }
}

}  // namespace crumple
