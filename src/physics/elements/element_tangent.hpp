// Tangents of single elements, for implicit analysis.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "model/describe.hpp"

namespace crumple {

/// How the forces that resist an element's motion grow with it: derivatives of the forces on its nodes [force/length],
/// of moments and by rotations [force], [force length].
struct ElementTangent {
  std::span<const Index> nodes;
  int dofs = 3;                ///< of a node: 3, or 6 with rotations
  std::vector<double> matrix;  ///< [node][dof][node][dof], symmetric

  double& at(std::size_t row, std::size_t column) { return matrix[row * nodes.size() * std::size_t(dofs) + column]; }
};

/// What is done with each.
using TakeTangent = std::function<void(const ElementTangent&)>;

}  // namespace crumple
