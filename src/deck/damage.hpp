// The damage GISSMO of a material, by *MAT_ADD_EROSION with IDAM = 1 or *MAT_ADD_DAMAGE_GISSMO.
#pragma once

#include "deck/cards.hpp"

namespace crumple::deck {

struct Deck;

/// What both keywords say on a card each.
inline constexpr auto damage_fields = card_of(
    id(IdOf::curve, "LCSDG", "curve of the plastic strain at failure over the triaxiality; tables are errors"),
    real("ECRIT", "plastic strain from which damage acts on the stress; < 0: minus a curve of it over the triaxiality; "
                  "0: DCRIT says it",
         "1"),
    real("DMGEXP", "exponent of the growth of damage", "1", 1), real("DCRIT", "damage from which it acts", "1"),
    real("FADEXP", "exponent of the stress's fading; < 0 (a curve) is an error", "1", 1),
    integer("LCREGD", "curve of a factor on the strain at failure over the size of elements, taken at the mean size "
                      "of the material's; < 0: minus a table of such curves over the triaxiality"));
inline constexpr auto damage_limits =
    card_of(refused("LCSRS", "failure strains that depend on the rate"),
            alike(refused("SHRF", "factors of LCREGD that depend on the triaxiality"), "BIAXF"),
            refused("LCDLIM", "limits of damage"), refused("MIDFAIL", "failure of the middle layer first"));

/// Gives the material of `first`'s MID the damage of `damage`, a card with `damage_fields`, once elements and curves
/// are known. `failed_points`: NUMFIP, so many of an element's points must fail before it is deleted.
void add_damage(Deck& deck, const Card& first, const Card& damage, double failed_points);

}  // namespace crumple::deck
