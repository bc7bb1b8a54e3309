// The name of a field of a law's history that holds the size of its element, for laws whose softening spends an energy
// per area of crack. Physics sets it before the first step.
#pragma once

namespace crumple::kernels {

/// The cube root of the volume at the start [length].
inline constexpr const char* element_size_name = "element size";

}  // namespace crumple::kernels
