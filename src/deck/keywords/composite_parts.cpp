// *PART_COMPOSITE: a part whose layers are given one by one, from the bottom.
#include <fmt/format.h>

#include <algorithm>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr Field part_card[] = {id(IdOf::part, "PID", "number of the part"),
                               integer("ELFORM", "formulation, as in *SECTION_SHELL", 2),
                               real("SHRF", "shear factor", "1", 1.0),
                               real("NLOC", "surface in which the nodes lie: -1 bottom, 0 middle, 1 top", "1"),
                               refused("MAREA", "non-structural mass"),
                               id(IdOf::other, "HGID", "its hourglass control; 0: *CONTROL_HOURGLASS"),
                               no_effect("ADPOPT", "of *CONTROL_ADAPTIVE, which is refused"),
                               no_effect("THSHEL", "of heat")};
constexpr Field layer_card[] = {id(IdOf::material, "MID1", "material of a layer; all of one law"),
                                real("THICK1", "its thickness", "length"),
                                real("B1", "angle of its axes", "degree"),
                                no_effect("TMID1", "of heat"),
                                id(IdOf::material, "MID2", "the next layer; 0: none"),
                                real("THICK2", "its thickness", "length"),
                                real("B2", "angle of its axes", "degree"),
                                no_effect("TMID2", "of heat")};

constexpr int most_layers = 64;  // as kernels::max_layers; physics checks

/// A layer before its material is known.
struct Ply {
  Card card;
  const char* field;
  Id material = 0;
};

/// The layers' materials, whose law must be one, as must the axes that their angles count from.
void resolve_layers(Deck& deck, Id id, const std::vector<Ply>& plies) {
  Part& part = deck.parts[deck.parts.find(id)];
  part.section = deck.sections.find(-id);
  Section& section = deck.sections[part.section];
  for (std::size_t k = 0; k < plies.size(); ++k) {
    const auto& [card, field, wanted] = plies[k];
    const Index found = deck.find(deck.materials, card, field, wanted);
    if (found == none) return;
    section.layers[k].material = found;
    if (k == 0) part.material = found;
    const Material &first = deck.materials[part.material], &own = deck.materials[found];
    if (own.number() != first.number())
      card.error(field, fmt::format("material {} is of type {}, expected {} as that of the bottom layer: layers of "
                                    "several laws are not built",
                                    own.id, own.number(), first.number()));
    if (found != part.material && (own.erosion || first.erosion))
      card.error(field, "found *MAT_ADD_EROSION in a part of several materials, expected none");
  }
}

/// AOPT of the layers, once all are known.
void expect_same_axes(Deck& deck, Id id, const std::vector<Ply>& plies) {
  const Section& section = deck.model.sections[std::size_t(deck.sections.find(-id))];
  const auto axes_of = [&](std::size_t k) {
    return deck.model.materials[std::size_t(section.layers[k].material)].axes.value_or(MaterialAxes{});
  };
  const MaterialAxes first = axes_of(0);
  for (std::size_t k = 1; k < plies.size(); ++k) {
    const MaterialAxes own = axes_of(k);
    if (own.rule != first.rule || norm(own.vector - first.vector) > 0 || own.angle != first.angle)
      plies[k].card.error(plies[k].field, "found other axes (AOPT, BETA) than in the bottom layer, expected the same");
  }
}

/// Layers of two to a card; a layer without material ends them.
std::vector<Ply> read_plies(Cards& cards, Section& section) {
  std::vector<Ply> plies;
  while (cards.more()) {
    const Card card = cards.next(layer_card);
    for (const auto& [material, thickness, angle] :
         {std::tuple{"MID1", "THICK1", "B1"}, std::tuple{"MID2", "THICK2", "B2"}}) {
      if (card.id(material) == 0) break;
      plies.push_back({card, material, card.id(material)});
      section.layers.push_back({.thickness = card.real(thickness), .angle = card.real(angle)});
      if (!(card.real(thickness) > 0))
        card.error(thickness, fmt::format("found {}, expected a positive thickness [length]", card.real(thickness)));
    }
  }
  return plies;
}

void read_composite_part(Cards& cards, const Options&, Deck& deck) {
  Part part;
  part.title = cards.next_text();
  const Card card = cards.next(part_card);
  part.id = card.id("PID");
  if (part.id <= 0) card.error("PID", fmt::format("found {}, expected a positive id", part.id));
  Section section;
  section.id = -part.id;  // those of the deck are positive
  section.title = part.title;
  section.element_form = card.integer("ELFORM");
  if (section.element_form == -16) {
    card.warn("ELFORM", "found -16, the variant of 16 for higher accuracy: computed as 16");
    section.element_form = 16;
  }
  section.shear_factor = card.real("SHRF");
  section.reference_surface = card.real("NLOC");
  expect_not_negative(card, {"SHRF"});
  if (section.reference_surface < -1 || section.reference_surface > 1)
    card.error("NLOC", fmt::format("found {}, expected -1 to 1", section.reference_surface));
  const std::vector<Ply> plies = read_plies(cards, section);
  section.n_layers = int(plies.size());
  if (plies.empty() || section.n_layers > most_layers)
    return card.error("", fmt::format("found {} layers, expected 1 to {}", plies.size(), most_layers));
  double thickness = 0;
  for (const SectionLayer& layer : section.layers) thickness += layer.thickness;
  section.thickness.fill(thickness);
  for (const Ply& ply : plies) deck.used_materials.insert(ply.material);
  deck.parts.add(part.id, part, card.where(), card.keyword());
  deck.sections.add(section.id, section, card.where(), card.keyword());
  deck.later(Phase::definitions, [&deck, card, plies, id = part.id] {
    resolve_layers(deck, id, plies);
    Part& own = deck.parts[deck.parts.find(id)];
    own.hourglass = card.id("HGID") != 0 ? deck.find(deck.hourglasses, card, "HGID") : 0;
  });
  deck.later(Phase::conditions, [&deck, plies, id = part.id] { expect_same_axes(deck, id, plies); });
  check_shell_form(deck, card, section.id);
}

}  // namespace

void register_composite_parts(Registry& registry) {
  registry.add("PART_COMPOSITE", {}, {{"heading", title_card}, {"1", part_card}, {"2, until the end", layer_card}},
               read_composite_part);
}

}  // namespace crumple::deck
