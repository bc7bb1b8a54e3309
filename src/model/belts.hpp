// Seat belts (*ELEMENT_SEATBELT, _SLIPRING): chains of elements that only pull, through rings.
// Part of the Model (model.hpp).
#pragma once

#include <array>
#include <vector>

#include "model/materials.hpp"

namespace crumple {

/// A straight piece of belt between two nodes; its mass is in Model::masses.
struct BeltElement {
  Id id = 0;
  Index material = none;
  std::array<Index, 2> nodes{none, none};
  double slack = 0;  ///< SLEN: longer than the distance of its nodes by that at the start [length]
  CRUMPLE_DESCRIBE(plain(id, slack), ref::material(material), ref::node(nodes))
};

/// Lets belt slide from one element to the other where their tensions differ by more than friction can hold.
struct SlipRing {
  Id id = 0;
  std::array<int, 2> elements{};  ///< among those of the belt
  Index node = none;              ///< where both end
  double friction = 0;            ///< FC
  double lock_time = 1e20;        ///< LTIME: no sliding from then on [time]
  int way = 0;                    ///< DIRECT: 12, 21: belt slides to the second, first element alone; 0: either way
  CRUMPLE_DESCRIBE(plain(id, elements, friction, lock_time, way), ref::node(node))
};

/// Elements and rings that hang together, computed as one (physics/joints/belts).
struct Belt {
  Index number = none;  ///< among those of the whole model
  std::vector<BeltElement> elements;
  std::vector<SlipRing> rings;
  CRUMPLE_DESCRIBE(plain(number, elements, rings))
};

}  // namespace crumple
