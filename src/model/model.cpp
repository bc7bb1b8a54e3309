#include "model/model.hpp"

#include <algorithm>

#include "model/complete.hpp"

namespace crumple {

static_assert(is_complete<Model>, "the description of Model or of a struct in it leaves out a member");

Model::Model() = default;
Model::Model(const Model&) = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(const Model&) = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

int PartSwitches::stage_at(double time) const {
  constexpr double slack = 1e-9;  // a time that rounding put just short of it counts as reached
  return int(std::ranges::count_if(times, [&](double at) { return time >= at * (1 - slack); }));
}

void enter_stage(int stage, Model& model) {
  model.part_switches.stage = stage;
  for (RigidBody& body : model.rigid_bodies) {
    if (!body.is_in(stage)) {
      body.nodes.clear();
    } else if (body.is_switched()) {
      for (const Index part : body.parts) model.parts[std::size_t(part)].is_held = true;
    }
  }
}

}  // namespace crumple
