// What the families of keywords share. A family is one file of this folder: NAME.cpp registers its keywords by
// `void register_NAME(Registry&)`, which CMake finds by the name of the file.
#pragma once

#include "deck/deck.hpp"
#include "deck/registry.hpp"
#include "deck/sets.hpp"

namespace crumple::deck {

/// The card of _TITLE, which is taken as it is.
inline constexpr Field title_card[] = {text("TITLE", "heading", 80)};
/// What the first card of a material begins with.
inline constexpr auto material_start =
    card_of(id(IdOf::material, "MID", "number of the material"), real("RO", "density", "mass/volume"));
inline constexpr auto elastic_start =
    card_of(material_start, real("E", "Young's modulus", "force/area"), real("PR", "Poisson's ratio", "1"));
/// The card of _ID.
inline constexpr Field id_card[] = {id(IdOf::varies, "ID", "number, for outputs"), text("HEADING", "title", 70)};
/// The card of _MPP of contacts that do not search: ties and transducers.
inline constexpr auto mpp_card_of_ties =
    card_of(alike(no_effect("IGNORE", "only for penalty contact"), "BCKET", "LCBCKT", "NS2TRK", "INITITR", "PARMAX"),
            blank(), no_effect("CPARM8", "only for *CONTACT_AUTOMATIC_GENERAL"));
/// The cards of mass properties, see read_inertia.
const std::vector<CardForm>& inertia_cards();

/// TC/RC codes 0..7 (x, y, z, xy, yz, zx, xyz) as bits: 1 x, 2 y, 4 z.
DofMask dof_of_code(int code);
/// The frame of *DEFINE_COORDINATE_* named by `field`, or none for 0 or after an error.
Index frame_of(Deck& deck, const Card& card, std::string_view field);
/// Its axes; those of the global frame for none.
Mat3 axes_of_frame(const Deck& deck, Index frame);
/// Turns a vector given in that frame to the global one.
Vec3 to_global(const Deck& deck, Index frame, const Vec3& v);
/// A frame's axes from the local x axis and a vector in the local xy plane; an error of `card` if they are parallel.
Mat3 axes_of(const Card& card, const Vec3& x, const Vec3& in_plane);
/// The title card of an option _TITLE, else nothing.
std::string take_title(Cards& cards, const Options& options);
/// Id and density from a material's first card (MID, RO).
Material start_material(const Card& card, std::string title);
/// Young's modulus and Poisson's ratio from a material's first card (E, PR).
void read_elastic_constants(const Card& card, Material& material);
/// An error for each part of this material whose elements are not of `kind`; `why`: what else is expected.
void expect_section_kind(Deck& deck, const Card& material, SectionKind kind, std::string_view why);
/// IHQ of the hourglass control `id` (0: that of *CONTROL_HOURGLASS), 1 for 0; an error if it is not known, a warning
/// if shells have to do with another one.
int read_hourglass_type(Deck& deck, const Card& card, Id id);
/// What its field says in docs/keywords.md.
inline constexpr auto hourglass_type_help =
    "type: 0 and 1 standard viscous, 2 and 3 Flanagan-Belytschko viscous, 4 and 5 stiffness, 6 Belytschko-Bindeman "
    "assumed strain (solids; shells use 4, with a warning), 8 full projection for warped shells of ELFORM 16 (an error "
    "for other formulations); others are errors";
/// Checks ELFORM of a section of shells, once parts are known.
void check_shell_form(Deck& deck, const Card& card, Id section);
void expect_not_negative(const Card& card, std::initializer_list<std::string_view> fields);
/// Reads the three cards of mass properties of *PART_INERTIA and *CONSTRAINED_NODAL_RIGID_BODY_INERTIA and leaves
/// their conversion (which may need a node or a frame) in the returned function.
std::function<GivenInertia(Deck&)> read_inertia(Cards& cards);
/// The rigid body that a part id or the id of a nodal rigid body names; a merged part belongs to its master's body.
/// None, with an error, if there is none.
Index rigid_body_of(Deck& deck, const Card& card, std::string_view field);
/// Parts and nodes of the rigid body `other` become those of another, if there are both.
void merge_bodies(Deck& deck, Id into, Id other);
/// The number of a contact, tied contact or transducer without an _ID: its place among them.
Id next_contact_id(const Model& model);
/// Reads the card of an _ID option: a number and a heading.
std::pair<Id, std::string> read_id_card(Cards& cards, IdOf of = IdOf::other);

}  // namespace crumple::deck
