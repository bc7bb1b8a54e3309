// The model of `crumple drive`: unit cubes or squares of one material.
#pragma once

#include "app/drive_options.hpp"
#include "model/model.hpp"

namespace crumple {

/// Cubes, squares, or the tetrahedra, wedges and triangles in them, of edge 1 with a corner at the origin, apart in x
/// by drive_distance. Nothing else of the deck but its materials and curves. Errors: as for drive_material.
Model drive_model(const DriveOptions& options, double end_time);

inline constexpr double drive_distance = 1000;

}  // namespace crumple
