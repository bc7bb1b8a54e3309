#include "comm/together.hpp"

#include <span>

namespace crumple {

void agree(const World& world, const std::string& message) {
  double failed[1] = {message.empty() ? 0.0 : 1.0};
  world.max(failed);
  if (failed[0] == 0.0) return;
  Bytes first;
  for (const Bytes& bytes : world.gather(to_bytes(std::span<const char>(message))))
    if (first.empty()) first = bytes;
  world.broadcast(first);
  const std::vector<char> text = from_bytes<char>(first);
  throw Error(std::string(text.begin(), text.end()));
}

}  // namespace crumple
