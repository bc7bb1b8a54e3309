// The exchange of sums at some of the nodes that ranks share, as at the corners of ties.
#pragma once

#include <span>

#include "comm/world.hpp"
#include "physics/state/domain.hpp"

namespace crumple {

/// Of the plan of the domain, the nodes that this rank or another one lists. Collective.
HaloPlan sub_plan(const World& world, const Domain& domain, std::span<const Index> nodes);

}  // namespace crumple
