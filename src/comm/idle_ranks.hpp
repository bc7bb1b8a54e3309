// How a rank waits where it shares its core with others.
#pragma once

namespace crumple {

/// Lets whoever wants the core have it. Where that took milliseconds, as another program computes there, the next looks
/// for a message sleep instead.
void give_way();

}  // namespace crumple
