#include "deck/survey.hpp"

#include <fmt/format.h>

#include "deck/deck.hpp"

namespace crumple::deck {

void Survey::count(const Deck& deck) {
  const auto add = [&](const std::string& what, std::size_t n) {
    if (n > 0) counts[what] += std::int64_t(n);
  };
  add("nodes", deck.nodes.size());
  add("shells", deck.shells.size());
  add("solids", deck.solids.size());
  add("beams", deck.beams.size());
  add("springs", deck.springs.size());
  add("masses", std::size_t(deck.masses.size()));
  add("parts", std::size_t(deck.parts.size()));
  add("curves", std::size_t(deck.curves.size()));
  for (Index s = 0; s < deck.sections.size(); ++s)
    add(fmt::format("sections of {}s with ELFORM {}", name_of(deck.sections[s].kind), deck.sections[s].element_form),
        1);
  for (Index m = 0; m < deck.materials.size(); ++m) add(fmt::format("materials *{}", deck.materials.keyword(m)), 1);
}

}  // namespace crumple::deck
