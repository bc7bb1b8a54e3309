// Sums of an MPI profile over ranks for tables. Used by mpi_report.cpp.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "comm/mpi_profile.hpp"

namespace crumple {

/// The kind of a function, for sums of like functions and the comparison with other codes.
enum class MpiKind { reduction, broadcast, other_collective, send, receive, wait, one_sided, other };
MpiKind kind_of(const std::string& function);

/// Mean, minimum and maximum over the ranks.
struct Spread {
  double mean = 0, least = 0, greatest = 0;
};

struct PhaseTotals {
  Spread wall, mpi, work;  ///< [s] over the ranks
  MpiTally tally;
};

struct MpiTotals {
  Spread wall, application, mpi, work;  ///< [s] over the ranks; application is wall outside MPI
  double work_path = 0;  ///< [s] critical_path of critical_path.hpp
  double latency = 0, noise = 0;  ///< [s] injected, mean over the ranks
  std::map<std::string, MpiTally> functions;
  std::map<int, MpiTally> sizes;
  std::map<std::string, PhaseTotals> phases;
  std::map<MpiKind, MpiTally> kinds;
  std::map<std::string, MpiWait> waits;
  int n_nodes = 0;
  std::int64_t n_pairs = 0, largest_pair_bytes = 0;
  MpiTally messages,
      between_nodes;  ///< between pairs of ranks, without times: all, and those on different nodes
};

MpiTotals sum_mpi(const MpiProfile& profile);

}  // namespace crumple
