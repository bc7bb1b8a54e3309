// *SET_NODE, *SET_PART, *SET_SHELL, *SET_SOLID (_LIST, _GENERATE, _GENERAL, _COLUMN, _ADD) and *SET_SEGMENT.
#include <fmt/format.h>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr Field head_card[] = {id("SID"),      ignored("DA1"),    ignored("DA2"), ignored("DA3"),
                               ignored("DA4"), ignored("SOLVER"), ignored("ITS"), unused()};
constexpr Field list_card[] = {id("ID1"), id("ID2"), id("ID3"), id("ID4"), id("ID5"), id("ID6"), id("ID7"), id("ID8")};
constexpr Field range_card[] = {id("B1BEG"), id("B1END"), id("B2BEG"), id("B2END"),
                                id("B3BEG"), id("B3END"), id("B4BEG"), id("B4END")};
constexpr Field increment_card[] = {id("BBEG"), id("BEND"), id("INCR")};
constexpr Field column_card[] = {id("ID"), ignored("A1"), ignored("A2"), ignored("A3"), ignored("A4")};
constexpr Field general_card[] = {text("OPTION"), id("E1"), id("E2"), id("E3"), id("E4"), id("E5"), id("E6"), id("E7")};
constexpr Field segment_card[] = {id("N1"),      id("N2"),      id("N3"),      id("N4"),
                                  ignored("A1"), ignored("A2"), ignored("A3"), ignored("A4")};

std::vector<Id> nonzero_ids(const Card& card, std::size_t first = 0) {
  std::vector<Id> ids;
  for (std::size_t i = first; i < card.size(); ++i)
    if (card.id(i) != 0) ids.push_back(card.id(i));
  return ids;
}

void read_ranges(const Card& card, RawSet& set) {
  for (std::size_t i = 0; i + 1 < card.size(); i += 2) {
    if (card.id(i) == 0) continue;
    const Id last = card.id(i + 1) == 0 ? card.id(i) : card.id(i + 1);
    if (last < card.id(i))
      card.error(card.field(i + 1), fmt::format("found {} after {}, expected a larger id", last, card.id(i)));
    set.ranges.push_back({card.id(i), last, 1});
  }
}

void read_increments(const Card& card, RawSet& set) {
  const Id step = card.id("INCR") == 0 ? 1 : card.id("INCR");
  if (step < 0) return card.error("INCR", "found a negative increment, expected a positive one");
  set.ranges.push_back({card.id("BBEG"), card.id("BEND"), step});
}

/// The cards after the first, in the form that the options name.
void read_members(Cards& cards, const Options& options, RawSet& set) {
  while (cards.more()) {
    if (options.count("INCREMENT")) {
      read_increments(cards.next(increment_card), set);
    } else if (options.count("GENERATE")) {
      read_ranges(cards.next(range_card), set);
    } else if (options.count("GENERAL")) {
      const Card card = cards.next(general_card);
      set.general.push_back({upper(card.text("OPTION")), nonzero_ids(card, 1), card});
    } else {
      const auto ids = nonzero_ids(options.count("COLUMN") ? cards.next(column_card) : cards.next(list_card));
      auto& to = options.count("ADD") ? set.sets : set.items;
      to.insert(to.end(), ids.begin(), ids.end());
    }
  }
}

RawSet start_set(Cards& cards, const Options& options) {
  RawSet set;
  if (options.count("TITLE")) set.title = cards.next_text();
  set.head = cards.next(head_card);
  return set;
}

Reader reader_of(Table<RawSet> Deck::*table) {
  return [table](Cards& cards, const Options& options, Deck& deck) {
    RawSet set = start_set(cards, options);
    read_members(cards, options, set);
    const Card head = set.head;
    (deck.*table).add(head.id("SID"), std::move(set), head.where(), head.keyword());
  };
}

void read_segments(Cards& cards, const Options& options, Deck& deck) {
  RawSet set = start_set(cards, options);
  if (options.count("GENERAL")) {
    read_members(cards, options, set);
  } else {
    while (cards.more()) {
      const Card card = cards.next(segment_card);
      set.segments.push_back({card.id("N1"), card.id("N2"), card.id("N3"), card.id("N4")});
    }
  }
  const Card head = set.head;
  deck.segment_sets.add(head.id("SID"), std::move(set), head.where(), head.keyword());
}

}  // namespace

void register_sets(Registry& registry) {
  const std::vector<std::string> options{"LIST", "GENERATE", "GENERAL", "COLUMN", "INCREMENT", "ADD", "TITLE"};
  registry.add("SET_NODE", options, reader_of(&Deck::node_sets));
  registry.add("SET_PART", options, reader_of(&Deck::part_sets));
  registry.add("SET_SHELL", options, reader_of(&Deck::shell_sets));
  registry.add("SET_SOLID", options, reader_of(&Deck::solid_sets));
  registry.add("SET_SEGMENT", {"GENERAL", "TITLE"}, read_segments);
}

}  // namespace crumple::deck
