// Faces of the mesh for contact: which shells and which faces of solids a list of parts shows to the outside.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "model/model.hpp"

namespace crumple {

/// The contact surface of the parts marked in `in_part` (one flag per part): every shell, and every face of a solid
/// that no other marked solid shares. Faces point outward. Cost: O(n log n) in the number of elements.
ContactSurface surface_of_parts(const Model& model, const std::vector<bool>& in_part);

/// The same for a contact that erodes: with the faces between two solids, once for each of them that is marked, covered
/// by the other. A solid that is not marked covers faces if `any_covers`; otherwise it counts as not there.
ContactSurface eroding_surface_of_parts(const Model& model, const std::vector<bool>& in_part, bool any_covers);

/// Corners of one face of a solid (triangles repeat the third) in the order that points outward: as they are given, or
/// reversed with the same node in front. Nothing if the nodes do not lie around one face.
std::optional<std::array<Index, 4>> outward_face(const Solid& solid, const std::array<Index, 4>& nodes);

/// Sets `nodes` and `inner` to what the segments have.
void collect_nodes(ContactSurface& surface);

}  // namespace crumple
