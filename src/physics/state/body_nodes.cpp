#include "physics/state/body_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"

namespace crumple {

std::vector<std::uint8_t> mark_body_nodes(const Model& model) {
  std::vector<Index> body_of(std::size_t(model.nodes.count()), none);
  for (std::size_t b = 0; b < model.rigid_bodies.size(); ++b)
    for (const Index node : model.rigid_bodies[b].nodes) {
      if (body_of[node] != none)
        throw Error(fmt::format("node {} belongs to rigid bodies {} and {}: merge them with *CONSTRAINED_RIGID_BODIES",
                                model.nodes.id[node], model.rigid_bodies[body_of[node]].id, model.rigid_bodies[b].id));
      body_of[node] = Index(b);
    }
  std::vector<std::uint8_t> in_body(body_of.size());
  std::transform(body_of.begin(), body_of.end(), in_body.begin(), [](Index b) { return std::uint8_t(b != none); });
  return in_body;
}

}  // namespace crumple
