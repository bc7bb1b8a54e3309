// Materials and axes of composites' layers, once all are known, and the sections of single shells.
#pragma once

#include <vector>

#include "deck/deck.hpp"

namespace crumple::deck {

/// Sets the materials of layers, whose law must be one. False, with an error, if one is not defined.
bool resolve_layers(Deck& deck, const Stack& stack, std::vector<SectionLayer>& layers);

/// An error where the axes that the layers' angles count from (AOPT) differ. Once materials have been moved.
void expect_same_axes(const Deck& deck, const Stack& stack, const std::vector<SectionLayer>& layers);

/// What *ELEMENT_SHELL_COMPOSITE and _OFFSET give to shells of all parts: those of a part with the same layers and the
/// same offset over their thickness share a section, a copy of the part's. Once the forms of sections are settled.
void give_shells_sections(Deck& deck);

}  // namespace crumple::deck
