#include "app/outputs.hpp"

#include <cmath>

namespace crumple {

Outputs::Outputs(const World& world, const Domain& domain, const RunInfo& run, const OutputOptions& options)
    : databases(world, domain, run, options.prefix), messages(world.is_root(), options.prefix),
      switches(world.is_root(), options.prefix + "d3kil") {
  const Output& output = domain.model.output;
  glstat_.interval = output.glstat;
  matsum_.interval = output.matsum;
  rwforc_.interval = output.rwforc;
  rcforc_.interval = output.rcforc;
  sleout_.interval = output.sleout;
  nodout_.interval = output.nodout;
  swforc_.interval = output.swforc;
  states_.interval = output.states;
  if (output.states > 0) states = std::make_unique<StatesFile>(world, domain, options.prefix + "states.vtkhdf");
}

bool Outputs::Schedule::take(double time, bool last) {
  if (interval <= 0) return false;
  // A hair of slack: a time that rounding put just short of a multiple counts as reached.
  const double due = double(taken) * interval * (1 - 1e-9);
  if (time < due && !last) return false;
  taken = std::int64_t(std::floor(time / interval * (1 + 1e-9))) + 1;
  return true;
}

DueOutputs Outputs::take_due(const Clock& clock, bool last) {
  DueOutputs due;
  due.glstat = glstat_.take(clock.time, last);
  due.matsum = matsum_.take(clock.time, last);
  due.rwforc = rwforc_.take(clock.time, last);
  due.rcforc = rcforc_.take(clock.time, last);
  due.sleout = sleout_.take(clock.time, last);
  due.nodout = nodout_.take(clock.time, last);
  due.swforc = swforc_.take(clock.time, last);
  due.states = states_.take(clock.time, last);
  return due;
}

}  // namespace crumple
