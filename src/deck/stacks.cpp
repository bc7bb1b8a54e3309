#include "deck/stacks.hpp"

#include <fmt/format.h>

#include <tuple>

namespace crumple::deck {
namespace {

constexpr Field two_layers[] = {
    id(IdOf::material, "MID1", "material of a layer; all layers have the same material law"),
    real("THICK1", "its thickness", "length"),
    real("B1", "angle of its axes", "degree"),
    no_effect("TMID1", "thermal analysis only"),
    id(IdOf::material, "MID2", "the next layer; 0: none"),
    real("THICK2", "its thickness", "length"),
    real("B2", "angle of its axes", "degree"),
    no_effect("TMID2", "thermal analysis only")};
constexpr Field one_layer[] = {id(IdOf::material, "MID1", "material of a layer; all layers have the same material law"),
                               real("THICK1", "its thickness", "length"), real("B1", "angle of its axes", "degree"),
                               blank(), no_effect("PLYID1", "only for ply identification in post-processing")};

constexpr std::size_t most_layers = 64;  // as kernels::max_layers; physics checks

/// Adds the layers of a card.
void add_layers(const Card& card, Stack& stack) {
  for (const auto& [material, thickness, angle] :
       {std::tuple{"MID1", "THICK1", "B1"}, std::tuple{"MID2", "THICK2", "B2"}}) {
    if (card.size() < std::size(two_layers) && material != std::string_view("MID1")) return;
    if (card.id(material) == 0) return;
    stack.plies.push_back({card, material, card.id(material)});
    stack.layers.push_back({.thickness = card.real(thickness), .angle = card.real(angle)});
    if (!(card.real(thickness) > 0))
      card.error(thickness, fmt::format("found {}, expected a positive thickness [length]", card.real(thickness)));
  }
}

}  // namespace

std::span<const Field> layers_card() { return two_layers; }
std::span<const Field> long_layer_card() { return one_layer; }

double Stack::thickness() const {
  double sum = 0;
  for (const SectionLayer& layer : layers) sum += layer.thickness;
  return sum;
}

StackKey key_of(const Stack& stack) {
  StackKey key;
  for (std::size_t k = 0; k < stack.plies.size(); ++k)
    key.emplace_back(stack.plies[k].material, stack.layers[k].thickness, stack.layers[k].angle);
  return key;
}

Stack read_stack(Cards& cards, std::span<const Field> form, const std::function<bool()>& goes_on) {
  Stack stack;
  while (cards.more() && goes_on()) add_layers(cards.next(form), stack);
  if (stack.plies.empty() || stack.plies.size() > most_layers)
    cards.error("MID1", fmt::format("found {} layers, expected 1 to {}", stack.plies.size(), most_layers));
  return stack;
}

}  // namespace crumple::deck
