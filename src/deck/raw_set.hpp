// A *SET as its cards say it, before its ids are known to exist. Kept by `deck.hpp`, resolved by `sets.hpp`.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "deck/cards.hpp"

namespace crumple::deck {

/// A *SET as written.
struct RawSet {
  /// One card of the _GENERAL form: an option and up to seven ids.
  struct General {
    std::string option;
    std::vector<Id> ids;
    Card card;
  };
  /// Those of the ids first, first + step, ... up to last that exist.
  struct Range {
    Id first = 0, last = 0, step = 1;
  };
  std::string title;
  std::vector<Id> items;
  std::vector<Range> ranges;                ///< _GENERATE, _GENERATE_INCREMENT
  std::vector<std::array<Id, 4>> segments;  ///< *SET_SEGMENT
  std::vector<General> general;
  std::vector<Id> sets;  ///< _ADD: sets to be united
  bool is_intersection = false;  ///< _INTERSECT: of these sets, instead
  Card head;             ///< the card with the id, for messages
  bool is_collected = false;  ///< _COLLECT: sets of this id are one
};

/// Elements of each part, so that the nodes of a part are found without a walk over the mesh.
struct PartElements {
  std::vector<std::vector<Index>> shells, solids, beams, springs;  ///< by part
  std::vector<Index> parts;                                        ///< that have elements, ascending
};

}  // namespace crumple::deck
