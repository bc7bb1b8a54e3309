// The list of all kinds of pairings.
#include "physics/contact/edge_pairing.hpp"
#include "physics/contact/node_face_pairing.hpp"
#include "physics/contact/pairing.hpp"

namespace crumple {

Pairings make_pairings(const ContactSurfaces& surfaces) {
  Pairings all;
  for (const auto make : {make_node_face_pairings, make_edge_pairings})
    for (std::unique_ptr<Pairing>& pairing : make(surfaces)) all.push_back(std::move(pairing));
  return all;
}

}  // namespace crumple
