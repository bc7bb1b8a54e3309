// The measured costs of parts and phases: written after a run between timing_start and timing_end, read by
// `timing_file` of the pfile. LS-DYNA's DECOMP_TIMINGS.OUT has the same purpose and another layout. Called by the
// weights and by the run.
#pragma once

#include <string>

#include "decomp/options.hpp"
#include "decomp/unit_costs.hpp"

namespace crumple {

/// Reads `path`, which the word at `where` names. Errors name line and field of the file.
MeasuredCosts read_measured_costs(const std::string& path, const TextPlace& where);

/// Those measured at the start, or else of `timing_file`; without either there are none. Errors: as of the file.
MeasuredCosts measured_costs_of(const CostOptions& options);

/// The costs to the digits of the file, so that a run with the file is decomposed as the one that measured them.
MeasuredCosts to_digits_of_file(MeasuredCosts costs);

/// Errors: the file cannot be written.
void write_measured_costs(const MeasuredCosts& costs, const std::string& path);

}  // namespace crumple
