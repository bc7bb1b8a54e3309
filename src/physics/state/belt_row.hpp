// The sbtout row of a seat belt's element, slip ring or retractor.
#pragma once

#include <cstdint>

#include "model/mesh.hpp"

namespace crumple {

struct BeltRow {
  enum class Kind : std::uint8_t { element, ring, retractor };
  Kind kind = Kind::element;
  Id id = 0;
  double first = 0;   ///< tension [force]; ring: belt slid from its first element to its second in all; retractor: belt
                      ///< that came out of it in all [length]
  double second = 0;  ///< length, as it is; ring: the other way [length]; retractor: tension at its mouth [force]
};

}  // namespace crumple
