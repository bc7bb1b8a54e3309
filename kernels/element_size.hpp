// Names of fields of a law's history that hold the size of its element: for laws whose softening spends an energy per
// area of crack, and for those that fail by forces. Physics sets them before the first step.
#pragma once

namespace crumple::kernels {

/// The cube root of the volume at the start [length].
inline constexpr const char* element_size_name = "element size";
/// The area half-way between its faces of nodes 1 to 4 and 5 to 8 at the start [length^2].
inline constexpr const char* element_area_name = "element area";

}  // namespace crumple::kernels
