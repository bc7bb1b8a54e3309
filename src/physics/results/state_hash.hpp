// One number that stands for the whole answer: equal hashes mean equal bits of all nodes and all stress histories.
#pragma once

#include <cstdint>

#include "comm/world.hpp"
#include "physics/elements/elements.hpp"

namespace crumple {

/// The sum modulo 2^64 over nodes of XXH3(id, x, v, w) and over elements of XXH3(id, thickness, energies, alive,
/// history unless deleted). A sum, so that no order and no gathering is needed. Collective.
std::uint64_t state_hash(const World& world, const Domain& domain, const Elements& elements, const NodeState& state);

}  // namespace crumple
