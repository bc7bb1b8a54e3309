// The closing tables of a run in LS-DYNA's layout: time by phase, totals, load of each rank. Pure functions to text,
// for the message file and the terminal. Phases are listed under their own names below LS-DYNA's rows.
#pragma once

#include <ctime>
#include <map>
#include <string>

namespace crumple {

struct Clock;      // physics/state/state.hpp
struct RunInfo;    // run_info.hpp
struct RunResult;  // run_result.hpp

/// ` T i m i n g   i n f o r m a t i o n`. Clock is the mean over ranks; CPU is that time's share of the CPU time of
/// all ranks and threads.
std::string format_timing(const RunResult& result);
/// From ` Problem time` to ` Elapsed time`.
std::string format_totals(const RunInfo& run, const RunResult& result, std::time_t end);
/// ` C P U   T i m i n g   i n f o r m a t i o n`, one row per rank: CPU time of the steps outside MPI, which shows the
/// balance of the work. Empty when not profiled.
std::string format_rank_loads(const RunResult& result);

/// `%8d t %10.4E dt %8.2E <event>  <date>`, as printed at outputs and at the end.
std::string format_cycle_line(const Clock& clock, const std::string& event, std::time_t now);
/// ` N o r m a l    t e r m i n a t i o n` or ` E r r o r ...`; scripts search for these exact blanks.
std::string termination_line(const RunResult& result);

}  // namespace crumple
