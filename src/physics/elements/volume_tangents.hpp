// Tetrahedra whose volume changes as the mean of their nodes' volumes does (ELFORM 13, nodal_dilatation.hpp), in
// implicit analysis: what a family of elements must know and tell beside its tangents.
#pragma once

#include <array>
#include <functional>

#include "base/vec3.hpp"
#include "model/describe.hpp"
#include "physics/state/state.hpp"

namespace crumple {

/// Of a tetrahedron.
struct VolumeTangent {
  std::array<Index, 4> nodes{};
  std::array<Vec3, 4> force;     ///< its internal forces per volumetric strain [force]
  std::array<Vec3, 4> gradient;  ///< of six times its own volume [length^2]
};

using TakeVolumeTangent = std::function<void(const VolumeTangent&)>;

class AveragesVolumes {
 public:
  AveragesVolumes() = default;
  AveragesVolumes(const AveragesVolumes&) = delete;
  AveragesVolumes& operator=(const AveragesVolumes&) = delete;
  virtual ~AveragesVolumes() = default;

  /// [node] The volumetric strains of the step that tangents start from, which they leave as they are; null: none.
  virtual void use_volume_strains(const double* of_nodes) = 0;
  /// Calls `take` with what those strains do to such solids.
  virtual void add_volume_tangents(const NodeState& nodes, double dt, const TakeVolumeTangent& take) const = 0;
};

}  // namespace crumple
