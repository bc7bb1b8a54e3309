// What may be changed where a run goes on from a dump: when it ends and what it writes. It has no part in the set-up of
// a run (masses, quanta), which is that of its first start. Part of a dump; changed by a restart deck and by options.
#pragma once

#include "model/model.hpp"

namespace crumple {

struct RunTerms {
  double end_time = 0;  ///< as in Control
  std::int64_t end_cycle = 0;
  double minimum_dt_factor = 0;
  double energy_change_limit = 0;
  std::map<std::string, double> intervals;  ///< as in Output
  std::map<std::string, std::int64_t> dump_cycles;
  CRUMPLE_DESCRIBE(plain(end_time, end_cycle, minimum_dt_factor, energy_change_limit, intervals, dump_cycles))
};

inline RunTerms terms_of(const Model& model) {
  const Control& c = model.control;
  return {c.end_time,
          c.end_cycle,
          c.minimum_dt_factor,
          c.energy_change_limit,
          model.output.intervals,
          model.output.dump_cycles};
}

inline void apply(const RunTerms& terms, Model& model) {
  Control& c = model.control;
  c.end_time = terms.end_time;
  c.end_cycle = terms.end_cycle;
  c.minimum_dt_factor = terms.minimum_dt_factor;
  c.energy_change_limit = terms.energy_change_limit;
  model.output.intervals = terms.intervals;
  model.output.dump_cycles = terms.dump_cycles;
}

}  // namespace crumple
