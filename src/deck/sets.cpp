#include "deck/sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/error.hpp"
#include "model/surface.hpp"

namespace crumple::deck {
namespace {

/// Adds and removes members by flags, so that the order of a set's cards does not matter: removals come last.
struct Members {
  explicit Members(std::size_t n) : in(n), out(n) {}
  std::vector<char> in, out;
  std::vector<Index> list() const {
    std::vector<Index> members;
    for (std::size_t i = 0; i < in.size(); ++i)
      if (in[i] && !out[i]) members.push_back(Index(i));
    return members;
  }
};

/// Ids and ranges of a set as positions in `index`; an id that is not there is an error at the set.
std::vector<Index> listed(const RawSet& set, const IdIndex& index, std::string_view what) {
  std::vector<Index> members;
  members.reserve(set.items.size());
  for (const Id id : set.items) {
    const Index found = index.find(id);
    if (found == none) {
      set.head.error("", "the set names {} {}, which is not defined", what, id);
      return {};
    }
    members.push_back(found);
  }
  for (const RawSet::Range& range : set.ranges) {
    const auto [first, last] = index.range(range.first, range.last);
    for (Index i = first; i < last; ++i)
      if ((index.ids()[i] - range.first) % range.step == 0) members.push_back(i);
  }
  return members;
}

void mark(std::vector<char>& flags, const std::vector<Index>& members) {
  for (const Index i : members) flags[i] = 1;
}

/// Positions of a general card's ids in `index`.
std::vector<Index> ids_of(const RawSet::General& entry, const IdIndex& index, std::string_view what) {
  std::vector<Index> found;
  for (const Id id : entry.ids) {
    const Index i = index.find(id);
    if (i == none) entry.card.error("", "{} {} is not defined", what, id);
    if (i != none) found.push_back(i);
  }
  return found;
}

bool is_one_of(std::string_view option, std::string_view a, std::string_view b) { return option == a || option == b; }

std::vector<Index> nodes_in_boxes(Deck& deck, const RawSet::General& entry) {
  std::vector<Index> nodes;
  for (const Index b : ids_of(entry, deck.boxes.index(), "box"))
    for (std::size_t i = 0; i < deck.model.nodes.id.size(); ++i)
      if (deck.boxes[b].contains(deck.model.nodes.position[i])) nodes.push_back(Index(i));
  return nodes;
}

template <class Elements>
std::vector<Index> nodes_of_elements(const Elements& elements, const std::vector<Index>& which) {
  std::vector<Index> nodes;
  for (const Index e : which) for_each_node(elements[e], [&](Index node) { nodes.push_back(node); });
  return nodes;
}

/// The nodes of the sets of elements, parts or segments that a card of a node set names.
std::vector<Index> nodes_of_sets(Deck& deck, const RawSet::General& entry);

/// What one _GENERAL card of a node set stands for.
std::vector<Index> general_nodes(Deck& deck, const RawSet::General& entry) {
  const std::string& option = entry.option;
  if (option.starts_with("SET_")) return nodes_of_sets(deck, entry);
  if (is_one_of(option, "BEAM", "DBEAM"))
    return nodes_of_elements(deck.model.beams, ids_of(entry, deck.beam_index, "beam"));
  if (is_one_of(option, "NODE", "DNODE")) return ids_of(entry, deck.node_index, "node");
  if (is_one_of(option, "PART", "DPART")) return nodes_of_parts(deck, ids_of(entry, deck.parts.index(), "part"));
  if (is_one_of(option, "BOX", "DBOX")) return nodes_in_boxes(deck, entry);
  if (is_one_of(option, "SHELL", "DSHELL"))
    return nodes_of_elements(deck.model.shells, ids_of(entry, deck.shell_index, "shell"));
  if (is_one_of(option, "SOLID", "DSOLID"))
    return nodes_of_elements(deck.model.solids, ids_of(entry, deck.solid_index, "solid"));
  entry.card.error("OPTION",
                   "found {}, expected ALL, NODE, PART, BOX, BEAM, SHELL, SOLID or D... of them, or SET_ with "
                   "BEAM, NODE, PART, SEGMENT, SHELL or SOLID",
                   option);
  return {};
}

/// Elements whose nodes are all in the boxes.
template <class Elements>
std::vector<Index> elements_in_boxes(Deck& deck, const RawSet::General& entry, const Elements& elements) {
  std::vector<char> inside(deck.model.nodes.id.size());
  mark(inside, nodes_in_boxes(deck, entry));
  std::vector<Index> all;
  for (std::size_t e = 0; e < elements.size(); ++e)
    if (std::ranges::all_of(elements[e].nodes, [&](Index node) { return inside[std::size_t(node)]; }))
      all.push_back(Index(e));
  return all;
}

/// What one _GENERAL card of an element set stands for.
template <class Elements>
std::vector<Index> general_elements(Deck& deck, const RawSet::General& entry, const IdIndex& index,
                                    const Elements& its, const std::vector<std::vector<Index>>& by_part,
                                    std::string_view what) {
  if (is_one_of(entry.option, "BOX", "DBOX")) return elements_in_boxes(deck, entry, its);
  if (is_one_of(entry.option, "ELEM", "DELEM")) return ids_of(entry, index, what);
  if (is_one_of(entry.option, "PART", "DPART")) {
    std::vector<Index> elements;
    for (const Index p : ids_of(entry, deck.parts.index(), "part"))
      elements.insert(elements.end(), by_part[p].begin(), by_part[p].end());
    return elements;
  }
  entry.card.error("OPTION", "found {}, expected ALL, ELEM, PART, BOX or D... of them", entry.option);
  return {};
}

/// Sets of one kind: where they and their members are found, and what a _GENERAL card stands for.
struct SetKind {
  Deck& deck;
  const Table<RawSet>& table;
  const IdIndex& index;
  std::string_view what;  ///< a member
  std::function<std::vector<Index>(const RawSet::General& entry)> general;
};

/// Collects the members of a set and of the sets it adds up, each set once.
class Collector {
 public:
  explicit Collector(const SetKind& kind)
      : kind_(kind), members_(kind.index.ids().size()), states_(std::size_t(kind.table.size())) {}

  /// `set`: position in the table.
  void collect(Index set, int depth = 0) {
    const RawSet& raw = kind_.table[set];
    State& state = states_[set];
    if (state == State::open) return raw.head.error("", "the set is part of itself");
    if (depth > deepest) return raw.head.error("", "sets are nested more than {} deep", deepest);
    if (state == State::done) return;
    state = State::open;
    mark(members_.in, listed(raw, kind_.index, kind_.what));
    for (const RawSet::General& entry : raw.general) add(entry);
    if (raw.is_intersection) mark(members_.in, common_members(raw, depth));
    for (const Id other : raw.is_intersection ? std::vector<Id>() : raw.sets)
      if (const Index added = kind_.deck.find(kind_.table, raw.head, "", other); added != none)
        collect(added, depth + 1);
    state = State::done;
  }
  std::vector<Index> list() const { return members_.list(); }

 private:
  enum class State : std::uint8_t { unseen, open, done };
  static constexpr int deepest = 1000;

  void add(const RawSet::General& entry) {
    if (entry.option == "ALL") {
      std::fill(members_.in.begin(), members_.in.end(), 1);
    } else {
      mark(entry.option[0] == 'D' ? members_.out : members_.in, kind_.general(entry));
    }
  }

  std::vector<Index> common_members(const RawSet& raw, int depth) const;

  const SetKind& kind_;
  Members members_;
  std::vector<State> states_;
};

/// `depth`: of sets within sets.
std::vector<Index> members_of(const SetKind& kind, Index found, int depth = 0) {
  const RawSet& set = kind.table[found];
  if (set.general.empty() && set.sets.empty()) {
    std::vector<Index> members = listed(set, kind.index, kind.what);
    make_unique(members);
    return members;
  }
  Collector collector(kind);
  collector.collect(found, depth);
  return collector.list();
}

/// Of all sets that an _INTERSECT names.
std::vector<Index> Collector::common_members(const RawSet& raw, int depth) const {
  std::vector<std::size_t> times(kind_.index.ids().size());
  for (const Id other : raw.sets) {
    const Index one = kind_.deck.find(kind_.table, raw.head, "", other);
    for (const Index member : one == none ? std::vector<Index>() : members_of(kind_, one, depth + 1))
      ++times[std::size_t(member)];
  }
  std::vector<Index> common;
  for (std::size_t i = 0; i < times.size(); ++i)
    if (times[i] == raw.sets.size() && !raw.sets.empty()) common.push_back(Index(i));
  return common;
}

std::vector<Index> members_of(const SetKind& kind, const Card& card, std::string_view field) {
  const Index found = kind.deck.find(kind.table, card, field);
  if (found == none) return {};
  const std::vector<Index> members = members_of(kind, found);
  if (members.empty() && !kind.deck.log.failed())
    card.error(field, "{} {} is empty", kind.table.what(), card.id(field));
  return members;
}

SetKind kind_of_shells(Deck& deck);

std::array<Index, 4> segment_of_ids(Deck& deck, const RawSet& set, std::array<Id, 4> ids) {
  if (ids[3] == 0) ids[3] = ids[2];
  std::array<Index, 4> nodes{};
  for (std::size_t i = 0; i < 4; ++i) {
    nodes[i] = deck.node_index.find(ids[i]);
    if (nodes[i] == none) set.head.error("", "the set names node {}, which is not defined", ids[i]);
  }
  return nodes;
}

void append_general_segments(Deck& deck, const RawSet& set, const RawSet::General& entry,
                             std::vector<std::array<Index, 4>>& segments) {
  if (entry.option == "SEG" && entry.ids.size() >= 3) {
    segments.push_back(
        segment_of_ids(deck, set, {entry.ids[0], entry.ids[1], entry.ids[2], entry.ids.size() > 3 ? entry.ids[3] : 0}));
    return;
  }
  const auto append_shells = [&](const std::vector<Index>& shells) {
    for (const Index s : shells) segments.push_back(deck.model.shells[std::size_t(s)].nodes);
  };
  if (entry.option == "SHELL") return append_shells(ids_of(entry, deck.shell_index, "shell"));
  if (entry.option == "BOX_SHELL") return append_shells(elements_in_boxes(deck, entry, deck.model.shells));
  if (entry.option == "SET_SHELL") {
    for (const Index one : ids_of(entry, deck.shell_sets.index(), "shell set"))
      append_shells(members_of(kind_of_shells(deck), one));
    return;
  }
  std::vector<bool> in_part(deck.model.parts.size(), entry.option == "ALL" || entry.option == "BOX");
  if (is_one_of(entry.option, "PART", "PART_IO"))
    for (const Index p : ids_of(entry, deck.parts.index(), "part")) in_part[p] = true;
  else if (entry.option != "ALL" && entry.option != "BOX")
    entry.card.error("OPTION", "found {}, expected ALL, SEG, PART, PART_IO, SHELL, SET_SHELL, BOX or BOX_SHELL",
                     entry.option);
  std::vector<char> inside(deck.model.nodes.id.size(), entry.option != "BOX");
  if (entry.option == "BOX") mark(inside, nodes_in_boxes(deck, entry));
  for (const ContactSegment& s : surface_of_parts(deck.model, in_part).segments)
    if (std::all_of(s.nodes.begin(), s.nodes.end(), [&](Index n) { return inside[n]; })) segments.push_back(s.nodes);
}

/// With those of the sets of an _ADD, which may be such sets again.
void append_segments(Deck& deck, const RawSet& set, std::vector<std::array<Index, 4>>& segments, int depth) {
  constexpr int deepest = 1000;
  if (depth > deepest) return set.head.error("", "sets that are added to each other are nested without end");
  for (const auto& ids : set.segments) segments.push_back(segment_of_ids(deck, set, ids));
  for (const RawSet::General& entry : set.general) append_general_segments(deck, set, entry, segments);
  for (const Id other : set.sets)
    if (const Index added = deck.find(deck.segment_sets, set.head, "", other); added != none)
      append_segments(deck, deck.segment_sets[added], segments, depth + 1);
}

SetKind kind_of_parts(Deck& deck) {
  return {deck, deck.part_sets, deck.parts.index(), "part", [&deck](const RawSet::General& entry) {
            if (!is_one_of(entry.option, "PART", "DPART"))
              entry.card.error("OPTION", "found {}, expected ALL, PART or DPART", entry.option);
            return ids_of(entry, deck.parts.index(), "part");
          }};
}
SetKind kind_of_shells(Deck& deck) {
  return {deck, deck.shell_sets, deck.shell_index, "shell", [&deck](const RawSet::General& entry) {
            return general_elements(deck, entry, deck.shell_index, deck.model.shells, deck.part_elements.shells,
                                    "shell");
          }};
}
SetKind kind_of_solids(Deck& deck) {
  return {deck, deck.solid_sets, deck.solid_index, "solid", [&deck](const RawSet::General& entry) {
            return general_elements(deck, entry, deck.solid_index, deck.model.solids, deck.part_elements.solids,
                                    "solid");
          }};
}
SetKind kind_of_beams(Deck& deck) {
  return {deck, deck.beam_sets, deck.beam_index, "beam", [&deck](const RawSet::General& entry) {
            return general_elements(deck, entry, deck.beam_index, deck.model.beams, deck.part_elements.beams,
                                    "beam");
          }};
}

std::vector<Index> nodes_of_sets(Deck& deck, const RawSet::General& entry) {
  std::vector<Index> nodes;
  const auto append = [&nodes](const auto& some) { nodes.insert(nodes.end(), some.begin(), some.end()); };
  const auto each_of = [&](const Table<RawSet>& table, const auto& take) {
    for (const Index set : ids_of(entry, table.index(), table.what())) take(set);
  };
  const std::string_view kind = std::string_view(entry.option).substr(4);
  if (kind == "SHELL")
    each_of(deck.shell_sets, [&](Index set) {
      append(nodes_of_elements(deck.model.shells, members_of(kind_of_shells(deck), set)));
    });
  else if (kind == "SOLID")
    each_of(deck.solid_sets, [&](Index set) {
      append(nodes_of_elements(deck.model.solids, members_of(kind_of_solids(deck), set)));
    });
  else if (kind == "BEAM")
    each_of(deck.beam_sets, [&](Index set) {
      append(nodes_of_elements(deck.model.beams, members_of(kind_of_beams(deck), set)));
    });
  else if (kind == "PART")
    each_of(deck.part_sets, [&](Index set) { append(nodes_of_parts(deck, members_of(kind_of_parts(deck), set))); });
  else if (kind == "SEGMENT")
    each_of(deck.segment_sets, [&](Index set) {
      std::vector<std::array<Index, 4>> segments;
      append_segments(deck, deck.segment_sets[set], segments, 0);
      for (const auto& segment : segments) append(segment);
    });
  else
    entry.card.error("OPTION", "found {}, expected SET_ with BEAM, NODE, PART, SEGMENT, SHELL or SOLID", entry.option);
  return nodes;
}

}  // namespace

void make_unique(std::vector<Index>& values) {
  if (!std::is_sorted(values.begin(), values.end())) std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

bool unite_collected(RawSet& set, RawSet& other) {
  if (!set.is_collected || !other.is_collected) return false;
  const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  append(set.items, other.items);
  append(set.ranges, other.ranges);
  append(set.segments, other.segments);
  append(set.general, other.general);
  append(set.sets, other.sets);
  return true;
}

std::vector<Index> nodes_of_parts(const Deck& deck, const std::vector<Index>& parts) {
  std::vector<Index> nodes;
  const auto append = [&](const auto& elements, const std::vector<std::vector<Index>>& of_parts) {
    for (const Index p : parts) {
      const std::vector<Index> some = nodes_of_elements(elements, of_parts[p]);
      nodes.insert(nodes.end(), some.begin(), some.end());
    }
  };
  append(deck.model.shells, deck.part_elements.shells);
  append(deck.model.solids, deck.part_elements.solids);
  append(deck.model.beams, deck.part_elements.beams);
  append(deck.model.springs, deck.part_elements.springs);
  make_unique(nodes);
  return nodes;
}

std::vector<Index> nodes_of_set(Deck& deck, const Card& card, std::string_view field) {
  const auto general = [&](const RawSet::General& entry) { return general_nodes(deck, entry); };
  return members_of({deck, deck.node_sets, deck.node_index, "node", general}, card, field);
}

std::vector<Index> nodes_of_set_as_given(Deck& deck, const Card& card, std::string_view field) {
  std::vector<Index> ascending = nodes_of_set(deck, card, field);
  const Index found = deck.node_sets.find(card.id(field, IdOf::set));
  if (ascending.empty() || found == none || !deck.node_sets[found].general.empty() ||
      !deck.node_sets[found].sets.empty())
    return ascending;
  std::vector<Index> nodes;
  for (const Index node : listed(deck.node_sets[found], deck.node_index, "node"))
    if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
  return nodes;
}

std::vector<Index> nodes_of_set_or_all(Deck& deck, const Card& card, std::string_view field) {
  if (card.id(field) != 0) return nodes_of_set(deck, card, field);
  std::vector<Index> all(deck.model.nodes.id.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::vector<Index> parts_of_set(Deck& deck, const Card& card, std::string_view field) {
  return members_of(kind_of_parts(deck), card, field);
}

std::vector<Index> named_parts(Deck& deck, const Card& card, std::string_view field, bool of_set) {
  if (of_set) return parts_of_set(deck, card, field);
  const Index part = deck.find(deck.parts, card, field);
  return part != none ? std::vector{part} : std::vector<Index>{};
}

std::vector<PartSet> sound_part_sets(Deck& deck) {
  std::vector<PartSet> sound;
  for (Index s = 0; s < deck.part_sets.size(); ++s) {
    const Diagnostics before = deck.log;
    PartSet set{deck.part_sets.id(s), {}};
    try {
      set.parts = parts_of_set(deck, deck.part_sets[s].head, "SID");
    } catch (const Error&) {  // too many parts that are not there
    }
    if (deck.log.failed())
      deck.log = before;
    else
      sound.push_back(std::move(set));
  }
  return sound;
}

std::vector<Index> shells_of_set(Deck& deck, const Card& card, std::string_view field) {
  return members_of(kind_of_shells(deck), card, field);
}

std::vector<Index> solids_of_set(Deck& deck, const Card& card, std::string_view field) {
  return members_of(kind_of_solids(deck), card, field);
}

std::vector<Index> beams_of_set(Deck& deck, const Card& card, std::string_view field) {
  return members_of(kind_of_beams(deck), card, field);
}

std::vector<std::array<Index, 4>> segments_of_set(Deck& deck, const Card& card, std::string_view field) {
  const Index found = deck.find(deck.segment_sets, card, field);
  if (found == none) return {};
  std::vector<std::array<Index, 4>> segments;
  append_segments(deck, deck.segment_sets[found], segments, 0);
  if (segments.empty() && !deck.log.failed()) card.error(field, "segment set {} is empty", card.id(field));
  return segments;
}

}  // namespace crumple::deck
