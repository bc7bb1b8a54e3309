// Checks at each output whether a run has become unstable: energy gained or lost, a collapsed time step, a node faster
// than sound. Each sign is reported once. Called by the simulation.
#pragma once

#include <string>
#include <vector>

#include "io/recorder.hpp"
#include "io/run_info.hpp"

namespace crumple {

class StateArchive;  // physics/state/state_archive.hpp

class StabilityWatch {
 public:
  explicit StabilityWatch(const StabilityLimits& limits) : limits_(limits) {}

  /// New signs of instability, a line each; the same on all ranks. Collective.
  std::vector<std::string> check(const Moment& now);
  void archive(StateArchive& a);

 private:
  bool ratio_has_left_ = false, step_has_collapsed_ = false, sound_is_outrun_ = false;  ///< already reported
  int outputs_outside_ = 0;  ///< consecutive outputs outside the range of the energy ratio
  double most_supplied_ = 0;   ///< the most energy that had been supplied at an output [energy]
  StabilityLimits limits_;
};

}  // namespace crumple
