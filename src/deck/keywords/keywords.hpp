// What the families of keywords share. A family is one file of this folder: NAME.cpp, in a namespace of its own, adds
// its keywords to the registry by NAME_keywords::add_to, which CMake finds by the name of the file.
#pragma once

#include "deck/deck.hpp"
#include "deck/registry.hpp"
#include "deck/sets.hpp"

namespace crumple::deck {

/// What the first card of a material begins with.
inline constexpr auto material_start =
    card_of(id(IdOf::material, "MID", "number of the material"), real("RO", "density", "mass/volume"));
inline constexpr auto elastic_start =
    card_of(material_start, real("E", "Young's modulus", "force/area"), real("PR", "Poisson's ratio", "1"));
/// What the first card of a contact says of its sides, behind SURFA and SURFB.
inline constexpr auto side_fields = card_of(
    integer("SURFATYP",
            "what SURFA is: 0 segment set, 1 shell set, 2 part set, 3 part, 4 node set, 5 all, 6 all but a part set"),
    integer("SURFBTYP", "what SURFB is"), id(IdOf::definition, "SABOXID", "box containing side A"),
    id(IdOf::definition, "SBBOXID", "box containing side B"),
    alike(no_effect("SAPR", "output that Crumple does not write"), "SBPR"));
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
/// The same; an error if it is one that moves as a node turns, or with three nodes unless those `may_be_followed`.
Index frame_of_user(Deck& deck, const Card& card, std::string_view field, bool may_be_followed);
/// Its axes; those of the global frame for none.
Mat3 axes_of_frame(const Deck& deck, Index frame);
/// Turns a vector given in that frame to the global one.
Vec3 to_global(const Deck& deck, Index frame, const Vec3& v);
/// A frame's axes from the local x axis and a vector in the local xy plane; an error of `card` if they are parallel.
Mat3 axes_of(const Card& card, const Vec3& x, const Vec3& in_plane);
/// The title card of an option _TITLE, else nothing.
std::string take_title(Cards& cards, const Options& options);
/// Calls `read` until the block has ended.
Reader each(Reader read);
/// Leaves work for each card of a block. With _ID or _TITLE there is such a card before it, which says nothing here.
Reader each_card(std::span<const Field> fields, Phase phase, std::function<void(Deck&, const Card&)> work);
/// Reads the cards of one thing, behind its title, and returns the first.
template <class Thing>
using ThingReader = Card (*)(Cards& cards, Deck& deck, Thing& thing);
/// Reads the things of a block, one at least, each with its title, and adds them to their table.
template <class Thing>
Reader reader_of(Table<Thing> Deck::* table, ThingReader<Thing> read) {
  return [table, read](Cards& cards, const Options& options, Deck& deck) {
    do {
      Thing thing;
      std::string title = take_title(cards, options);
      if constexpr (requires { thing.title; }) thing.title = std::move(title);
      const Card card = read(cards, deck, thing);
      (deck.*table).add(thing.id, std::move(thing), card);
    } while (cards.more());
  };
}
/// Adds a keyword of materials with its other name, as MAT_001.
void add_material(Registry& registry, const std::string& name, const std::string& number, std::vector<CardForm> cards,
                  ThingReader<Material> read, std::string note = {});
/// Id and density from a material's first card (MID, RO).
void start_material(const Card& card, Material& material);
/// The same, Young's modulus and Poisson's ratio (E, PR).
void start_elastic(const Card& card, Material& material);
/// Young's modulus and Poisson's ratio alone.
void read_elastic_constants(const Card& card, Material& material);
/// The values of the next two cards.
std::vector<double> read_two_cards(Cards& cards, std::span<const Field> fields);
/// The law of the material that MID names; null: another material has this id, too, which is an error already.
template <class Law>
Law* law_of(Deck& deck, const Card& card) {
  auto& law = deck.materials[deck.materials.find(card.id("MID"))].law;
  if constexpr (kernels::LawStruct<Law>)
    return law.template as<Law>();
  else
    return std::get_if<Law>(&law);
}
/// An error unless the id of `field` is positive; the id.
Id positive_id(const Card& card, std::string_view field);
/// An error for each part of this material whose elements are not of `kind`; `why`: what else is expected.
void expect_section_kind(Deck& deck, const Card& material, SectionKind kind, std::string_view why = {});
/// Whether solids of the part integrate their stress from its last value, so that a given stress lasts; what else is
/// expected is `laws_of_given_stress`.
bool keeps_given_stress(const Model& model, const Part& part);
inline constexpr auto laws_of_given_stress = "1, 3, 18, 24, 98 or 123";
/// IHQ of the hourglass control `id` (0: that of *CONTROL_HOURGLASS), 1 for 0; an error if it is not known, a warning
/// if shells have to do with another one.
int read_hourglass_type(Deck& deck, const Card& card, Id id);
/// What its field says in docs/keywords.md.
inline constexpr auto hourglass_type_help =
    "type: 0 and 1 standard viscous, 2 and 3 Flanagan-Belytschko viscous, 4 and 5 stiffness, 6 Belytschko-Bindeman "
    "assumed strain (solids; shells use 4, with a warning), 8 full projection for warped shells of ELFORM 16 (an error "
    "for other formulations); with a warning, 7, 9 and 10 are computed as 6, above 10 as 1; < 0 is an error";
/// ELFORM of a section of shells; -16 is the variant of 16 for higher accuracy.
int read_shell_form(const Card& card);
/// NLOC.
void read_reference_surface(const Card& card, Section& section);
/// Checks ELFORM of a section of shells, once parts are known.
void check_shell_form(Deck& deck, const Card& card, Id section);
void expect_not_negative(const Card& card, std::initializer_list<std::string_view> fields);
/// `what`: what is expected.
void expect_positive(const Card& card, std::initializer_list<std::string_view> fields,
                     std::string_view what = "a positive value");
/// Expects a whole number from `least` to `most`, which are few.
int choice(const Card& card, std::string_view field, int least, int most);
/// Warns if a feature ends before it begins.
void expect_some_time(const Card& card, std::string_view birth, std::string_view death);
/// The tensor in IXX, IXY, IXZ, IYY, IYZ, IZZ; an error if it has a negative principal moment.
Mat3 inertia_tensor(const Card& card);
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
/// The friction of *DEFINE_FRICTION of a contact with FS = -2, whose second card is `card`.
void set_friction_of_pairs(Deck& deck, const Card& card, ContactLaw& contact);
/// Reads the card of an _ID option: a number and a heading.
std::pair<Id, std::string> read_id_card(Cards& cards, IdOf of = IdOf::other);

}  // namespace crumple::deck
