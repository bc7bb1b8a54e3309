// The tag of all messages between neighbours. One is enough: all ranks start their exchanges in the same order, and MPI
// preserves the order of messages between two ranks.
#pragma once

namespace crumple {
inline constexpr int neighbour_tag = 72;
}
