// *SET_NODE, *SET_PART, *SET_SHELL, *SET_SOLID (_LIST, _GENERATE, _GENERAL, _COLUMN, _ADD) and *SET_SEGMENT.
#include <fmt/format.h>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr Field head_card[] = {
    id("SID", "number of the set"),
    no_effect("DA1", "nothing here reads attributes"),
    no_effect("DA2", "nothing here reads attributes"),
    no_effect("DA3", "nothing here reads attributes"),
    no_effect("DA4", "nothing here reads attributes"),
    no_effect("SOLVER", "there is one solver"),
    no_effect("ITS", "of coupled scales"),
    blank()};
constexpr Field list_card[] = {
    id("ID1", "member; with _ADD, a set"), id("ID2", "the next"), id("ID3", "the next"), id("ID4", "the next"),
    id("ID5", "the next"), id("ID6", "the next"), id("ID7", "the next"), id("ID8", "the next")};
constexpr Field range_card[] = {
    id("B1BEG", "first id"), id("B1END", "last id"), id("B2BEG", "the next"), id("B2END", "its last id"),
    id("B3BEG", "the next"), id("B3END", "its last id"), id("B4BEG", "the next"), id("B4END", "its last id")};
constexpr Field increment_card[] = {
    id("BBEG", "first id"), id("BEND", "last id"), id("INCR", "step; 0: 1")};
constexpr Field column_card[] = {
    id("ID", "member"), no_effect("A1", "nothing here reads attributes"), no_effect("A2", "nothing here reads "
                                                                                          "attributes"),
    no_effect("A3", "nothing here reads attributes"), no_effect("A4", "nothing here reads attributes")};
constexpr Field general_card[] = {
    text("OPTION", "ALL, PART, BOX, NODE, SHELL, SOLID, ELEM, SEG as the set allows, with D before it: not these"),
    id("E1", "its ids"), id("E2", "the next"), id("E3", "the next"), id("E4", "the next"), id("E5", "the next"),
    id("E6", "the next"), id("E7", "the next")};
constexpr Field segment_card[] = {
    id("N1", "node"), id("N2", "node"), id("N3", "node"), id("N4", "node; 0 or N3: a triangle"),
    no_effect("A1", "nothing here reads attributes"), no_effect("A2", "nothing here reads attributes"),
    no_effect("A3", "nothing here reads attributes"), no_effect("A4", "nothing here reads attributes")};

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
  const std::vector<CardForm> cards{{"_TITLE", title_card},
                                    {"1", head_card},
                                    {"_LIST, _ADD", list_card},
                                    {"_GENERATE", range_card},
                                    {"_INCREMENT", increment_card},
                                    {"_COLUMN", column_card},
                                    {"_GENERAL", general_card}};
  registry.add("SET_NODE", options, cards, reader_of(&Deck::node_sets));
  registry.add("SET_PART", options, cards, reader_of(&Deck::part_sets));
  registry.add("SET_SHELL", options, cards, reader_of(&Deck::shell_sets));
  registry.add("SET_SOLID", options, cards, reader_of(&Deck::solid_sets));
  registry.add("SET_SEGMENT", {"GENERAL", "TITLE"},
               {{"_TITLE", title_card}, {"1", head_card}, {"2 ...", segment_card}, {"_GENERAL", general_card}},
               read_segments);
}

}  // namespace crumple::deck
