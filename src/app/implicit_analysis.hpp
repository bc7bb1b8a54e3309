// Implicit analysis: the modes of the model at rest, or its static response to the loads of each step. Called by
// program for decks with IMFLAG = 1 of *CONTROL_IMPLICIT_GENERAL, and by run_simulation for phases of a run that is
// explicit as well.
#pragma once

#include <optional>
#include <string>

#include "app/job.hpp"
#include "io/run_result.hpp"
#include "io/termination.hpp"
#include "physics/state/state_archive.hpp"

namespace crumple {

/// A phase of a run.
struct ImplicitPhase {
  SavedState state;      ///< from which it begins, and from which the run goes on
  bool ends_run = true;  ///< at ENDTIM or with an error
};

/// From t = 0 to the end of the run, or through a phase. Errors of the deck and the solver are reported in the result.
/// Collective.
RunResult run_implicit(const Job& job, ImplicitPhase* phase = nullptr);

/// What came of a search for modes, in words, and whether it ends the run.
struct ModesFound {
  std::string text;
  std::optional<Termination> end;
};
/// Writes the frequencies of an explicit run's state to a file. Collective.
ModesFound find_modes_on_the_way(const Job& job, const SavedState& from, int n_modes, const std::string& file);

}  // namespace crumple
