#include "decomp/weights.hpp"

namespace crumple {

ElementCosts estimate_costs(const Model& model, const CostOptions&) {
  auto is_rigid = [&](Index part) { return model.materials[model.parts[part].material].is_rigid(); };
  ElementCosts costs;
  costs.element.reserve(model.shells.size() + model.solids.size());
  // Measured costs of the kernels: a fixed part for the kinematics and a part for each layer.
  for (const Shell& shell : model.shells)
    costs.element.push_back(is_rigid(shell.part) ? 0.1f
                                                 : 0.55f + 0.15f * float(model.sections[model.parts[shell.part].section].n_layers));
  for (const Solid& solid : model.solids) costs.element.push_back(is_rigid(solid.part) ? 0.1f : 0.8f);
  costs.contact.assign(costs.element.size(), 0.0f);
  return costs;
}

}  // namespace crumple
