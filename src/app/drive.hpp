// `crumple drive mat=DECK path=PATH strain=...`: the stress of one element of a material along a path of strain,
// without inertia. The element is made, set up and computed as in a run: by the same kernels, on any instruction set.
#pragma once

#include "comm/world.hpp"

namespace crumple {

struct Options;  // options.hpp

/// Writes drive.csv into o=, a row for each step, and prints the last stresses of each rate. Errors: those of the deck;
/// no material, or several; no kernel for the law and the formulation; strains at which no equilibrium is found; more
/// than one process.
void drive_material(const World& world, const Options& options);

}  // namespace crumple
