// Numbers as decks write them, from a stretch of text without allocation.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace crumple::deck {

/// Without blanks at either end. Tabs stay, so that they are noticed in fixed columns.
std::string_view trim(std::string_view text);

/// A real number: `1.5`, `1`, `.5`, `+2.`, `1.5e3`, `1.5D3`, `2.0-3` (= 2.0e-3). Nothing if `text`, trimmed, is
/// anything else or is not finite.
std::optional<double> parse_real(std::string_view text);

/// Whether `value` has no fraction and is at most 9e15: doubles hold these, and no others, exactly.
bool is_whole(double value);

/// A whole number in the sense of is_whole, also written as a real (`1.`, `1.0`, `1e3`). Nothing if `text` is anything
/// else.
std::optional<std::int64_t> parse_integer(std::string_view text);

}  // namespace crumple::deck
