// Archives the state of a run beside nodes, elements and features, for restarts and new decompositions. Called by the
// simulation, which saves and loads it, and by plans that begin at a dump, which load it.
#pragma once

#include "app/rank_state.hpp"
#include "app/stability.hpp"
#include "physics/results/energy.hpp"
#include "physics/state/state_archive.hpp"

namespace crumple {

/// Archived values beside the state of the rank.
struct CarriedOver {
  bool& deletions;          ///< some element of the model was deleted in the last step
  bool& widens;             ///< the quantum of forces will be increased
  double& initial_total;    ///< [energy]
  Energies& last_energies;  ///< of the last output or report
  double& energy_change;    ///< of the energy ratio at the last output [percent]
  double& added_share;      ///< of mass by mass scaling at the last output [percent]
  StabilityWatch& stability;
};

/// Errors: a state of the other precision.
void archive_run(StateArchive& a, RankState& own, const CarriedOver& carried);

}  // namespace crumple
