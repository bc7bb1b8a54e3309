// The folder of the results: one run at a time writes into it under one jobid, and finds none of the results of another
// run there. Called by main's program.
#pragma once

#include <string>

namespace crumple {

/// What goes before the names of result files: the folder with its slash, and jobid with a point, if any.
std::string result_prefix(const std::string& folder, const std::string& job_id);

/// Keeps other runs away from the results of a prefix as long as it lives, or the process.
class ResultLock {
 public:
  /// Errors: another run has it, the file cannot be made. Where the file system knows no locks, there is none.
  explicit ResultLock(const std::string& prefix);
  ~ResultLock();
  ResultLock(const ResultLock&) = delete;

 private:
  std::string path_;
  int descriptor_;
};

/// Removes what an older run has left under that prefix: its results, which would mix with those of this one. Its
/// dumps, which may be all that is left of a long run, get `.old` behind their names instead. Nothing is done where the
/// results are those of `continued`, with which this run goes on. Errors: the file system's.
void clear_older_results(const std::string& prefix, const std::string& continued);

}  // namespace crumple
