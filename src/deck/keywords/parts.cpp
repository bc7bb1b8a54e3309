// *PART with _INERTIA and _CONTACT, and the mass properties that it shares with nodal rigid bodies.
#include <algorithm>
#include <cmath>
#include <memory>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::parts_keywords {

constexpr Field part_card[] = {
    id(IdOf::part, "PID", "number of the part"),
    id(IdOf::other, "SECID", "its section"),
    id(IdOf::material, "MID", "its material"),
    id(IdOf::other, "EOSID", "equation of state, for solids with *MAT_009, 010 and 015; otherwise no effect"),
    id(IdOf::other, "HGID", "its hourglass control; 0: that of *CONTROL_HOURGLASS"),
    refused("GRAV", "gravity initialisation of parts"),
    no_effect("ADPOPT", "only for *CONTROL_ADAPTIVE, which refines nothing"),
    no_effect("TMID", "thermal analysis only")};

constexpr Field contact_card[] = {real("FS", "static coefficient of friction, in contacts with FS = -1", "1"),
                                  real("FD", "dynamic coefficient of friction", "1"),
                                  real("DC", "decay from FS to FD", "time/length"),
                                  warned("VC", "friction has no limit"),
                                  real("OPTT", "contact thickness; 0: that of the shells", "length"),
                                  real("SFT", "scale of contact thickness; 0: 1", "1"),
                                  real("SSF", "scale of contact stiffness; 0: 1", "1"),
                                  no_effect("CPARM8", "only for *CONTACT_AUTOMATIC_GENERAL")};

constexpr auto inertia_card_1 =
    card_of(alike(real("XC", "centre of mass", "length"), "YC", "ZC"), real("TM", "mass", "mass"),
            integer("IRCS", "1: inertia in the frame of card 4"),
            id(IdOf::node, "NODEID", "node at the centre of mass; 0: XC, YC, ZC"));
constexpr auto inertia_card_2 = card_of(real("IXX", "inertia about the centre of mass", "mass length^2"),
                                        alike(real("IXY", "the same", "mass length^2"), "IXZ", "IYY", "IYZ", "IZZ"));
constexpr auto inertia_card_3 = card_of(alike(real("VTX", "initial velocity", "length/time"), "VTY", "VTZ"),
                                        alike(real("VRX", "initial angular velocity", "1/time"), "VRY", "VRZ"));
constexpr auto inertia_card_4 = card_of(alike(real("XL", "local x axis"), "YL", "ZL"),
                                        alike(real("XLIP", "vector in the local xy plane"), "YLIP", "ZLIP"),
                                        id(IdOf::definition, "CID", "coordinate system used instead of the vectors"));

constexpr Field print_card[] = {no_effect("PRBF", "output")};
constexpr Field attachment_card[] = {no_effect("ANSID", "only for deformable parts that are modes, which are errors")};
constexpr auto reposition_card =
    card_of(alike(no_effect("CMSN", "only for the coupling with another code"), "MDEP", "MOVOPT"));

PartContact read_contact(Cards& cards) {
  const Card card = cards.next(contact_card);
  PartContact contact;
  contact.friction_static = card.real("FS");
  contact.friction_dynamic = card.real("FD");
  contact.friction_decay = card.real("DC");
  contact.thickness = card.real("OPTT");
  contact.thickness_scale = card.real("SFT");
  contact.stiffness_scale = card.real("SSF");
  return contact;
}

/// Gives solids of a material to which one belongs their equation of state.
void resolve_eos(Deck& deck, const Card& card) {
  const Index number = deck.parts.find(card.id("PID"));
  if (!std::ranges::binary_search(deck.part_elements.parts, number)) return;
  Part& part = deck.model.parts[number];
  Material& material = deck.model.materials[part.material];
  if (!material.uses_eos || deck.model.sections[part.section].kind != SectionKind::solid) return;
  const Index eos = deck.equations_of_state.find(card.id("EOSID"));
  if (eos == none) return;  // reported by resolve_part
  part.eos = deck.equations_of_state[eos];
  material.bulk_modulus = std::max(material.bulk_modulus, bulk_modulus(*part.eos, material.density));
  if (material.bulk_modulus <= 0)
    card.error("EOSID", "the pressure does not grow in compression, expected a positive bulk modulus [force/area]");
}

/// Section, material and hourglass of a part, once all are known.
void resolve_part(Deck& deck, const Card& card) {
  Part& part = deck.parts[deck.parts.find(card.id("PID"))];
  part.section = deck.find(deck.sections, card, "SECID");
  part.material = deck.find(deck.materials, card, "MID");
  part.hourglass = deck.find_optional(deck.hourglasses, card, "HGID");
  if (part.hourglass == none) part.hourglass = 0;  // the entry made from the control cards
  if (card.id("EOSID") != 0) deck.find(deck.equations_of_state, card, "EOSID");
  const bool rigid = part.material != none && deck.materials[part.material].is_rigid();
  if (part.inertia && !rigid && part.material != none)
    card.warn("", "the given inertia is used for rigid parts only; this part is not rigid");
}

/// Its elements are trusses.
void check_averaged(const Deck& deck, const Card& card) {
  const Part& part = deck.model.parts[std::size_t(deck.parts.find(card.id("PID")))];
  if (part.section == none || part.material == none) return;
  const Section& section = deck.model.sections[std::size_t(part.section)];
  if (section.kind != SectionKind::beam || section.element_form != 3)
    card.error("SECID",
               "found elements that are not trusses (ELFORM 3 of *SECTION_BEAM), expected those with _AVERAGED");
}

void read_parts(Cards& cards, const Options& options, Deck& deck) {
  Part part;
  part.title = cards.next_text();
  const Card card = cards.next(part_card);
  part.id = positive_id(card, "PID");
  if (options.count("INERTIA")) {
    const auto inertia = read_inertia(cards);
    part.inertia = GivenInertia{};
    deck.later(Phase::bodies,
               [&deck, card, inertia] { deck.model.parts[deck.parts.find(card.id("PID"))].inertia = inertia(deck); });
  }
  if (options.count("REPOSITION")) cards.next(reposition_card);
  if (options.count("CONTACT")) part.contact = read_contact(cards);
  if (options.count("PRINT")) cards.next(print_card);
  if (options.count("NODES")) cards.next(attachment_card);
  part.is_averaged = options.count("AVERAGED") > 0;
  if (part.is_averaged) deck.later(Phase::bodies, [&deck, card] { check_averaged(deck, card); });
  deck.parts.add(part.id, part, card);
  deck.used_materials.insert(card.id("MID"));
  deck.used_sections.insert(card.id("SECID"));
  deck.later(Phase::definitions, [&deck, card] { resolve_part(deck, card); });
  if (card.id("EOSID") != 0) deck.later(Phase::frames, [&deck, card] { resolve_eos(deck, card); });
}

}  // namespace crumple::deck::parts_keywords

namespace crumple::deck {

Mat3 inertia_tensor(const Card& card) {
  const Mat3 t{
      {card.vector("IXX", "IXY", "IXZ"), card.vector("IXY", "IYY", "IYZ"), card.vector("IXZ", "IYZ", "IZZ")}};
  const double most = std::max({std::abs(t(0, 0)), std::abs(t(1, 1)), std::abs(t(2, 2))}), rounding = -1e-6 * most;
  const auto minor = [&](int i, int j) { return t(i, i) * t(j, j) - t(i, j) * t(i, j); };
  const double least_diagonal = std::min({t(0, 0), t(1, 1), t(2, 2)}),
               least_minor = std::min({minor(0, 1), minor(0, 2), minor(1, 2)}),
               determinant = dot(t.row[0], cross(t.row[1], t.row[2]));
  if (least_diagonal < 0 || least_minor < rounding * most || determinant < rounding * most * most)
    card.error("IXX", "the tensor has a negative principal moment of inertia, which no body has");
  return t;
}

std::function<GivenInertia(Deck&)> read_inertia(Cards& cards) {
  using namespace parts_keywords;
  const Card place = cards.next(inertia_card_1);
  const Card tensor = cards.next(inertia_card_2);
  const Card motion = cards.next(inertia_card_3);
  const bool local = place.integer("IRCS") == 1;
  const Card frame = local ? cards.next(inertia_card_4) : Card();
  if (place.real("TM") <= 0) place.error("TM", "found no positive mass, expected one [mass]");
  const Mat3 inertia = inertia_tensor(tensor);
  return [=](Deck& deck) {
    GivenInertia given{place.vector("XC", "YC", "ZC"), place.real("TM"), inertia,
                       motion.vector("VTX", "VTY", "VTZ"), motion.vector("VRX", "VRY", "VRZ")};
    if (place.id("NODEID") > 0) {
      const Index node = deck.find_node(place, "NODEID");
      if (node != none) given.center = deck.model.nodes.position[node];
    }
    if (local) {
      Mat3 axes = Mat3::identity();
      if (frame.id("CID") == 0) {
        axes = axes_of(frame, frame.vector("XL", "YL", "ZL"), frame.vector("XLIP", "YLIP", "ZLIP"));
      } else if (const Index f = frame_of(deck, frame, "CID"); f != none) {
        axes = deck.model.frames[f].axes;
      }
      given.inertia = transpose(axes) * given.inertia * axes;
    }
    return given;
  };
}

const std::vector<CardForm>& inertia_cards() {
  using namespace parts_keywords;
  static const std::vector<CardForm> cards{{"_INERTIA 1", inertia_card_1},
                                           {"_INERTIA 2", inertia_card_2},
                                           {"_INERTIA 3", inertia_card_3},
                                           {"_INERTIA 4, with IRCS", inertia_card_4}};
  return cards;
}

}  // namespace crumple::deck

namespace crumple::deck::parts_keywords {

void add_to(Registry& registry) {
  std::vector<CardForm> cards{{"heading", title_card}, {"1", part_card}};
  cards.insert(cards.end(), inertia_cards().begin(), inertia_cards().end());
  cards.push_back({"_CONTACT", contact_card});
  cards.insert(cards.begin() + 2, {"_REPOSITION", reposition_card});
  cards.insert(cards.end(), {{"_PRINT", print_card}, {"_ATTACHMENT_NODES", attachment_card}});
  registry.add("PART", {"INERTIA", "REPOSITION", "CONTACT", "PRINT", "ATTACHMENT", "NODES", "AVERAGED"}, cards,
               each(read_parts),
               "_AVERAGED is for parts of trusses that form one line: all have the strain and the strain rate of the "
               "whole line, so the same force. Its step is that of its shortest truss.");
}

}  // namespace crumple::deck::parts_keywords
