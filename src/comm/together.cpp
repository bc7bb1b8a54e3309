#include "comm/together.hpp"

#include <new>
#include <span>

namespace crumple {

std::string message_of(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error))
    return "out of memory; expected more of it for each rank, or the model on more hosts";
  const std::string message = error.what();
  return message.empty() ? "unknown failure" : message;
}

void agree(const World& world, const std::string& message) {
  double failed[1] = {message.empty() ? 0.0 : 1.0};
  world.max(failed);
  if (failed[0] == 0.0) return;
  Bytes least;
  for (const Bytes& bytes : world.gather(to_bytes(std::span<const char>(message))))
    if (least.empty() || (!bytes.empty() && bytes < least)) least = bytes;
  world.broadcast(least);
  const std::vector<char> text = from_bytes<char>(least);
  throw Error(std::string(text.begin(), text.end()));
}

}  // namespace crumple
