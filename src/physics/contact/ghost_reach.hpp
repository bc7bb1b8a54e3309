// How far a rank looks for what other ranks must send it. Set by make_contacts, used by each search.
#pragma once

namespace crumple {

/// Lengths that determine the copies; equal on all ranks.
struct GhostReach {
  double thickest = 0;  ///< of all slave nodes, half thickness [length]
  double cell = 0;      ///< edge of the rendezvous cells: several segments [length]
};

}  // namespace crumple
