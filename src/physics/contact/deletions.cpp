#include "physics/contact/deletions.hpp"

#include <algorithm>

#include "comm/world.hpp"
#include "physics/contact/contact_plan.hpp"
#include "physics/contact/contact_surfaces.hpp"
#include "physics/contact/passes.hpp"

namespace crumple {
namespace {

/// Numbers in the whole model of the deleted solids of this rank, and of those of its neighbours with nodes on this
/// rank, which include all that can cover its faces. Ascending.
std::vector<Index> deleted_solids_around(const World& world, const Domain& domain, const ElementStatus& status) {
  const Model& model = domain.model;
  const auto number = [&](Index solid) {
    return Index(domain.global_element[model.shells.size() + std::size_t(solid)] - domain.n_global_shells);
  };
  std::vector<Index> mine;
  for (Index s = 0; s < Index(model.solids.size()); ++s)
    if (!status.solid_alive[s]) mine.push_back(s);
  std::vector<Message> outgoing;
  std::vector<std::uint8_t> shared(mine.empty() ? 0 : model.nodes.id.size(), 0);
  for (const Neighbour& neighbour : domain.halo.neighbours) {
    if (mine.empty()) break;
    for (const Index node : neighbour.nodes) shared[node] = 1;
    std::vector<Index> known_there;
    for (const Index s : mine)
      if (std::ranges::any_of(model.solids[s].nodes, [&](Index node) { return shared[node] != 0; }))
        known_there.push_back(number(s));
    for (const Index node : neighbour.nodes) shared[node] = 0;
    if (!known_there.empty()) outgoing.push_back({neighbour.rank, to_bytes<Index>(known_there)});
  }
  std::vector<Index> around;
  for (const Index s : mine) around.push_back(number(s));
  for (const Message& message : world.exchange(std::move(outgoing)))
    for (const Index solid : from_bytes<Index>(message.bytes)) around.push_back(solid);
  std::ranges::sort(around);
  return around;
}

}  // namespace

void mark_live_slaves(const NodeState& state, ContactSurfaces& surfaces) {
  for (Pass& pass : surfaces.passes)
    for (Index k = 0; k < pass.slaves.n_local; ++k) {
      const auto& of_inner = pass.slaves.elements_around_inner;
      const double live = state.live_elements(pass.slaves.node[k]), to_lose = of_inner.empty() ? 0 : of_inner[k];
      pass.slaves.live[k] = live > 0 && (to_lose == 0 || live < to_lose);
    }
}

void mark_live_segments(const World& world, const ElementStatus& status, ContactSurfaces& surfaces) {
  const bool erodes = std::ranges::any_of(surfaces.plans, &ContactPlan::erodes);
  const std::vector<Index> gone =
      erodes ? deleted_solids_around(world, *surfaces.domain, status) : std::vector<Index>{};
  for (Pass& pass : surfaces.passes) {
    Segments& faces = pass.segments;
    for (Index s = 0; s < faces.n_local; ++s) {
      bool lives = true;
      if (faces.shell[s] != none)
        lives = status.shell_alive[faces.shell[s]];
      else if (faces.solid[s] != none)
        lives = status.solid_alive[faces.solid[s]];
      const bool is_covered = faces.covered_by[s] != none && !std::ranges::binary_search(gone, faces.covered_by[s]);
      faces.live[s] = lives && !is_covered;
    }
  }
}

}  // namespace crumple
