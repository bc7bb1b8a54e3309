// What came of a run, known after its last step. Filled by app and by the recorders when they finish, printed by the
// message file and the summary.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "comm/mpi_profile.hpp"
#include "physics/state/failures.hpp"
#include "physics/state/state.hpp"

namespace crumple {

struct ContactResult;  // contact_result.hpp
struct RunInfo;        // run_info.hpp

/// A new decomposition during the run.
struct RebalanceRecord {
  std::int64_t cycle = 0;
  double time = 0;                  ///< [time]
  double imbalance = 0;             ///< of what the ranks computed before it: largest / mean - 1
  std::int64_t moved_elements = 0;  ///< to another rank
  double seconds = 0;               ///< wall that it took
};

/// What a rank got when the model was cut.
struct RankLoad {
  double elements = 0, nodes = 0;
  double shells_weight = 0, solids_weight = 0, beams_weight = 0, springs_weight = 0,
         contact_weight = 0;  ///< costs that the method balanced
  double contact_faces = 0, boundary_nodes = 0, neighbours = 0;
  double halo_bytes = 0;                ///< sent in each exchange of nodal forces and moments
  double peak_memory = 0;               ///< of the whole run, setting up included [bytes]
};

struct RunResult {
  bool normal = true;               ///< termination as asked for; else an error
  std::string reason;               ///< one line, e.g. "termination time reached"
  Clock clock;
  std::int64_t first_cycle = 0;  ///< from which this run began; not 0 where it went on from a dump
  Energies energies;
  double added_mass = 0;            ///< by mass scaling [mass]
  double wall_total = 0;            ///< [s]
  double wall_step_loop = 0;        ///< [s]
  std::map<std::string, double> phases;  ///< wall by phase, mean over the ranks [s]
  std::vector<std::string> hosts;   ///< by rank; empty: unknown
  MpiProfile mpi;                   ///< of the steps, by rank; empty: not recorded
  std::vector<RebalanceRecord> rebalances;
  std::string decomposition;            ///< the method
  std::vector<RankLoad> loads;          ///< by rank, of the last decomposition; on root
  std::map<FailureKind, std::int64_t> n_failed;  ///< on root
  std::shared_ptr<ContactResult> contacts;  ///< null: nobody looked
  std::string state_hash;
  std::vector<std::string> warnings;

  /// That this run did.
  std::int64_t cycles() const { return clock.cycle - first_cycle; }
  /// Wall of the step loop times ranks times threads, per element and cycle [ns].
  double ns_per_element_cycle(const RunInfo& run) const;
};

}  // namespace crumple
