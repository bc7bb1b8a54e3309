// Rows that cards of composites have in common (*MAT_022, 054, 058, 059). Included by keywords.
#pragma once

#include "deck/deck.hpp"
#include "kernels/materials/material_054_enhanced_composite_damage.hpp"

namespace crumple::deck {

inline constexpr auto strengths_in_plane = card_of(
    fills(&kernels::CompositeParameters::strength, kernels::a_compression,
          real("XC", "strength along a in compression; 0: unlimited", "force/area")),
    fills(&kernels::CompositeParameters::strength, kernels::a_tension,
          real("XT", "in tension; 0: unlimited", "force/area")),
    fills(&kernels::CompositeParameters::strength, kernels::b_compression,
          real("YC", "strength along b in compression; 0: unlimited", "force/area")),
    fills(&kernels::CompositeParameters::strength, kernels::b_tension,
          real("YT", "in tension; 0: unlimited", "force/area")));
inline constexpr Field shear_strength = fills(&kernels::CompositeParameters::strength, kernels::ab_shear,
                                              real("SC", "shear strength; 0: unlimited", "force/area"));
inline constexpr Field tension_after_crush =
    fills(&kernels::EnhancedComposite::tension_after_crush,
          real("FBRT", "fraction of XT that remains after compressive matrix failure; 0: all", "1"));

}  // namespace crumple::deck
