// How a warning says that something of the deck was replaced or left out (substitute=on): written by the reader, looked
// for by the log and the summary, which repeat such warnings where nobody overlooks them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace crumple {

inline constexpr std::string_view substitution_mark = "; SUBSTITUTED: ";

inline std::vector<std::string> substitutions_among(const std::vector<std::string>& warnings) {
  std::vector<std::string> found;
  for (const std::string& warning : warnings)
    if (warning.find(substitution_mark) != warning.npos) found.push_back(warning);
  return found;
}

}  // namespace crumple
