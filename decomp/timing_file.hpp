// The measured costs of parts and phases: written after a run between timing_start and timing_end, read by
// `timing_file` of the pfile. LS-DYNA's DECOMP_TIMINGS.OUT has the same purpose and another layout. Called by the
// weights and by the run.
#pragma once

#include <map>
#include <string>

#include "decomp/options.hpp"

namespace crumple {

/// What one of a thing takes in a step.
struct UnitCost {
  double ns = 0;
  double spread = 0;  ///< half the range between the quartiles of what was measured, over ns
};

struct MeasuredCosts {
  std::map<Id, double> part;  ///< by id: ns an element takes in a cycle; parts that are not rigid
  double face = 0;            ///< ns that contact takes in a cycle for a face of an interface; 0: no contact
  std::map<Id, double> face_of_part;  ///< the same for faces of a part's elements; parts without: `face`
  /// By name of a PhaseWork (io/phase_work.hpp); 0 ns: costs of parts and faces say it, here is how they vary.
  std::map<std::string, UnitCost> phase;
};

/// Reads `path`, which the word at `where` names. Errors name line and field of the file.
MeasuredCosts read_measured_costs(const std::string& path, const TextPlace& where);

/// Errors: the file cannot be written.
void write_measured_costs(const MeasuredCosts& costs, const std::string& path);

}  // namespace crumple
