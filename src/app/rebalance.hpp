// Dynamic load balancing: the work of each rank is sampled during the run and written to load_samples.csv; when it pays
// (rebalance_rule.hpp), the model is decomposed again (*CONTROL_MPP_REBALANCE). The state moves with the elements, so
// the results are bitwise independent of the measured times. Called between steps by program.cpp.
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
  std::int64_t every_cycles = 0;  ///< between samples; 0: only for rebalancing
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

  /// The costs to balance: on root those of the elements of the whole model as measured since the last check; empty:
  /// the initial costs. `contact_activity`: [node], of Simulation. Collective.
  ElementCosts costs(const Domain& domain, const std::vector<float>& contact_activity) const;
  /// On root the position of each node of the whole model; empty: decompose the undeformed model. Collective.
  std::vector<Vec3> positions(const SavedState& saved) const;
  /// Called after the phase "rebalance": records it, restarts the measurement. Collective.
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
  PhaseCosts at_sample_, at_start_, at_end_;  ///< readings of the clocks; `at_end_` before rebalancing
  double contact_seconds_ = 0, contact_at_start_ = 0;  ///< at the last check, and at the one before [s]
  std::optional<TextFile> file_;       ///< on root
  RebalanceRule rule_;                 ///< checked on root
  std::vector<RebalanceRecord> records_;
};

}  // namespace crumple
