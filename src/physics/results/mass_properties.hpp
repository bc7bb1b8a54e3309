// Mass, centre and inertia of each part and of the model for d3hsp: from the lumped masses of elements and from point
// masses, without the rotational inertia of shell and beam nodes. Sums are exact, so they are the same on any number of
// ranks. Called once, at the start of a run.
#pragma once

#include <vector>

#include "base/vec3.hpp"
#include "comm/world.hpp"
#include "physics/elements/elements.hpp"

namespace crumple {

struct MassProperties {
  std::int64_t n_elements = 0;
  double mass = 0;  ///< including mass scaling [mass]
  Vec3 center;      ///< [length]
  Mat3 inertia;     ///< about the centre, in global axes [mass length^2]
};

struct ModelMasses {
  std::vector<MassProperties> parts;  ///< [part]
  MassProperties points;              ///< *ELEMENT_MASS of no part
  MassProperties total;
};

/// The same on all ranks. Collective.
ModelMasses mass_properties(const World& world, const Domain& domain, const Elements& elements, const NodeState& nodes);

}  // namespace crumple
