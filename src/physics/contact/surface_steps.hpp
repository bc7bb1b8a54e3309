// The stable time step of each surface of penalty contact by itself, from the masses of its nodes and the stiffness
// before any limit, as LS-DYNA reports it at the start of a run: two equal nodes of mass m on a spring k are stable up
// to dt = 2 sqrt(m* / k) = sqrt(2 m / k), m* = m / 2. Called once, by the simulation.
#pragma once

#include <vector>

#include "model/mesh.hpp"

namespace crumple {

struct Contacts;  // contact.hpp
class World;      // comm/world.hpp

/// The stable time step of side A or B of a contact by itself.
struct SurfaceStep {
  Id contact = 0;
  bool is_a = true;
  double dt = 0;          ///< [time]; 0: its stiffness follows from the time step (SOFT = 2), or there are no masses
  Id node = 0, part = 0;  ///< the node with the smallest step; the lowest part number around it
};

/// Sides in the order of contacts; single-surface contacts have side A only. Complete on root. Collective.
std::vector<SurfaceStep> surface_steps(const World& world, const Contacts& contacts);

}  // namespace crumple
