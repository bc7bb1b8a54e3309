// Stresses and strains of elements in global axes, for d3plot and states.vtkhdf.
#pragma once

#include <vector>

#include "model/model.hpp"
#include "physics/elements/elements.hpp"
#include "physics/state/state.hpp"

namespace crumple {

/// Of an element by its number among all of this rank: points from the bottom to the top layer; none for beams, springs
/// and masses. `position`: nodal positions [length], which define the axes of shells.
std::vector<PointStress> global_stress(const Elements& elements, const Model& model, const Rows& position, Index item);

/// The same with the strains, if kept, and the material's history.
ElementHistory global_history(const Elements& elements, const Model& model, const Rows& position, Index item);

/// Zero without points.
PointStress mean_of(const std::vector<PointStress>& points);

}  // namespace crumple
