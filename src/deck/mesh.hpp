// From raw nodes and elements to the model's mesh: ids become indices, and the shape of elements is checked.
#pragma once

#include "deck/deck.hpp"

namespace crumple::deck {

/// Fills nodes and elements of the model, sorted by id. Needs the tables of parts, sections and materials.
/// Duplicate ids, unknown nodes and parts, and elements of a kind other than their section's are errors.
void build_mesh(Deck& deck);

/// Shells without area and solids without positive volume are errors.
void check_shapes(Deck& deck);
/// Whether elements are of the shape that the formulations of their sections are for; a warning where nodes are
/// repeated.
void check_element_forms(Deck& deck);

/// Volume of a hexahedron with trilinear geometry (also degenerate); negative when it is inside out.
double hexahedron_volume(const std::array<Vec3, 8>& x);

}  // namespace crumple::deck
