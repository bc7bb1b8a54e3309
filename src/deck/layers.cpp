#include "deck/layers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "model/thickness.hpp"

namespace crumple::deck {
namespace {

/// Makes the sections of shells, one for each part, stack and offset.
class OwnSections {
 public:
  explicit OwnSections(Deck& deck) : deck_(deck) {}

  Index of(const Shell& shell, const ShellExtras& extras) {
    const double reference = extras.has_offset ? -2 * extras.offset / mean_thickness(deck_.model, shell) : no_offset;
    const auto [at, is_new] = made_.try_emplace({shell.part, extras.stack, reference}, none);
    if (is_new) at->second = make(shell, extras.stack, reference);
    return at->second;
  }

 private:
  static constexpr double no_offset = 1e300;

  Index make(const Shell& shell, Index stack, double reference) {
    Section section = deck_.model.section_of(shell);
    if (stack != none) {
      const Stack& own = deck_.shell_stacks[stack];
      section.layers = own.layers;
      section.n_layers = int(own.layers.size());
      if (resolve_layers(deck_, own, section.layers)) expect_same_axes(deck_, own, section.layers);
      section.thickness.fill(own.thickness());
    }
    if (reference != no_offset) section.reference_surface = reference;
    deck_.model.sections.push_back(std::move(section));
    return Index(deck_.model.sections.size()) - 1;
  }

  Deck& deck_;
  std::map<std::tuple<Index, Index, double>, Index> made_;
};

}  // namespace

bool resolve_layers(Deck& deck, const Stack& stack, std::vector<SectionLayer>& layers) {
  // Materials are in the table until they are moved to the model.
  const auto material = [&deck](Index m) -> const Material& {
    return deck.model.materials.empty() ? deck.materials[m] : deck.model.materials[m];
  };
  for (std::size_t k = 0; k < stack.plies.size(); ++k) {
    const auto& [card, field, wanted] = stack.plies[k];
    const Index found = deck.find(deck.materials, card, field, wanted);
    if (found == none) return false;
    layers[k].material = found;
    const Material &first = material(layers[0].material), &own = material(found);
    if (own.number() != first.number())
      card.error(field,
                 "material {} is of type {}, expected {} as that of the bottom layer: layers of "
                 "several laws are not built",
                 own.id, own.number(), first.number());
    if (found != layers[0].material && (own.erosion || first.erosion))
      card.error(field, "found *MAT_ADD_EROSION in a part of several materials, expected none");
  }
  return true;
}

void expect_same_axes(const Deck& deck, const Stack& stack, const std::vector<SectionLayer>& layers) {
  // those of another part of this number, or of unknown materials, which are errors that a survey goes beyond
  if (layers.size() != stack.plies.size()) return;
  const auto is_unknown = [&](const SectionLayer& layer) {
    return std::size_t(layer.material) >= deck.model.materials.size();
  };
  if (layers.empty() || std::ranges::any_of(layers, is_unknown)) return;
  const auto axes_of = [&](std::size_t k) {
    return deck.model.materials[layers[k].material].axes.value_or(MaterialAxes{});
  };
  const MaterialAxes first = axes_of(0);
  for (std::size_t k = 1; k < stack.plies.size(); ++k) {
    const MaterialAxes own = axes_of(k);
    if (own.rule != first.rule || norm(own.vector - first.vector) > 0 || own.angle != first.angle)
      stack.plies[k].card.error(stack.plies[k].field,
                                "found other axes (AOPT, BETA) than in the bottom layer, expected the same");
  }
}

void give_shells_sections(Deck& deck) {
  OwnSections sections(deck);
  for (std::size_t s = 0; s < deck.shells_with_sections.size(); ++s) {
    const auto& [shell, extras] = deck.shells_with_sections[s];
    Shell& own = deck.model.shells[shell];
    own.section = sections.of(own, deck.shell_extras[extras]);
  }
}

}  // namespace crumple::deck
