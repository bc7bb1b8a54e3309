// The sides of a contact: from ids and types to faces and nodes.
#pragma once

#include "deck/deck.hpp"

namespace crumple::deck {

/// The names of the fields that describe one side.
struct SideFields {
  std::string_view id, type, box;
};

/// Whether faces of solids wait behind others, and which solids can cover a face: all, or only those of the side, so
/// that
/// where the side meets other solids its faces are there from the start (IADJ).
enum class Erosion { none, of_free_faces, of_side };

/// The faces and nodes of a side. Types: 0 segment set, 1 shell set, 2 part set, 3 part, 4 node set, 5 all,
/// 6 all but a part set. A single surface with id 0 is all parts. A box keeps only what lies inside it.
ContactSurface surface_of_field(Deck& deck, const Card& card, const SideFields& fields, bool single_surface,
                                Erosion erosion = Erosion::none);

/// The faces of solids that a segment set names, turned outward; another segment is an error.
std::vector<ContactSegment> solid_faces_of_set(Deck& deck, const Card& card, std::string_view field);

/// Which beams a side has: of a tied contact all; of a penalty contact those that have a thickness, so neither spot
/// welds nor discrete beams.
enum class BeamsOfSide { all, thick };

/// Adds the nodes of the beams of parts that a side names (types 2, 3, 5, 6) to its nodes.
void add_beam_nodes(Deck& deck, const Card& card, const SideFields& fields, BeamsOfSide which, ContactSurface& surface);

/// Friction of *PART_CONTACT counts in contacts with FS = -1 only. Drops it, with a warning, if there are none; a
/// mixture of both kinds is an error, because a part has one friction for all contacts.
void settle_part_friction(Deck& deck);

}  // namespace crumple::deck
