// Implicit analysis: the modes of the model at rest, or its linear static response to the loads of each step. Called by
// program for decks with IMFLAG = 1 of *CONTROL_IMPLICIT_GENERAL.
#pragma once

#include "app/job.hpp"
#include "io/run_result.hpp"

namespace crumple {

/// Errors of the deck and the solver are reported in the result. Collective.
RunResult run_implicit(const Job& job);

}  // namespace crumple
