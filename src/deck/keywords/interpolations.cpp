// *CONSTRAINED_INTERPOLATION: a node that moves as the mean of others does.
#include <algorithm>
#include <numeric>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::interpolations_keywords {

constexpr auto first_card = card_of(
    id(IdOf::other, "ICID", "number of the constraint"), id(IdOf::node, "DNID", "dependent node"),
    integer("DDOF", "its dependent degrees of freedom: digits 1 to 3 translations, 4 to 6 rotations", 123456),
    refused("CIDD", "degrees of freedom in a local frame"), integer("ITYP", "INID is a node (0) or a node set (1)"),
    alike(no_effect("IDNSW", "of implicit runs"), "FGM"));
constexpr auto node_card = card_of(
    id(IdOf::varies, "INID", "independent node, or a set of them"),
    integer("IDOF", "must contain 1 to 3; rotations of independent nodes have no weight, with a warning", 123456),
    real("TWGHTX", "weight", "1", 1), alike(real("TWGHTY", "an error if different from TWGHTX", "1"), "TWGHTZ"),
    alike(no_effect("RWGHTX", "rotations of independent nodes are not weighted"), "RWGHTY", "RWGHTZ"));

/// Digits 1 to 6 as bits.
DofMask dof_of_digits(const Card& card, std::string_view field) {
  DofMask dof = 0;
  const std::string digits = std::to_string(card.integer(field));
  for (const char digit : digits) {
    if (digit < '1' || digit > '6') return card.error(field, "found {}, expected digits 1 to 6", digits), DofMask(0);
    dof = DofMask(dof | 1 << (digit - '1'));
  }
  return dof;
}

void check_independent(const Card& card) {
  constexpr DofMask translations = 7;
  const DofMask dof = dof_of_digits(card, "IDOF");
  if ((dof & translations) != translations)
    card.error("IDOF", "found {}, expected 123: weights by direction are not built", card.integer("IDOF"));
  if (dof & ~translations)
    card.warn("IDOF",
              "rotations of independent nodes are not weighted; the mean rotation is computed from their positions");
  for (const char* field : {"TWGHTY", "TWGHTZ"})
    if (card.given(field) && card.real(field) != 0 && card.real(field) != card.real("TWGHTX"))
      card.error(field, "found {}, expected {} as TWGHTX: weights by direction are not built", card.real(field),
                 card.real("TWGHTX"));
  expect_positive(card, {"TWGHTX"}, "a positive weight");
}

void resolve_interpolation(Deck& deck, const Card& first, const std::vector<Card>& independent) {
  Interpolation its;
  its.id = first.id("ICID");
  its.node = deck.find_node(first, "DNID");
  its.dof = dof_of_digits(first, "DDOF");
  const bool of_sets = first.integer("ITYP") == 1;
  for (const Card& card : independent) {
    const std::vector<Index> nodes = of_sets ? nodes_of_set(deck, card, "INID")
                                             : std::vector{deck.find_node(card, "INID", card.id("INID", IdOf::node))};
    for (const Index node : nodes) {
      if (node == its.node || std::ranges::find(its.nodes, node) != its.nodes.end())
        card.error("INID", "node {} is in the constraint twice, expected it once",
                   node == none ? 0 : deck.model.nodes.id[node]);
      its.nodes.push_back(node);
      its.weights.push_back(card.real("TWGHTX"));
    }
  }
  if (its.nodes.size() < 3)
    return first.error("DNID", "found {} independent nodes, expected at least 3", its.nodes.size());
  const double sum = std::accumulate(its.weights.begin(), its.weights.end(), 0.0);
  for (double& weight : its.weights) weight /= sum;
  deck.model.interpolations.push_back(std::move(its));
}

void read_interpolation(Cards& cards, const Options&, Deck& deck) {
  const Card first = cards.next(first_card);
  choice(first, "ITYP", 0, 1);
  std::vector<Card> independent;
  while (cards.more()) {
    independent.push_back(cards.next(node_card));
    check_independent(independent.back());
  }
  deck.later(Phase::conditions, [&deck, first, independent] { resolve_interpolation(deck, first, independent); });
}

void add_to(Registry& registry) {
  registry.add("CONSTRAINED_INTERPOLATION", {}, {{"1", first_card}, {"2 ...", node_card}}, read_interpolation);
}

}  // namespace crumple::deck::interpolations_keywords
