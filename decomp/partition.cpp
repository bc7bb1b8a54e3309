#include "decomp/partition.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "decomp/methods/methods.hpp"

namespace crumple {

std::vector<float> element_weights(const Model& model) {
  auto is_rigid = [&](Index part) { return model.materials[model.parts[part].material].is_rigid(); };
  std::vector<float> weights;
  weights.reserve(model.shells.size() + model.solids.size());
  // Measured costs of the kernels: a fixed part for the kinematics and a part for each layer.
  for (const Shell& shell : model.shells)
    weights.push_back(is_rigid(shell.part) ? 0.1f
                                           : 0.55f + 0.15f * float(model.sections[model.parts[shell.part].section].n_layers));
  for (const Solid& solid : model.solids) weights.push_back(is_rigid(solid.part) ? 0.1f : 0.8f);
  return weights;
}

std::vector<Vec3> element_centres(const Model& model, const Mat3& transformation) {
  std::vector<Vec3> centres;
  centres.reserve(model.shells.size() + model.solids.size());
  auto add_centre = [&](const auto& nodes) {
    Vec3 sum;
    for (const Index node : nodes) sum += model.nodes.position[node];
    centres.push_back(transformation * ((1.0 / double(nodes.size())) * sum));
  };
  for (const Shell& shell : model.shells) add_centre(shell.nodes);
  for (const Solid& solid : model.solids) add_centre(solid.nodes);
  return centres;
}

Partition make_partition(const Model& model, int n_ranks, const PartitionOptions& options) {
  const std::size_t n_elements = model.shells.size() + model.solids.size();
  if (n_elements < std::size_t(n_ranks))
    throw Error(fmt::format("the model has {} elements, too few for {} ranks", n_elements, n_ranks));
  for (const NamedMethod& method : methods)
    if (options.method == method.name) {
      Partition partition{n_ranks, method.name, {}, element_weights(model)};
      partition.rank = method.partition(element_centres(model, options.transformation), partition.weight, n_ranks);
      return partition;
    }
  throw Error(fmt::format("decomposition method '{}' is unknown; there is: rcb", options.method));
}

}  // namespace crumple
