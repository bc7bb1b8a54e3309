// Faces of the mesh for contact: which shells and which faces of solids a list of parts shows to the outside.
#pragma once

#include <vector>

#include "model/model.hpp"

namespace crumple {

/// The contact surface of the parts marked in `in_part` (one flag per part): every shell, and every face of a solid
/// that no other marked solid shares. Faces point outward. Cost: O(n log n) in the number of elements.
ContactSurface surface_of_parts(const Model& model, const std::vector<bool>& in_part);

/// The same for a contact that erodes: with the faces between two solids, once for each of them that is marked, covered
/// by the other. A solid that is not marked covers faces if `any_covers`; otherwise it counts as not there.
ContactSurface eroding_surface_of_parts(const Model& model, const std::vector<bool>& in_part, bool any_covers);

/// Sets `nodes` and `inner` to what the segments have.
void collect_nodes(ContactSurface& surface);

}  // namespace crumple
