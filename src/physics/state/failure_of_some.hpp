// An error that only some ranks meet in a step, as where a sum that not all ranks have is out of range. It must end the
// run on all of them: a feature that can fail so has a number in Exchange::step, the agreement on the next step.
#pragma once

#include <span>
#include <string>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "comm/world.hpp"

namespace crumple {

class FailureOfSome {
 public:
  /// Runs `work`; what it throws is kept for the agreement. Returns whether all is well here.
  template <class Work>
  bool keep(Work&& work) {
    if (!message_.empty()) return false;
    try {
      work();
    } catch (const Error& error) {
      message_ = error.what();
    }
    return message_.empty();
  }

  double number() const { return message_.empty() ? 0 : 1; }
  /// With the maximum over all ranks. Errors, on all ranks: that of the lowest rank which has failed. Collective.
  void agree_if(double most, const World& world) const {
    if (most > 0) agree(world, message_);
  }

 private:
  std::string message_;
};

}  // namespace crumple
