// Reads an LS-DYNA keyword deck into a checked Model. Called by `app`.
#pragma once

#include <filesystem>
#include <optional>

#include "model/run_terms.hpp"

namespace crumple {

/// Reads `file` and all it includes. With `substitutes`, what is not there is replaced by its nearest, or left out; the
/// warnings say so first. `end_time` [time] is that of a deck without one, `chosen_case` the *CASE to compute. Throws
/// crumple::Error that lists up to 20 errors, one a line, each as `file:line: *KEYWORD field NAME: what was found, what
/// was expected`. `Model::warnings` tells what was read but is not done, and names the keywords that were ignored
/// because they change no result.
Model read_deck(const std::filesystem::path& file, bool substitutes = false,
                const std::optional<double>& end_time = {}, const std::optional<Id>& chosen_case = {});

/// Reads a restart deck: *CONTROL_TERMINATION and *DATABASE_... with intervals, whose values replace those of the
/// terms, while 0 leaves what is there; and the keywords of deck/keywords/restart_changes.cpp. Errors: as above, and
/// for each other keyword. Returns warnings.
std::vector<std::string> read_restart_deck(const std::filesystem::path& file, Restart& restart);

}  // namespace crumple
