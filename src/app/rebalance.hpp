// Dynamic load: what each rank computes is sampled while the run goes on, written to load_samples.csv, and when that
// pays (rebalance_rule.hpp) the model is cut anew (*CONTROL_MPP_REBALANCE). The state moves with the elements, so the
// answer stays the same to the last bit whatever the clocks say. Called between steps by program.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/measured_costs.hpp"
#include "app/rebalance_rule.hpp"
#include "comm/world.hpp"
#include "decomp/options.hpp"
#include "decomp/weights.hpp"
#include "io/run_result.hpp"
#include "io/text_file.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/state.hpp"
#include "physics/state/state_archive.hpp"

namespace crumple {

struct LoadSampling {
  std::int64_t every_cycles = 0;  ///< between samples; 0: only for the rebalancing
  bool reads_all = false;         ///< CPU clocks are read in all phases (profile=full)
};

class LoadWatch {
 public:
  /// Samples go to `prefix`load_samples.csv.
  LoadWatch(const World& world, const RebalanceOptions& options, const LoadSampling& sampling,
            const std::string& prefix);

  /// Called after each step: samples when due. True on all ranks if the model is to be decomposed again.
  /// `contact_seconds`: CPU time of this rank's contact forces so far [s]. Collective.
  bool check(const Clock& clock, double contact_seconds);

  /// What to balance: on root the costs of the elements of the whole model as measured since the last check; empty if
  /// those of the start count. `contact_activity`: [node], of Simulation. Collective.
  ElementCosts costs(const Domain& domain, const std::vector<float>& contact_activity) const;
  /// On root the position of each node of the whole model; empty if the undeformed model is to be cut. Collective.
  std::vector<Vec3> positions(const SavedState& saved) const;
  /// After the phase "rebalance": notes it, starts the measurement anew. Collective.
  void rebalanced(const Clock& clock, std::int64_t moved_elements, double seconds);

  const std::vector<RebalanceRecord>& records() const { return records_; }
  std::string describe_last() const;

 private:
  void sample(const Clock& clock);
  ComputeTimes times() const;
  void start_anew(PhaseCosts now);

  const World& world_;
  RebalanceOptions options_;
  std::int64_t sample_every_;
  int reading_interval_ = 1;           ///< entries of a phase between two readings of the CPU clock
  PhaseCosts at_sample_, at_start_, at_end_;  ///< readings of the clocks; the last when the load is to be spread
  double contact_seconds_ = 0, contact_at_start_ = 0;  ///< at the last check, and at that before [s]
  std::optional<TextFile> file_;       ///< on root
  RebalanceRule rule_;                 ///< checked on root
  std::vector<RebalanceRecord> records_;
};

}  // namespace crumple
