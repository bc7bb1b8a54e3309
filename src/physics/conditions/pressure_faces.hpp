// Pressure on faces of the mesh, each on one rank: rank-local nodal forces, and their work. Called by loads.cpp and
// airbags.cpp.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "physics/state/domain.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

/// In triangles the third node is repeated.
inline int n_corners(const std::array<Index, 4>& nodes) { return nodes[2] == nodes[3] ? 3 : 4; }

/// Half the cross product of the diagonals, which is exact for a warped quad [length^2].
Vec3 area_of(const Rows& position, const std::array<Index, 4>& nodes);

class PressureFaces {
 public:
  /// `load`: the number of its pressure.
  void add(const std::array<Index, 4>& nodes, std::size_t load) { faces_.push_back({nodes, load, {}}); }
  bool empty() const { return faces_.empty(); }
  /// -p A, distributed equally to the nodes of each face, rounded to the quantum; `pressure` [load] [force/area].
  void add_forces(StepState& s, std::span<const double> pressure);
  /// The work of these forces around t(n).
  void add_work(const StepState& s, HalfStepWork& work) const;

 private:
  struct Face {
    std::array<Index, 4> nodes;
    std::size_t load;
    RoundedVec3 force;  ///< on each corner at t(n) [force]
  };
  std::vector<Face> faces_;
};

}  // namespace crumple
