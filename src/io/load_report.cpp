#include "io/load_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "base/counted.hpp"
#include "io/contact_result.hpp"
#include "io/phase_work.hpp"
#include "io/run_result.hpp"
#include "io/text_file.hpp"

namespace crumple {
namespace {

using Values = std::vector<double>;  // by rank

/// Minimum, mean and maximum over the ranks; imbalance is maximum / mean - 1.
struct Balance {
  double least = 0, mean = 0, greatest = 0, imbalance = 0;
  explicit Balance(const Values& values) {
    mean = std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    least = *low;
    greatest = *high;
    imbalance = mean > 0 ? greatest / mean - 1 : 0;
  }
};

struct Quantity {
  const char* key;
  const char* label;
  std::function<double(const RankLoad&)> of;
};

double total_weight(const RankLoad& l) {
  return l.shells_weight + l.solids_weight + l.beams_weight + l.springs_weight + l.contact_weight + l.nodes_weight;
}

const std::vector<Quantity>& quantities() {
  static const std::vector<Quantity> all = {
      {"elements", "elements", [](const RankLoad& l) { return l.elements; }},
      {"weight", "weight", total_weight},
      {"nodes", "nodes", [](const RankLoad& l) { return l.nodes; }},
      {"contact_faces", "contact faces", [](const RankLoad& l) { return l.contact_faces; }},
      {"boundary_nodes", "boundary nodes", [](const RankLoad& l) { return l.boundary_nodes; }},
      {"neighbours", "neighbours", [](const RankLoad& l) { return l.neighbours; }},
      {"halo_bytes", "bytes of nodal sums per step", [](const RankLoad& l) { return l.halo_bytes; }},
      {"contact_copies", "contact copies", [](const RankLoad& l) { return l.contact_copies; }},
      {"contact_bytes", "bytes of contact copies per step", [](const RankLoad& l) { return l.contact_bytes; }},
      {"peak_memory", "peak memory [bytes]", [](const RankLoad& l) { return l.peak_memory; }},
  };
  return all;
}

Values values_of(const RunResult& result, const Quantity& quantity) {
  Values values;
  for (const RankLoad& load : result.loads) values.push_back(quantity.of(load));
  return values;
}

/// Bytes that a rank sent to others, including contact copies; empty if not recorded.
Values bytes_sent(const RunResult& result) {
  Values values;
  for (const RankMpiProfile& rank : result.mpi) {
    double bytes = 0;
    for (const MpiPartner& partner : rank.partners) bytes += double(partner.bytes);
    values.push_back(bytes / double(std::max<std::int64_t>(result.cycles(), 1)));
  }
  return values;
}

/// The predictor of a phase's work, if known; for the rank's total the costs that the method balanced.
std::optional<double> predicted(const RankLoad& load, const std::string& phase) {
  if (phase == "all") return total_weight(load);
  const PhaseWork* work = work_of_phase(phase);
  return work ? std::optional(work->count(load)) : std::nullopt;
}

struct PhaseBalance {
  std::string phase;
  std::optional<Balance> predicted;
  Balance measured;  ///< of the work (CPU time outside MPI) [s]
};

/// Each phase, and "all" for their sum.
std::vector<PhaseBalance> phase_balances(const RunResult& result) {
  if (result.mpi.empty()) return {};
  std::map<std::string, Values> work;
  for (std::size_t r = 0; r < result.mpi.size(); ++r)
    for (const MpiPhase& phase : result.mpi[r].phases)
      for (const std::string& name : {phase.name, std::string("all")}) {
        Values& values = work[name];
        values.resize(result.mpi.size());
        values[r] += phase.work;
      }
  std::vector<PhaseBalance> balances;
  for (const auto& [name, values] : work) {
    Values weights;
    for (const RankLoad& load : result.loads)
      if (const auto weight = predicted(load, name)) weights.push_back(*weight);
    const bool known = !weights.empty() && std::accumulate(weights.begin(), weights.end(), 0.0) > 0;
    balances.push_back({name, known ? std::optional(Balance(weights)) : std::nullopt, Balance(values)});
  }
  return balances;
}

nlohmann::ordered_json json_of_balance(const Balance& b) {
  return {{"min", b.least}, {"mean", b.mean}, {"max", b.greatest}, {"imbalance", b.imbalance}};
}

/// LS-DYNA's columns of load_profile.csv; "Shr" is sharing, i.e. the messages.
const std::vector<std::string> columns = {"Solids",    "Shells",    "Tshells",   "Beams",     "SPH",
                                          "E_Other",   "Force_Shr", "Tstep_Shr", "Swtch_Shr", "Matrl_Shr",
                                          "Elmnt_Shr", "Time_Step", "Contact",   "Rigid_Bdy", "Others"};

std::size_t phase_column(const std::string& name) {
  return std::size_t(std::find(columns.begin(), columns.end(), name) - columns.begin());
}

/// The column of a phase. Time step, sense switches and the sums of bodies and walls are one phase here, "collectives",
/// which is put into Tstep_Shr.
std::size_t column_of(const std::string& phase) {
  static const std::map<std::string, std::string> known = {
      {"solids", "Solids"},          {"shells", "Shells"},         {"beams", "Beams"},         {"springs", "E_Other"},
      {"halo", "Force_Shr"},         {"collectives", "Tstep_Shr"}, {"time step", "Time_Step"}, {"contact", "Contact"},
      {"contact search", "Contact"}, {"rigid bodies", "Rigid_Bdy"}};
  const auto found = known.find(phase);
  return phase_column(found != known.end() ? found->second : "Others");
}

Values profile_of(const RankMpiProfile& rank) {
  Values row(columns.size());
  for (const MpiPhase& phase : rank.phases) row[column_of(phase.name)] += phase.wall;
  return row;
}

/// A row for each rank: seconds, then percent of the rank's total.
void write_profile(const std::string& path, const std::string& second_head, const std::string& heading,
                   const std::vector<Values>& rows, const Values& whole) {
  std::string text = "\"Clock (seconds)\"\n" + heading + "\n";
  for (const Values& row : rows) text += fmt::format("{:.5e}\n", fmt::join(row, ", "));
  text += "\n\"" + second_head + "\"\n" + heading + "\n";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    Values percent = rows[r];
    for (double& value : percent) value *= whole[r] > 0 ? 100 / whole[r] : 0;
    text += fmt::format("{:.3f}\n", fmt::join(percent, ", "));
  }
  write_file(path, text);
}

/// A row for each rank and contact.
void write_contact_loads(const std::string& path, const ContactResult& contacts) {
  std::string text = "rank,contact,nodes,faces,ghost_nodes,ghost_faces,pairs,touches,forces_s,search_s\n";
  for (std::size_t r = 0; r < contacts.loads_of_ranks.size(); ++r)
    for (std::size_t k = 0; k < contacts.ids.size(); ++k) {
      const ContactLoad& c = contacts.loads_of_ranks[r][k];
      text += fmt::format("{},{},{},{},{},{},{},{},{:.4e},{:.4e}\n", r, contacts.ids[k], c.nodes, c.faces,
                          c.ghost_nodes, c.ghost_faces, c.pairs, c.touches, c.seconds.forces, c.seconds.search);
    }
  write_file(path, text);
}

}  // namespace

std::string format_load_report(const RunResult& result) {
  if (result.loads.empty()) return {};
  const std::string rule = "  ----------------------------------------------------------------------------\n";
  std::string text = fmt::format("\n D e c o m p o s i t i o n   by {} on {}\n", result.decomposition,
                                 counted(result.loads.size(), "rank"));
  text += fmt::format("  {:<32}{:>10}{:>12}{:>12}{:>11}\n", "", "least rank", "mean", "greatest", "imbalance") + rule;
  const auto row = [&](const char* label, const Balance& b) {
    text += fmt::format("  {:<32}{:10.5G}{:12.5G}{:12.5G}{:10.1f}%\n", label, b.least, b.mean, b.greatest,
                        100 * b.imbalance);
  };
  for (const Quantity& quantity : quantities())
    if (const Balance balance(values_of(result, quantity)); balance.greatest > 0) row(quantity.label, balance);
  if (!result.mpi.empty()) row("bytes sent per step", Balance(bytes_sent(result)));
  const std::vector<PhaseBalance> phases = phase_balances(result);
  if (phases.empty()) return text;
  text += fmt::format("\n  {:<30}{:>12}{:>12}{:>12}{:>11}\n", "imbalance of work", "mean [s]", "greatest", "measured",
                      "predicted") +
          rule;
  for (const PhaseBalance& p : phases)
    text += fmt::format("  {:<30}{:12.4E}{:12.4E}{:11.1f}%{:>11}\n", p.phase, p.measured.mean, p.measured.greatest,
                        100 * p.measured.imbalance,
                        p.predicted ? fmt::format("{:.1f}%", 100 * p.predicted->imbalance) : "-");
  for (const RebalanceRecord& r : result.rebalances)
    text += fmt::format("  repartitioned at cycle {}: imbalance {:.1f}%, {} moved, {:.3f} s of work\n", r.cycle,
                        100 * r.imbalance, counted(r.moved_elements, "element"), r.work);
  return text;
}

nlohmann::ordered_json summarise_load(const RunResult& result) {
  nlohmann::ordered_json json;
  json["method"] = result.decomposition;
  if (result.loads.empty()) return json;
  for (const Quantity& quantity : quantities())
    json[quantity.key] = json_of_balance(Balance(values_of(result, quantity)));
  if (!result.mpi.empty()) json["bytes_sent"] = json_of_balance(Balance(bytes_sent(result)));
  for (const PhaseBalance& p : phase_balances(result)) {
    json["phases"][p.phase] = json_of_balance(p.measured);
    if (p.predicted) json["phases"][p.phase]["predicted"] = p.predicted->imbalance;
  }
  return json;
}

void write_load_profiles(const std::string& prefix, const RunResult& result) {
  const ContactResult contacts = result.contacts ? *result.contacts : ContactResult{};
  const bool has_contacts = !contacts.ids.empty() && !contacts.loads_of_ranks.empty();
  if (has_contacts) write_contact_loads(prefix + "contact_load.csv", contacts);
  Values whole;
  std::vector<Values> rows;
  for (const RankMpiProfile& rank : result.mpi) {
    rows.push_back(profile_of(rank));
    whole.push_back(std::accumulate(rows.back().begin(), rows.back().end(), 0.0));
  }
  if (!rows.empty()) {
    const std::string heading = fmt::format("\"{}\"", fmt::join(columns, "\", \""));
    write_profile(prefix + "load_profile.csv", "Clock and percentage(%)", heading, rows, whole);
  }
  if (!has_contacts || rows.empty()) return;
  rows.clear();
  std::vector<std::string> ids;
  for (const Id id : contacts.ids) ids.push_back(fmt::format("{:08}", id));
  for (const std::vector<ContactLoad>& of_rank : contacts.loads_of_ranks) {
    rows.emplace_back();
    for (const ContactLoad& contact : of_rank) rows.back().push_back(contact.seconds.forces);
  }
  write_profile(prefix + "cont_profile.csv", "Clock percentage(%)", fmt::format("{}", fmt::join(ids, ", ")), rows,
                whole);
}

}  // namespace crumple
