// What sets of nodes, parts, elements and segments hold, once the mesh is known.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "deck/deck.hpp"

namespace crumple::deck {

/// The nodes of a set: ascending, unique. Empty after an error (missing or empty set, unknown node).
std::vector<Index> nodes_of_set(Deck& deck, const Card& card, std::string_view field);
/// The nodes of a set in the order of its cards; of sets given by _GENERAL or _ADD cards ascending.
std::vector<Index> nodes_of_set_as_given(Deck& deck, const Card& card, std::string_view field);
/// As nodes_of_set, but 0 stands for all nodes of the model.
std::vector<Index> nodes_of_set_or_all(Deck& deck, const Card& card, std::string_view field);
/// The parts of a set, ascending.
std::vector<Index> parts_of_set(Deck& deck, const Card& card, std::string_view field);
/// The part that a field names, or those of the part set; empty after an error.
std::vector<Index> named_parts(Deck& deck, const Card& card, std::string_view field, bool of_set);
/// All part sets, ascending in id, but those that hold what is not there: nothing may refer to them, which is no error.
std::vector<PartSet> sound_part_sets(Deck& deck);
/// The shells of a set, ascending.
std::vector<Index> shells_of_set(Deck& deck, const Card& card, std::string_view field);
/// The solids of a set, ascending.
std::vector<Index> solids_of_set(Deck& deck, const Card& card, std::string_view field);
/// The beams of a set, ascending.
std::vector<Index> beams_of_set(Deck& deck, const Card& card, std::string_view field);
/// The segments of a set, as given.
std::vector<std::array<Index, 4>> segments_of_set(Deck& deck, const Card& card, std::string_view field);
/// The nodes of parts: ascending, unique.
std::vector<Index> nodes_of_parts(const Deck& deck, const std::vector<Index>& parts);
/// Adds to a set of _COLLECT what another one of the same id has; false if one of them is without _COLLECT.
bool unite_collected(RawSet& set, RawSet& other);
/// Sorts and removes duplicates.
void make_unique(std::vector<Index>& values);

}  // namespace crumple::deck
