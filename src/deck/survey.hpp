// A deck read to the end whatever is wrong with it, for `crumple check`: all that is not supported, with counts and the
// first place, and what the deck holds.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "deck/diagnostics.hpp"
#include "model/model.hpp"

namespace crumple::deck {

struct Deck;  // deck.hpp

struct Survey {
  Diagnostics log;
  std::map<std::string, std::int64_t> counts;  ///< "nodes", "shells", "section_shell ELFORM 2", ...: how many
  Model model;                                 ///< as far as it came; whole if `is_complete`
  bool is_complete = false;                    ///< no error
  std::string failure;  ///< what ended the reading before its end, where it is no error in the log

  /// Takes stock of what has been read, before ids are resolved.
  void count(const Deck& deck);
};

/// Throws nothing for what the deck holds. `substitutes`, `end_time` and `chosen_case` as for read_deck.
Survey survey_deck(const std::filesystem::path& file, bool substitutes, const std::optional<double>& end_time = {},
                   const std::optional<Id>& chosen_case = {});

}  // namespace crumple::deck
