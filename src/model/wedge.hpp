// Solids that are wedges: the places of their corners, and which are computed with six nodes.
#pragma once

#include <array>

#include "model/model.hpp"

namespace crumple {

/// Of a wedge, 1 2 3 4 5 5 7 7 or 1 2 3 3 5 6 7 7, the places of its corners: those of one triangle, whose right-handed
/// normal points into the element, then those of the other, in the same order. Null: no wedge.
inline const std::array<int, 6>* wedge_corners(const Solid& solid) {
  static constexpr std::array<int, 6> on_edge = {0, 4, 1, 3, 6, 2}, on_triangle = {0, 1, 2, 4, 5, 6};
  const auto& n = solid.nodes;
  const bool edge_34 = n[2] == n[3], edge_56 = n[4] == n[5];
  if (n[6] != n[7] || n[5] == n[6] || edge_34 == edge_56) return nullptr;
  return edge_56 ? &on_edge : &on_triangle;
}

/// Whether a solid is computed with six nodes, in that order, ELFORM 15, and not as a hexahedron: wedges where their
/// section or ESORT says so, and those without stress, whose masses are then the same at all nodes.
inline bool computed_as_wedge(const Model& model, const Solid& solid) {
  const Part& part = model.parts[std::size_t(solid.part)];
  return wedge_corners(solid) &&
         (model.control.sort_solids || model.sections[std::size_t(part.section)].element_form == 15 ||
          model.materials[std::size_t(part.material)].has_no_stress());
}

}  // namespace crumple
