// The termination status of a run. Its numbers are the exit status of the program and its names are in summary.json:
// both are a contract, see docs/running.md.
#pragma once

namespace crumple {

enum class Termination {
  normal = 0,        ///< at a limit of the deck or of the command line: time, cycle, DTMIN, ENDENG, ENDMAS
  error = 1,         ///< e.g. a file that cannot be written
  unstable = 2,      ///< a step cannot be computed: forces or energies out of range, an element turned inside out; or
                     ///< by unstable=stop
  sense_switch = 3,  ///< sw1 or stop
  signal = 4,
  time_limit = 5     ///< maxtime=
};

constexpr const char* name_of(Termination termination) {
  switch (termination) {
    case Termination::error: return "error";
    case Termination::unstable: return "unstable";
    case Termination::sense_switch: return "sense switch";
    case Termination::signal: return "signal";
    case Termination::time_limit: return "time limit";
    default: return "normal";
  }
}

/// Whether the final state cannot be restarted from.
constexpr bool is_failure(Termination termination) {
  return termination == Termination::error || termination == Termination::unstable;
}

}  // namespace crumple
