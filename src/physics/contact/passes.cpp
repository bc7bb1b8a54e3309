#include "physics/contact/passes.hpp"

#include <algorithm>
#include <utility>

#include "base/loops.hpp"
#include "physics/contact/contact_plan.hpp"
#include "physics/contact/contact_surfaces.hpp"
#include "physics/contact/search_loops.hpp"

namespace crumple {
namespace {

/// The columns of slaves and segments are most of a rank's contact memory: growing by half would leave a third of it
/// unused, and copies are few.
template <class... Columns> void make_room(std::size_t n, Columns&... columns) {
  ((n > columns.capacity() ? columns.reserve(n + n / 8 + 8) : void()), ...);
}

/// Frees the memory of the copies: messages with the next copies are about to take as much.
template <class... Columns> void cut_off(Index n_local, Columns&... columns) {
  ((columns.resize(std::size_t(n_local)), columns.shrink_to_fit()), ...);
}

void add_local_slaves(const ContactSurface& surface, const std::vector<SlaveConstants>& around,
                      const ContactNodes& nodes, const NodeState& initial, Slaves& slaves) {
  slaves.node.assign(surface.nodes.begin(), surface.nodes.end());
  make_room(slaves.node.size(), slaves.constants, slaves.body);
  for (const Index node : slaves.node) {
    slaves.constants.push_back(around[node]);
    slaves.body.push_back(nodes.body[node]);
    if (surface.inner.empty()) continue;
    const bool is_inner = std::ranges::binary_search(surface.inner, node);
    slaves.elements_around_inner.push_back(is_inner ? initial.live_elements(node) : 0);
  }
  slaves.n_local = slaves.count();
  slaves.state.resize(slaves.node.size());
  slaves.live.assign(slaves.node.size(), 1);
}

void add_local_segment(const ContactSegment& segment, const SegmentConstants& constants, Segments& segments) {
  segments.nodes.push_back(segment.nodes);
  segments.constants.push_back(constants);
  segments.live.push_back(segment.covered_by == none);
  segments.shell.push_back(segment.shell);
  segments.solid.push_back(segment.solid);
  segments.covered_by.push_back(segment.covered_by);
  ++segments.n_local;
}

Pass make_pass(const World& world, const ContactSurfaces& all, const NodeState& initial, Index contact,
               const PassPlan& sides) {
  const ContactPlan& plan = all.plans[std::size_t(contact)];
  const ContactSide &slaves = plan.side[sides.slaves], &faces = plan.side[sides.faces];
  Pass pass;
  pass.contact = contact;
  pass.slaves_are_a = sides.slaves == 0;
  add_local_slaves(*slaves.surface, slave_constants(world, *all.domain, plan, slaves), all.nodes, initial,
                   pass.slaves);
  Segments& s = pass.segments;
  make_room(faces.surface->segments.size(), s.nodes, s.constants, s.live, s.shell, s.solid, s.covered_by);
  for (const ContactSegment& segment : faces.surface->segments)
    add_local_segment(segment, segment_constants(*all.domain, plan, faces, segment, all.nodes.body), s);
  return pass;
}

}  // namespace

SlaveState& SlaveStates::make_room(Index slave) {
  Index& place = place_[std::size_t(slave)];
  if (place == 0) {
    place = Index(states_.size());
    states_.emplace_back();
    states()[place] = {};
  }
  return states()[place];
}

void SlaveStates::keep(std::span<const Index> slaves) {
  const auto before = std::exchange(place_, kernels::RunVector<Index>(place_.size(), 0));
  const auto kept = std::exchange(states_, decltype(states_)(slaves.size() + 1));
  *states() = {};
  run_loop(KeepHistory{slaves.data(), before.data(), kernels::first_of(kept), at()}, slaves.size());
  wait_for_device();
}

void Slaves::add_copy(Index at, const SlaveConstants& its_constants, const SlaveState& its_state, Id its_body) {
  make_room(node.size() + 1, node, constants, body, live);
  node.push_back(at);
  constants.push_back(its_constants);
  state.resize(node.size());
  if (its_state.is_used()) state.make_room(count() - 1) = its_state;
  body.push_back(its_body);
  live.push_back(1);
}

void Slaves::drop_copies() {
  cut_off(n_local, node, constants, body, live);
  state.resize(std::size_t(n_local));
}

Index Slaves::find(Index local_node) const {
  const auto end = node.begin() + n_local, at = std::lower_bound(node.begin(), end, local_node);
  return at != end && *at == local_node ? Index(at - node.begin()) : none;
}

void Segments::add_copy(const std::array<Index, 4>& its_nodes, const SegmentConstants& its_constants) {
  make_room(nodes.size() + 1, nodes, constants, live);
  nodes.push_back(its_nodes);
  constants.push_back(its_constants);
  live.push_back(1);
}

void Segments::drop_copies() {
  cut_off(n_local, nodes, constants, live);
}

std::vector<Pass> make_passes(const World& world, const ContactSurfaces& surfaces, const NodeState& initial) {
  std::vector<Pass> passes;
  for (Index c = 0; c < Index(surfaces.plans.size()); ++c)
    for (const PassPlan& sides : surfaces.plans[c].passes)
      passes.push_back(make_pass(world, surfaces, initial, c, sides));
  return passes;
}

}  // namespace crumple
