// *CONSTRAINED_NODE_SET, _LINEAR, _LINEAR_GLOBAL, _LINEAR_LOCAL: nodes that share some of their velocities.
#include <algorithm>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::node_sets_keywords {

constexpr Field set_card[] = {
    id(IdOf::set, "NSID", "set of the nodes"),
    integer("DOF", "directions that they share: 1 x, 2 y, 3 z, 4 xy, 5 yz, 6 zx, 7 xyz; others are errors"),
    real("TF", "time from which they are free; 0: never", "time", 1e20)};

constexpr Field equation_card[] = {id(IdOf::other, "LCID", "number of the equation, or of its terms")};
constexpr Field term_card[] = {
    id(IdOf::node, "NID", "node"),
    integer("DOF", "displacement: 1 x, 2 y, 3 z, the same in both terms; rotations and others are errors"),
    real("COEF", "coefficient, that of the other term with the opposite sign; other equations are errors", "1")};

constexpr Field local_term_card[] = {term_card[0], term_card[1],
                                     refused("CID", "displacements in a local coordinate system"), term_card[2]};
constexpr Field number_card[] = {integer("NUM", "number of the terms")};
constexpr Field flags_card[] = {term_card[0],
                                integer("DOFX", "1: along x"),
                                integer("DOFY", "1: along y"),
                                integer("DOFZ", "1: along z"),
                                refused("DOFRX", "rotations"),
                                refused("DOFRY", "rotations"),
                                refused("DOFRZ", "rotations"),
                                term_card[2]};

/// DOF of a term, also by flags of which one is set.
int direction_of(const Card& term) {
  if (term.field(1) == "DOF") return choice(term, "DOF", 1, 3);
  int dof = 0, n = 0;
  for (const auto& [field, its] : {std::pair{"DOFX", 1}, std::pair{"DOFY", 2}, std::pair{"DOFZ", 3}})
    if (term.integer(field) != 0) dof = its, ++n;
  if (n != 1) term.error("DOFX", "found {} directions, expected one", n);
  return std::max(dof, 1);
}

/// An equation of two terms that makes two displacements equal.
void resolve_equation(Deck& deck, const Card& first, const std::vector<Card>& terms) {
  if (terms.size() != 2)
    return first.error("", "found {} terms, expected 2, of equal displacements", terms.size());
  const Card &one = terms[0], &other = terms[1];
  const int dof = direction_of(one);
  if (const int its = direction_of(other); its != dof)
    other.error(other.field(1), "found {}, expected {} as in the first term", its, dof);
  if (one.real("COEF") == 0 || one.real("COEF") != -other.real("COEF"))
    other.error("COEF", "found {}, expected {}, not 0: displacements that are equal", other.real("COEF"),
                -one.real("COEF"));
  SharedMotion motion;
  if (first.field(0) == "LCID") motion.id = first.id("LCID");
  motion.dof = DofMask(1 << (dof - 1));
  for (const Card& term : terms) motion.nodes.push_back(deck.find_node(term, "NID"));
  std::ranges::sort(motion.nodes);
  if (motion.nodes[0] == none) return;
  if (motion.nodes[0] == motion.nodes[1])
    return other.error("NID", "found node {} in both terms, expected two nodes", other.id("NID"));
  deck.model.shared_motions.push_back(std::move(motion));
}

Reader equation_reader(std::span<const Field> term_fields) {
  return [term_fields](Cards& cards, const Options&, Deck& deck) {
    const Card first = cards.next(equation_card);
    std::vector<Card> terms;
    while (cards.more()) terms.push_back(cards.next(term_fields));
    deck.later(Phase::conditions, [&deck, first, terms] { resolve_equation(deck, first, terms); });
  };
}

/// Equations of NUM terms each, in the form of older manuals.
void read_numbered_equation(Cards& cards, const Options&, Deck& deck) {
  const Card first = cards.next(number_card);
  std::vector<Card> terms;
  for (int n = first.integer("NUM"); n > 0 && cards.more(); --n) terms.push_back(cards.next(flags_card));
  deck.later(Phase::conditions, [&deck, first, terms] { resolve_equation(deck, first, terms); });
}

void resolve_node_set(Deck& deck, const Card& card, SharedMotion motion) {
  motion.nodes = nodes_of_set(deck, card, "NSID");
  std::ranges::sort(motion.nodes);
  motion.nodes.erase(std::unique(motion.nodes.begin(), motion.nodes.end()), motion.nodes.end());
  if (motion.id == 0) motion.id = card.id("NSID");
  if (motion.nodes.size() > 1) deck.model.shared_motions.push_back(std::move(motion));
}

void read_node_sets(Cards& cards, const Options& options, Deck& deck) {
  constexpr DofMask directions[] = {0, 1, 2, 4, 3, 6, 5, 7};
  SharedMotion motion;
  if (options.count("ID")) motion.id = read_id_card(cards).first;
  const Card card = cards.next(set_card);
  const int option = choice(card, "DOF", 1, 7);
  if (option >= 1 && option <= 7) motion.dof = directions[option];
  if (card.real("TF") > 0) motion.until = card.real("TF");
  deck.later(Phase::conditions, [&deck, card, motion] { resolve_node_set(deck, card, motion); });
}

void add_to(Registry& registry) {
  registry.add("CONSTRAINED_NODE_SET", {"ID"}, {{"_ID", id_card}, {"1", set_card}}, each(read_node_sets));
  const char* const taken = "Taken where it says that two displacements are equal, as *CONSTRAINED_NODE_SET.";
  registry.add("CONSTRAINED_LINEAR_GLOBAL", {}, {{"1", equation_card}, {"2 ...", term_card}},
               equation_reader(term_card), taken);
  registry.add("CONSTRAINED_LINEAR_LOCAL", {}, {{"1", equation_card}, {"2 ...", local_term_card}},
               equation_reader(local_term_card), taken);
  registry.add("CONSTRAINED_LINEAR", {}, {{"1", number_card}, {"2, NUM times", flags_card}},
               each(read_numbered_equation), taken);
}

}  // namespace crumple::deck::node_sets_keywords
