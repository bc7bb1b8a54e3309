// What the work of the phases of a step follows: so much time for each thing of a kind that a rank has. One list, by
// which plans predict the work of ranks, runs set it beside what they measure, and calibration measures the costs.
// docs/plan.md and docs/load-balance.md explain the numbers.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "decomp/timing_file.hpp"

namespace crumple {

struct RankLoad;  // io/run_result.hpp

struct PhaseWork {
  const char* name;
  std::vector<const char*> phases;  ///< of the profile, which it consists of; of the stage of the first
  const char* counted;              ///< what the work follows
  double (*count)(const RankLoad&);
  /// Of one of these; 0: they are in units of ElementCosts, because the decomposition balances them.
  UnitCost cost;
};

/// All phases whose work is predicted. Not of them: outputs, joints, belts and airbags. Searches are in contact.
const std::vector<PhaseWork>& phase_works();

/// That which a phase of the profile belongs to; null: none.
const PhaseWork* work_of_phase(const std::string& phase);

/// Of what a rank works on contact, the share of its own faces; the rest is of copies. `faces`: their costs [units of
/// ElementCosts].
double share_of_faces(double faces, const RankLoad& load);

/// [of phase_works()] Costs: as `measured` says, by name, else those of the list; a unit of ElementCosts takes `unit`
/// [ns].
std::vector<UnitCost> unit_costs(double unit, const std::map<std::string, UnitCost>& measured);

}  // namespace crumple
