#include "physics/elements/packed_kinds.hpp"

#include "model/thickness.hpp"
#include "model/wedge.hpp"
#include "physics/state/element_estimate.hpp"
#include "physics/state/model_extremes.hpp"

namespace crumple {
namespace {

constexpr int hexahedron[] = {0, 1, 2, 3, 4, 5, 6, 7};  // and its beginning: quadrilateral, triangle
constexpr int tetrahedron[] = {0, 1, 2, 4};
constexpr int quadratic_tetrahedron[] = {0, 1, 2, 4, 8, 9, 10, 11, 12, 13};
constexpr std::span<const int> all_corners(hexahedron);

}  // namespace

const PackedKind shell_kind{
    .kind = SectionKind::shell,
    .phase = phase<"shells", Stage::forces>,
    .is_shell = true,
    .erode = 10,
    .hash_seed = 0x9e3779b97f4a7c16u,
    .first = [](const Model&) -> std::size_t { return 0; },
    .count = [](const Model& model) { return model.shells.size(); },
    .corners = [](const Model& model, Index e) { return all_corners.first(model.shells[e].is_triangle() ? 3 : 4); },
    .full_nodes = 4,
    .thickness = [](const Model& model, Index e) { return mean_thickness(model, model.shells[e]); },
    .alive = &ElementStatus::shell_alive,
};

const PackedKind solid_kind{
    .kind = SectionKind::solid,
    .phase = phase<"solids", Stage::forces>,
    .is_shell = false,
    .erode = 1,
    .hash_seed = 0x9e3779b97f4a7c15u,
    .first = [](const Model& model) { return model.first_solid(); },
    .count = [](const Model& model) { return model.solids.size(); },
    .corners =
        [](const Model& model, Index e) -> std::span<const int> {
          const Solid& solid = model.solids[e];
          if (solid.has_side_nodes()) return quadratic_tetrahedron;
          if (computed_as_wedge(model, solid)) return std::span<const int>(*wedge_corners(solid));
          return model.computed_as_tetrahedron(solid) ? std::span<const int>(tetrahedron) : all_corners;
        },
    .full_nodes = 8,
    .thickness = nullptr,
    .alive = &ElementStatus::solid_alive,
};

void bound_shells(const Model& model, ModelExtremes& e) {
  for (const Shell& shell : model.shells)
    e.add_element(model.materials[model.material_of(shell)], longest_distance(model, shell.nodes),
                  largest_thickness(model, shell), most_scaled_mass(model, shell));
}

void bound_solids(const Model& model, ModelExtremes& e) {
  for (const Solid& solid : model.solids) {
    const double edge = longest_distance(model, solid.nodes);
    e.add_element(model.materials[model.parts[solid.part].material], edge, edge, most_scaled_mass(model, solid));
    if (model.has_averaged_volume(solid)) e.averaged_volume = std::max(e.averaged_volume, 16 * edge * edge * edge);
  }
}

}  // namespace crumple
