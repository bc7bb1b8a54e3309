// All that contact knows of a rank's surfaces, under one roof: what pairings (pairing.hpp) look at. Plans and passes
// are known by name only, so that who needs the one need not see the other.
#pragma once

#include <vector>

#include "physics/contact/contact_nodes.hpp"
#include "physics/contact/travel_gauge.hpp"

namespace crumple {

struct ContactPlan;  // contact_plan.hpp
struct Pass;         // passes.hpp

struct ContactSurfaces {
  const Domain* domain = nullptr;
  std::vector<ContactPlan> plans;  ///< [contact]
  ContactNodes nodes;
  std::vector<Pass> passes;
  TravelGauge gauge;

  ContactSurfaces();
  ContactSurfaces(ContactSurfaces&&) noexcept;
  ContactSurfaces& operator=(ContactSurfaces&&) noexcept;
  ~ContactSurfaces();

  const ContactPlan& plan_of(const Pass& pass) const;
};

}  // namespace crumple
