// Seat belts (*ELEMENT_SEATBELT, _SLIPRING, _RETRACTOR, _SENSOR): chains of elements that only pull, through rings and
// from retractors.
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

/// What locks a retractor (*ELEMENT_SEATBELT_SENSOR).
struct BeltSensor {
  enum class Kind {
    acceleration,  ///< of a node along an axis, beyond a limit for a while
    payout,        ///< of a retractor, rate beyond a limit for a while
    time,
    distance  ///< of two nodes, out of a range
  };
  Id id = 0;
  Kind kind = Kind::time;
  std::vector<Index> nodes;  ///< one or two, or none
  int axis = 0;              ///< of the acceleration
  double limit = 0;          ///< ACC [length/time^2], PULRAT [length/time], TIME [time], DMX [length]
  double least = 0;          ///< DMN [length]
  double duration = 0;       ///< ATIME, PULTIM [time]
  CRUMPLE_DESCRIBE(plain(id, kind, axis, limit, least, duration), ref::node(nodes))
};

/// Pulls belt into its retractor once a sensor has fired (*ELEMENT_SEATBELT_PRETENSIONER).
struct Pretensioner {
  enum class Kind {
    none,
    pull_in,   ///< SBPRTY 1, 5: belt drawn in, over time
    force,     ///< 4: force at the mouth, over time
    additional ///< 7: force in addition to that of the retractor, over time
  };
  Id id = 0;
  Kind kind = Kind::none;
  std::vector<int> sensors;  ///< any of them, among those of the belt
  double delay = 0;          ///< TIME, from the first sensor until it acts [time]
  double limit = 0;          ///< LMTFRC; of type 1 the largest force of the retractor [force]; 0: none
  Curve curve;               ///< PTLCID: [length] or [force] over time since it acts [time]
  CRUMPLE_DESCRIBE(plain(id, kind, sensors, delay, limit, curve))
};

/// Feeds belt to the element at its mouth so that it pulls with a constant force, and once it is locked with one that
/// grows with the belt that comes out.
struct Retractor {
  Id id = 0;
  int element = 0;             ///< at its mouth, among those of the belt
  std::vector<int> sensors;    ///< any of them, among those of the belt
  double delay = 0, pull = 0;  ///< TDEL [time], and PULL [length] that comes out from then on before it locks
  Curve loading, unloading;    ///< LLCID, ULCID: force over belt come out since it was locked [force] over [length]
  Pretensioner pretensioner;
  CRUMPLE_DESCRIBE(plain(id, element, sensors, delay, pull, loading, unloading, pretensioner))
};

/// Elements and rings that hang together, computed as one (physics/joints/belts).
struct Belt {
  Index number = none;  ///< among those of the whole model
  std::vector<BeltElement> elements;
  std::vector<SlipRing> rings;
  std::vector<Retractor> retractors;
  std::vector<BeltSensor> sensors;
  CRUMPLE_DESCRIBE(plain(number, elements, rings, retractors, sensors))
};

}  // namespace crumple
