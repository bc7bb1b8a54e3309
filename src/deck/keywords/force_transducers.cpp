// *CONTACT_FORCE_TRANSDUCER_PENALTY: measures the forces of the penalty contacts on its nodes. It has the cards of a
// contact, of which only the sides mean something.
#include <algorithm>

#include "deck/keywords/keywords.hpp"
#include "deck/surfaces.hpp"

namespace crumple::deck::force_transducers_keywords {

constexpr std::size_t most_with_side_b = 52;  // they travel as bits of a double's mantissa

constexpr auto card_1 =
    card_of(id(IdOf::varies, "SURFA", "side A: the forces on its nodes are summed"),
            id(IdOf::varies, "SURFB", "side B: only contact with it is counted; 0: all"), side_fields);
constexpr Field rest_card[] = {no_effect("all", "only for contacts that produce forces")};

void resolve(Deck& deck, const Card& card, ForceTransducer transducer) {
  transducer.nodes = surface_of_field(deck, card, {"SURFA", "SURFATYP", "SABOXID"}, false).nodes;
  transducer.has_side_b = card.id("SURFB") != 0 || card.integer("SURFBTYP") == 5;
  if (transducer.has_side_b)
    transducer.against = surface_of_field(deck, card, {"SURFB", "SURFBTYP", "SBBOXID"}, false).nodes;
  if (deck.log.failed()) return;
  if (transducer.nodes.empty()) card.error("SURFATYP", "the transducer has no nodes on side A");
  if (transducer.has_side_b && transducer.against.empty())
    card.error("SURFBTYP", "the transducer has no nodes on side B");
  if (transducer.id == 0) transducer.id = next_contact_id(deck.model);
  deck.model.transducers.push_back(std::move(transducer));
  const auto n_with_b = std::ranges::count_if(deck.model.transducers, &ForceTransducer::has_side_b);
  if (std::size_t(n_with_b) > most_with_side_b)
    card.error("SURFB", "expected at most {} force transducers with a side B", most_with_side_b);
}

void read_transducer(Cards& cards, const Options& options, Deck& deck) {
  ForceTransducer transducer;
  if (options.count("ID") || options.count("TITLE")) std::tie(transducer.id, transducer.title) = read_id_card(cards);
  if (options.count("MPP")) cards.next(mpp_card_of_ties);
  const Card first = cards.next(card_1);
  while (cards.more()) cards.next_text();  // of contacts that have a law
  deck.later(Phase::conditions, [&deck, first, transducer] { resolve(deck, first, transducer); });
}

}  // namespace crumple::deck::force_transducers_keywords

namespace crumple::deck {

Id next_contact_id(const Model& model) {
  return Id(model.contacts.size() + model.tied_contacts.size() + model.transducers.size()) + 1;
}

}  // namespace crumple::deck

namespace crumple::deck::force_transducers_keywords {

void add_to(Registry& registry) {
  registry.add("CONTACT_FORCE_TRANSDUCER_PENALTY", {"ID", "TITLE", "MPP"},
               {{"_MPP", mpp_card_of_ties}, {"1", card_1}, {"2 ...", rest_card}}, read_transducer);
  registry.alias("CONTACT_FORCE_TRANSDUCER_CONSTRAINT", "CONTACT_FORCE_TRANSDUCER_PENALTY");
}

}  // namespace crumple::deck::force_transducers_keywords
