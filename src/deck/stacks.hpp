// Layers of composites as cards give them, from the bottom: of a part (*PART_COMPOSITE) or of single shells
// (*ELEMENT_SHELL_COMPOSITE). Their materials are found by layers.hpp.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "deck/cards.hpp"

namespace crumple::deck {

/// The card of two layers, and that of one (_COMPOSITE_LONG).
std::span<const Field> layers_card();
std::span<const Field> long_layer_card();

/// A layer before its material is known.
struct Ply {
  Card card;
  const char* field = nullptr;  ///< of its material
  Id material = 0;
};

/// Layers from the bottom.
struct Stack {
  std::vector<Ply> plies;            ///< [layer]
  std::vector<SectionLayer> layers;  ///< [layer], their materials none until resolve_layers
  double thickness() const;
};
/// What tells stacks apart: material, thickness and angle of each layer.
using StackKey = std::vector<std::tuple<Id, double, double>>;
StackKey key_of(const Stack& stack);

/// Reads cards of layers while `goes_on` holds; a layer without material ends a card of two. Errors: a thickness that
/// is not positive, no layers, too many.
Stack read_stack(Cards& cards, std::span<const Field> form, const std::function<bool()>& goes_on);

}  // namespace crumple::deck
