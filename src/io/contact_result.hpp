// Results on the contacts and walls of a run. Filled by reports/contacts.cpp and app/rank_load.cpp, printed by
// contact_report.hpp and load_report.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "physics/contact/contact_force.hpp"
#include "physics/contact/contact_load.hpp"
#include "physics/contact/penetration_counts.hpp"
#include "physics/contact/surface_steps.hpp"

namespace crumple {

struct ContactResult {
  std::vector<Id> ids;                        ///< of the contacts, in the order of the model
  std::vector<SurfaceStep> surface_steps;     ///< of the contacts at t = 0; on root
  PenetrationRecords penetrations;            ///< on root
  std::vector<ContactForce> interfaces;       ///< contacts, ties and transducers at the end; empty after an error
  std::int64_t n_searches = 0;
  std::vector<ContactLoad> loads;             ///< [contact] of this rank
  std::vector<std::vector<ContactLoad>> loads_of_ranks;  ///< [rank][contact] on root
};

}  // namespace crumple
