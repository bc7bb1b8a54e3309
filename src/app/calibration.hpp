// timing_start and timing_end of the pfile: measures between two cycles what an element of each part and a face in
// contact cost, for timing_file of later runs. Called between steps by run_simulation.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "base/profile.hpp"
#include "comm/world.hpp"
#include "physics/elements/element_family.hpp"
#include "physics/state/domain.hpp"

namespace crumple {

class ContactFeature;  // physics/contact/contact_feature.hpp

class Calibration {
 public:
  /// Measures from the first of `cycles` to the last; nothing if they are 0.
  Calibration(const World& world, std::array<std::int64_t, 2> cycles, std::size_t n_parts);

  /// After each step: where the coming step is to put the times of parts; null: nowhere. `model`: of this rank.
  PartSeconds* look(const Clock& clock, const Model& model, const ContactFeature& contacts);

  /// Writes `prefix` + DECOMP_TIMINGS.OUT if anything was measured; `domain` is that of the last step. Collective.
  void write(const Domain& domain, const std::string& prefix) const;

 private:
  static double contact_seconds();
  void add_activity(const Model& model, const std::vector<float>& of_nodes);
  const World& world_;
  std::array<std::int64_t, 2> cycles_;
  PartSeconds seconds_;
  double contact_start_ = 0, contact_ = 0;  ///< [s]
  double forces_start_ = 0, forces_ = 0;    ///< the part of contact that goes by `activity_` [s]
  std::vector<double> activity_;            ///< [part] of contact (ContactFeature::activity), summed over samples
  std::int64_t measured_cycles_ = 0;
};

}  // namespace crumple
