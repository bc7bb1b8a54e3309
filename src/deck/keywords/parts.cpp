// *PART with _INERTIA and _CONTACT, and the mass properties that it shares with nodal rigid bodies.
#include <memory>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr Field part_card[] = {id("PID"),
                               id("SECID"),
                               id("MID"),
                               refused("EOSID", "equations of state"),
                               id("HGID"),
                               refused("GRAV", "gravity initialisation of parts"),
                               warned("ADPOPT", "adaptive remeshing"),
                               ignored("TMID")};

constexpr Field contact_card[] = {
    real("FS", "1"),        real("FD", "1"),  real("DC", "time/length"), refused("VC", "viscous friction"),
    real("OPTT", "length"), real("SFT", "1"), real("SSF", "1"),          ignored("CPARM8")};

constexpr Field inertia_card_1[] = {real("XC", "length"), real("YC", "length"), real("ZC", "length"),
                                    real("TM", "mass"),   integer("IRCS"),      id("NODEID")};
constexpr Field inertia_card_2[] = {real("IXX", "mass length^2"), real("IXY", "mass length^2"),
                                    real("IXZ", "mass length^2"), real("IYY", "mass length^2"),
                                    real("IYZ", "mass length^2"), real("IZZ", "mass length^2")};
constexpr Field inertia_card_3[] = {real("VTX", "length/time"), real("VTY", "length/time"), real("VTZ", "length/time"),
                                    real("VRX", "1/time"),      real("VRY", "1/time"),      real("VRZ", "1/time")};
constexpr Field inertia_card_4[] = {real("XL"),   real("YL"),   real("ZL"), real("XLIP"),
                                    real("YLIP"), real("ZLIP"), id("CID")};

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

Mat3 tensor_of(const Card& card) {
  Mat3 t;
  t.row = {card.vector("IXX", "IXY", "IXZ"), card.vector("IXY", "IYY", "IYZ"), card.vector("IXZ", "IYZ", "IZZ")};
  return t;
}

/// Section, material and hourglass of a part, once all are known.
void resolve_part(Deck& deck, const Card& card) {
  Part& part = deck.parts[deck.parts.find(card.id("PID"))];
  part.section = deck.find(deck.sections, card, "SECID");
  part.material = deck.find(deck.materials, card, "MID");
  if (card.id("HGID") != 0) part.hourglass = deck.find(deck.hourglasses, card, "HGID");
  if (part.hourglass == none) part.hourglass = 0;  // the entry made from the control cards
  const bool rigid = part.material != none && deck.materials[part.material].is_rigid();
  if (part.inertia && !rigid && part.material != none)
    card.warn("", "the given inertia is used for rigid parts only; this part is not rigid");
}

void read_parts(Cards& cards, const Options& options, Deck& deck) {
  while (cards.more()) {
    Part part;
    part.title = cards.next_text();
    const Card card = cards.next(part_card);
    part.id = card.id("PID");
    if (part.id <= 0) card.error("PID", "found " + std::to_string(part.id) + ", expected a positive id");
    if (options.count("INERTIA")) {
      const auto inertia = read_inertia(cards);
      part.inertia = GivenInertia{};
      deck.later(Phase::bodies,
                 [&deck, card, inertia] { deck.model.parts[deck.parts.find(card.id("PID"))].inertia = inertia(deck); });
    }
    if (options.count("CONTACT")) part.contact = read_contact(cards);
    deck.parts.add(part.id, part, card.where(), card.keyword());
    deck.later(Phase::definitions, [&deck, card] { resolve_part(deck, card); });
  }
}

}  // namespace

std::function<GivenInertia(Deck&)> read_inertia(Cards& cards) {
  const Card place = cards.next(inertia_card_1), tensor = cards.next(inertia_card_2),
             motion = cards.next(inertia_card_3);
  const bool local = place.integer("IRCS") == 1;
  const Card frame = local ? cards.next(inertia_card_4) : Card();
  if (place.real("TM") <= 0) place.error("TM", "found no positive mass, expected one [mass]");
  for (const auto field : {"IXX", "IYY", "IZZ"})
    if (tensor.real(field) < 0) tensor.error(field, "found a negative moment of inertia");
  return [=](Deck& deck) {
    GivenInertia given{place.vector("XC", "YC", "ZC"), place.real("TM"), tensor_of(tensor),
                       motion.vector("VTX", "VTY", "VTZ"), motion.vector("VRX", "VRY", "VRZ")};
    if (place.id("NODEID") > 0) {
      const Index node = deck.find_node(place, "NODEID");
      if (node != none) given.center = deck.model.nodes.position[std::size_t(node)];
    }
    if (local) {
      Mat3 axes = Mat3::identity();
      if (frame.id("CID") == 0) {
        axes = axes_of(frame, frame.vector("XL", "YL", "ZL"), frame.vector("XLIP", "YLIP", "ZLIP"));
      } else if (const Index f = frame_of(deck, frame, "CID"); f != none) {
        axes = deck.model.frames[std::size_t(f)].axes;
      }
      given.inertia = transpose(axes) * given.inertia * axes;
    }
    return given;
  };
}

void register_parts(Registry& registry) { registry.add("PART", {"INERTIA", "CONTACT"}, read_parts); }

}  // namespace crumple::deck
