// What elements, faces and the units of other phases take in a step on some machine. Measured at the start of a run
// (app/trial_costs), or between two of its cycles (app/calibration), and kept in files (timing_file.hpp); read by the
// weights and by plans.
#pragma once

#include <map>
#include <string>

#include "model/model.hpp"

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

}  // namespace crumple
