// The logs of a run in LS-DYNA's form: banner, contents of the deck, warnings, a line at each output, timing tables,
// termination line. Root writes mes0000 and, with more about the model and less about the machine, d3hsp; each other
// rank a mesNNNN of its own events. No call is collective: a failure may be on one rank only and is kept until the
// ranks agree on failures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "comm/world.hpp"
#include "io/earlier_outputs.hpp"
#include "io/run_info.hpp"
#include "io/text_file.hpp"
#include "model/model.hpp"
#include "physics/state/failure_of_some.hpp"

namespace crumple {

struct Clock;      // physics/state/state.hpp
struct RunResult;  // run_result.hpp

class MessageFile {
 public:
  /// Creates mes0000 and d3hsp on root, or continues the earlier ones; on another rank its own file, if `on_all_ranks`,
  /// appending to one of an earlier run in this folder. `prefix`: of file names.
  MessageFile(int rank, const std::string& prefix, EarlierOutputs& earlier, bool on_all_ranks = true);

  void banner(const RunInfo& run);
  /// Writes a summary of the input: counts, parts, contacts, walls, control values. For root's whole model.
  void echo(const RunInfo& run, const Model& model);
  void warn(const std::vector<std::string>& warnings);
  /// E.g. event = "write d3plot file"; the line is also suitable for the terminal.
  void cycle(const Clock& clock, const std::string& event);
  void line(const std::string& text);
  /// Whole lines for d3hsp only.
  void print(const std::string& text);
  /// Whole lines that concern this rank, for its own file (also on root).
  void note(const std::string& text);
  /// Timing, loads, totals, termination line.
  void finish(const RunInfo& run, const RunResult& result);
  /// The termination of the run, in the files of ranks other than root.
  void close_rank(const RunResult& result);
  /// For EarlierOutputs: of mes0000 and of d3hsp.
  Bytes save() { return file_ && is_root_ ? length_of(*file_) : Bytes(); }
  Bytes save_printed() { return printed_ ? length_of(*printed_) : Bytes(); }

  FailureOfSome failure;  ///< of files that this rank writes alone; writing stops after a failure

 private:
  void put(const std::string& text);
  bool is_root_;
  std::optional<TextFile> file_;     ///< mesNNNN
  std::optional<TextFile> printed_;  ///< d3hsp
};

/// mes0003 of rank 3.
std::string message_file_name(int rank);

std::string format_banner(const RunInfo& run);
std::string format_echo(const RunInfo& run, const Model& model);
/// The closing lines of the log.
std::string format_closing(const RunInfo& run, const RunResult& result, std::time_t end);
/// The closing lines on the terminal: how, with what energies, how fast and with what bits the run ended; where the
/// rest is.
std::string format_outcome(const RunInfo& run, const RunResult& result, const std::string& prefix);
/// The last lines: the number of warnings, those since the first step, and the termination line.
std::string format_last_lines(const RunResult& result);

}  // namespace crumple
