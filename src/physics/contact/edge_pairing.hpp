// Edges against edges: one pairing for each contact that has them. Which may meet is found in edges.hpp, the law is
// edge_law.hpp's.
#pragma once

#include "physics/contact/pairing.hpp"

namespace crumple {

Pairings make_edge_pairings(const ContactSurfaces& surfaces);

}  // namespace crumple
