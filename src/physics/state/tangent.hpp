// Tangents of single elements and joints, for implicit analysis.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "model/describe.hpp"

namespace crumple {

/// The tangent stiffness of an element: derivatives of its internal nodal forces [force/length], of moments and with
/// respect to rotations [force], [force length].
struct Tangent {
  std::span<const Index> nodes;
  int dofs = 3;                ///< per node: 3, or 6 with rotations
  std::vector<double> matrix;  ///< [node][dof][node][dof], symmetric

  double& at(std::size_t row, std::size_t column) { return matrix[row * nodes.size() * std::size_t(dofs) + column]; }
};

/// Called with each of them.
using TakeTangent = std::function<void(const Tangent&)>;

}  // namespace crumple
