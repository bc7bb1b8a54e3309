// mes0000, the log of a run as LS-DYNA users know it: banner, what the deck holds, warnings, a line at each output,
// timing tables, termination line. Root writes; the calls are not collective and do nothing on other ranks. So a
// failure is known to root alone: a std::runtime_error, not an Error, for main to end the run on all ranks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "comm/world.hpp"
#include "io/run_info.hpp"
#include "io/text_file.hpp"
#include "model/model.hpp"

namespace crumple {

struct Clock;      // physics/state/state.hpp
struct EarlierOutputs;  // earlier_outputs.hpp
struct RunResult;  // run_result.hpp

class MessageFile {
 public:
  /// Creates mes0000 on root, or goes on with the earlier one; `prefix` as for AsciiDatabases.
  MessageFile(bool is_root, const std::string& prefix, EarlierOutputs& earlier);

  void banner(const RunInfo& run);
  /// What was read: counts, parts, contacts, walls, control values. For root's whole model.
  void echo(const RunInfo& run, const Model& model);
  void warn(const std::vector<std::string>& warnings);
  /// E.g. event = "write d3plot file"; the same line is worth printing on the terminal.
  void cycle(const Clock& clock, const std::string& event);
  void line(const std::string& text);
  /// Timing, loads, totals, termination line.
  void finish(const RunInfo& run, const RunResult& result);
  /// For EarlierOutputs.
  Bytes save();

 private:
  void put(const std::string& text);
  std::optional<TextFile> file_;
};

std::string format_banner(const RunInfo& run);
std::string format_echo(const RunInfo& run, const Model& model);
/// What closes the log, and the terminal's output.
std::string format_closing(const RunInfo& run, const RunResult& result, std::time_t end);

}  // namespace crumple
