// What becomes of a part when a run enters another stage of PartSwitches: the rigid bodies report it, the elements
// follow.
#pragma once

#include "base/vec3.hpp"

namespace crumple {

struct PartSwitch {
  bool begins = false;  ///< a new body holds it from now on
  bool ends = false;    ///< the body that held it is no more
  Mat3 rotation;        ///< if it ends: of that body from its beginning to t(n-1), where stresses are known
};

}  // namespace crumple
