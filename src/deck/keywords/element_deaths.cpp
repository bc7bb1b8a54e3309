// *DEFINE_ELEMENT_DEATH_SHELL, _SOLID and their sets: elements that are deleted at a given time.
#include "deck/keywords/keywords.hpp"

namespace crumple::deck::element_deaths_keywords {

constexpr auto death_fields =
    card_of(real("TIME", "when they are deleted; 0: never", "time"), refused("BOXID", "deletion by a box"),
            no_effect("INOUT", "only with BOXID, which is an error"), refused("IDGRP", "deletion in groups"),
            no_effect("CID", "only with BOXID, which is an error"),
            no_effect("PERCENT", "only with IDGRP, which is an error"));
constexpr auto element_card = card_of(id(IdOf::element, "EID", "element"), death_fields);
constexpr auto set_card = card_of(id(IdOf::set, "SID", "set of elements"), death_fields);

std::vector<Index> one_of(const Card& card, const IdIndex& index, const char* what) {
  const Index found = index.find(card.id("EID"));
  if (found != none) return {found};
  card.error("EID", "{} {} is not defined", what, card.id("EID"));
  return {};
}

/// Expects the elements not to be of a rigid part, which does not fail.
template <class Element>
void add_deaths(Deck& deck, const Card& card, const std::vector<Index>& which, const std::vector<Element>& elements) {
  const double time = card.real("TIME");
  if (!(time > 0)) return card.warn("TIME", "found {}, its elements are not deleted", time);
  for (const Index e : which) {
    const Element& element = elements[std::size_t(e)];
    const Part& part = deck.model.parts[std::size_t(element.part)];
    if (deck.model.materials[std::size_t(part.material)].has_no_stress())
      return card.error("", "element {} is of part {}, which has no stress: it is not deleted", element.id, part.id);
    ElementDeath death{none, none, time};
    (std::is_same_v<Element, Shell> ? death.shell : death.solid) = e;
    deck.model.element_deaths.push_back(death);
  }
}

void resolve_shell(Deck& deck, const Card& card) {
  add_deaths(deck, card, one_of(card, deck.shell_index, "shell"), deck.model.shells);
}
void resolve_shells(Deck& deck, const Card& card) {
  add_deaths(deck, card, shells_of_set(deck, card, "SID"), deck.model.shells);
}
void resolve_solid(Deck& deck, const Card& card) {
  add_deaths(deck, card, one_of(card, deck.solid_index, "solid"), deck.model.solids);
}
void resolve_solids(Deck& deck, const Card& card) {
  add_deaths(deck, card, solids_of_set(deck, card, "SID"), deck.model.solids);
}

void add_to(Registry& registry) {
  const auto add = [&registry](const char* name, std::span<const Field> fields, void (*resolve)(Deck&, const Card&)) {
    registry.add(name, {"TITLE"}, {{"1 ...", fields}}, each_card(fields, Phase::conditions, resolve));
  };
  add("DEFINE_ELEMENT_DEATH_SHELL", element_card, resolve_shell);
  add("DEFINE_ELEMENT_DEATH_SHELL_SET", set_card, resolve_shells);
  add("DEFINE_ELEMENT_DEATH_SOLID", element_card, resolve_solid);
  add("DEFINE_ELEMENT_DEATH_SOLID_SET", set_card, resolve_solids);
}

}  // namespace crumple::deck::element_deaths_keywords
