// *CONTACT_TIED_NODES_TO_SURFACE, _TIED_SHELL_EDGE_TO_SURFACE (_SOLID), _TIED_SURFACE_TO_SURFACE, with _OFFSET and
// _CONSTRAINED_OFFSET; *CONTACT_SPOTWELD.
#include <fmt/format.h>

#include "deck/keywords/keywords.hpp"
#include "deck/surfaces.hpp"

namespace crumple::deck {
namespace {

constexpr Field mpp_card[] = {ignored("IGNORE"),  ignored("BCKET"),  ignored("LCBCKT"), ignored("NS2TRK"),
                              ignored("INITITR"), ignored("PARMAX"), unused(),          ignored("CPARM8")};
constexpr Field card_1[] = {id("SURFA"),   id("SURFB"),   integer("SURFATYP"), integer("SURFBTYP"),
                            id("SABOXID"), id("SBBOXID"), ignored("SAPR"),     ignored("SBPR")};
constexpr Field card_2[] = {ignored("FS"),
                            ignored("FD"),
                            ignored("DC"),
                            ignored("VC"),
                            ignored("VDC"),
                            ignored("PENCHK"),
                            warned("BT", "nodes are tied from t = 0"),
                            warned("DT", "nodes stay tied", 1e20)};
constexpr Field card_3[] = {ignored("SFSA"),  ignored("SFSB"),  real("SAST", "length"), real("SBST", "length"),
                            ignored("SFSAT"), ignored("SFSBT"), ignored("FSF"),         ignored("VSF")};

void resolve(Deck& deck, const Card& card, TiedContact contact) {
  contact.a = surface_of_field(deck, card, {"SURFA", "SURFATYP", "SABOXID"}, false);
  add_beam_nodes(deck, card, {"SURFA", "SURFATYP", "SABOXID"}, contact.a);
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
    if (options.count("MPP")) cards.next(mpp_card);
    const Card first = cards.next(card_1);
    cards.next(card_2);
    const Card third = cards.next(card_3);
    while (cards.more()) cards.next_text();  // optional cards: penalty and search
    contact.thickness_a = third.real("SAST");
    contact.thickness_b = third.real("SBST");
    deck.later(Phase::conditions, [&deck, first, contact] { resolve(deck, first, contact); });
  };
}

}  // namespace

void register_tied_contacts(Registry& registry) {
  const std::vector<std::string> options{"ID", "TITLE", "MPP", "OFFSET", "CONSTRAINED", "BEAM"};
  registry.add("CONTACT_TIED_NODES_TO_SURFACE", options, tied_reader(false));
  registry.add("CONTACT_TIED_SURFACE_TO_SURFACE", options, tied_reader(false));
  registry.add("CONTACT_TIED_SHELL_EDGE_TO_SURFACE", options, tied_reader(true));
  registry.add("CONTACT_TIED_SHELL_EDGE_TO_SOLID", options, tied_reader(true));
  registry.add("CONTACT_SPOTWELD", options, tied_reader(true));
}

}  // namespace crumple::deck
