// Node-to-segment pairing: one for each pass. The candidates are search.hpp's, the law is penalty.hpp's.
#pragma once

#include "physics/contact/pairing.hpp"

namespace crumple {

Pairings make_node_face_pairings(const ContactSurfaces& surfaces);

}  // namespace crumple
