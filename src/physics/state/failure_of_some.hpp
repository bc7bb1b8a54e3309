// A failure on some ranks only, e.g. of a sum over a subset of the ranks, or of a file that one rank writes. It must
// end the run on all ranks: a feature returns it as its failure(), on which the ranks agree; also in the last step.
#pragma once

#include <string>

#include "comm/together.hpp"

namespace crumple {

/// The reason for ending the run.
struct RunFailure {
  std::string message;      ///< empty: no failure
  bool is_of_deck = false;  ///< an error of the deck; otherwise the run has become unstable
};

class FailureOfSome {
 public:
  /// Runs `work` unless there was a failure; keeps the first failure. Returns whether there is none on this rank.
  template <class Work>
  bool keep(Work&& work) {
    if (message_.empty()) message_ = failure_of(work);
    return message_.empty();
  }
  /// Notes one of several failures of a step, in any order: the lexicographically first message is kept.
  void note(const std::string& message) {
    if (message_.empty() || message < message_) message_ = message;
  }
  /// Empty: no failure.
  const std::string& message() const { return message_; }

 private:
  std::string message_;
};

}  // namespace crumple
