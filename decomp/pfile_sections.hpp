// The parsers of the parts of a pfile, apart in files by topic. Called by `pfile.cpp`.
#pragma once

#include "decomp/pfile_text.hpp"

namespace crumple {

/// The names of the transformations.
const std::vector<std::string>& transformation_words();

/// Adds the transformation that `option`, just taken, names; false if it is none.
bool read_transformation(const Token& option, TokenReader& tokens, Transformation& transformation);

/// Reads a region from its `{` to its `}`; `where` is the place of the word `region`.
Region read_region(const TextPlace& where, TokenReader& tokens);

/// A region of all elements behind the faces of one contact interface.
Region region_of_contact(Id id, Grouping grouping, const TextPlace& where);

}  // namespace crumple
