// Dynamic load: what each rank computes is sampled while the run goes on, written to load_samples.csv, and when the
// ranks differ too much the model is cut anew (*CONTROL_MPP_REBALANCE). The state moves with the elements, so the
// answer stays the same to the last bit whatever the clocks say. Called between steps by program.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/profile.hpp"
#include "comm/world.hpp"
#include "decomp/options.hpp"
#include "decomp/weights.hpp"
#include "io/run_result.hpp"
#include "io/text_file.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/state.hpp"
#include "physics/state/state_archive.hpp"

namespace crumple {

/// Seconds that a rank has computed (CPU time outside MPI), by phase.
using ComputeTimes = std::map<std::string, double>;
using PhaseCosts = std::map<std::string, PhaseCost>;

class LoadWatch {
 public:
  /// `sample_every`: cycles between samples; 0: only for the rebalancing. Samples go to `prefix`load_samples.csv.
  LoadWatch(const World& world, const RebalanceOptions& options, std::int64_t sample_every, const std::string& prefix);

  /// After each step: samples when due. True on all ranks if the load is to be spread anew. Collective.
  bool look(const Clock& clock);

  /// What to balance: on root the costs of the elements of the whole model as measured since the last look; empty if
  /// those of the start count. `contact_activity`: [node], of Simulation. Collective.
  ElementCosts costs(const Domain& domain, const std::vector<float>& contact_activity) const;
  /// On root the position of each node of the whole model; empty if the undeformed model is to be cut. Collective.
  std::vector<Vec3> positions(const SavedState& saved) const;
  /// Notes a rebalance, starts the measurement anew.
  void rebalanced(const Clock& clock, std::int64_t moved_elements, double seconds);

  const std::vector<RebalanceRecord>& records() const { return records_; }
  std::string describe_last() const;

 private:
  void sample(const Clock& clock);
  ComputeTimes times() const;

  const World& world_;
  RebalanceOptions options_;
  std::int64_t sample_every_;
  PhaseCosts at_sample_, at_start_;    ///< readings of the clocks
  std::optional<TextFile> file_;       ///< on root
  double imbalance_ = 0;               ///< at the last look: largest over mean, less 1
  std::vector<RebalanceRecord> records_;
};

}  // namespace crumple
