// A material point as the laws see it, and what plastic laws keep per point, by name and place in h, its history.
// Included by the materials, each of which names its fields in order: `history_names`.
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

/// A point of a pack in one step. Its stress, and the strain increments that the laws are given, shears engineering:
/// in plane stress xx, yy, xy, yz, zx; in solids xx, yy, zz, xy, yz, zx. References, because a tile that is a member
/// of a struct tends to stay in memory: 5 to 10 % of the time of MAT_015.
template <class P>
struct MaterialPoint {
  P* s;                           ///< stress [force/area]
  P* h;                           ///< history
  const P& dt;                    ///< [time]
  typename P::mask_type& failed;  ///< out: set where the law has let the point fail
};

/// No tensor among a law's fields that solids would rotate as they rotate the stress.
inline constexpr int no_tensor = -1;

}  // namespace crumple::kernels
