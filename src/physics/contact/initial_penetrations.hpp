// Warnings of nodes that are in contact before anything has moved. Called once, by make_contacts.
#pragma once

#include <string>
#include <vector>

namespace crumple {

struct ContactPlan;         // contact_plan.hpp
struct InitialPenetration;  // pairing.hpp
class World;                // comm/world.hpp

/// A line for each contact that wants one (IGNORE = 1 asks for silence), on root. `mine`: of this rank. Collective.
std::vector<std::string> describe_initial_penetrations(const World& world, const std::vector<ContactPlan>& plans,
                                                       const std::vector<InitialPenetration>& mine);

}  // namespace crumple
