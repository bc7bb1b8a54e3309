// Makes all ranks agree whether an operation failed, so that an error on one rank, such as a full disk or a bad
// element, ends the run on all ranks with the same message instead of a deadlock.
#pragma once

#include <exception>
#include <string>

#include "base/error.hpp"
#include "comm/world.hpp"

namespace crumple {

/// The message of an exception for the user: the text of an Error, the system's text for other exceptions. Never empty.
std::string message_of(const std::exception& error);

/// Runs `work`; returns the message of its exception, or an empty string.
template <class Work> std::string failure_of(Work&& work) {
  try {
    work();
  } catch (const std::exception& error) {
    return message_of(error);
  }
  return {};
}

/// Throws Error on every rank if `message` is not empty on some rank: the lexicographically first message. Collective.
void agree(const World& world, const std::string& message);

/// Runs `work` and agrees on its outcome. Collective; `work` must not wait for other ranks after a point where it can
/// fail.
template <class Work> void together(const World& world, Work&& work) {
  agree(world, failure_of(work));
}

}  // namespace crumple
