#include "io/summary.hpp"

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

std::string format_summary(const RunInfo& run, const RunResult& result) {
  using Json = nlohmann::ordered_json;
  const Energies& energies = result.energies;
  Json summary;
  summary["termination"] = result.normal ? "normal" : "error";
  summary["reason"] = result.reason;
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
  summary["ns_per_element_cycle"] = result.ns_per_element_cycle(run);
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
  if (const auto lines = substitutions_among(result.warnings); !lines.empty()) summary["substituted"] = lines;
  summary["warnings"] = result.warnings;
  return summary.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_summary(const std::string& prefix, const RunInfo& run, const RunResult& result) {
  const std::string path = prefix + "summary.json", partial = path + ".part";
  TextFile file(partial);
  file.write(format_summary(run, result));
  file.close();
  if (std::rename(partial.c_str(), path.c_str()) != 0)
    throw Error("cannot write " + path + ": " + std::strerror(errno));
}

}  // namespace crumple
