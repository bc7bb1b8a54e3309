#include "io/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "base/error.hpp"
#include "io/contact_report.hpp"
#include "io/io_report.hpp"
#include "io/load_report.hpp"
#include "io/mpi_report.hpp"
#include "io/run_info.hpp"
#include "io/run_result.hpp"
#include "io/text_file.hpp"
#include "model/substitution.hpp"

namespace crumple {

namespace {

using Json = nlohmann::ordered_json;

/// Version, machine and options of the run.
void put_run(const RunInfo& run, Json& summary) {
  summary["program"] = {{"version", run.version}, {"commit", run.commit}, {"compiler", run.compiler}, {"mpi", run.mpi}};
  summary["deck"] = {{"path", run.deck}, {"hash", fmt::format("{:016x}", run.deck_hash)}, {"title", run.title}};
  summary["options"] = run.command_line;
  summary["host"] = run.host;
  summary["date"] = iso_date_text(run.start);
}

/// The largest resident memory of each rank [bytes].
Json summarise_memory(const RunResult& result) {
  double sum = 0, most = 0;
  for (const RankLoad& load : result.loads) {
    sum += load.peak_memory;
    most = std::max(most, load.peak_memory);
  }
  return {{"sum", sum}, {"max", most}};
}

}  // namespace

std::string format_summary(const RunInfo& run, const RunResult& result) {
  const Energies& energies = result.energies;
  Json summary;
  summary["termination"] = name_of(result.termination);
  summary["exit_status"] = int(result.termination);
  summary["reason"] = result.reason;
  put_run(run, summary);
  if (!run.dump.empty())
    summary["restart"] = {{"dump", run.dump}, {"cycle", run.first_cycle}, {"time", run.first_time}};
  summary["cycles"] = result.clock.cycle;
  summary["end_time"] = result.clock.time;
  summary["nodes"] = run.n_nodes;
  summary["elements"] = {
      {"shells", run.n_shells},   {"solids", run.n_solids}, {"beams", run.n_beams},
      {"springs", run.n_springs}, {"masses", run.n_masses}};
  summary["parts"] = run.n_parts;
  summary["ranks"] = run.ranks;
  if (!result.hosts.empty())
    summary["hosts"] = std::set<std::string>(result.hosts.begin(), result.hosts.end()).size();
  summary["threads"] = run.threads;
  summary["isa"] = run.isa;
  summary["precision"] = run.precision;
  summary["collectives"] = run.collectives;
  summary["transport"] = run.transport;
  Json& wall = summary["wall_s"];
  wall["total"] = result.wall_total;
  wall["step_loop"] = result.wall_step_loop;
  for (const auto& [phase, seconds] : result.phases) wall[phase] = seconds;
  for (const auto& [stage, seconds] : result.start) summary["start_s"][stage] = seconds;
  summary["cpu_s"] = result.cpu_total;
  if (result.device_waits > 0) summary["device_waits"] = result.device_waits;
  summary["peak_memory"] = summarise_memory(result);
  summary["ns_per_element_cycle"] = result.ns_per_element_cycle(run);
  if (const SolverTotals& solver = result.solver; solver.n_equations > 0)
    summary["solver"] = {{"equations", solver.n_equations},
                         {"factorisations", solver.n_factorisations},
                         {"operations", solver.n_operations},
                         {"right_hand_sides", solver.n_right_hand_sides},
                         {"analysis_s", solver.analysis_seconds},
                         {"factor_s", solver.factor_seconds},
                         {"solve_s", solver.solve_seconds},
                         {"equations_per_s", solver.equations_per_second(result.wall_step_loop)}};
  summary["decomposition"] = summarise_load(result);
  summary["io"] = summarise_io(run, result);
  if (!result.mpi.empty()) summary["mpi"] = summarise_mpi(result);
  summary["energy"] = {{"kinetic", energies.kinetic},
                       {"internal", energies.internal},
                       {"hourglass", energies.hourglass},
                       {"sliding", energies.sliding},
                       {"rigid_wall", energies.rigid_wall},
                       {"external_work", energies.external_work},
                       {"damping", energies.damping},
                       {"eroded", energies.eroded_kinetic + energies.eroded_internal + energies.eroded_hourglass},
                       {"total", energies.total()},
                       {"ratio", energies.ratio()}};
  if (result.added_mass != 0) summary["added_mass"] = result.added_mass;
  summary["dt"] = {{"first", result.clock.dt_first}, {"last", result.clock.dt}, {"min", result.clock.dt_min}};
  for (const RebalanceRecord& r : result.rebalances)
    summary["rebalances"].push_back({{"cycle", r.cycle}, {"time", r.time}, {"imbalance", r.imbalance},
                                     {"moved_elements", r.moved_elements}, {"seconds", r.seconds},
                                     {"work_s", r.work}});
  summarise_contacts(result, summary);
  for (int k = 0; k < n_failure_kinds; ++k) {
    const auto found = result.n_failed.find(FailureKind(k));
    summary["failed"][plural_of(FailureKind(k))] = found == result.n_failed.end() ? 0 : found->second;
  }
  summary["state_hash"] = result.state_hash;
  if (const auto lines = substitutions_among(result.start_warnings); !lines.empty()) summary["substituted"] = lines;
  summary["warnings"] = result.start_warnings;
  for (const std::string& warning : result.warnings) summary["warnings"].push_back(warning);
  return summary.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_summary(const std::string& prefix, const RunInfo& run, const RunResult& result) {
  const std::string path = prefix + "summary.json", partial = path + ".part";
  write_file(partial, format_summary(run, result));
  if (std::rename(partial.c_str(), path.c_str()) != 0)
    throw Error("cannot write " + path + ": " + std::strerror(errno));
}

}  // namespace crumple
