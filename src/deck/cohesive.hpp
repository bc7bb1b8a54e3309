// Cohesive elements: solids of *SECTION_SOLID ELFORM 19 or 20 with *MAT_138. They become ties that soften, of the nodes
// of their upper face (N5 to N8) to the lower one.
#pragma once

#include "deck/cards.hpp"

namespace crumple::deck {

struct Deck;

/// Takes them from the solids that are made into elements.
void set_cohesive_apart(Deck& deck);
/// Makes the ties of the material that `card` defines, and gives the nodes the mass of the elements.
void tie_cohesive(Deck& deck, const Card& card);

}  // namespace crumple::deck
