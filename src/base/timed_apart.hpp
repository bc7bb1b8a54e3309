// Trials before a run are no part of its profile. Called by app/trial_costs.
#pragma once

#include <vector>

namespace crumple {

struct PhaseRecord;  // base/profile.hpp

/// Forgets at its end what phases were timed during its lifetime, except by the phases around it.
class TimedApart {
 public:
  TimedApart();
  ~TimedApart();
  TimedApart(const TimedApart&) = delete;
  TimedApart& operator=(const TimedApart&) = delete;

 private:
  std::vector<PhaseRecord> before_;  ///< those of the profile
};

}  // namespace crumple
