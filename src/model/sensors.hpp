// What a run measures and what it switches by that (*SENSOR_..., *TERMINATION_...).
// Part of the Model (model.hpp); measured by physics/bodies/sensor_watch.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "model/mesh.hpp"

namespace crumple {

/// Later than any run.
inline constexpr double never = 1e28;

/// Measures a number in every step.
struct Sensor {
  enum class Kind {
    acceleration,  ///< of a node, or of the second relative to the first
    velocity,
    place,
    displacement,  ///< of the centre of a rigid body since t = 0
    element,       ///< a stress or resultant of an element, or whether it is deleted
    force,         ///< of a contact, wall or joint, or the pressure in an airbag
    calculation    ///< of the numbers of other sensors
  };
  enum class Operation {
    sum,
    absolute_sum,
    product,
    least,
    largest,
    least_size,
    largest_size,
    squares,
    root_of_squares,
    roots
  };
  /// A sensor before this one; of the opposite sign, or the inverse in a product.
  struct Operand {
    int sensor = 0;
    bool is_inverse = false;
    CRUMPLE_DESCRIBE(plain(sensor, is_inverse))
  };
  /// What an element sensor measures.
  struct OfElement {
    SectionKind kind = SectionKind::shell;
    Id id = 0;
    bool is_failure = false;  ///< 1 once it is deleted, else 0
    int component = 0;        ///< of PointStress::stress or ElementStress::resultants
    bool at_top = false;      ///< of a shell's layers, else at the bottom
    double scale = 1;         ///< SF
    CRUMPLE_DESCRIBE(plain(kind, id, is_failure, component, at_top, scale))
  };
  /// What a force sensor looks at.
  struct OfForce {
    enum class Source { bag, contact, joint, wall };
    Source source = Source::wall;
    Id id = 0;
    bool is_moment = false;  ///< of a joint
    CRUMPLE_DESCRIBE(plain(source, id, is_moment))
  };
  Id id = 0;
  Kind kind = Kind::place;
  std::array<Index, 2> nodes{none, none};
  bool is_difference = false;  ///< there is a second node
  Index body = none;
  Vec3 direction;              ///< unit vector along which it measures; 0: the length of the vector
  Operation operation = Operation::sum;
  std::vector<Operand> operands;
  OfElement element;
  OfForce force;
  CRUMPLE_DESCRIBE(plain(id, kind, is_difference, direction, operation, operands, element, force), ref::node(nodes),
                   ref::rigid_body(body))
};

/// Switches once and stays so.
struct SensorSwitch {
  enum class Kind { time, sensor, logic };
  /// A switch before this one; all of these must have switched, or one that is an alternative.
  struct Operand {
    int place = 0;
    bool is_alternative = false;
    CRUMPLE_DESCRIBE(plain(place, is_alternative))
  };
  Id id = 0;
  Kind kind = Kind::time;
  int sensor = 0;           ///< among Sensors::sensors
  bool if_below = false;    ///< LOGIC = LT: below the limit, not above it
  double limit = 0;         ///< VALUE; of a time: when it switches [time]
  double duration = 0;      ///< TIMWIN: for so long the sensor must be beyond the limit [time]
  double delay = 0;         ///< TDELAY: from then until it switches [time]
  std::vector<Operand> operands;
  CRUMPLE_DESCRIBE(plain(id, kind, sensor, if_below, limit, duration, delay, operands))
};

/// From when to when something is on.
struct OnTimes {
  double from = 0, to = never;  ///< [time]
};

/// Something that a row of switches turns on and off.
struct SensorControl {
  enum class Kind { airbag, retractor, pretensioner, contact, joint, motion, spring, wall, weld };
  Kind kind = Kind::contact;
  Id thing = 0;
  bool starts_on = true;
  bool shifts_curve = false;  ///< TIMEOFF of a motion: its curve begins when it is switched on
  std::vector<int> switches;  ///< each is looked at once the one before has switched; at most one that turns it on
  CRUMPLE_DESCRIBE(plain(kind, thing, starts_on, shifts_curve, switches))
};

/// Ends the run when it switches.
struct SensorEnd {
  int place = 0;       ///< of the switch
  std::string reason;  ///< for the user
  CRUMPLE_DESCRIBE(plain(place, reason))
};

struct Sensors {
  std::vector<Sensor> sensors;
  std::vector<SensorSwitch> switches;
  std::vector<SensorControl> controls;  ///< whose times are not known before the run
  std::vector<SensorEnd> ends;
  std::vector<double> switched;  ///< [switch] when those of sensors did, as the controls of this model know; or never
  CRUMPLE_DESCRIBE(plain(sensors, switches, controls, ends, switched))

  bool any() const { return !controls.empty() || !ends.empty(); }
  /// Whether the forces of contacts or rigid walls are needed in every step.
  bool ask_interfaces() const;
  /// When a switch switches, given when those of sensors do [switch]; never: not yet.
  double time_of(int place, std::span<const double> switched) const;
  OnTimes times_of(const SensorControl& control, std::span<const double> switched) const;
  /// Whether that depends on what sensors measure.
  bool asks_sensors(int place) const;
};

}  // namespace crumple
