#include "io/phase_work.hpp"

#include <algorithm>

#include "decomp/added_work.hpp"
#include "decomp/weights.hpp"
#include "io/run_result.hpp"

namespace crumple {

namespace {

// Ratios of counts for phases that depend on several: of the car on two ranks that share more and more nodes; how they
// were measured is in docs/plan.md. The others: decomp/added_work.hpp.
constexpr double exchange_itself = 600;  ///< [shared nodes]

double copies_work(const RankLoad& l) { return cost_of_copy * (l.contact_copies + l.contact_face_copies); }

double contact_work(const RankLoad& l) { return l.contact_weight + copies_work(l); }

double body_work(const RankLoad& l) {
  return cost_of_body * l.rigid_bodies + l.body_nodes + cost_of_body_message * l.messages("rigid bodies");
}

double exchange_work(const RankLoad& l) {
  return exchange_itself + l.boundary_nodes + cost_of_message * l.messages("nodal sums");
}

}  // namespace

const std::vector<PhaseWork>& phase_works() {
  using Load = const RankLoad&;
  constexpr const char* balanced = "units of cost, as balanced";
  // Costs, also of elements and faces: decomp/weights.cpp.
  static const std::vector<PhaseWork> all = {
      {"shells", {"shells"}, balanced, [](Load l) { return l.shells_weight; }, {0, 0.15}},
      {"solids", {"solids"}, balanced, [](Load l) { return l.solids_weight; }, {0, 0.15}},
      {"beams", {"beams"}, balanced, [](Load l) { return l.beams_weight; }, {0, 0.15}},
      {"springs", {"springs"}, balanced, [](Load l) { return l.springs_weight; }, {0, 0.15}},
      {"contact", {"contact", "contact search"}, "units of cost, as balanced, and copies", contact_work, {0, 0.5}},
      {"rigid bodies", {"rigid bodies"}, "nodes of bodies; a body is 24, a message 80", body_work,
       table_cost("rigid bodies")},
      {"exchange", {"halo"}, "shared nodes and 600; a message is 45", exchange_work, table_cost("exchange")},
      {"spot welds", {"spot welds"}, "welded nodes", [](Load l) { return l.welded_nodes; }, table_cost("spot welds")},
      {"ties", {"tied contact"}, "tied nodes", [](Load l) { return l.tied_nodes; }, table_cost("ties")},
      {"walls", {"rigid walls"}, "nodes, for each wall", [](Load l) { return l.walls * l.nodes; }, table_cost("walls")},
      {"nodes", {"integration", "constraints", "loads"}, "nodes", [](Load l) { return l.nodes; },
       table_cost("nodes")},
      {"positions", {"positions", "time step", "contact watch"}, "nodes", [](Load l) { return l.nodes; },
       table_cost("positions")},
  };
  return all;
}

const PhaseWork* work_of_phase(const std::string& phase) {
  for (const PhaseWork& work : phase_works())
    if (std::ranges::find(work.phases, phase) != work.phases.end()) return &work;
  return nullptr;
}

double share_of_faces(double faces, const RankLoad& load) {
  return faces > 0 ? faces / (faces + copies_work(load)) : 1;
}

std::vector<UnitCost> unit_costs(double unit, const std::map<std::string, UnitCost>& measured) {
  std::vector<UnitCost> costs;
  for (const PhaseWork& work : phase_works()) {
    const auto found = measured.find(work.name);
    UnitCost cost = found != measured.end() ? found->second : work.cost;
    if (work.cost.ns == 0) cost.ns = unit;
    costs.push_back(cost);
  }
  return costs;
}

}  // namespace crumple
