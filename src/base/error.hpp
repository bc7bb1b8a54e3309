// The exception type of the program: a complete message for the user. Thrown anywhere, caught in main, which ends the
// run on all ranks with a non-zero status.
#pragma once

#include <stdexcept>
#include <string>

namespace crumple {

/// Bad input or a failed run. `what()` is shown to the user unchanged: it names file, line, keyword and field, or
/// element, part, time and cycle, and what was expected.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace crumple
