// A failure that only some ranks meet, as where a sum that not all ranks have is out of range, or a file that one rank
// writes alone cannot be written. It must end the run on all of them: a feature that can fail so returns it as its
// failure(), on which the ranks agree; also in the last step.
#pragma once

#include <string>

#include "comm/together.hpp"

namespace crumple {

/// What ends the run.
struct RunFailure {
  std::string message;      ///< empty: nothing does
  bool is_of_deck = false;  ///< the deck asks for what cannot be computed; else the run has become unstable
};

class FailureOfSome {
 public:
  /// Runs `work` if all is well so far; the first failure is kept. Returns whether all is well here.
  template <class Work>
  bool keep(Work&& work) {
    if (message_.empty()) message_ = failure_of(work);
    return message_.empty();
  }
  /// One of several failures of a step, in whatever order: the least message is kept.
  void note(const std::string& message) {
    if (message_.empty() || message < message_) message_ = message;
  }
  /// Empty: all is well.
  const std::string& message() const { return message_; }

 private:
  std::string message_;
};

}  // namespace crumple
