// Several exchanges with neighbours whose messages between two ranks travel as one, in any mode of transport=: in a
// step, the nodal sums and the motion of contact copies (halo.hpp).
#pragma once

#include <memory>
#include <vector>

#include "comm/transport.hpp"

namespace crumple {

class World;

/// The common messages, by rank.
std::vector<Partner> joint_partners(const std::vector<std::vector<Partner>>& parts);

/// The parts of the exchange, which may be destroyed in any order. The messages leave when all parts have been started,
/// and have all arrived when the first one is finished. A part that is finished while others have not been started is
/// sent with what these sent last, which nobody reads; so parts are started and finished in the same order on all
/// ranks. What has arrived for a part is to be read before the messages leave again. Collective.
std::vector<std::unique_ptr<NeighbourExchange>> join_exchanges(const World& world, const TransportMode& mode,
                                                               const std::vector<std::vector<Partner>>& parts);

}  // namespace crumple
