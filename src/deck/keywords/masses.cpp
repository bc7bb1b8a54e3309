// *ELEMENT_MASS: a mass at a node; *ELEMENT_MASS_NODE_SET: a mass in equal shares at the nodes of a set.
// Source: LS-DYNA Keyword Manual, *ELEMENT_MASS. Nodes of rigid bodies may have them: the body weighs more.
#include "deck/keywords/keywords.hpp"

namespace crumple::deck::masses_keywords {

constexpr Field mass_card[] = {wide(id(IdOf::element, "EID", "number of the mass"), 8),
                               wide(id(IdOf::node, "NID", "its node"), 8), wide(real("MASS", "mass", "mass"), 16),
                               wide(no_effect("PID", "sums by part do not include it"), 8)};
constexpr Field set_card[] = {wide(id(IdOf::element, "EID", "number of the mass"), 8),
                              wide(id(IdOf::set, "NSID", "set of its nodes"), 8),
                              wide(real("MASS", "total mass, distributed equally", "mass"), 16),
                              wide(no_effect("PID", "sums by part do not include it"), 8)};

void read_masses(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(mass_card);
  if (card.real("MASS") < 0) card.error("MASS", "found {}, expected a mass >= 0", card.real("MASS"));
  deck.masses.add(card.id("EID"), {card.id("EID"), none, card.real("MASS")}, card);
  deck.later(Phase::bodies,
             [&deck, card] { deck.masses[deck.masses.find(card.id("EID"))].node = deck.find_node(card, "NID"); });
}

void read_set_masses(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(set_card);
  if (card.real("MASS") < 0) card.error("MASS", "found {}, expected a mass >= 0", card.real("MASS"));
  deck.later(Phase::conditions, [&deck, card] {
    const std::vector<Index> nodes = nodes_of_set(deck, card, "NSID");
    for (const Index node : nodes)
      deck.model.masses.push_back({card.id("EID"), node, card.real("MASS") / double(nodes.size())});
  });
}

void add_to(Registry& registry) {
  registry.add("ELEMENT_MASS", {}, {{"1 ...", mass_card}}, each(read_masses));
  registry.add("ELEMENT_MASS_NODE_SET", {}, {{"1 ...", set_card}}, each(read_set_masses));
}

}  // namespace crumple::deck::masses_keywords
