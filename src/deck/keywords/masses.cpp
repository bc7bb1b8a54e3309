// *ELEMENT_MASS: a mass at a node; *ELEMENT_MASS_NODE_SET: a mass in equal shares at the nodes of a set;
// *ELEMENT_INERTIA: a mass with moments of inertia. Source: LS-DYNA Keyword Manual, *ELEMENT_MASS, *ELEMENT_INERTIA.
// Nodes of rigid bodies may have them: the body weighs more.
#include <algorithm>
#include <cmath>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::masses_keywords {

constexpr Field mass_card[] = {wide(id(IdOf::element, "EID", "number of the mass"), 8),
                               wide(id(IdOf::node, "NID", "its node"), 8), wide(real("MASS", "mass", "mass"), 16),
                               wide(id(IdOf::part, "PID", "part that counts it in matsum and d3hsp; 0: none"), 8)};
constexpr Field set_card[] = {wide(id(IdOf::element, "EID", "number of the mass"), 8),
                              wide(id(IdOf::set, "NSID", "set of its nodes"), 8),
                              wide(real("MASS", "total mass, distributed equally", "mass"), 16),
                              wide(id(IdOf::part, "PID", "part that counts it in matsum and d3hsp; 0: none"), 8)};

constexpr Field inertia_card_1[] = {
    wide(id(IdOf::element, "EID", "number of the mass"), 8), wide(id(IdOf::node, "NID", "its node"), 8),
    wide(id(IdOf::definition, "CSID", "coordinate system of the moments of inertia at t = 0; 0: global"), 8)};
constexpr Field inertia_card_2[] = {
    real("IXX", "moment of inertia about the node; at a node in no rigid body, (IXX + IYY + IZZ) / 3 counts about all "
                "axes, with a warning if they differ", "mass length^2"),
    real("IXY", "element of the tensor", "mass length^2"), real("IXZ", "the same", "mass length^2"),
    real("IYY", "the same", "mass length^2"), real("IYZ", "the same", "mass length^2"),
    real("IZZ", "the same", "mass length^2"), real("MASS", "mass", "mass")};
constexpr auto offset_card = card_of(alike(
    refused("X-OFF", "a mass beside its node; expected 0, or *CONSTRAINED_EXTRA_NODES with a node there"), "Y-OFF",
    "Z-OFF"));

/// 0 and parts that are not there: none.
Index counting_part(Deck& deck, const Card& card) {
  const Index part = card.id("PID") == 0 ? none : deck.parts.find(card.id("PID"));
  if (part == none && card.id("PID") != 0) card.warn("PID", "no part {}: no part's sums count it", card.id("PID"));
  return part;
}

void read_masses(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(mass_card);
  if (card.real("MASS") < 0) card.error("MASS", "found {}, expected a mass >= 0", card.real("MASS"));
  deck.masses.add(card.id("EID"), {card.id("EID"), none, card.real("MASS")}, card);
  deck.later(Phase::bodies, [&deck, card] {
    PointMass& mass = deck.masses[deck.masses.find(card.id("EID"))];
    mass.node = deck.find_node(card, "NID");
    mass.part = counting_part(deck, card);
  });
}

void read_set_masses(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(set_card);
  if (card.real("MASS") < 0) card.error("MASS", "found {}, expected a mass >= 0", card.real("MASS"));
  deck.later(Phase::conditions, [&deck, card] {
    const std::vector<Index> nodes = nodes_of_set(deck, card, "NSID");
    const Index part = counting_part(deck, card);
    for (const Index node : nodes)
      deck.model.masses.push_back({card.id("EID"), node, card.real("MASS") / double(nodes.size()), {}, part});
  });
}

/// Whether the moments differ by more than the digits of a card.
bool is_uneven(const Mat3& inertia, double mean) {
  double most = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) most = std::max(most, std::abs(inertia(i, j) - (i == j ? mean : 0)));
  return most > 1e-4 * mean;
}

void resolve_inertia(Deck& deck, const Card& card, PointMass mass) {
  mass.node = deck.find_node(card, "NID");
  if (card.id("CSID") != 0) {
    const Index frame = frame_of(deck, card, "CSID");
    if (frame == none) return;
    const Mat3& axes = deck.model.frames[std::size_t(frame)].axes;
    mass.inertia = transpose(axes) * mass.inertia * axes;
  }
  const auto has_node = [&](const RigidBody& body) {
    return std::ranges::find(body.nodes, mass.node) != body.nodes.end();
  };
  if (is_uneven(mass.inertia, mass.mean_inertia()) && std::ranges::none_of(deck.model.rigid_bodies, has_node))
    card.warn("NID", "node {} is in no rigid body: its moments of inertia are the mean of the given ones",
              card.id("NID"));
  if (mass.node != none) deck.model.masses.push_back(mass);
}

void read_inertias(Cards& cards, const Options& options, Deck& deck) {
  const Card card = cards.next(inertia_card_1), numbers = cards.next(inertia_card_2);
  if (options.count("OFFSET")) cards.next(offset_card);
  expect_not_negative(numbers, {"MASS"});
  const PointMass mass{card.id("EID"), none, numbers.real("MASS"), inertia_tensor(numbers)};
  deck.later(Phase::conditions, [&deck, card, mass] { resolve_inertia(deck, card, mass); });
}

void add_to(Registry& registry) {
  registry.add("ELEMENT_INERTIA", {"OFFSET"},
               {{"1", inertia_card_1}, {"2", inertia_card_2}, {"3, with _OFFSET", offset_card}}, each(read_inertias),
               "The moments of inertia that d3hsp prints leave it out.");
  registry.add("ELEMENT_MASS", {}, {{"1 ...", mass_card}}, each(read_masses));
  registry.add("ELEMENT_MASS_NODE_SET", {}, {{"1 ...", set_card}}, each(read_set_masses));
}

}  // namespace crumple::deck::masses_keywords
