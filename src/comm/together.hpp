// Lets all ranks agree whether a piece of work failed, so that a full disk or a bad element met by one rank ends the
// run on all of them with the same message instead of leaving the others waiting.
#pragma once

#include <exception>
#include <string>

#include "base/error.hpp"
#include "comm/world.hpp"

namespace crumple {

/// What is shown to the user of an exception: of an Error its message, of others what the system says. Not empty.
std::string message_of(const std::exception& error);

/// Runs `work`; returns the message of what it throws, or nothing.
template <class Work> std::string failure_of(Work&& work) {
  try {
    work();
  } catch (const std::exception& error) {
    return message_of(error);
  }
  return {};
}

/// Throws Error on every rank if `message` is not empty on some rank: the least of the messages, whichever rank has it.
/// Collective.
void agree(const World& world, const std::string& message);

/// Runs `work` and agrees on its outcome. Collective; `work` itself may not wait for other ranks after it can fail.
template <class Work> void together(const World& world, Work&& work) {
  agree(world, failure_of(work));
}

}  // namespace crumple
