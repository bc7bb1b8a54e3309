// Errors and warnings about a deck: where in the text, which keyword and field, what was found and expected.
// Used by everything in `deck`; the reader turns the collected errors into one crumple::Error.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crumple::deck {

/// A line of one of the deck's files; line 0 means the file as a whole.
struct Location {
  int file = 0;
  int line = 0;
};

/// Collects messages. The 20th error ends the reading at once.
class Diagnostics {
 public:
  static constexpr std::size_t max_errors = 20;

  /// Registers a file and returns its number for `Location::file`.
  int add_file(std::string name);
  const std::string& file_name(int file) const { return files_[file]; }

  /// Records `file:line: *KEYWORD field FIELD: text`; keyword and field may be empty.
  void error(Location where, std::string_view keyword, std::string_view field, std::string_view text);
  /// Records a warning; those of the same keyword, field and text become one line with a count.
  void warn(Location where, std::string_view keyword, std::string_view field, std::string_view text);
  /// Counts a keyword that is known to change no result.
  void ignore(std::string_view keyword) { ++ignored_[std::string(keyword)]; }

  bool failed() const { return !errors_.empty(); }
  /// Throws crumple::Error with all errors, one a line, if there are any.
  void throw_if_failed() const;
  /// The warnings for the user, the list of ignored keywords last.
  std::vector<std::string> warnings() const;

 private:
  std::string format(Location where, std::string_view keyword, std::string_view field, std::string_view text) const;

  struct Warning {
    std::string message;
    int count = 0;
  };
  std::vector<std::string> files_;
  std::vector<std::string> errors_;
  std::vector<Warning> warnings_;
  std::map<std::string, std::size_t> warning_by_key_;
  std::map<std::string, int> ignored_;
};

}  // namespace crumple::deck
