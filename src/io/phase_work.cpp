#include "io/phase_work.hpp"

#include <algorithm>

#include "io/run_result.hpp"

namespace crumple {

namespace {

// Ratios of counts for phases that depend on several: fits to the ranks of the cars of inputs/generate.py car, taurus
// and odb (25,330 to 50,000 elements) on 1, 2, 4, 8 and 16 ranks; their accuracy is in docs/plan.md.
constexpr double contact_copy = 0.7;  ///< [unit of ElementCosts] per copied node or face, including searches
constexpr double body = 27;           ///< [nodes of bodies]
constexpr double body_message = 80;   ///< [nodes of bodies]
constexpr double exchange_message = 77;  ///< [shared nodes]
constexpr double exchange_itself = 117;  ///< [shared nodes]

double copies_work(const RankLoad& l) { return contact_copy * (l.contact_copies + l.contact_face_copies); }

double contact_work(const RankLoad& l) { return l.contact_weight + copies_work(l); }

double body_work(const RankLoad& l) {
  return body * l.rigid_bodies + l.body_nodes + body_message * l.messages("rigid bodies");
}

double exchange_work(const RankLoad& l) {
  return exchange_itself + l.boundary_nodes + exchange_message * l.messages("nodal sums");
}

}  // namespace

const std::vector<PhaseWork>& phase_works() {
  using Load = const RankLoad&;
  constexpr const char* balanced = "units of cost, as balanced";
  // Costs in ns are those of the same cars on one rank, by timing_start and timing_end; spreads cover those of the car
  // on up to 8 ranks, which share two cores. Ties were not measured. For elements and faces: decomp/weights.cpp.
  static const std::vector<PhaseWork> all = {
      {"shells", {"shells"}, balanced, [](Load l) { return l.shells_weight; }, {0, 0.15}},
      {"solids", {"solids"}, balanced, [](Load l) { return l.solids_weight; }, {0, 0.15}},
      {"beams", {"beams"}, balanced, [](Load l) { return l.beams_weight; }, {0, 0.15}},
      {"springs", {"springs"}, balanced, [](Load l) { return l.springs_weight; }, {0, 0.15}},
      {"contact", {"contact", "contact search"}, "units of cost, as balanced, and copies", contact_work, {0, 0.5}},
      {"rigid bodies", {"rigid bodies"}, "nodes of bodies; a body is 27, a message 80", body_work, {15, 0.5}},
      {"exchange", {"halo"}, "shared nodes and 117; a message is 77", exchange_work, {40, 0.25}},
      {"spot welds", {"spot welds"}, "welded nodes", [](Load l) { return l.welded_nodes; }, {25, 0.25}},
      {"ties", {"tied contact"}, "tied nodes", [](Load l) { return l.tied_nodes; }, {25, 0.5}},
      {"walls", {"rigid walls"}, "nodes, for each wall", [](Load l) { return l.walls * l.nodes; }, {2, 0.8}},
      {"nodes", {"integration", "constraints", "loads"}, "nodes", [](Load l) { return l.nodes; }, {8.2, 0.5}},
      {"positions", {"positions", "time step", "contact watch"}, "nodes", [](Load l) { return l.nodes; }, {1.1, 0.5}},
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
