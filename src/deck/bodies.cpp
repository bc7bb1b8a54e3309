#include "deck/bodies.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "deck/sets.hpp"

namespace crumple::deck {

void start_rigid_bodies(Deck& deck) {
  const Model& model = deck.model;
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    const Part& part = model.parts[p];
    const auto* law = std::get_if<MaterialRigid>(&model.materials[part.material].law);
    if (!law) continue;
    RigidBody body;
    body.id = part.id;
    body.title = part.title;
    body.parts = {Index(p)};
    body.nodes = nodes_of_parts(deck, {Index(p)});
    body.constraint = *law;
    deck.body_where[part.id] = deck.parts.where(Index(p));
    deck.model.rigid_bodies.push_back(std::move(body));
  }
}

namespace {

/// Of the bodies of a stage; false after an error.
bool expect_no_shared_nodes(Deck& deck, int stage) {
  std::vector<Id> owner(deck.model.nodes.id.size(), 0);
  bool sound = true;
  for (const RigidBody& body : deck.model.rigid_bodies) {
    if (!body.is_in(stage)) continue;
    const auto taken = std::ranges::find_if(body.nodes, [&](Index node) { return owner[node] != 0; });
    if (taken != body.nodes.end()) {
      deck.log.error(
          deck.body_where[body.id], "", "",
          fmt::format("rigid bodies {} and {} share node {}; merge them (*CONSTRAINED_RIGID_BODIES{})", owner[*taken],
                      body.id, deck.model.nodes.id[*taken], body.is_switched() ? ", or LRB" : ""));
      sound = false;
    }
    for (const Index node : body.nodes) owner[node] = body.id;
  }
  return sound;
}

}  // namespace

void finish_rigid_bodies(Deck& deck) {
  auto& bodies = deck.model.rigid_bodies;
  for (RigidBody& body : bodies) {
    make_unique(body.nodes);
    if (!body.parts.empty() && !body.is_switched()) body.inertia = deck.model.parts[body.parts.front()].inertia;
    if (body.nodes.empty())
      deck.log.warn(deck.body_where[body.id], "", "",
                    fmt::format("rigid body {} has no nodes and is left out", body.id));
  }
  std::erase_if(bodies, [](const RigidBody& body) { return body.nodes.empty(); });
  deck.is_rigid_node.assign(deck.model.nodes.id.size(), 0);
  for (const RigidBody& body : bodies)
    for (const Index node : body.nodes) deck.is_rigid_node[node] = body.is_switched() ? 2 : 1;
  for (int stage = 0; stage <= int(deck.model.part_switches.times.size()); ++stage)
    if (!expect_no_shared_nodes(deck, stage)) return;
}

}  // namespace crumple::deck
