// Spot welds of solids, called by the readers of *MAT_SPOTWELD and *DEFINE_HEX_SPOTWELD_ASSEMBLY.
#pragma once

namespace crumple::deck {

class Card;
struct Deck;

/// Gives a material of *MAT_SPOTWELD whose parts are solids the law of these; `failure` is its second card.
void weld_solids(Deck& deck, const Card& card, const Card& failure);

}  // namespace crumple::deck
