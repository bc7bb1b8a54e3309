// What a run is (known at its start) and what came of it (known at its end). Filled by app, printed by the message
// file, the summary and the heads of the ASCII databases.
#pragma once

#include <cstdint>
#include <ctime>
#include <map>
#include <string>
#include <vector>

#include "comm/mpi_profile.hpp"
#include "model/model.hpp"
#include "physics/state/failures.hpp"
#include "physics/contact/contact_results.hpp"
#include "physics/state/results.hpp"
#include "physics/state/state.hpp"

namespace crumple {

/// Known before the first step.
struct RunInfo {
  std::string title;         ///< of the deck
  std::string deck;          ///< path of the deck as given
  std::string command_line;  ///< keys and values as given
  std::string version;       ///< e.g. "0.1.0"
  std::string compiler;      ///< e.g. "GNU 12.2.0"
  std::string mpi;           ///< e.g. "Open MPI 4.1.4"
  std::string isa;           ///< "sse2", "avx2", "avx512"
  std::string precision;     ///< "single" or "double"
  std::string collectives = "fused", transport = "p2p";  ///< modes of communication
  std::string platform, os_level, host;  ///< of root, by describe_machine
  int ranks = 1;
  int threads = 1;           ///< of each rank
  std::time_t start = 0;     ///< by describe_machine
  std::int64_t n_nodes = 0, n_shells = 0, n_solids = 0, n_beams = 0, n_springs = 0, n_masses = 0,
               n_spot_welds = 0;
  std::int64_t n_elements() const { return n_shells + n_solids + n_beams + n_springs; }
  int n_parts = 0;
};

/// Of the machine this rank is on.
std::string host_name();
/// Fills in host, platform, operating system and the time of day.
void describe_machine(RunInfo& run);

/// A new decomposition during the run.
struct RebalanceRecord {
  std::int64_t cycle = 0;
  double time = 0;                  ///< [time]
  double imbalance = 0;             ///< of what the ranks computed before it: largest / mean - 1
  std::int64_t moved_elements = 0;  ///< to another rank
  double seconds = 0;               ///< wall that it took
};

/// What a rank got when the model was cut, and what contact took it.
struct RankLoad {
  double elements = 0, nodes = 0;
  double shells_weight = 0, solids_weight = 0, beams_weight = 0, springs_weight = 0,
         contact_weight = 0;  ///< costs that the method balanced
  double contact_faces = 0, boundary_nodes = 0, neighbours = 0;
  double halo_bytes = 0;                ///< sent in each exchange of nodal forces and moments
  double peak_memory = 0;               ///< of the whole run, setting up included [bytes]
  std::vector<ContactLoad> contacts;    ///< [contact interface]
};

/// Known after the last step.
struct RunResult {
  bool normal = true;               ///< termination as asked for; else an error
  std::string reason;               ///< one line, e.g. "termination time reached"
  Clock clock;
  Energies energies;
  double wall_total = 0;            ///< [s]
  double wall_step_loop = 0;        ///< [s]
  std::map<std::string, double> phases;  ///< wall by phase, mean over the ranks [s]
  std::vector<std::string> hosts;   ///< by rank; empty: unknown
  MpiProfile mpi;                   ///< of the steps, by rank; empty: not recorded
  std::vector<RebalanceRecord> rebalances;
  std::vector<ContactLoad> contact_loads;  ///< of this rank, see RankLoad
  std::vector<Id> contact_ids;          ///< in the order of contact_loads
  std::int64_t n_contact_searches = 0;
  std::string decomposition;            ///< the method
  std::vector<RankLoad> loads;          ///< by rank, of the last decomposition; on root
  std::map<FailureKind, std::int64_t> n_failed;  ///< on root
  std::vector<SurfaceStep> surface_steps;   ///< of the contacts at t = 0; on root
  PenetrationRecords penetrations;          ///< on root
  std::vector<ContactForce> interfaces;     ///< contacts, ties and transducers at the end; empty after an error
  std::string state_hash;
  std::vector<std::string> warnings;

  /// Wall of the step loop times ranks times threads, per element and cycle [ns].
  double ns_per_element_cycle(const RunInfo& run) const;
};

/// "mm/dd/yyyy", "hh:mm:ss" and "mm/dd/yy hh:mm:ss" in local time.
std::string date_text(std::time_t time);
std::string time_text(std::time_t time);
std::string short_date_text(std::time_t time);

}  // namespace crumple
