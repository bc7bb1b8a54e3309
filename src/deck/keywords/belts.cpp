// *ELEMENT_SEATBELT, *ELEMENT_SEATBELT_SLIPRING, *SECTION_SEATBELT, *MAT_SEATBELT.
#include <fmt/format.h>

#include <algorithm>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr Field element_card[] = {wide(id(IdOf::element, "EID", "number of the element"), 8),
                                  wide(id(IdOf::part, "PID", "its part"), 8),
                                  wide(id(IdOf::node, "N1", "node at its start"), 8),
                                  wide(id(IdOf::node, "N2", "node at its end"), 8),
                                  wide(refused("SBRID", "retractors"), 8),
                                  wide(real("SLEN", "slack: it lies that much shorter than it is", "length"), 16),
                                  wide(refused("N3", "belts of shells"), 8),
                                  wide(refused("N4", "belts of shells"), 8)};
constexpr Field ring_card_1[] = {
    id(IdOf::other, "SBSRID", "number of the ring"),
    id(IdOf::element, "SBID1", "element on one side"),
    id(IdOf::element, "SBID2", "element on the other side"),
    real("FC", "friction; < 0 (a curve) is an error", "1"),
    id(IdOf::node, "SBRNID", "its node, at which both elements end"),
    real("LTIME", "time from which no belt slides", "time", 1e20),
    refused("FCS", "a friction of rest beside FC"),
    no_effect("ONID", "of a friction that grows with a skew, see K")};
constexpr Field ring_card_2[] = {
    refused("K", "a friction that grows with a skew"), refused("FUNCID", "a function of friction"),
    integer("DIRECT", "12: belt slides from SBID1 to SBID2 alone; 21: back alone; 0: either way"),
    no_effect("DC", "of a friction of rest, which is refused"), blank(),
    refused("LCNFFD", "a friction that depends on the force"),
    refused("LCNFFS", "a friction that depends on the force")};
constexpr Field section_card[] = {id(IdOf::other, "SECID", "number of the section"),
                                  no_effect("AREA", "of contact, in which belts have no part"),
                                  no_effect("THICK", "of contact, in which belts have no part")};
constexpr Field material_card[] = {
    id(IdOf::material, "MID", "number of the material"),
    real("MPUL", "mass of a length, unstretched", "mass/length"),
    id(IdOf::curve, "LLCID", "curve of tension over engineering strain, from 0, 0 on"),
    id(IdOf::curve, "ULCID", "the same of unloading, not less steep, shifted to where that begins; 0: LLCID"),
    real("LMIN", "least unstretched length of an element at a ring", "length"),
    no_effect("CSE", "of belts of shells"),
    no_effect("DAMP", "of belts of shells"),
    refused("E", "stiffness in bending and compression")};

/// The belt that has an element of that number, and its place in it; none, -1 if there is none.
std::pair<Index, int> find_element(const Model& model, Id id) {
  for (std::size_t b = 0; b < model.belts.size(); ++b) {
    const auto& elements = model.belts[b].elements;
    const auto found = std::ranges::find(elements, id, &BeltElement::id);
    if (found != elements.end()) return {Index(b), int(found - elements.begin())};
  }
  return {none, -1};
}

bool touches(const Belt& belt, const BeltElement& element) {
  return std::ranges::any_of(belt.elements, [&](const BeltElement& own) {
    return std::ranges::find_first_of(own.nodes, element.nodes) != own.nodes.end();
  });
}

/// All belts that the element touches become one with it.
void join(Model& model, const BeltElement& element) {
  Belt joined;
  std::vector<Belt> others;
  for (Belt& belt : model.belts)
    if (touches(belt, element))
      joined.elements.insert(joined.elements.end(), belt.elements.begin(), belt.elements.end());
    else
      others.push_back(std::move(belt));
  joined.elements.push_back(element);
  others.push_back(std::move(joined));
  model.belts = std::move(others);
  for (std::size_t b = 0; b < model.belts.size(); ++b) model.belts[b].number = Index(b);
}

void resolve_element(Deck& deck, const Card& card) {
  Model& model = deck.model;
  BeltElement element;
  element.id = card.id("EID");
  element.slack = card.real("SLEN");
  element.nodes = {deck.find_node(card, "N1"), deck.find_node(card, "N2")};
  const Index part = deck.parts.find(card.id("PID"));
  if (part == none) return card.error("PID", fmt::format("part {} is not defined", card.id("PID")));
  if (element.nodes[0] == none || element.nodes[1] == none) return;
  element.material = model.parts[std::size_t(part)].material;
  const auto* law = std::get_if<MaterialSeatbelt>(&model.materials[std::size_t(element.material)].law);
  if (!law) return card.error("PID", fmt::format("part {} is not of *MAT_SEATBELT", card.id("PID")));
  if (find_element(model, element.id).first != none)
    return card.error("EID", fmt::format("belt element {} is defined twice", element.id));
  const double span = norm(model.nodes.position[std::size_t(element.nodes[1])] -
                           model.nodes.position[std::size_t(element.nodes[0])]);
  if (!(span > 0)) return card.error("N2", "the element has no length, expected nodes apart");
  join(model, element);
  for (const Index node : element.nodes)
    model.masses.push_back({element.id, node, 0.5 * law->mass_per_length * (span + element.slack)});
}

void read_elements(Cards& cards, const Options&, Deck& deck) {
  while (cards.more()) {
    const Card card = cards.next(element_card);
    if (card.id("EID") <= 0) card.error("EID", fmt::format("found {}, expected a positive id", card.id("EID")));
    expect_not_negative(card, {"SLEN"});
    deck.later(Phase::conditions, [&deck, card] { resolve_element(deck, card); });
  }
}

void resolve_ring(Deck& deck, const Card& card, SlipRing ring) {
  ring.node = deck.find_node(card, "SBRNID");
  const char* const names[] = {"SBID1", "SBID2"};
  Index belt = none;
  for (std::size_t side = 0; side < 2; ++side) {
    const auto [found, element] = find_element(deck.model, card.id(names[side]));
    if (found == none)
      return card.error(names[side], fmt::format("belt element {} is not defined", card.id(names[side])));
    const auto& nodes = deck.model.belts[std::size_t(found)].elements[std::size_t(element)].nodes;
    if (nodes[0] != ring.node && nodes[1] != ring.node)
      return card.error(names[side], fmt::format("element {} does not end at node {}", card.id(names[side]),
                                                 card.id("SBRNID")));
    ring.elements[side] = element;
    belt = found;
  }
  if (ring.elements[0] == ring.elements[1]) return card.error("SBID2", "both are the same element, expected two");
  deck.model.belts[std::size_t(belt)].rings.push_back(ring);
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
  while (cards.more()) {
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
        second.error("DIRECT", fmt::format("found {}, expected 0, 12 or 21", ring.way));
    }
    deck.later(Phase::results, [&deck, card, ring] { resolve_ring(deck, card, ring); });
  }
}

void read_sections(Cards& cards, const Options& options, Deck& deck) {
  while (cards.more()) {
    Section section;
    section.kind = SectionKind::beam;
    section.element_form = 0;
    section.n_layers = 1;
    if (options.count("TITLE")) section.title = cards.next_text();
    const Card card = cards.next(section_card);
    section.id = card.id("SECID");
    deck.sections.add(section.id, section, card.where(), card.keyword());
  }
}

/// From the origin on, and rising.
void check_curve(const Card& card, const char* field, const Curve& curve) {
  if (curve.x.size() < 2 || curve.x.front() != 0 || curve.y.front() != 0)
    return card.error(field, fmt::format("curve {} does not lead on from 0, 0", curve.id));
  for (std::size_t i = 1; i < curve.y.size(); ++i)
    if (!(curve.y[i] > curve.y[i - 1]))
      return card.error(field, fmt::format("curve {} does not rise at {}", curve.id, curve.x[i]));
}

void resolve_material(Deck& deck, const Card& card) {
  auto* law = std::get_if<MaterialSeatbelt>(&deck.materials[deck.materials.find(card.id("MID"))].law);
  if (!law) return;  // another material has this id, too, which is an error already
  if (const Index found = deck.find(deck.curves, card, "LLCID"); found != none) {
    law->loading = deck.curves[found];
    check_curve(card, "LLCID", law->loading);
  }
  if (const Index found = deck.find_optional(deck.curves, card, "ULCID"); found != none) {
    law->unloading = deck.curves[found];
    check_curve(card, "ULCID", law->unloading);
  }
}

void read_materials(Cards& cards, const Options& options, Deck& deck) {
  while (cards.more()) {
    Material material;
    material.title = take_title(cards, options);
    const Card card = cards.next(material_card);
    material.id = card.id("MID");
    if (material.id <= 0) card.error("MID", fmt::format("found {}, expected a positive id", material.id));
    for (const char* field : {"MPUL", "LMIN"})
      if (!(card.real(field) > 0))
        card.error(field, fmt::format("found {}, expected a positive value", card.real(field)));
    MaterialSeatbelt law;
    law.mass_per_length = card.real("MPUL");
    law.least_length = card.real("LMIN");
    material.law = std::move(law);
    deck.materials.add(material.id, material, card.where(), card.keyword());
    expect_section_kind(deck, card, SectionKind::beam, " (*SECTION_SEATBELT)");
    deck.later(Phase::definitions, [&deck, card] { resolve_material(deck, card); });
  }
}

}  // namespace

void register_belts(Registry& registry) {
  registry.add("ELEMENT_SEATBELT", {}, {{"1", element_card}}, read_elements);
  registry.add("ELEMENT_SEATBELT_SLIPRING", {}, {{"1", ring_card_1}, {"2, may be left out", ring_card_2}},
               read_rings);
  registry.add("SECTION_SEATBELT", {"TITLE"}, {{"_TITLE", title_card}, {"1", section_card}}, read_sections);
  registry.add("MAT_SEATBELT", {"TITLE"}, {{"_TITLE", title_card}, {"1", material_card}}, read_materials);
  registry.alias("MAT_B01", "MAT_SEATBELT");
}

}  // namespace crumple::deck
