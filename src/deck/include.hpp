// File names on cards of *INCLUDE, and where they are looked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "deck/deck.hpp"

namespace crumple::deck {

/// A file name and the line it starts on.
struct FileName {
  std::string name;
  Location where;
};

/// The names of a block, one a line; ` +` at the end of a line joins the next one.
std::vector<FileName> file_names(const Block& block);

/// The file `name` as seen from the including file's folder, else from the folders of *INCLUDE_PATH. An empty path if
/// there is none.
std::filesystem::path find_file(const Deck& deck, const std::filesystem::path& folder, const std::string& name);

/// The cards of *INCLUDE_TRANSFORM behind the file name.
const std::vector<CardForm>& include_transform_cards();
/// What they say, on top of the placement of the including file; `cards` begin with the file name. Nothing, with an
/// error, if the transformation is not defined.
std::optional<Placement> read_placement(Cards& cards, const Deck& deck);

}  // namespace crumple::deck
