// The folder of the results: ensures that only one run at a time writes into it under one jobid, and that results of
// runs do not mix. Called by main's program.
#pragma once

#include <string>

namespace crumple {

/// The prefix of result files: the folder with its slash, and jobid with a point, if any.
std::string result_prefix(const std::string& folder, const std::string& job_id);

/// Locks the results of a prefix against other runs during its lifetime.
class ResultLock {
 public:
  /// Errors: another run holds the lock, the file cannot be created. No lock on file systems without locks.
  explicit ResultLock(const std::string& prefix);
  ~ResultLock();
  ResultLock(const ResultLock&) = delete;

 private:
  std::string path_;
  int descriptor_;
};

/// Removes the results of an older run under that prefix. Its dumps, which may be all that is left of a long run, are
/// renamed with the suffix `.old` instead. No effect if the results are those of `continued`, which this run restarts.
/// Errors: the file system's.
void clear_older_results(const std::string& prefix, const std::string& continued);

}  // namespace crumple
