// The field of history by which physics weakens a law's points beside deleted elements (CompositeConstants::soft).
#pragma once

namespace crumple::kernels {

/// Set to 1 in those elements.
inline constexpr const char* softened_name = "softened";

}  // namespace crumple::kernels
