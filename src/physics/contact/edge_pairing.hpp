// Edge-to-edge pairing: one for each contact with edges. The pairs are found by edges.hpp, the law is edge_law.hpp's.
#pragma once

#include "physics/contact/pairing.hpp"

namespace crumple {

Pairings make_edge_pairings(const ContactSurfaces& surfaces);

}  // namespace crumple
