// The tag of all messages between neighbours. One is enough: all ranks start their exchanges in the same order, and
// messages of one rank to another do not overtake each other.
#pragma once

namespace crumple {
inline constexpr int neighbour_tag = 72;
}
