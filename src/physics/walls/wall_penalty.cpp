#include "physics/walls/wall_penalty.hpp"

#include <algorithm>
#include <cstdint>

#include "base/loops.hpp"
#include "base/profile.hpp"

namespace crumple {
namespace {

constexpr std::size_t penalty_grain = 1000;  // nodes

}  // namespace

kernels::RunVector<double> spring_masses(const StepState& s, const Column& effective_mass) {
  kernels::RunVector<double> masses(std::size_t(s.nodes.count()), 0.0);
  const auto is_massless = [&](Index node) { return !(s.nodes.mass(node) > 0); };
  for (Index node = 0; node < s.nodes.count(); ++node)
    if (is_massless(node)) masses[node] = s.own_mass(node);
  const std::vector<RigidBody>& bodies = s.domain.model.rigid_bodies;
  const auto shares = [&](const RigidBody& body, Index node) { return body.inertia || is_massless(node); };
  std::vector<std::int64_t> counts;
  for (const RigidBody& body : bodies)
    counts.push_back(std::ranges::count_if(
        body.nodes, [&](Index node) { return s.domain.owns_node[node] != 0 && shares(body, node); }));
  s.world.sum(std::span<std::int64_t>(counts));
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (!bodies[b].is_in(s.domain.model.part_switches.stage)) continue;
    for (const Index node : bodies[b].nodes)
      if (shares(bodies[b], node)) masses[node] = effective_mass(node) / double(counts[b]);
  }
  return masses;
}

void push_nodes(WallSprings& springs, const WallSurface* surface, const kernels::RunVector<double>& masses,
                StepState& s) {
  springs.pushed = {};
  if (springs.nodes.empty() || !surface || !(s.clock.dt > 0)) return;
  Profile::Scope scope(phase<"rigid walls", Stage::forces>);
  springs.surface = *surface;
  const double first = s.clock.dt_first > 0 ? s.clock.dt_first : s.clock.dt;
  const std::span<const Index> all = springs.nodes;
  PushNodes nodes{*surface,
                  all.data(),
                  masses.data(),
                  s.nodes.mass.data(),
                  0.25 * s.domain.model.control.wall_penalty / (first * first),
                  s.clock.dt_mid(),
                  rows_at(s.nodes.position),
                  rows_at(s.nodes.velocity),
                  rows_at(totals(s.nodes.force)),
                  nullptr};
  if (runs_on_device()) {
    springs.all.resize(all.size());
    nodes.pushed = springs.all.data();
    run_loop(nodes, all.size());
    springs.pushed = springs.all;
    return;
  }
  const auto push = [&](std::size_t begin, std::size_t end, PushedNode* out) {
    for_each_behind(*surface, all, begin, end, s, [&](Index node) {
      if (const PushedNode pushed = nodes.push(node); pushed.node != none) *out++ = pushed;
    });
    return out;
  };
  springs.pushed = find_in_ranges("wall penalty", all.size(), penalty_grain, springs.room, push);
}

SpringAction work_of_springs(const WallSprings& springs, const StepState& s) {
  return {wall_nodes(springs.surface, s), springs.pushed.data(), s.clock.dt_mid()};
}

}  // namespace crumple
