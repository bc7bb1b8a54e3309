// What is done with every field of every keyword, as docs/keywords.md: written from the tables that the reader uses.
// Called by `crumple keywords`.
#pragma once

#include <string>

#include "deck/registry.hpp"

namespace crumple::deck {

/// Markdown: a section for each family of keywords, a table for each keyword.
std::string describe_keywords(const Registry& registry);

}  // namespace crumple::deck
