// Suggestions for a misspelt option, keyword or pfile word.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace crumple {

/// Number of letters to insert, delete or change to make one of the other (Levenshtein 1966).
int edit_distance(std::string_view a, std::string_view b);

/// The largest edit distance of a misspelling of a word; suggestions are within it.
int farthest_slip(std::string_view word);

/// The word of `known` that is nearest to `given`; ties go to the first. `known` must not be empty.
std::string nearest_word(std::string_view given, const std::vector<std::string>& known);

/// "; did you mean 'WORD'?" with the nearest word and what follows it, for the end of a message; empty if none is near
/// enough.
std::string suggestion(std::string_view given, const std::vector<std::string>& known, std::string_view behind = "");

}  // namespace crumple
