// *DAMPING_PART_STIFFNESS, _SET: damping in proportion to the stiffness of a part's shells and solids. It is added
// behind their material law (kernels/law_additions.cpp).
#include <algorithm>

#include "deck/keywords/keywords.hpp"
#include "deck/sets.hpp"

namespace crumple::deck {
namespace {

constexpr Field damping_card[] = {
    id(IdOf::varies, "PID", "part; part set with _SET"),
    real("COEF",
         "> 0, at most 1: share of critical damping at the highest frequency that the time step bears, 0.01 to 0.25 as "
         "a rule; < 0: minus Rayleigh's beta [time]. The stable step of the elements is shortened for it")};

bool has_others(const Deck& deck, Index part) {
  const auto is_of_part = [&](const auto& element) { return element.part == part; };
  return std::ranges::any_of(deck.model.beams, is_of_part) || std::ranges::any_of(deck.model.springs, is_of_part);
}

void resolve(Deck& deck, const Card& card, bool of_set) {
  std::vector<Index> parts;
  if (of_set)
    parts = parts_of_set(deck, card, "PID");
  else if (const Index part = deck.find(deck.parts, card, "PID"); part != none)
    parts = {part};
  for (const Index p : parts) {
    Part& part = deck.model.parts[std::size_t(p)];
    part.stiffness_damping = card.real("COEF");
    if (has_others(deck, p))
      card.warn("PID",
                "part {} has beams or discrete elements, which are not damped: only shells and "
                "solids are",
                part.id);
  }
}

Reader damping_reader(bool of_set) {
  return [of_set](Cards& cards, const Options&, Deck& deck) {
    while (cards.more()) {
      const Card card = cards.next(damping_card);
      if (card.real("COEF") > 1) card.error("COEF", "found {}, expected at most 1, or minus a time", card.real("COEF"));
      deck.later(Phase::conditions, [&deck, card, of_set] { resolve(deck, card, of_set); });
    }
  };
}

}  // namespace

void register_stiffness_damping(Registry& registry) {
  registry.add("DAMPING_PART_STIFFNESS", {}, {{"1 ...", damping_card}}, damping_reader(false));
  registry.add("DAMPING_PART_STIFFNESS_SET", {}, {{"1 ...", damping_card}}, damping_reader(true));
}

}  // namespace crumple::deck
