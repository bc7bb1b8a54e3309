// substitute=on: what is read in place of keywords that are not there, so that a real deck can load the machine. Called
// by read.cpp for unknown keywords.
#pragma once

#include <string>

namespace crumple::deck {

struct Block;  // lines.hpp
struct Deck;   // deck.hpp
class Registry;

/// A known keyword of the same kind, with the options of `name`, e.g. CONTACT_AUTOMATIC_SINGLE_SURFACE_ID for
/// CONTACT_AUTOMATIC_GENERAL_ID; empty if there is none.
std::string nearest_kind(const Registry& registry, const std::string& name);

/// Reads a *MAT_... of an unknown law as elastic, by the density, modulus and Poisson's ratio of its first card (MID,
/// RO, E, PR in most laws). False, and nothing is read, if these are no such numbers.
bool read_as_elastic(const Block& block, Deck& deck);

}  // namespace crumple::deck
