// A failure that only some ranks meet, as where a sum that not all ranks have is out of range, or a file that one rank
// writes alone cannot be written. It must end the run on all of them: a feature that can fail so returns it as its
// failure(), on which the ranks agree.
#pragma once

#include <string>

#include "comm/together.hpp"

namespace crumple {

class FailureOfSome {
 public:
  /// Runs `work` if all is well so far; the first failure is kept. Returns whether all is well here.
  template <class Work>
  bool keep(Work&& work) {
    if (message_.empty()) message_ = failure_of(work);
    return message_.empty();
  }
  /// Empty: all is well.
  const std::string& message() const { return message_; }

 private:
  std::string message_;
};

}  // namespace crumple
