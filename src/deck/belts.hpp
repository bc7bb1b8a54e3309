// Belts as they grow from their elements, and elements at rings and retractors. Called by the keywords of seat belts.
#pragma once

#include <utility>

#include "model/model.hpp"

namespace crumple::deck {

/// The belt that has an element of that number, and its place in it; none, -1 if there is none.
std::pair<Index, int> find_belt_element(const Model& model, Id id);
/// All belts that the element touches become one with it.
void join_belts(Model& model, const BeltElement& element);
/// Whether the element ends at the node, or at one in the same place, which that node then replaces.
bool ends_at(Model& model, BeltElement& element, Index node);

}  // namespace crumple::deck
