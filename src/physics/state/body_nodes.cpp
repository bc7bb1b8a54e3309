#include "physics/state/body_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"

namespace crumple {

namespace {

/// [node] The body of each node in a stage of PartSwitches, or none. Errors: a node has two.
std::vector<Index> body_of_nodes(const Model& model, int stage) {
  std::vector<Index> body_of(std::size_t(model.nodes.count()), none);
  for (std::size_t b = 0; b < model.rigid_bodies.size(); ++b) {
    if (!model.rigid_bodies[b].is_in(stage)) continue;
    for (const Index node : model.rigid_bodies[b].nodes) {
      if (body_of[node] != none)
        throw Error(fmt::format("node {} belongs to rigid bodies {} and {}: merge them with *CONSTRAINED_RIGID_BODIES",
                                model.nodes.id[node], model.rigid_bodies[body_of[node]].id, model.rigid_bodies[b].id));
      body_of[node] = Index(b);
    }
  }
  return body_of;
}

}  // namespace

std::vector<std::uint8_t> mark_body_nodes(const Model& model) {
  const std::vector<Index> body_of = body_of_nodes(model, model.part_switches.stage);
  std::vector<std::uint8_t> in_body(body_of.size());
  std::transform(body_of.begin(), body_of.end(), in_body.begin(), [](Index b) { return std::uint8_t(b != none); });
  return in_body;
}

void check_body_nodes(const Model& model) {
  for (int stage = 0; stage <= int(model.part_switches.times.size()); ++stage) body_of_nodes(model, stage);
}

}  // namespace crumple
