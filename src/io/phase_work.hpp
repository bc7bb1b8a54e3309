// The quantities to which the work of the phases of a step is proportional: a unit cost for each item of a kind on a
// rank. One list, by which plans predict the work of ranks, runs report it beside the measured times, and calibration
// measures the costs. docs/plan.md and docs/load-balance.md explain the numbers.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "decomp/timing_file.hpp"

namespace crumple {

struct RankLoad;  // io/run_result.hpp

struct PhaseWork {
  const char* name;
  std::vector<const char*> phases;  ///< of the profile, which it comprises; with the stage of the first
  const char* counted;              ///< the quantity that the work is proportional to
  double (*count)(const RankLoad&);
  /// The cost of one item; 0: they are in units of ElementCosts, because the decomposition balances them.
  UnitCost cost;
};

/// All phases whose work is predicted. Excluded: outputs, joints, belts and airbags. Searches are in contact.
const std::vector<PhaseWork>& phase_works();

/// The entry of a phase of the profile; null: none.
const PhaseWork* work_of_phase(const std::string& phase);

/// The share of a rank's contact work on its own faces; the rest is on copies. `faces`: their costs [units of
/// ElementCosts].
double share_of_faces(double faces, const RankLoad& load);

/// [of phase_works()] Costs: those of `measured`, by name, else those of the list; a unit of ElementCosts takes `unit`
/// [ns].
std::vector<UnitCost> unit_costs(double unit, const std::map<std::string, UnitCost>& measured);

}  // namespace crumple
