// *CONSTRAINED_NODE_SET: nodes that share some of their velocities.
#include <algorithm>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr Field set_card[] = {
    id(IdOf::set, "NSID", "set of the nodes"),
    integer("DOF", "directions that they share: 1 x, 2 y, 3 z, 4 xy, 5 yz, 6 zx, 7 xyz; others are errors"),
    real("TF", "time from which they are free; 0: never", "time", 1e20)};

void resolve_node_set(Deck& deck, const Card& card, SharedMotion motion) {
  motion.nodes = nodes_of_set(deck, card, "NSID");
  std::ranges::sort(motion.nodes);
  motion.nodes.erase(std::unique(motion.nodes.begin(), motion.nodes.end()), motion.nodes.end());
  if (motion.id == 0) motion.id = card.id("NSID");
  if (motion.nodes.size() > 1) deck.model.shared_motions.push_back(std::move(motion));
}

void read_node_sets(Cards& cards, const Options& options, Deck& deck) {
  constexpr DofMask directions[] = {0, 1, 2, 4, 3, 6, 5, 7};
  SharedMotion motion;
  if (options.count("ID")) motion.id = read_id_card(cards).first;
  const Card card = cards.next(set_card);
  const int option = choice(card, "DOF", 1, 7);
  if (option >= 1 && option <= 7) motion.dof = directions[option];
  if (card.real("TF") > 0) motion.until = card.real("TF");
  deck.later(Phase::conditions, [&deck, card, motion] { resolve_node_set(deck, card, motion); });
}

}  // namespace

void register_node_sets(Registry& registry) {
  registry.add("CONSTRAINED_NODE_SET", {"ID"}, {{"_ID", id_card}, {"1", set_card}}, each(read_node_sets));
}

}  // namespace crumple::deck
