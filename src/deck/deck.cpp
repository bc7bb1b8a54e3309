#include "deck/deck.hpp"

#include <fmt/format.h>

namespace crumple::deck {

Index Deck::find_node(const Card& card, std::string_view field, Id id) {
  const Index found = node_index.find(id);
  if (found == none) card.error(field, "node {} is not defined", id);
  return found;
}

}  // namespace crumple::deck
