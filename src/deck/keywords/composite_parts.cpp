// *PART_COMPOSITE: a part whose layers are given one by one, from the bottom.
#include <algorithm>

#include "deck/keywords/keywords.hpp"
#include "deck/layers.hpp"

namespace crumple::deck::composite_parts_keywords {

constexpr Field part_card[] = {
    id(IdOf::part, "PID", "number of the part"),
    integer("ELFORM", "formulation, as in *SECTION_SHELL", 2),
    real("SHRF", "shear factor", "1", 1.0),
    real("NLOC", "reference surface, in which the nodes lie: -1 bottom, 0 middle, 1 top", "1"),
    refused("MAREA", "non-structural mass"),
    id(IdOf::other, "HGID", "its hourglass control; 0: that of *CONTROL_HOURGLASS"),
    no_effect("ADPOPT", "only for *CONTROL_ADAPTIVE, which refines nothing"),
    no_effect("THSHEL", "thermal analysis only")};
void read_composite_part(Cards& cards, const Options& options, Deck& deck) {
  Part part;
  part.title = cards.next_text();
  const Card card = cards.next(part_card);
  part.id = positive_id(card, "PID");
  Section section;
  section.id = -part.id;  // those of the deck are positive
  section.title = part.title;
  section.element_form = read_shell_form(card);
  section.shear_factor = card.real("SHRF");
  expect_not_negative(card, {"SHRF"});
  read_reference_surface(card, section);
  const Stack stack = read_stack(cards, options.count("LONG") ? long_layer_card() : layers_card(), [] { return true; });
  section.layers = stack.layers;
  section.n_layers = int(stack.layers.size());
  section.thickness.fill(stack.thickness());
  for (const Ply& ply : stack.plies) deck.used_materials.insert(ply.material);
  deck.parts.add(part.id, part, card);
  deck.sections.add(section.id, section, card);
  deck.later(Phase::definitions, [&deck, card, stack, id = part.id] {
    Part& own = deck.parts[deck.parts.find(id)];
    own.section = deck.sections.find(-id);
    std::vector<SectionLayer>& layers = deck.sections[own.section].layers;
    if (layers.size() != stack.layers.size()) return;  // those of another part of this number, which is an error
    if (resolve_layers(deck, stack, layers) && !layers.empty()) own.material = layers.front().material;
    own.hourglass = card.id("HGID") != 0 ? deck.find(deck.hourglasses, card, "HGID") : 0;
  });
  deck.later(Phase::conditions, [&deck, stack, id = part.id] {
    const Index section = deck.sections.find(-id);
    if (section != none) expect_same_axes(deck, stack, deck.model.sections[section].layers);
  });
  check_shell_form(deck, card, section.id);
}

void add_to(Registry& registry) {
  registry.add("PART_COMPOSITE", {"LONG"},
               {{"heading", title_card},
                {"1", part_card},
                {"2, until the end", layers_card()},
                {"2, with _LONG", long_layer_card()}},
               read_composite_part);
}

}  // namespace crumple::deck::composite_parts_keywords
