// Resources used by this process so far. For the summary, the status file and the loads of ranks.
#pragma once

namespace crumple {

/// CPU time of all threads, user and system [s].
double process_cpu_time();
/// Peak resident memory [bytes].
double peak_memory();

}  // namespace crumple
