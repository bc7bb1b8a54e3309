// What may be changed where a run goes on from a dump: when it ends, what it writes, what acts in it. It has no part in
// the set-up of a run (masses, quanta), which is that of its first start. Part of a dump; changed by a restart deck and
// by options.
#pragma once

#include "model/model.hpp"

namespace crumple {

struct RunTerms {
  double end_time = 0;  ///< as in Control
  std::int64_t end_cycle = 0;
  double minimum_dt_factor = 0;
  double energy_change_limit = 0, added_mass_limit = 0, contact_margin = 0;
  std::map<std::string, double> intervals;  ///< as in Output
  std::map<std::string, std::int64_t> dump_cycles;
  int stage = 0;                          ///< of PartSwitches
  std::vector<double> switched;           ///< as in Sensors
  std::vector<Curve> curves;              ///< *CHANGE_CURVE_DEFINITION: in place of the model's of that id
  std::map<Id, double> ends_of_parts;     ///< *DELETE_PART: from when on its elements are deleted [time]
  std::map<Id, double> ends_of_contacts;  ///< *DELETE_CONTACT: from when on it does not act [time]
  CRUMPLE_DESCRIBE(plain(end_time, end_cycle, minimum_dt_factor, energy_change_limit, added_mass_limit, contact_margin,
                         intervals, dump_cycles, stage, switched, curves, ends_of_parts, ends_of_contacts))
};

/// Those of a run's first start.
RunTerms terms_of(const Model& model);
/// To a model, or a piece of one, as it was at t = 0.
void apply(const RunTerms& terms, Model& model);

/// *CHANGE_VELOCITY_...: done once, where a run goes on.
struct VelocityChange {
  struct OfNode {
    Index node = none;  ///< of the whole model
    Vec3 velocity;      ///< [length/time]
    Vec3 angular;       ///< [1/time]
  };
  std::vector<OfNode> nodes;  ///< ascending node, each once
  bool stops_others = false;  ///< nodes that are not in the list, and rigid bodies
  bool is_empty() const { return nodes.empty() && !stops_others; }
};

/// What a restart deck changes.
struct Restart {
  const Model& model;  ///< as it was at t = 0
  double time = 0;     ///< where the run goes on
  RunTerms terms;      ///< those of the dump; changed
  VelocityChange velocities;
};

}  // namespace crumple
