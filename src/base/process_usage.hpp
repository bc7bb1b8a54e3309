// Resources used by this process so far, and those that are free: for the summary, the status file, the loads of ranks
// and the direct solver.
#pragma once

#include <cstdint>
#include <string>

namespace crumple {

/// CPU time of all threads, user and system [s].
double process_cpu_time();
/// Peak resident memory [bytes].
double peak_memory();

/// Reads and writes as the system counts them (proc(5), io); 0 where it does not. Bytes of storage are those that
/// did not come from, or will not stay in, the page cache.
struct IoCounters {
  std::int64_t reads = 0, writes = 0;              ///< system calls
  std::int64_t bytes_read = 0, bytes_written = 0;  ///< in these calls
  std::int64_t storage_read = 0, storage_written = 0;  ///< [bytes]

  IoCounters operator-(const IoCounters& earlier) const;
};

/// Of all threads of the process, and of this thread alone.
IoCounters io_of_process();
IoCounters io_of_thread();

/// Memory of this host that processes may still take, within the limit of this process' cgroup [bytes]; infinite where
/// the system does not tell.
double free_memory();
/// Space of the file system of a folder that users may still take [bytes]; infinite where there is no such folder.
double free_space(const std::string& folder);

}  // namespace crumple
