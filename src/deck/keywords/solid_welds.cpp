// *DEFINE_HEX_SPOTWELD_ASSEMBLY: spot welds of several solids.
#include <algorithm>
#include <string>

#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_1100_solid_spot_weld.hpp"

namespace crumple::deck::solid_welds_keywords {

using kernels::SolidSpotWeld;

/// N of the option _N, at most.
constexpr std::size_t most_elements = 16;

constexpr Field weld_card[] = {integer("ID_SW", "number of the weld, of no use but in messages")};
constexpr auto elements_card = card_of(id(IdOf::element, "EID1", "solid of the weld"),
                                       alike(id(IdOf::element, "EID2", "as EID1"), "EID3", "EID4", "EID5", "EID6",
                                             "EID7", "EID8"));

/// A weld's elements, of one material: the law counts them.
void resolve_weld(Deck& deck, const Card& first, const std::vector<Id>& elements) {
  Index material = none;
  for (const Id id : elements) {
    const Index solid = deck.solid_index.find(id);
    if (solid == none) return first.error("ID_SW", "solid {} is not defined", id);
    const Index its = deck.model.parts[deck.model.solids[std::size_t(solid)].part].material;
    if (material != none && its != material)
      return first.error("ID_SW", "solid {} has another material than solid {}", id, elements[0]);
    material = its;
  }
  const auto* law = deck.model.materials[std::size_t(material)].law.as<SolidSpotWeld>();
  if (!law) return first.error("ID_SW", "solid {} is not of *MAT_SPOTWELD", elements[0]);
  const double count = double(elements.size());
  if (law->elements > 1 && law->elements != count)
    first.warn("ID_SW", "the weld has {} elements, others of its material {}: the larger number is used", count,
               law->elements);
  SolidSpotWeld of_several = *law;
  of_several.elements = std::max(law->elements, count);
  deck.model.materials[std::size_t(material)].law = of_several;
}

void read_assemblies(Cards& cards, const Options& options, Deck& deck) {
  std::size_t n = 8;
  for (std::size_t i = 1; i <= most_elements; ++i)
    if (options.count(std::to_string(i)) > 0) n = i;
  do {
    const Card first = cards.next(weld_card);
    std::vector<Id> elements;
    for (std::size_t read = 0; read < n && (read == 0 || cards.more()); read += 8) {
      const Card card = cards.next(elements_card);
      for (const auto& field : elements_card)
        if (const Id id = card.id(field.name); id != 0) elements.push_back(id);
    }
    if (elements.empty()) {
      first.error("ID_SW", "the weld has no elements");
      continue;
    }
    deck.later(Phase::conditions, [&deck, first, elements] { resolve_weld(deck, first, elements); });
  } while (cards.more());
}

void add_to(Registry& registry) {
  std::vector<std::string> options;
  for (std::size_t n = 1; n <= most_elements; ++n) options.push_back(std::to_string(n));
  registry.add("DEFINE_HEX_SPOTWELD_ASSEMBLY", options, {{"1", weld_card}, {"2, 3", elements_card}}, read_assemblies,
               "_N: a weld has N elements on one card or two, without it on one.");
}

}  // namespace crumple::deck::solid_welds_keywords
