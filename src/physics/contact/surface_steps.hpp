// The time step that each surface of penalty contact would allow by itself, from the masses of its nodes and the
// stiffness before any limit, as LS-DYNA reports it at the start of a run: two alike nodes of mass m on a spring k are
// stable up to dt = 2 sqrt(m* / k) = sqrt(2 m / k), m* = m / 2. Called once, by the simulation.
#pragma once

#include <vector>

#include "comm/world.hpp"
#include "physics/contact/contact_results.hpp"

namespace crumple {

struct Contacts;  // contact.hpp

/// Sides in the order of contacts; a surface that meets itself has side A only. Complete on root. Collective.
std::vector<SurfaceStep> surface_steps(const World& world, const Contacts& contacts);

}  // namespace crumple
