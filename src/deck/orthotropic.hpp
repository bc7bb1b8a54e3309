// What the cards of materials with directions have in common: elastic constants and axes. Called by the keywords of
// *MAT_002, 034, 054 and 058, of shells, and of *MAT_026 and 091, of solids.
#pragma once

#include "deck/deck.hpp"
#include "kernels/materials/orthotropy.hpp"

namespace crumple::deck {

using kernels::OrthotropicElasticity;

/// Cards of AOPT, A1 to A3, and V1 to V3 with the angle.
struct AxesCards {
  Card option, a, v;
  std::string_view angle;  ///< BETA or MANGLE, of `angle_card`
  Card angle_card;
};

inline constexpr auto axes_help =
    "axis a: 0: along nodes 1 and 2; 2: along A; 3: along the cross product of V with the normal; < 0: along x of "
    "*DEFINE_COORDINATE_...; others, for solids, are errors";

/// XP to A3 and V1 to D3 of AOPT, of shells.
inline constexpr auto axes_points = card_of(alike(no_effect("XP", "only for AOPT = 1 and 4"), "YP", "ZP"),
                                            real("A1", "axis a, with AOPT = 2"), alike(real("A2", "axis a"), "A3"));
inline constexpr auto axes_vectors =
    card_of(alike(real("V1", "with AOPT = 3"), "V2", "V3"), alike(no_effect("D1", "only for solids"), "D2", "D3"));

/// Fields of shells with fibres.
inline constexpr auto fibre_moduli = card_of(
    fills(&OrthotropicElasticity::young_a, real("EA", "Young's modulus along the fibres", "force/area")),
    fills(&OrthotropicElasticity::young_b, real("EB", "Young's modulus across the fibres", "force/area")),
    fills(&OrthotropicElasticity::young_c, real("EC", "in the thickness direction, for thinning; 0: EB", "force/area")),
    fills(&OrthotropicElasticity::poisson_ba, real("PRBA", "Poisson's ratio ba", "1")),
    fills(&OrthotropicElasticity::poisson_ca, real("PRCA", "Poisson's ratio ca, for thinning", "1")),
    fills(&OrthotropicElasticity::poisson_cb, real("PRCB", "Poisson's ratio cb, for thinning", "1")));
inline constexpr auto shear_moduli = card_of(
    fills(&OrthotropicElasticity::shear_ab, real("GAB", "shear modulus", "force/area")),
    fills(&OrthotropicElasticity::shear_bc, real("GBC", "shear modulus; 0: GAB, with a warning", "force/area")),
    fills(&OrthotropicElasticity::shear_ca, real("GCA", "shear modulus; 0: GAB, with a warning", "force/area")));

/// Sets the material's axes once coordinate systems are known. Errors: AOPT of solids, a vector of no length.
void read_axes(Deck& deck, const AxesCards& cards, Material& material);

/// The names of a vector's components.
using VectorFields = std::array<std::string_view, 3>;
/// The same of solids, with the vectors A and D. Errors: AOPT = 1, 3 and 4, vectors that span no plane.
void read_solid_axes(Deck& deck, const Card& option, const Card& a, const Card& d, Material& material,
                     const VectorFields& a_fields = {"A1", "A2", "A3"},
                     const VectorFields& d_fields = {"D1", "D2", "D3"});

/// Checks EA, EB, PRBA, GAB, GBC and GCA of the first and second card; a transverse shear modulus of 0 is taken for GAB
/// with a warning. Errors: constants that are not positive, or give no positive stiffness.
void check_orthotropy(const Card& first, const Card& second, OrthotropicElasticity& elastic);

/// E and PR that have the fastest wave in the sheet, for stable steps, contact and hourglass control.
void set_isotropic_equivalent(const OrthotropicElasticity& elastic, Material& material);

}  // namespace crumple::deck
