// The contact surfaces of a rank, as input of the pairings (pairing.hpp). Plans and passes are only forward-declared,
// so that a file includes just what it uses.
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
  std::int64_t n_changes = 0;      ///< of the faces: deletions, copies, shapes of solids

  ContactSurfaces();
  ContactSurfaces(ContactSurfaces&&) noexcept;
  ContactSurfaces& operator=(ContactSurfaces&&) noexcept;
  ~ContactSurfaces();

  const ContactPlan& plan_of(const Pass& pass) const;
};

}  // namespace crumple
