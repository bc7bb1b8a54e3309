#include "physics/joints/spot_welds.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "kernels/step/interface.hpp"
#include "physics/state/constraint_rows.hpp"
#include "physics/state/weld_force.hpp"

namespace crumple {
namespace {

constexpr std::size_t cluster_grain = 50;        // clusters or links that are worth waking a thread for
constexpr std::size_t pair_block_grain = 30;  // blocks of pairs

/// Advances the pairs, and stores their forces by weld.
void advance_pairs(StepState& s, WeldState& state) {
  NodeState& nodes = s.nodes;
  WeldBlocks& pairs = state.pairs;
  const kernels::WeldPairs input{pairs.nodes.data(), pairs.from_first.data(), pairs.normal_force.data(),
                                 pairs.shear_force.data(), pairs.weld.size()};
  const kernels::WeldStep step{s.clock.dt,
                               s.clock.dt_mid(),
                               nodes.position.data(),
                               nodes.velocity.data(),
                               nodes.angular_velocity.data(),
                               nodes.mass.data(),
                               nodes.inertia.data()};
  const std::size_t n_blocks = pairs.from_first.size() / kernels::weld_lanes;
  launch_ranges("spot welds", n_blocks, pair_block_grain, [&](std::size_t first, std::size_t last) {
    s.kernels.advance_weld_pairs(input, step, first, last);
  });
  run_loop(StoreWeldForces{pairs.weld.data(), pairs.normal_force.data(), pairs.shear_force.data(),
                           state.normal_force.data(), state.shear_force.data()},
           pairs.weld.size());
}

/// The same for the other clusters.
void advance_others(StepState& s, WeldState& state) {
  if (state.other_clusters.empty()) return;
  const NodeState& nodes = s.nodes;
  const ClustersNow now{.nodes = state.nodes.data(),
                        .ties = state.ties.data(),
                        .constraint_force = state.constraint_force.data(),
                        .tie_impulse = state.tie_impulse.data(),
                        .position = rows_at(nodes.position),
                        .velocity = rows_at(nodes.velocity),
                        .angular_velocity = rows_at(nodes.angular_velocity),
                        .moving_before = rows_at(s.before.velocity),
                        .turning_before = rows_at(s.before.angular_velocity),
                        .mass = nodes.mass.data(),
                        .inertia = nodes.inertia.data(),
                        .dt = s.clock.dt,
                        .dt_mid = s.clock.dt_mid(),
                        .middle = s.clock.time + 0.5 * s.clock.dt};
  sum_later(MoveClusters{now, state.clusters.data(), state.other_clusters.data(), s.domain.owns_node.data(),
                         s.domain.quanta.energy},
            state.other_clusters.size(), cluster_grain, [&s, &state](const WorkSums& work) {
              s.ledger.external_work += work.before;
              state.ahead.external += work.after;
            });
  run_loop(StoreLinkForces{state.links.data(), state.sides.data(), state.constraint_force.data(),
                           rows_at(nodes.position), state.normal_force.data(), state.shear_force.data()},
           state.links.size(), cluster_grain);
}

/// Marks the welds that fail; returns how many.
std::size_t find_failures(const StepState& s, WeldState& state) {
  return std::size_t(sum_loop(
      FindOverloaded{state.that_may_fail.data(), state.strength.data(), state.normal_force.data(),
                     state.shear_force.data(), s.clock.time, state.failed.data()},
      state.that_may_fail.size()));
}

}  // namespace

void SpotWelds::set_velocities(StepState& s) {
  Profile::Scope scope(phase<"spot welds", Stage::nodes>);
  s.ledger.external_work += state_.ahead.external;
  state_.ahead = {};
  if (state_.clusters.empty() || !(s.clock.dt > 0)) return;
  state_.dt_mid = s.clock.dt_mid();
  advance_pairs(s, state_);
  advance_others(s, state_);
  if (find_failures(s, state_) == 0 && !is_letting_go_) return;
  wait_for_device();  // the loops above may still need the clusters: without welds that may fail nothing has waited
  for (const Index weld : state_.that_may_fail) {
    if (state_.failed[weld] != WeldState::deleted) continue;
    const SpotWeld& of_model = s.domain.model.spot_welds[weld];  // the owner of the first node reports it
    if (s.domain.owns_node[of_model.nodes[0]])
      s.failures.push_back({s.clock.cycle, s.clock.time, FailureKind::spot_weld, of_model.id});
  }
  if (is_letting_go_) delete_let_go(s);
  rebuild_clusters(s.domain, state_);
}

void SpotWelds::let_go(std::span<const std::uint8_t> nodes) {
  for (std::size_t w = 0; w < state_.failed.size(); ++w) {
    const SpotWeld& weld = domain_.model.spot_welds[w];
    for (std::size_t end = 0; end < 2 && state_.failed[w] != WeldState::deleted; ++end)
      if (weld.strains[end] >= 0 && nodes[std::size_t(weld.strains[end])]) {
        state_.failed[w] |= WeldState::lets_go[end];
        is_letting_go_ = true;
      }
  }
}

/// Deletes what lets go. A tied node is reported once, not by each of its links.
void SpotWelds::delete_let_go(StepState& s) {
  std::set<Failure> failures;
  for (std::size_t w = 0; w < state_.failed.size(); ++w) {
    const std::uint8_t ends = state_.failed[w];
    if (ends == 0 || ends == WeldState::deleted) continue;
    state_.failed[w] = WeldState::deleted;
    const SpotWeld& weld = domain_.model.spot_welds[w];
    const auto report = [&](Index node, FailureKind kind, Id id, Id owner) {
      if (domain_.owns_node[node]) failures.insert({s.clock.cycle, s.clock.time, kind, id, owner});
    };
    if (weld.tied_set == 0) report(weld.nodes[0], FailureKind::spot_weld, weld.id, 0);
    for (std::size_t end = 0; end < 2 && weld.tied_set != 0; ++end)
      if (ends & WeldState::lets_go[end])
        report(weld.nodes[end], FailureKind::tied_node, domain_.model.nodes.id[weld.nodes[end]], weld.tied_set);
  }
  s.failures.insert(s.failures.end(), failures.begin(), failures.end());
  is_letting_go_ = false;
}

void SpotWelds::add_rows(std::vector<WeldForce>& rows) const {
  for (std::size_t w = 0; w < state_.failed.size(); ++w) {
    const SpotWeld& weld = domain_.model.spot_welds[w];
    if (weld.tied_set != 0 || !domain_.owns_node[weld.nodes[0]]) continue;
    WeldForce force{.weld = weld.id, .failed = state_.failed[w] == WeldState::deleted};
    force.number = domain_.global_spot_weld[w];
    if (!force.failed) {
      force.axial = state_.normal_force[w];
      force.shear = state_.shear_force[w];
    }
    rows.push_back(force);
  }
}

/// Calls `take` with the ids of the fixed, or prescribed, nodes of this rank, each once, and their forces and moments.
template <class Take>
void SpotWelds::for_each_tie_force(bool fixed, const Take& take) const {
  for (std::size_t t = 0; t < state_.ties.size() && state_.dt_mid > 0;) {
    const std::size_t place = state_.ties[t].place;
    Vec3 impulse, turn;
    for (; t < state_.ties.size() && state_.ties[t].place == place; ++t)
      if (state_.ties[t].is_fixed() == fixed) (state_.ties[t].rotation ? turn : impulse) += state_.tie_impulse[t];
    const Index node = state_.nodes[place];
    if (norm(impulse) + norm(turn) > 0 && domain_.owns_node[node])
      take(domain_.model.nodes.id[node], (1 / state_.dt_mid) * impulse, (1 / state_.dt_mid) * turn);
  }
}

void SpotWelds::add_rows(std::vector<SpcForce>& rows) const {
  for_each_tie_force(true, [&](Id node, const Vec3& force, const Vec3& moment) {
    rows.push_back({node, false, false, force, moment});
  });
}

void SpotWelds::add_rows(std::vector<MotionForce>& rows) const {
  for_each_tie_force(
      false, [&](Id node, const Vec3& force, const Vec3& moment) { rows.push_back({node, false, force, moment}); });
}

void SpotWelds::add_constraint_rows(const StepState& s, ConstraintRows& rows) const {
  for (const WeldCluster& cluster : state_.clusters) {
    const auto nodes = std::span(state_.nodes).subspan(cluster.first_node, cluster.last_node - cluster.first_node);
    const Index leader = *std::ranges::max_element(nodes, {}, [&](Index node) { return rows.n_holds(node); });
    Basis axes;  // with the line of the nodes as the first, about which they may have no inertia
    for (const Index node : nodes) {
      if (node == leader) continue;
      const Vec3 arm = row(s.nodes.position, node) - row(s.nodes.position, leader);
      if (axes.count == 0 && norm(arm) > 0) axes.extend(arm);
      rows.follow(node, leader, arm);
    }
    if (axes.count == 0) continue;
    for (int c = 0; c < 3; ++c) {
      Vec3 unit;
      unit[c] = 1;
      axes.extend(unit);
    }
    rows.set_rotation_axes(leader, {{axes.direction[0], axes.direction[1], axes.direction[2]}});
  }
}

void SpotWelds::archive(StateArchive& a, StepState& s) {
  a.sum(state_.ahead.external);
  const Domain& domain = s.domain;
  Numbered welds{domain.n_global_spot_welds, {domain.global_spot_weld.begin(), domain.global_spot_weld.end()}};
  for (const SpotWeld& weld : domain.model.spot_welds) welds.is_owned.push_back(domain.owns_node[weld.nodes[0]]);
  a.records("spot welds", welds, [&](std::size_t w, Fields& fields) {
    fields(state_.normal_force[w], state_.shear_force[w], state_.failed[w]);
  });
  if (!a.is_loading()) return;
  is_letting_go_ = std::ranges::any_of(state_.failed, [](std::uint8_t its) { return its > WeldState::deleted; });
  rebuild_clusters(domain, state_);
}

}  // namespace crumple
