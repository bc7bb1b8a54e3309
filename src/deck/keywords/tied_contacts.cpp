// *CONTACT_TIED_NODES_TO_SURFACE, _TIED_SHELL_EDGE_TO_SURFACE (_SOLID), _TIED_SURFACE_TO_SURFACE, with _OFFSET and
// _CONSTRAINED_OFFSET; *CONTACT_SPOTWELD.
#include "deck/keywords/keywords.hpp"
#include "deck/surfaces.hpp"

namespace crumple::deck::tied_contacts_keywords {

constexpr auto card_1 = card_of(id(IdOf::varies, "SURFA", "side A: its nodes are tied"),
                                id(IdOf::varies, "SURFB", "side B: segments to which they are tied"), side_fields);
constexpr auto card_2 = card_of(alike(no_effect("FS", "tied nodes do not slide"), "FD", "DC", "VC"),
                                no_effect("VDC", "ties are exact, so that there is nothing to damp"),
                                no_effect("PENCHK", "only for penalty contact"),
                                warned("BT", "nodes are tied from t = 0"), warned("DT", "nodes stay tied", 1e20));
constexpr auto card_3 = card_of(
    alike(no_effect("SFSA", "ties are exact and have no stiffness"), "SFSB"),
    real("SAST", "thickness of side A for the tie distance; 0: that of its shells; < 0: the only criterion", "length"),
    real("SBST", "the same for side B", "length"),
    alike(no_effect("SFSAT", "only for the thickness in penalty contact"), "SFSBT"),
    alike(no_effect("FSF", "tied nodes do not slide"), "VSF"));
constexpr Field rest_card[] = {no_effect("all", "only for penalty, search and friction, which ties do not have")};

void resolve(Deck& deck, const Card& card, TiedContact contact) {
  contact.a = surface_of_field(deck, card, {"SURFA", "SURFATYP", "SABOXID"}, false);
  add_beam_nodes(deck, card, {"SURFA", "SURFATYP", "SABOXID"}, BeamsOfSide::all, contact.a);
  contact.b = surface_of_field(deck, card, {"SURFB", "SURFBTYP", "SBBOXID"}, false);
  if (!deck.log.failed()) {
    if (contact.a.nodes.empty()) card.error("SURFATYP", "the contact has no nodes on side A to be tied");
    if (contact.b.segments.empty())
      card.error("SURFBTYP", "the contact has no faces on side B, expected parts or segments");
  }
  if (contact.id == 0) contact.id = next_contact_id(deck.model);
  deck.model.tied_contacts.push_back(std::move(contact));
}

Reader tied_reader(bool ties_rotation) {
  return [ties_rotation](Cards& cards, const Options& options, Deck& deck) {
    TiedContact contact;
    contact.ties_rotation = ties_rotation;
    contact.keeps_offset = options.count("OFFSET");
    if (options.count("ID") || options.count("TITLE")) std::tie(contact.id, contact.title) = read_id_card(cards);
    if (options.count("MPP")) {
      cards.next(mpp_card_of_ties);
      if (!cards.peek().empty() && cards.peek().front() == '&') cards.next_text();
    }
    const Card first = cards.next(card_1);
    cards.next(card_2);
    const Card third = cards.next(card_3);
    while (cards.more()) cards.next_text();  // optional cards: penalty and search
    contact.thickness_a = third.real("SAST");
    contact.thickness_b = third.real("SBST");
    deck.later(Phase::conditions, [&deck, first, contact] { resolve(deck, first, contact); });
  };
}

void read_spot_weld_with_torsion(Cards& cards, const Options& options, Deck& deck) {
  deck.log.warn(cards.where(), "CONTACT_SPOTWELD_WITH_TORSION", "",
                "the torsion of a weld turns the nodes of its faces, as with *CONTACT_SPOTWELD");
  tied_reader(true)(cards, options, deck);
}

void read_mortar_tie(Cards& cards, const Options& options, Deck& deck) {
  deck.log.warn(cards.where(), "CONTACT_AUTOMATIC_SURFACE_TO_SURFACE_MORTAR_TIED", "",
                "nodes of side A are tied to faces of side B, as without _MORTAR");
  Options with_offset = options;
  with_offset.insert("OFFSET");
  tied_reader(false)(cards, with_offset, deck);
}

void add_to(Registry& registry) {
  const std::vector<std::string> options{"ID", "TITLE", "MPP", "OFFSET", "CONSTRAINED", "BEAM", "PENALTY"};
  const std::vector<CardForm> cards{{"_ID", id_card}, {"_MPP", mpp_card_of_ties}, {"1", card_1}, {"2", card_2},
                                    {"3", card_3},    {"A ...", rest_card}};
  registry.add("CONTACT_TIED_NODES_TO_SURFACE", options, cards, tied_reader(false));
  registry.add("CONTACT_TIED_SURFACE_TO_SURFACE", options, cards, tied_reader(false));
  registry.add("CONTACT_TIED_SHELL_EDGE_TO_SURFACE", options, cards, tied_reader(true));
  registry.add("CONTACT_TIED_SHELL_EDGE_TO_SOLID", options, cards, tied_reader(true));
  registry.add("CONTACT_SPOTWELD", options, cards, tied_reader(true));
  registry.add("CONTACT_SPOTWELD_WITH_TORSION", options, cards, read_spot_weld_with_torsion);
  registry.add("CONTACT_AUTOMATIC_SURFACE_TO_SURFACE_MORTAR_TIED", {"ID", "TITLE", "MPP"}, cards, read_mortar_tie);
}

}  // namespace crumple::deck::tied_contacts_keywords
