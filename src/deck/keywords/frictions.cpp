// *DEFINE_FRICTION: friction of a contact by pairs of parts. Source: LS-DYNA Keyword Manual, *DEFINE_FRICTION.
#include <algorithm>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::frictions_keywords {

constexpr auto coefficients =
    card_of(real("FS", "static coefficient of friction", "1"), real("FD", "dynamic coefficient of friction", "1"),
            real("DC", "decay from FS to FD", "time/length"), warned("VC", "friction has no limit"));
constexpr auto head_card =
    card_of(id(IdOf::definition, "ID", "number, for FD of a contact with FS = -2"),
            real("FS_D", "static coefficient of friction of all other pairs", "1"),
            real("FD_D", "dynamic coefficient of friction of these", "1"),
            real("DC_D", "decay from FS_D to FD_D", "time/length"), warned("VC_D", "friction has no limit"),
            integer("ICNEP", "1: pairs of parts that are not defined are left out; 0: they are errors"));
constexpr auto pair_card =
    card_of(id(IdOf::varies, "PIDI", "part; part set with PTYPEI = PSET"),
            id(IdOf::varies, "PIDJ", "the other part, or the same"), coefficients,
            text("PTYPEI", "PSET: PIDI is a part set; blank: a part"), text("PTYPEJ", "the same for PIDJ"));

using Coefficients = std::array<double, 3>;

void read_frictions(Cards& cards, const Options& options, Deck& deck) {
  if (options.count("TITLE")) cards.next_text();
  FrictionCards table{cards.next(head_card), {}};
  expect_not_negative(table.head, {"FS_D", "FD_D", "DC_D"});
  choice(table.head, "ICNEP", 0, 1);
  while (cards.more()) {
    const Card& pair = table.pairs.emplace_back(cards.next(pair_card));
    expect_not_negative(pair, {"FS", "FD", "DC"});
    for (const char* type : {"PTYPEI", "PTYPEJ"})
      if (const auto text = pair.text(type); !text.empty() && text != "PSET")
        pair.error(type, "found {}, expected PSET or blank", text);
  }
  deck.frictions.add(table.head.id("ID"), std::move(table), table.head);
}

/// The parts of one side of a pair; none where they need not be defined and are not.
std::vector<Index> parts_of_side(Deck& deck, const Card& pair, const char* part, const char* type, bool may_lack) {
  const bool of_set = !pair.text(type).empty();
  if (may_lack && !of_set && deck.parts.find(pair.id(part, IdOf::part)) == none) return {};
  return named_parts(deck, pair, part, of_set);
}

}  // namespace crumple::deck::frictions_keywords

namespace crumple::deck {

void set_friction_of_pairs(Deck& deck, const Card& card, ContactLaw& contact) {
  using namespace frictions_keywords;
  const auto number = Id(card.real("FD"));
  if (deck.frictions.size() == 0)
    return card.error("FS", "found -2 (friction of *DEFINE_FRICTION), but the deck has none");
  const Index found =
      number == 0 ? 0 : deck.find(deck.frictions, card, "FD", card.shifted(number, IdOf::definition));
  if (found == none) return;
  const FrictionCards& table = deck.frictions[found];
  const Coefficients others{table.head.real("FS_D"), table.head.real("FD_D"), table.head.real("DC_D")};
  struct Pair {
    std::vector<Index> one, other;
    Coefficients values;
  };
  std::vector<Pair> pairs;
  FrictionOfPairs& of = contact.friction_of_pairs;
  const bool may_lack = table.head.integer("ICNEP") == 1;
  for (const Card& pair : table.pairs) {
    pairs.push_back({parts_of_side(deck, pair, "PIDI", "PTYPEI", may_lack),
                     parts_of_side(deck, pair, "PIDJ", "PTYPEJ", may_lack),
                     {pair.real("FS"), pair.real("FD"), pair.real("DC")}});
    for (const auto* side : {&pairs.back().one, &pairs.back().other})
      of.parts.insert(of.parts.end(), side->begin(), side->end());
  }
  std::ranges::sort(of.parts);
  of.parts.erase(std::unique(of.parts.begin(), of.parts.end()), of.parts.end());
  const std::size_t n = of.parts.size() + 1;
  of.values.assign(n * n, others);
  const auto group = [&](Index part) {
    return std::size_t(std::ranges::lower_bound(of.parts, part) - of.parts.begin()) + 1;
  };
  for (const Pair& pair : pairs)
    for (const Index one : pair.one)
      for (const Index other : pair.other)
        of.values[group(one) * n + group(other)] = of.values[group(other) * n + group(one)] = pair.values;
  contact.friction_static = others[0];
  contact.friction_dynamic = others[1];
  contact.friction_decay = others[2];
}

}  // namespace crumple::deck

namespace crumple::deck::frictions_keywords {

void add_to(Registry& registry) {
  registry.add("DEFINE_FRICTION", {"TITLE"}, {{"1", head_card}, {"2 ...", pair_card}}, read_frictions);
}

}  // namespace crumple::deck::frictions_keywords
