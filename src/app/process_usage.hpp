// What this process has used of the machine so far. For the summary, the status file and the loads of ranks.
#pragma once

namespace crumple {

/// CPU time of all threads, in the program and in the system [s].
double process_cpu_time();
/// The most memory that was resident at a time [bytes].
double peak_memory();

}  // namespace crumple
