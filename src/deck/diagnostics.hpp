// Errors and warnings about a deck: where in the text, which keyword and field, what was found and expected.
// Used by everything in `deck`; the reader turns the collected errors into one crumple::Error.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crumple::deck {

/// A line of one of the deck's files, and the text in it that is meant; line 0 means the file as a whole.
struct Location {
  int file = 0;
  int line = 0;
  int column = 0, width = 0;  ///< of a field's text, from 0 [bytes]; width 0: the line as a whole
};

/// Messages that say the same, with the place of the first.
struct Finding {
  Location where;
  std::string keyword, field, text;  ///< keyword and field may be empty
  int count = 1;
  std::string instead = {};  ///< of an error: what substitute=on would make of it; empty: nothing
};

/// How much of a deck is taken as it is. Counted in surveys alone.
struct Share {
  std::int64_t all = 0, taken = 0;  ///< keywords; taken: without an error or a substitution in them
  std::size_t names = 0, names_taken = 0;  ///< different keywords; taken: wherever they stand
};

/// What is done with what a deck asks for and the program has not got.
struct ReadingRules {
  bool substitutes = false;  ///< the nearest there is takes its place, with a loud line; otherwise it is an error
  bool surveys = false;      ///< all errors are collected, alike ones as one, and the reading goes on with what
                             ///< substitute=on would take; otherwise the 20th ends it
};

/// Collects messages.
class Diagnostics {
 public:
  static constexpr std::size_t max_errors = 20;
  static constexpr std::size_t longest_shown = 100;  ///< letters of an unknown keyword; known ones are shorter

  void follow(const ReadingRules& rules) { rules_ = rules; }

  /// Registers a file and returns its number for `Location::file`. Messages quote lines of `text`, which must outlive
  /// the reading.
  int add_file(std::string name, std::string_view text = {});
  const std::string& file_name(int file) const { return files_[std::size_t(file)].name; }
  /// A keyword begins, which messages of the lines from there on are counted to.
  void enter(Location where, std::string_view keyword);
  Share share() const;

  /// Records `file:line: *KEYWORD field FIELD: text`; keyword and field may be empty.
  void error(Location where, std::string_view keyword, std::string_view field, std::string_view text);
  /// Records a warning; those of the same keyword, field and text become one line with a count.
  void warn(Location where, std::string_view keyword, std::string_view field, std::string_view text);
  /// What is not there: an error, or true with a substitution noted, after which the caller takes `instead`. In a
  /// survey both: an error and true.
  bool replace(Location where, std::string_view keyword, std::string_view field, std::string_view text,
               std::string_view instead);
  /// Counts a keyword that is known to change no result.
  void ignore(std::string_view keyword) { ++ignored_[std::string(keyword.substr(0, longest_shown))]; }

  bool failed() const { return !errors_.empty(); }
  /// Throws crumple::Error with all errors, if there are any: one a line, followed by the line of the deck with a caret
  /// under the field that is meant.
  void throw_if_failed() const;
  /// The same between two stages of the reading; a survey goes on.
  void end_stage() const {
    if (!rules_.surveys) throw_if_failed();
  }
  /// The warnings for the user: substitutions first, the list of ignored keywords last.
  std::vector<std::string> warnings() const;

  /// `file:line: *KEYWORD field FIELD: text`.
  std::string format(const Finding& finding) const;
  const std::vector<Finding>& errors() const { return errors_; }
  const std::vector<Finding>& substitutions() const { return substitutions_; }
  const std::vector<Finding>& only_warnings() const { return warnings_; }
  const std::map<std::string, int>& ignored() const { return ignored_; }

 private:
  using Places = std::map<std::string, std::size_t>;
  struct File {
    std::string name;
    std::string_view text;
  };
  static void add(std::vector<Finding>& findings, Places& places, const std::string& key, const Finding& finding);
  void error(const Finding& finding);
  std::string key_in_survey(const Finding& finding);
  void mark_keyword(Location where);
  std::string quote(Location where) const;

  ReadingRules rules_;
  std::vector<File> files_;
  std::vector<Finding> errors_, warnings_, substitutions_;
  Places error_places_, warning_places_, substitution_places_;  ///< by what makes messages alike
  std::map<std::string, int> ignored_;
  std::map<std::pair<int, int>, std::string> keywords_;  ///< in surveys: by file and line
  std::set<std::pair<int, int>> keywords_not_taken_;     ///< those with errors or substitutions
  std::map<std::string, std::set<std::string>> values_;  ///< different values found, by messages that are alike
};

}  // namespace crumple::deck
