#pragma once

#include <cstdint>

namespace crumple {

using Index = std::int32_t;  ///< position in one of the model's lists
using Id = std::int64_t;     ///< number given by the user in the deck
inline constexpr Index none = -1;

}  // namespace crumple
