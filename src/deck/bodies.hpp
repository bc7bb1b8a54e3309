// Rigid bodies of parts with *MAT_RIGID, and what must hold for all rigid bodies.
#pragma once

#include "deck/deck.hpp"

namespace crumple::deck {

/// One rigid body for each part with *MAT_RIGID, of the nodes of its elements. Before Phase::bodies.
void start_rigid_bodies(Deck& deck);

/// After merging: sorts the nodes, takes over the mass properties given for the master part, drops bodies without nodes
/// (with a warning), and reports nodes in two bodies.
void finish_rigid_bodies(Deck& deck);

}  // namespace crumple::deck
