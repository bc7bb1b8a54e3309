// Rules of *INTEGRATION_BEAM and *INTEGRATION_SHELL, for the sections that name them. Both are called in Phase::bodies.
#pragma once

#include "deck/deck.hpp"

namespace crumple::deck {

/// Points of a Hughes-Liu beam's section. `card`: its card with QR/IRID = -rule_id. Errors: no such rule; points whose
/// areas do not add up, or whose centre is beside the axis.
void give_points(Deck& deck, const Card& card, Id rule_id, Section& section);
/// Layers of a shell's section. Errors: no such rule; points at one place; parts of several laws.
void give_layers(Deck& deck, const Card& card, Id rule_id, Section& section);

}  // namespace crumple::deck
