// timing_start and timing_end of the pfile: measures between two cycles the cost of an element of each part, of a face
// in contact and of the units of other phases, for timing_file of later runs and plans. Called between steps by
// run_simulation.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/profile.hpp"
#include "comm/world.hpp"
#include "decomp/timing_file.hpp"
#include "physics/elements/element_family.hpp"
#include "physics/state/domain.hpp"

namespace crumple {

class ContactFeature;  // physics/contact/contact_feature.hpp
struct RankLoad;       // io/run_result.hpp

class Calibration {
 public:
  /// Measures from the first to the last of `cycles`; nothing if they are 0.
  Calibration(const World& world, std::array<std::int64_t, 2> cycles, std::size_t n_parts);

  /// Called after each step. Returns where the next step stores the times of parts; null: it measures none. `model`: of
  /// this rank.
  PartSeconds* next_sample(const Clock& clock, const Model& model, const ContactFeature& contacts);

  /// Writes `prefix` + DECOMP_TIMINGS.OUT if anything was measured; `domain` and `load` are of the last step.
  /// Collective.
  void write(const Domain& domain, const RankLoad& load, const std::string& prefix) const;

 private:
  void read_phases();
  std::map<std::string, UnitCost> phase_costs(const RankLoad& load) const;
  static double contact_seconds();
  void add_activity(const Model& model, const std::vector<float>& of_nodes);
  const World& world_;
  std::array<std::int64_t, 2> cycles_;
  PartSeconds seconds_;
  double contact_start_ = 0, contact_ = 0;  ///< [s]
  double forces_start_ = 0, forces_ = 0;    ///< the part of contact proportional to `activity_` [s]
  std::vector<double> activity_;            ///< [part] of contact (ContactFeature::activity), summed over samples
  std::int64_t measured_cycles_ = 0;
  /// Of PhaseWorks after each `window` cycles, including the first: seconds [phase work] so far.
  std::vector<std::vector<double>> readings_;
};

}  // namespace crumple
