// Initial penetrations: their number, and warnings. Called once, by make_contacts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace crumple {

struct ContactPlan;         // contact_plan.hpp
struct InitialPenetration;  // pairing.hpp
class World;                // comm/world.hpp

/// Initial penetrations of all contacts, on root.
struct InitialPenetrations {
  std::vector<std::string> warnings;  ///< one line for each contact with a warning (IGNORE = 1 suppresses it)
  std::vector<std::int64_t> n_nodes;  ///< [contact]
};

/// `mine`: of this rank. Collective.
InitialPenetrations gather_initial_penetrations(const World& world, const std::vector<ContactPlan>& plans,
                                                const std::vector<InitialPenetration>& mine);

}  // namespace crumple
