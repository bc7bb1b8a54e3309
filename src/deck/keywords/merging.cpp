// *NODE_MERGE_SET and *NODE_MERGE_TOLERANCE: nodes of a set at one place become one.
#include <algorithm>
#include <cmath>
#include <map>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::merging_keywords {

constexpr Field set_card[] = {
    id(IdOf::set, "NSID", "node set; its coincident nodes are merged into the one with the smallest id")};
constexpr Field tolerance_card[] = {real("TOLR", "tolerance for coincident nodes", "length")};

/// Nodes of a set, by cells of the size of the tolerance: those at one place lie in one cell or in neighbouring ones.
class Places {
 public:
  explicit Places(const Deck& deck, double tolerance) : deck_(deck), tolerance_(tolerance) {}

  /// The first node that was put within the tolerance of this one; none if there is none, and it is put now.
  Index find_or_put(Index node) {
    const Vec3& x = position(node);
    const Cell here = cell_of(x);
    for (int i = -1; i <= 1; ++i)
      for (int j = -1; j <= 1; ++j)
        for (int k = -1; k <= 1; ++k) {
          const auto found = nodes_.equal_range({here[0] + i, here[1] + j, here[2] + k});
          for (auto at = found.first; at != found.second; ++at)
            if (norm(position(at->second) - x) <= tolerance_) return at->second;
        }
    nodes_.emplace(here, node);
    return none;
  }

 private:
  using Cell = std::array<std::int64_t, 3>;
  const Vec3& position(Index node) const { return deck_.model.nodes.position[node]; }
  Cell cell_of(const Vec3& x) const {
    const double size = std::max(tolerance_, 1e-300);
    Cell cell;
    for (int c = 0; c < 3; ++c) cell[c] = std::int64_t(std::clamp(std::floor(x[c] / size), -9e18, 9e18));
    return cell;
  }

  const Deck& deck_;
  double tolerance_;
  std::multimap<Cell, Index> nodes_;
};

template <class Element>
void rename_nodes(std::vector<Element>& elements, const std::map<Index, Index>& merged) {
  for (Element& element : elements)
    for_each_node(element, [&](Index& node) {
      if (const auto found = merged.find(node); found != merged.end()) node = found->second;
    });
}

/// A millionth of the model's size is what round-off and digits of a deck make of one place.
double usual_tolerance(const Deck& deck) {
  double largest = 0;
  for (const Vec3& x : deck.model.nodes.position) largest = std::max(largest, norm(x));
  return 1e-6 * largest;
}

void merge(Deck& deck, const Card& card) {
  const double tolerance = deck.merge_tolerance > 0 ? deck.merge_tolerance : usual_tolerance(deck);
  Places places(deck, tolerance);
  std::map<Index, Index> merged;
  for (const Index node : nodes_of_set(deck, card, "NSID"))
    if (const Index first = places.find_or_put(node); first != none) merged[node] = first;
  rename_nodes(deck.model.shells, merged);
  rename_nodes(deck.model.solids, merged);
  rename_nodes(deck.model.beams, merged);
  rename_nodes(deck.model.springs, merged);
  for (SinglePointConstraint& constraint : deck.model.constraints)
    if (const auto found = merged.find(constraint.node); found != merged.end()) constraint.node = found->second;
  for (const auto& [node, first] : merged)
    deck.node_index.rename(deck.model.nodes.id[node], deck.model.nodes.id[first]);
}

void read_tolerance(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(tolerance_card);
  expect_not_negative(card, {"TOLR"});
  deck.merge_tolerance = card.real("TOLR");
}

void add_to(Registry& registry) {
  registry.add("NODE_MERGE_SET", {}, {{"1 ...", set_card}}, each_card(set_card, Phase::moves, merge));
  registry.add("NODE_MERGE_TOLERANCE", {}, numbered(tolerance_card), read_tolerance);
}

}  // namespace crumple::deck::merging_keywords
