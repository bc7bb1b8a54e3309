#pragma once

#include <cstdint>

namespace crumple {

using Index = std::int32_t;  ///< position in one of the model's lists
inline constexpr Index none = -1;

}  // namespace crumple
