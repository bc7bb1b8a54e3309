// transport=auto: shared memory inside a node whose ranks have a core each, messages otherwise. Each node chooses for
// itself: messages between nodes are the same in both modes.
#include "comm/node.hpp"
#include "comm/world.hpp"

namespace crumple {

extern const TransportMode auto_transport;
const TransportMode auto_transport = {
    "auto", "shared on nodes with several ranks and a core for each, else p2p",
    [](const World& world, std::vector<Partner> partners) {
      const Node& node = world.node();
      const bool shares = node.size > 1 && !node.is_crowded;
      return transport_mode(shares ? "shared" : "p2p").make(world, std::move(partners));
    }};

}  // namespace crumple
