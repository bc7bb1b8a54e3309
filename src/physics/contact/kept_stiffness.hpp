// What a pair keeps of its stiffness while it pushes, so that its energy follows from its penetration alone.
#pragma once

namespace crumple {

/// PairStiffness before crowding, when the pair began to push; 0: it has not.
struct KeptStiffness {
  double value = 0, deep = 0;  ///< [force/length]
};

}  // namespace crumple
