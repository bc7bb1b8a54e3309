// A material point as the laws see it, and what plastic laws keep per point, by name and place in h, its history.
// Included by the materials, each of which names its fields in order: `history_names`.
#pragma once

#include <array>
#include <string_view>

#include "kernels/interface.hpp"

namespace crumple::kernels {

template <int n>
using HistoryNames = std::array<const char*, n>;
template <class Law>
inline constexpr int n_history = int(Law::history_names.size());
/// Whether it has one: the first field.
template <class Law>
inline constexpr bool has_plastic_strain = [] {
  if constexpr (n_history<Law> > 0) return std::string_view(Law::history_names[0]) == plastic_strain_name;
  return false;
}();
/// Whether its waves become faster as it deforms: it says `varying_modulus = true`, and its solid() returns density
/// times wave speed squared.
template <class Law>
inline constexpr bool has_varying_modulus = requires { Law::varying_modulus; };
/// Whether it is one of the whole deformation: h[Law::left_stretch + i] holds b - 1 at the end of the step, b = F F^T
/// the left Cauchy-Green tensor, in the order of the stress, shears not doubled. The update keeps it
/// (solids/stress.hpp).
template <class Law>
inline constexpr bool has_left_stretch = requires { Law::left_stretch; };
/// Whether it is one of solids with directions: h[Law::axes + i] holds their axes a and b (first_axis_name), which the
/// update turns with the material.
template <class Law>
inline constexpr bool has_axes = requires { Law::axes; };

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
