// The sides of a contact: from ids and types to faces and nodes.
#pragma once

#include "deck/deck.hpp"

namespace crumple::deck {

/// The names of the fields that describe one side.
struct SideFields {
  std::string_view id, type, box;
};

/// The faces and nodes of a side. Types: 0 segment set, 1 shell set, 2 part set, 3 part, 4 node set, 5 all,
/// 6 all but a part set. A single surface with id 0 is all parts. A box keeps only what lies inside it.
ContactSurface surface_of_field(Deck& deck, const Card& card, const SideFields& fields, bool single_surface);

}  // namespace crumple::deck
