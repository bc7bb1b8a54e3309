// *SET_NODE, *SET_PART, *SET_SHELL, *SET_SOLID, *SET_BEAM (_LIST, _GENERATE, _GENERAL, _COLUMN, _ADD, _INTERSECT) and
// *SET_SEGMENT, with _COLLECT.
#include "deck/keywords/keywords.hpp"

namespace crumple::deck::sets_keywords {

constexpr auto head_card = card_of(
    id(IdOf::set, "SID", "number of the set"), alike(no_effect("DA1", "attributes are not used"), "DA2", "DA3", "DA4"),
    no_effect("SOLVER", "there is one solver"), no_effect("ITS", "only for multiscale coupling"), blank());
constexpr auto list_card = card_of(id(IdOf::varies, "ID1", "member; with _ADD and _INTERSECT, a set"),
                                   alike(id(IdOf::varies, "ID2", "as ID1"), "ID3", "ID4", "ID5", "ID6", "ID7", "ID8"));
constexpr Field range_card[] = {
    id(IdOf::varies, "B1BEG", "first id of a range"),        id(IdOf::varies, "B1END", "last id of that range"),
    id(IdOf::varies, "B2BEG", "first id of the next range"), id(IdOf::varies, "B2END", "last id of that range"),
    id(IdOf::varies, "B3BEG", "first id of the next range"), id(IdOf::varies, "B3END", "last id of that range"),
    id(IdOf::varies, "B4BEG", "first id of the next range"), id(IdOf::varies, "B4END", "last id of that range")};
constexpr Field advanced_card[] = {
    id(IdOf::set, "SID1", "a set"), integer("TYPE1", "its kind: 1 nodes, 2 shells, 3 beams, 4 solids, 5 segments"),
    id(IdOf::set, "SID2", "as SID1"), integer("TYPE2", "as TYPE1"), id(IdOf::set, "SID3", "as SID1"),
    integer("TYPE3", "as TYPE1"), id(IdOf::set, "SID4", "as SID1"), integer("TYPE4", "as TYPE1")};
constexpr Field increment_card[] = {id(IdOf::varies, "BBEG", "first id"), id(IdOf::varies, "BEND", "last id"),
                                    integer("INCR", "step; 0: 1")};
constexpr auto column_card =
    card_of(id(IdOf::varies, "ID", "member"), alike(no_effect("A1", "attributes are not used"), "A2", "A3", "A4"));
constexpr auto general_card =
    card_of(text("OPTION",
                 "ALL, PART, BOX, NODE, BEAM, SHELL, SOLID, ELEM, SEG, PART_IO, BOX_SHELL, SET_..., as applicable to "
                 "the set; with a leading D: removed"),
            id(IdOf::varies, "E1", "its ids"), alike(id(IdOf::varies, "E2", "as E1"), "E3", "E4", "E5", "E6", "E7"));
constexpr auto segment_card =
    card_of(alike(id(IdOf::node, "N1", "node"), "N2", "N3"), id(IdOf::node, "N4", "node; 0 or N3: a triangle"),
            alike(no_effect("A1", "attributes are not used"), "A2", "A3", "A4"));

std::vector<Id> nonzero_ids(const Card& card, IdOf of, std::size_t first = 0) {
  std::vector<Id> ids;
  for (std::size_t i = first; i < card.size(); ++i)
    if (card.id(i) != 0) ids.push_back(card.id(i, of));
  return ids;
}

/// What the ids behind an option of the _GENERAL form are of.
IdOf kind_of_option(std::string_view option) {
  if (option.starts_with("SET")) return IdOf::set;
  if (option.ends_with("PART") || option == "PART_IO") return IdOf::part;
  if (option.ends_with("BOX") || option == "BOX_SHELL") return IdOf::definition;
  return option.ends_with("NODE") || option == "SEG" ? IdOf::node : IdOf::element;
}

void read_ranges(const Card& card, IdOf of, RawSet& set) {
  for (std::size_t i = 0; i + 1 < card.size(); i += 2) {
    if (card.id(i) == 0) continue;
    const Id last = card.id(i + 1) == 0 ? card.id(i) : card.id(i + 1);
    if (last < card.id(i)) card.error(card.field(i + 1), "found {} after {}, expected a larger id", last, card.id(i));
    set.ranges.push_back({card.id(i, of), card.id(card.id(i + 1) == 0 ? i : i + 1, of), 1});
  }
}

void read_increments(const Card& card, IdOf of, RawSet& set) {
  const Id step = card.integer("INCR") == 0 ? 1 : card.integer("INCR");
  if (step < 0) return card.error("INCR", "found a negative increment, expected a positive one");
  set.ranges.push_back({card.id("BBEG", of), card.id("BEND", of), step});
}

/// _ADD_ADVANCED: sets, each of a kind of its own.
void add_sets(const Card& card, RawSet& set) {
  constexpr const char* kinds[] = {"SET_SHELL", "SET_BEAM", "SET_SOLID", "SET_SEGMENT"};
  for (std::size_t i = 0; i + 1 < card.size(); i += 2) {
    if (card.id(i) == 0) continue;
    const Id kind = card.id(i + 1);
    if (kind < 1 || kind > 5)
      card.error(card.field(i + 1), "found {}, expected 1 nodes, 2 shells, 3 beams, 4 solids or 5 segments", kind);
    else if (kind == 1)
      set.sets.push_back(card.id(i));
    else
      set.general.push_back({kinds[kind - 2], {card.id(i)}, card});
  }
}

/// The cards after the first, in the form that the options name.
void read_members(Cards& cards, const Options& options, IdOf of, RawSet& set) {
  while (cards.more()) {
    if (options.count("ADVANCED")) {
      add_sets(cards.next(advanced_card), set);
    } else if (options.count("INCREMENT")) {
      read_increments(cards.next(increment_card), of, set);
    } else if (options.count("GENERATE")) {
      read_ranges(cards.next(range_card), of, set);
    } else if (options.count("GENERAL")) {
      const Card card = cards.next(general_card);
      const std::string option = upper(card.text("OPTION"));
      if (of == IdOf::node && option == "SET_NODE") {
        for (const Id other : nonzero_ids(card, IdOf::set, 1)) set.sets.push_back(other);
        continue;
      }
      set.general.push_back({option, nonzero_ids(card, kind_of_option(option), 1), card});
    } else {
      const Card card = options.count("COLUMN") ? cards.next(column_card) : cards.next(list_card);
      const bool of_sets = options.count("ADD") || options.count("INTERSECT");
      const auto ids = nonzero_ids(card, of_sets ? IdOf::set : of);
      auto& to = of_sets ? set.sets : set.items;
      to.insert(to.end(), ids.begin(), ids.end());
    }
  }
}

RawSet start_set(Cards& cards, const Options& options) {
  RawSet set;
  if (options.count("TITLE")) set.title = cards.next_text();
  set.head = cards.next(head_card);
  set.is_collected = options.count("COLLECT") > 0;
  set.is_intersection = options.count("INTERSECT") > 0;
  return set;
}

Reader reader_of(Table<RawSet> Deck::* table, IdOf of) {
  return [table, of](Cards& cards, const Options& options, Deck& deck) {
    RawSet set = start_set(cards, options);
    read_members(cards, options, of, set);
    const Card head = set.head;
    (deck.*table).add(head.id("SID"), std::move(set), head);
  };
}

void read_segments(Cards& cards, const Options& options, Deck& deck) {
  RawSet set = start_set(cards, options);
  if (options.count("GENERAL") || options.count("ADD")) {
    read_members(cards, options, IdOf::node, set);
  } else {
    while (cards.more()) {
      const Card card = cards.next(segment_card);
      set.segments.push_back({card.id("N1"), card.id("N2"), card.id("N3"), card.id("N4")});
    }
  }
  const Card head = set.head;
  deck.segment_sets.add(head.id("SID"), std::move(set), head);
}

void add_to(Registry& registry) {
  const std::vector<std::string> options{"LIST",      "GENERATE", "GENERAL", "COLUMN",
                                         "INCREMENT", "ADD",      "COLLECT", "TITLE",   "INTERSECT"};
  const std::vector<CardForm> cards{{"1", head_card},          {"_LIST, _ADD, _INTERSECT", list_card},
                                    {"_GENERATE", range_card}, {"_INCREMENT", increment_card},
                                    {"_COLUMN", column_card},  {"_GENERAL", general_card}};
  constexpr auto note = "Sets of one number that all have _COLLECT are united.";
  std::vector<std::string> options_of_nodes = options;
  options_of_nodes.insert(options_of_nodes.end(), {"ADVANCED", "SMOOTH"});
  std::vector<CardForm> cards_of_nodes = cards;
  cards_of_nodes.push_back({"_ADD_ADVANCED", advanced_card});
  registry.add("SET_NODE", options_of_nodes, cards_of_nodes, reader_of(&Deck::node_sets, IdOf::node), note);
  registry.add("SET_PART", options, cards, reader_of(&Deck::part_sets, IdOf::part), note);
  registry.add("SET_SHELL", options, cards, reader_of(&Deck::shell_sets, IdOf::element), note);
  registry.add("SET_SOLID", options, cards, reader_of(&Deck::solid_sets, IdOf::element), note);
  registry.add("SET_BEAM", options, cards, reader_of(&Deck::beam_sets, IdOf::element), note);
  for (const char* unused : {"SET_DISCRETE", "SET_TSHELL", "SET_BOX", "SET_MODE", "SET_MULTI", "SET_2D_", "SET_IGA_",
                             "SET_PERI_"})
    registry.ignore_family(unused, "no supported keyword refers to such a set");
  registry.add("SET_SEGMENT", {"GENERAL", "ADD", "COLLECT", "TITLE"},
               {{"1", head_card}, {"2 ...", segment_card}, {"_ADD", list_card}, {"_GENERAL", general_card}},
               read_segments, note);
}

}  // namespace crumple::deck::sets_keywords
