#include "io/contact_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/contact_result.hpp"
#include "io/run_result.hpp"

namespace crumple {
namespace {

/// The side with the smallest stable step; null if there is none.
const SurfaceStep* smallest(std::span<const SurfaceStep> steps) {
  const SurfaceStep* found = nullptr;
  for (const SurfaceStep& step : steps)
    if (step.dt > 0 && (!found || step.dt < found->dt)) found = &step;
  return found;
}

double percent_of_nodes(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? 100.0 * double(part) / double(whole) : 0.0;
}

std::int64_t n_contact_nodes(const PenetrationRecords& records) {
  std::int64_t nodes = 0;
  for (const PenetrationRecord& record : records.contacts) nodes += record.last.n_nodes;
  return nodes;
}

std::string format_table(const std::vector<PenetrationRecord>& records, const char* what) {
  std::string text;
  for (const PenetrationRecord& r : records) {
    text += fmt::format("  {:<8}{:9}{:10}{:9}{:9}{:9.3f}%{:9}", what, r.last.id, r.last.n_nodes, r.last.n_deep,
                        r.worst.n_deep, percent_of_nodes(r.worst.n_deep, r.worst.n_nodes), r.most_limited);
    if (r.deepest.depth > 0)
      text += fmt::format("{:12.4E}{:7.2f}{:11}{:9}{:12.4E}", r.deepest.depth, r.deepest.share, r.deepest.node,
                          r.deepest.part, r.deepest_time);
    text += "\n";
  }
  return text;
}

nlohmann::ordered_json json_of_record(const PenetrationRecord& r, bool is_contact) {
  nlohmann::ordered_json json = {
      {"id", r.last.id},
      {"nodes", r.last.n_nodes},
      {"deep", r.last.n_deep},
      {"worst",
       {{"deep", r.worst.n_deep},
        {"percent", percent_of_nodes(r.worst.n_deep, r.worst.n_nodes)},
        {"time", r.worst_time}}}};
  json["deepest"] = {{"depth", r.deepest.depth}, {"node", r.deepest.node}, {"time", r.deepest_time}};
  if (!is_contact) return json;
  json["deepest"]["share"] = r.deepest.share;
  json["deepest"]["part"] = r.deepest.part;
  json["limited"] = r.most_limited;
  return json;
}

}  // namespace

std::string format_surface_steps(std::span<const SurfaceStep> steps) {
  const SurfaceStep* limit = smallest(steps);
  if (!limit) return {};
  std::string text = "\n contact    surface    surface timestep       node       part\n";
  for (const SurfaceStep& step : steps) {
    text += fmt::format("{:8}{:>11}", step.contact, step.is_a ? "A" : "B");
    text += step.dt > 0 ? fmt::format("{:20.4E}{:11}{:11}\n", step.dt, step.node, step.part)
                        : "    follows the time step\n";
  }
  return text + fmt::format(
                    "\n The time step size should not exceed {:10.3E}\n to avoid contact instabilities. With a larger "
                    "one the stiffness of contact is cut.\n",
                    limit->dt);
}

std::string format_penetrations(const RunResult& result) {
  if (!result.contacts) return {};
  const PenetrationRecords& records = result.contacts->penetrations;
  if (records.contacts.empty() && records.walls.empty()) return {};
  std::string text = "\n P e n e t r a t i o n s   of more than half the thickness, or behind a rigid wall\n";
  text +=
      "                  id     nodes      now    worst  percent  limited  deepest    share       node     part        "
      "time\n";
  text += format_table(records.contacts, "contact") + format_table(records.walls, "wall");
  if (!records.contacts.empty())
    text += fmt::format("  {} of {} contact nodes too deep at the worst: {:.4f} %\n", records.most_deep,
                        n_contact_nodes(records), percent_of_nodes(records.most_deep, n_contact_nodes(records)));
  if (records.contact_dt > 0)
    text += fmt::format("  smallest time step of nodes in contact: {:.4E} at node {}, time {:.4E}; last step {:.4E}\n",
                        records.contact_dt, records.contact_dt_node, records.contact_dt_time, result.clock.dt);
  return text;
}

void summarise_contacts(const RunResult& result, nlohmann::ordered_json& summary) {
  if (!result.contacts) return;
  const ContactResult& contacts = *result.contacts;
  const PenetrationRecords& records = contacts.penetrations;
  for (const PenetrationRecord& r : records.contacts) {
    nlohmann::ordered_json json = json_of_record(r, true);
    for (const SurfaceStep& step : contacts.surface_steps)
      if (step.contact == r.last.id && step.dt > 0) json["surface_dt"][step.is_a ? "a" : "b"] = step.dt;
    for (const ContactForce& force : contacts.interfaces)
      if (force.contact == r.last.id)
        json["energy"] = {{"sliding", force.energy.total}, {"friction", force.energy.friction}};
    summary["contacts"].push_back(std::move(json));
  }
  for (const PenetrationRecord& r : records.walls) summary["walls"].push_back(json_of_record(r, false));
  if (records.contacts.empty()) return;
  const std::int64_t n_searches = contacts.n_searches;
  summary["contact_search"] = {
      {"searches", n_searches},
      {"cycles_between", n_searches > 0 ? double(result.clock.cycle) / double(n_searches) : 0.0}};
  summary["penetration"] = {{"nodes", n_contact_nodes(records)},
                            {"worst", records.most_deep},
                            {"worst_percent", percent_of_nodes(records.most_deep, n_contact_nodes(records))}};
  if (const SurfaceStep* limit = smallest(contacts.surface_steps))
    summary["contact_dt"]["surface"] = {{"dt", limit->dt}, {"contact", limit->contact}, {"node", limit->node}};
  if (records.contact_dt > 0)
    summary["contact_dt"]["touching"] = {
        {"dt", records.contact_dt}, {"node", records.contact_dt_node}, {"time", records.contact_dt_time}};
}

}  // namespace crumple
