// *ELEMENT_SEATBELT, _SLIPRING, *SECTION_SEATBELT, *MAT_SEATBELT.
#include "deck/belts.hpp"
#include "deck/keywords/keywords.hpp"

namespace crumple::deck::belts_keywords {

constexpr auto element_card =
    card_of(wide(id(IdOf::element, "EID", "number of the element"), 8), wide(id(IdOf::part, "PID", "its part"), 8),
            wide(id(IdOf::node, "N1", "first node"), 8), wide(id(IdOf::node, "N2", "second node"), 8),
            wide(id(IdOf::other, "SBRID",
                    "retractor in which it lies: the element is not created, its length is supplied by the retractor"),
                 8),
            wide(real("SLEN", "slack: the unstretched length exceeds the initial distance by this much", "length"), 16),
            alike(wide(refused("N3", "belts of shells"), 8), "N4"));
constexpr Field ring_card_1[] = {id(IdOf::other, "SBSRID", "number of the slip ring"),
                                 id(IdOf::element, "SBID1", "element on one side"),
                                 id(IdOf::element, "SBID2", "element on the other side"),
                                 real("FC", "friction; < 0 (a curve) is an error", "1"),
                                 id(IdOf::node, "SBRNID", "its node, at which both elements end"),
                                 real("LTIME", "time from which the belt cannot slide", "time", 1e20),
                                 refused("FCS", "a static friction coefficient different from FC"),
                                 no_effect("ONID", "used only with K")};
constexpr auto ring_card_2 =
    card_of(refused("K", "friction that depends on the skew angle"), refused("FUNCID", "a friction function"),
            integer("DIRECT", "12: belt slides only from SBID1 to SBID2; 21: only from SBID2 to SBID1; 0: both"),
            no_effect("DC", "only for a static friction coefficient, which is an error"), blank(),
            alike(refused("LCNFFD", "a friction that depends on the force"), "LCNFFS"));
constexpr auto section_card =
    card_of(id(IdOf::other, "SECID", "number of the section"),
            alike(no_effect("AREA", "only for contact, which does not include belts"), "THICK"));
constexpr auto material_card = card_of(
    id(IdOf::material, "MID", "number of the material"), real("MPUL", "mass per unstretched length", "mass/length"),
    id(IdOf::curve, "LLCID", "curve of tensile force over engineering strain, starting at (0, 0)"),
    id(IdOf::curve, "ULCID", "the same for unloading, at least as steep, shifted to where unloading begins; 0: LLCID"),
    real("LMIN", "minimum unstretched length of an element at a slip ring", "length"),
    alike(no_effect("CSE", "only for shell belts"), "DAMP"), refused("E", "stiffness in bending and compression"));

void resolve_element(Deck& deck, const Card& card) {
  Model& model = deck.model;
  BeltElement element;
  element.id = card.id("EID");
  element.slack = card.real("SLEN");
  element.nodes = {deck.find_node(card, "N1"), deck.find_node(card, "N2")};
  const Index part = deck.parts.find(card.id("PID"));
  if (part == none) return card.error("PID", "part {} is not defined", card.id("PID"));
  if (element.nodes[0] == none || element.nodes[1] == none) return;
  element.material = model.parts[part].material;
  if (card.id("SBRID") != 0) return;
  const auto* law = std::get_if<MaterialSeatbelt>(&model.materials[element.material].law);
  if (!law) return card.error("PID", "part {} is not of *MAT_SEATBELT", card.id("PID"));
  if (find_belt_element(model, element.id).first != none)
    return card.error("EID", "belt element {} is defined twice", element.id);
  const double span = norm(model.nodes.position[element.nodes[1]] - model.nodes.position[element.nodes[0]]);
  if (!(span > 0)) return card.error("N2", "the element has no length, expected nodes apart");
  join_belts(model, element);
  for (const Index node : element.nodes)
    model.masses.push_back({element.id, node, 0.5 * law->mass_per_length * (span + element.slack)});
}

void read_elements(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(element_card);
  if (card.id("EID") <= 0) card.error("EID", "found {}, expected a positive id", card.id("EID"));
  expect_not_negative(card, {"SLEN"});
  deck.later(Phase::conditions, [&deck, card] { resolve_element(deck, card); });
}

void resolve_ring(Deck& deck, const Card& card, SlipRing ring) {
  ring.node = deck.find_node(card, "SBRNID");
  const char* const names[] = {"SBID1", "SBID2"};
  Index belt = none;
  for (std::size_t side = 0; side < 2; ++side) {
    const auto [found, element] = find_belt_element(deck.model, card.id(names[side]));
    if (found == none) return card.error(names[side], "belt element {} is not defined", card.id(names[side]));
    if (!ends_at(deck.model, deck.model.belts[found].elements[element], ring.node))
      return card.error(names[side], "element {} does not end at node {}", card.id(names[side]), card.id("SBRNID"));
    ring.elements[side] = element;
    belt = found;
  }
  if (ring.elements[0] == ring.elements[1]) return card.error("SBID2", "both are the same element, expected two");
  deck.model.belts[belt].rings.push_back(ring);
}

/// Whether the next line is the second card of a ring, which may be left out: a first one has an element, SBID1, where
/// the second has FUNCID, which is an error but for 0.
bool second_card_follows(const Cards& cards) {
  if (!cards.more()) return false;
  const std::string_view line = cards.peek();
  const std::size_t comma = line.find(','), columns = cards.columns(10);
  std::string_view field = line.size() > columns ? line.substr(columns, columns) : std::string_view();
  if (comma != line.npos) field = line.substr(comma + 1, line.find(',', comma + 1) - comma - 1);
  return field.find_first_not_of(" 0.") == field.npos;
}

void read_rings(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(ring_card_1);
  SlipRing ring;
  ring.id = card.id("SBSRID");
  ring.friction = card.real("FC");
  ring.lock_time = card.real("LTIME");
  expect_not_negative(card, {"FC", "LTIME"});
  if (second_card_follows(cards)) {
    const Card second = cards.next(ring_card_2);
    ring.way = second.integer("DIRECT");
    if (ring.way != 0 && ring.way != 12 && ring.way != 21)
      second.error("DIRECT", "found {}, expected 0, 12 or 21", ring.way);
  }
  deck.later(Phase::belts, [&deck, card, ring] { resolve_ring(deck, card, ring); });
}

Card read_section(Cards& cards, Deck&, Section& section) {
  const Card card = cards.next(section_card);
  section.id = card.id("SECID");
  section.kind = SectionKind::beam;
  section.element_form = 0;
  section.n_layers = 1;
  return card;
}

/// From the origin on, and rising.
void check_curve(const Card& card, const char* field, const Curve& curve) {
  if (curve.x.size() < 2 || curve.x.front() != 0 || curve.y.front() != 0)
    return card.error(field, "curve {} does not begin at (0, 0)", curve.id);
  for (std::size_t i = 1; i < curve.y.size(); ++i)
    if (!(curve.y[i] > curve.y[i - 1])) return card.error(field, "curve {} does not rise at {}", curve.id, curve.x[i]);
}

void resolve_material(Deck& deck, const Card& card) {
  auto* law = law_of<MaterialSeatbelt>(deck, card);
  if (!law) return;
  if (const Index found = deck.find(deck.curves, card, "LLCID"); found != none) {
    law->loading = deck.curves[found];
    check_curve(card, "LLCID", law->loading);
  }
  if (const Index found = deck.find_optional(deck.curves, card, "ULCID"); found != none) {
    law->unloading = deck.curves[found];
    check_curve(card, "ULCID", law->unloading);
  }
}

Card read_material(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(material_card);
  material.id = positive_id(card, "MID");
  expect_positive(card, {"MPUL", "LMIN"});
  MaterialSeatbelt law;
  law.mass_per_length = card.real("MPUL");
  law.least_length = card.real("LMIN");
  material.law = std::move(law);
  expect_section_kind(deck, card, SectionKind::beam, " (*SECTION_SEATBELT)");
  deck.later(Phase::definitions, [&deck, card] { resolve_material(deck, card); });
  return card;
}

void add_to(Registry& registry) {
  registry.add("ELEMENT_SEATBELT", {}, numbered(element_card), each(read_elements));
  registry.add("ELEMENT_SEATBELT_SLIPRING", {}, {{"1", ring_card_1}, {"2, may be left out", ring_card_2}},
               each(read_rings));
  registry.add("SECTION_SEATBELT", {"TITLE"}, numbered(section_card), reader_of(&Deck::sections, read_section));
  add_material(registry, "MAT_SEATBELT", "MAT_B01", numbered(material_card), read_material);
}

}  // namespace crumple::deck::belts_keywords
