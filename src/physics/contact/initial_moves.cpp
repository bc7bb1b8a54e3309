#include "physics/contact/initial_moves.hpp"

#include <algorithm>
#include <array>

#include "physics/contact/contact.hpp"
#include "physics/contact/contact_feature.hpp"
#include "physics/contact/contact_plan.hpp"
#include "physics/contact/passes.hpp"
#include "physics/contact/near_pairs.hpp"
#include "physics/contact/touches.hpp"
#include "physics/state/feature.hpp"

namespace crumple {
namespace {

constexpr int n_sweeps = 6;         // each but the last halves the remainder where only one side can move
constexpr double clearance = 1e-6;  // of the contact distance, so that rounding leaves no contact

/// [local node] 1: its position is constrained.
std::vector<std::uint8_t> held_nodes(const Contacts& c) {
  const Model& model = c.domain->model;
  std::vector<std::uint8_t> held(std::size_t(c.nodes.n_local), 0);
  for (Index i = 0; i < c.nodes.n_local; ++i) held[i] = c.nodes.body[i] != 0;
  for (const std::vector<Tie>* ties : {&model.ties, &model.soft_ties})
    for (const Tie& tie : *ties) held[tie.node] = 1;
  for (const SpotWeld& weld : model.spot_welds)
    for (const Index node : weld.nodes) held[node] = 1;
  return held;
}

/// The displacement out of the faces in contact with the node.
Vec3 way_out(const Pass& pass, bool both_give_way, bool is_last, const Touches& touches) {
  Vec3 way;
  for (const Touch& touch : touches) {
    const bool shared = both_give_way && !is_last && pass.segments.constants[touch.segment].body == 0;
    const double gap = is_last ? clearance * (touch.penetration + touch.closest.distance) : 0;
    way += ((shared ? 0.5 : 1.0) * touch.share * touch.penetration + gap) * touch.direction;
  }
  return way;
}

/// Stores the displacement of each slave on this rank, the longest over all contacts.
void find_ways(Contacts& c, Pass& pass, bool is_last, std::vector<Vec3>& way) {
  const ContactPlan& plan = c.plan_of(pass);
  LawInput input;
  input.nodes = c.nodes;
  const PassAt at = pass.at();
  NearPairs near;
  TouchFinder finder;
  find_near_pairs(at, c.nodes, {0, pass.candidates.n_entries()}, 0, 0, near);
  for (std::size_t i = 0; i < near.entry.size(); ++i) {
    const Index node = pass.slaves.node[pass.candidates.slave[near.entry[i]]];
    if (node >= c.nodes.n_local) continue;
    const Touches touches = finder.find(at, input, near.of_entry(i));
    const Vec3 out = way_out(pass, plan.passes.size() > 1 || plan.meets_itself, is_last, touches);
    if (dot(out, out) > dot(way[node], way[node])) way[node] = out;
  }
}

bool sweep(StepState& s, Contacts& c, const std::vector<std::uint8_t>& held, bool is_last) {
  std::vector<Vec3> way(std::size_t(c.nodes.n_local));
  for (Pass& pass : c.passes)
    if (c.plan_of(pass).asks_to_move_nodes && c.plan_of(pass).acts_at_start) find_ways(c, pass, is_last, way);
  double moves[1] = {0};
  for (Index i = 0; i < c.nodes.n_local; ++i) {
    if (held[i] || way[i] == Vec3{}) continue;
    set_row(s.nodes.position, i, row(s.nodes.position, i) + way[i]);
    moves[0] = 1;
  }
  s.world.max(moves);
  return moves[0] > 0;
}

}  // namespace

std::vector<NodeMove> move_out_of_penetrations(StepState& s, ContactFeature& contacts) {
  Contacts& c = contacts.contacts();
  std::vector<NodeMove> moves;
  if (std::ranges::none_of(c.plans, [](const ContactPlan& p) { return p.asks_to_move_nodes && p.acts_at_start; }))
    return moves;
  const std::vector<std::uint8_t> held = held_nodes(c);
  for (int i = 0; i < n_sweeps; ++i) {
    search(s.world, c, s.nodes, s.status);
    if (!sweep(s, c, held, i == n_sweeps - 1)) break;
  }
  for (Index i = 0; i < c.nodes.n_local; ++i) {
    const Vec3 by = row(s.nodes.position, i) - s.domain.model.nodes.position[i];
    if (s.domain.owns_node[i] && by != Vec3{}) moves.push_back({s.domain.global_node[i], by});
  }
  return moves;
}

}  // namespace crumple
