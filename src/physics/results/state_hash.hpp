// A hash of the whole state: equal hashes mean bitwise equal nodes and stress histories.
#pragma once

#include <cstdint>

#include "comm/world.hpp"
#include "physics/elements/elements.hpp"

namespace crumple {

/// The sum modulo 2^64 over nodes of XXH3(id, x, v, w) and over elements of XXH3(id, thickness, energies, alive,
/// history unless deleted). A sum, so that neither an order nor a gather is needed. Collective.
std::uint64_t state_hash(const World& world, const Domain& domain, const Elements& elements, const NodeState& state);

}  // namespace crumple
