// Tangents of single elements, for implicit analysis.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "model/describe.hpp"

namespace crumple {

/// The tangent stiffness of an element: derivatives of its internal nodal forces [force/length], of moments and with
/// respect to rotations [force], [force length].
struct ElementTangent {
  std::span<const Index> nodes;
  int dofs = 3;                ///< per node: 3, or 6 with rotations
  std::vector<double> matrix;  ///< [node][dof][node][dof], symmetric

  double& at(std::size_t row, std::size_t column) { return matrix[row * nodes.size() * std::size_t(dofs) + column]; }
};

/// Called with each tangent.
using TakeTangent = std::function<void(const ElementTangent&)>;

}  // namespace crumple
