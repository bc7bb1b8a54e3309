// *DATABASE_NODAL_FORCE_GROUP: groups of nodes for nodfor.
#include "deck/keywords/keywords.hpp"

namespace crumple::deck::nodal_force_groups_keywords {

constexpr Field group_card[] = {
    id(IdOf::set, "NSID", "node set"),
    id(IdOf::definition, "CID", "coordinate system in which the sum is also given; 0: none")};

void read_groups(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(group_card);
  deck.later(Phase::conditions, [&deck, card] {
    const Index frame = frame_of_user(deck, card, "CID", true);
    deck.model.output.force_groups.push_back({nodes_of_set(deck, card, "NSID"), frame});
  });
}

void add_to(Registry& registry) {
  registry.add("DATABASE_NODAL_FORCE_GROUP", {}, {{"1 ...", group_card}}, each(read_groups));
}

}  // namespace crumple::deck::nodal_force_groups_keywords
