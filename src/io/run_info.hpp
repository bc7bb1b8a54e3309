// The properties of a run known at its start. Filled by app, printed by the message file, the summary and the headers
// of the ASCII databases. Its results are in run_result.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <ctime>
#include <set>
#include <string>

#include "io/storage.hpp"

namespace crumple {

/// Limits of a stable run.
struct StabilityLimits {
  double least_ratio = 0.9, most_ratio = 1.1;  ///< of the energies
  bool stops = false;                          ///< at the first sign of instability, after the outputs due
};

/// Optional fields of states.vtkhdf (fields=), in addition to the standard ones.
inline constexpr std::array extra_state_fields{"displacement", "stress", "energy_density"};
using FieldNames = std::set<std::string>;

struct RunInfo {
  std::string title;         ///< of the deck
  std::string deck;          ///< path of the deck as given; empty for a restart without a deck
  std::string dump;          ///< path of the dump to restart from; empty: start at t = 0
  std::int64_t first_cycle = 0;  ///< at the start
  double first_time = 0;         ///< [time]
  std::string command_line;  ///< keys and values as given
  std::string version;       ///< e.g. "1.0.0"
  std::string commit;        ///< of the sources, "-dirty" with changes; "unknown" outside of a git checkout
  std::uint64_t deck_hash = 0;  ///< as in Model
  std::string compiler;      ///< e.g. "GNU 12.2.0"
  std::string mpi;           ///< e.g. "Open MPI 4.1.4"
  std::string isa;           ///< "sse2", "avx2", "avx512"
  std::string precision;     ///< "single" or "double"
  std::string collectives = "fused", transport = "p2p";  ///< modes of communication
  StorageSettings storage;
  int n_writers = 1;  ///< ranks that write states or dumps concurrently
  StabilityLimits stability;
  bool binout = false;                                   ///< databases are written to binout, too
  std::string messag = "all";                            ///< ranks that write a mesNNNN: "all" or "root"
  std::string states = "both";                           ///< "both", or the choice of a RecorderKind
  FieldNames fields;                                     ///< of extra_state_fields
  std::string platform, os_level, host;  ///< of root, by describe_machine
  int ranks = 1;
  int threads = 1;           ///< of each rank
  std::time_t start = 0;     ///< by describe_machine
  std::int64_t n_nodes = 0, n_shells = 0, n_solids = 0, n_beams = 0, n_springs = 0, n_masses = 0,
               n_spot_welds = 0;
  std::int64_t n_elements() const { return n_shells + n_solids + n_beams + n_springs; }
  int n_parts = 0;
};

/// The host of this rank.
std::string host_name();
/// Sets host, platform, operating system and the time of day.
void describe_machine(RunInfo& run);

/// "mm/dd/yyyy", "hh:mm:ss" and "mm/dd/yy hh:mm:ss" in local time.
std::string date_text(std::time_t time);
std::string time_text(std::time_t time);
std::string short_date_text(std::time_t time);
/// As in ISO 8601: "2024-05-01T13:00:00+0200".
std::string iso_date_text(std::time_t time);

}  // namespace crumple
