// `crumple check i=DECK`: one page that says what a deck holds, and what of it is not supported.
#pragma once

#include <string>

namespace crumple {

struct Options;  // options.hpp

struct DeckCheck {
  std::string text;
  bool runs = false;  ///< no error was found
};

DeckCheck check_deck(const Options& options);

}  // namespace crumple
