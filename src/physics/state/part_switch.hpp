// The change of a part when a run enters another stage of PartSwitches: reported by the rigid bodies, applied to the
// elements.
#pragma once

#include "base/vec3.hpp"

namespace crumple {

struct PartSwitch {
  bool begins = false;  ///< a new body includes it from now on
  bool ends = false;    ///< its body is removed
  Mat3 rotation;        ///< if it ends: of that body from its start to t(n-1), where stresses are known
};

}  // namespace crumple
