// Where the stiffness of a pair comes from, and what it keeps of it while it pushes, so that its energy follows from
// its penetration alone.
#pragma once

#include <cstdint>

namespace crumple {

/// Source of the penalty stiffness of a pair.
enum class StiffnessRule : std::uint8_t {
  elements,             ///< SOFT = 0: the softer of the two sides
  at_least_time_step,   ///< the same, but at least as for `time_step`
  time_step,            ///< SOFT = 2: from masses and time step
};

/// PairStiffness before its limit by frequency bounds, when the pair began to push; 0: it has not.
struct KeptStiffness {
  double value = 0, deep = 0;  ///< [force/length]
};

}  // namespace crumple
