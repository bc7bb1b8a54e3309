// The reports of the MPI profile: tables at the end of mes0000, summary.json's "mpi", and mpi_profile.csv. Layout after
// published profiles of LS-DYNA: share of application and MPI, functions, message sizes, phases.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "io/run_result.hpp"

namespace crumple {

/// Tables of the steps; empty if nothing was recorded.
std::string format_mpi_report(const RunResult& result);
/// See docs/summary.md.
nlohmann::ordered_json summarise_mpi(const RunResult& result);
/// mpi_profile.csv, for scripts/plot-mpi-profile: a line for each cell of the profile of each rank; columns in
/// docs/mpi-profile.md. `prefix` as for AsciiDatabases. For root.
void write_mpi_csv(const std::string& prefix, const MpiProfile& profile);

}  // namespace crumple
