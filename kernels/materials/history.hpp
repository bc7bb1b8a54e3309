// What plastic laws keep per integration point, by name and place in h, the history of a point. Included by the
// materials, each of which names its fields in order: `history_names`.
#pragma once

#include <array>

#include "kernels/interface.hpp"

namespace crumple::kernels {

template <int n>
using HistoryNames = std::array<const char*, n>;
template <class Law>
inline constexpr int n_history = int(Law::history_names.size());

/// h[plastic_strain], the effective plastic strain, comes first in every law that has one.
inline constexpr int plastic_strain = 0;
/// h[back_stress + i], with kinematic hardening: component i in the order of the stress.
inline constexpr int back_stress = 1;
/// h[temperature], above room temperature, and h[damage], 0 to 1, of Johnson & Cook.
inline constexpr int temperature = 1, damage = 2;

/// No tensor among a law's fields that solids would rotate as they rotate the stress.
inline constexpr int no_tensor = -1;

}  // namespace crumple::kernels
