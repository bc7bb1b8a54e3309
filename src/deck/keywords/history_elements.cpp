// *DATABASE_HISTORY_SHELL(_SET), _SOLID(_SET), _BEAM: elements for elout.
#include <fmt/format.h>

#include <algorithm>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::history_elements_keywords {

constexpr auto history_card =
    card_of(id(IdOf::varies, "ID1", "element or set of them"),
            alike(id(IdOf::varies, "ID2", "as ID1"), "ID3", "ID4", "ID5", "ID6", "ID7", "ID8"));

/// How one kind of elements is found.
template <class Element>
struct HistoryKind {
  std::vector<Element> Model::* elements;
  std::vector<Id> ElementIds::* ids;
  std::vector<Index> (*of_set)(Deck&, const Card&, std::string_view field);  ///< null: ids are of elements
};

template <class Element>
void resolve(Deck& deck, const Card& card, std::size_t field, Id wanted, HistoryKind<Element> kind) {
  const std::vector<Element>& elements = deck.model.*kind.elements;
  std::vector<Id>& ids = deck.model.output.history_elements.*kind.ids;
  if (kind.of_set) {
    for (const Index e : kind.of_set(deck, card, card.field(field))) ids.push_back(elements[e].id);
  } else if (!std::ranges::binary_search(elements, wanted, {}, &Element::id)) {
    deck.log.error(card.where(), card.keyword(), "ID", fmt::format("element {} is not defined", wanted));
  } else {
    ids.push_back(wanted);
  }
  std::ranges::sort(ids);
  ids.erase(std::ranges::unique(ids).begin(), ids.end());
}

template <class Element>
Reader history_reader(HistoryKind<Element> kind) {
  return each([kind](Cards& cards, const Options& options, Deck& deck) {
    const Card card = options.count("ID") ? cards.next(id_card) : cards.next(history_card);
    const std::size_t n_ids = options.count("ID") ? 1 : card.size();
    for (std::size_t i = 0; i < n_ids; ++i)
      if (const Id wanted = card.id(i, kind.of_set ? IdOf::set : IdOf::element); wanted != 0)
        deck.later(Phase::conditions, [&deck, card, i, wanted, kind] { resolve(deck, card, i, wanted, kind); });
  });
}

void add_to(Registry& registry) {
  const std::vector<CardForm> cards{{"_ID", id_card}, {"1 ...", history_card}}, of_set{{"1 ...", history_card}};
  const HistoryKind<Shell> shells{&Model::shells, &ElementIds::shells, nullptr};
  const HistoryKind<Solid> solids{&Model::solids, &ElementIds::solids, nullptr};
  const HistoryKind<Beam> beams{&Model::beams, &ElementIds::beams, nullptr};
  registry.add("DATABASE_HISTORY_SHELL", {"ID"}, cards, history_reader(shells));
  registry.add("DATABASE_HISTORY_SOLID", {"ID"}, cards, history_reader(solids));
  registry.add("DATABASE_HISTORY_BEAM", {"ID"}, cards, history_reader(beams));
  registry.add("DATABASE_HISTORY_SHELL_SET", {}, of_set,
               history_reader(HistoryKind<Shell>{&Model::shells, &ElementIds::shells, shells_of_set}));
  registry.add("DATABASE_HISTORY_SOLID_SET", {}, of_set,
               history_reader(HistoryKind<Solid>{&Model::solids, &ElementIds::solids, solids_of_set}));
}

}  // namespace crumple::deck::history_elements_keywords
