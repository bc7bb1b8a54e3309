// Archives the state of a run beside nodes, elements and features, for restarts and new decompositions. Called by the
// simulation, which saves and loads it, and by plans that begin at a dump, which load it.
#pragma once

#include "app/rank_state.hpp"
#include "app/stability.hpp"
#include "physics/results/energy.hpp"
#include "physics/state/state_archive.hpp"

namespace crumple {

/// What a run carries from step to step beside the state of the rank.
struct CarriedOver {
  explicit CarriedOver(const StabilityLimits& limits) : stability(limits) {}
  StabilityWatch stability;
  bool deletions = false;    ///< some element of the model was deleted in the last step
  bool widens = false;       ///< on some rank: the quantum of forces is increased after this step's kick
  bool has_initial_total = false;  ///< explicit steps have begun
  double initial_total = 0;  ///< of the first explicit step, without external work [energy]
  Energies last_energies;    ///< of the last output or report
  double explicit_until = 0;  ///< with IMFLAG 4 and 5: implicit analysis begins again [time]
  double energy_change = 0;  ///< of the energy ratio at the last output, for ENDENG [percent]
  double added_share = 0;    ///< of mass by mass scaling at the last output, for ENDMAS [percent]
};

/// Errors: a state of the other precision.
void archive_run(StateArchive& a, RankState& own, CarriedOver& carried);

/// Saves or loads all that a run needs to go on. Collective.
void archive_run(StateArchive& a, RankState& own, const FeatureList& features, CarriedOver& carried);

}  // namespace crumple
