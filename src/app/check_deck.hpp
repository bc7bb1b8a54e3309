// `crumple check i=DECK`: a page that summarises a deck and its unsupported features.
#pragma once

#include <string>

namespace crumple {

struct Options;  // options.hpp

struct DeckCheck {
  std::string text;
  std::string verdict;  ///< "The deck runs.", or not
  bool runs = false;  ///< no errors found
};

DeckCheck check_deck(const Options& options);

}  // namespace crumple
