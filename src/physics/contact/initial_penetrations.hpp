// Nodes that are in contact before anything has moved: how many, and warnings of them. Called once, by make_contacts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace crumple {

struct ContactPlan;         // contact_plan.hpp
struct InitialPenetration;  // pairing.hpp
class World;                // comm/world.hpp

/// What there was at the start, on root.
struct InitialPenetrations {
  std::vector<std::string> warnings;  ///< a line for each contact that wants one (IGNORE = 1 asks for silence)
  std::vector<std::int64_t> n_nodes;  ///< [contact]
};

/// `mine`: of this rank. Collective.
InitialPenetrations gather_initial_penetrations(const World& world, const std::vector<ContactPlan>& plans,
                                                const std::vector<InitialPenetration>& mine);

}  // namespace crumple
