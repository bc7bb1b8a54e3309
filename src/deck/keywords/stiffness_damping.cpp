// *DAMPING_PART_STIFFNESS, _SET: damping in proportion to the stiffness of a part's shells and solids. It is added
// behind their material law (kernels/law_additions.cpp).
#include <algorithm>

#include "deck/keywords/keywords.hpp"
#include "deck/sets.hpp"

namespace crumple::deck::stiffness_damping_keywords {

constexpr Field damping_card[] = {
    id(IdOf::varies, "PID", "part; part set with _SET"),
    real("COEF",
         "> 0, at most 1: share of critical damping at the highest frequency that the time step bears, 0.01 to 0.25 as "
         "a rule; < 0: minus Rayleigh's beta [time]. The stable step of the elements is shortened for it")};

bool has_others(const Deck& deck, Index part) {
  const auto is_of_part = [&](const auto& element) { return element.part == part; };
  return std::ranges::any_of(deck.model.beams, is_of_part) || std::ranges::any_of(deck.model.springs, is_of_part);
}

template <bool of_set>
void resolve(Deck& deck, const Card& card) {
  if (card.real("COEF") > 1) card.error("COEF", "found {}, expected at most 1, or minus a time", card.real("COEF"));
  for (const Index p : named_parts(deck, card, "PID", of_set)) {
    Part& part = deck.model.parts[p];
    part.stiffness_damping = card.real("COEF");
    if (has_others(deck, p))
      card.warn("PID",
                "part {} has beams or discrete elements, which are not damped: only shells and "
                "solids are",
                part.id);
  }
}

void add_to(Registry& registry) {
  registry.add("DAMPING_PART_STIFFNESS", {}, {{"1 ...", damping_card}},
               each_card(damping_card, Phase::conditions, resolve<false>));
  registry.add("DAMPING_PART_STIFFNESS_SET", {}, {{"1 ...", damping_card}},
               each_card(damping_card, Phase::conditions, resolve<true>));
}

}  // namespace crumple::deck::stiffness_damping_keywords
