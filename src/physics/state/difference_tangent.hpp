// Tangents of forces that depend on where a group of nodes is, as on all nodes of a belt, by central differences.
#pragma once

#include <span>
#include <vector>

#include "base/vec3.hpp"
#include "physics/state/tangent.hpp"

namespace crumple {

/// The mean of the matrix and its transpose.
inline void make_symmetric(Tangent& tangent) {
  const std::size_t size = tangent.nodes.size() * std::size_t(tangent.dofs);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < i; ++j)
      tangent.at(i, j) = tangent.at(j, i) = 0.5 * (tangent.at(i, j) + tangent.at(j, i));
}

/// `move(node, axis, way)` displaces a node from where it is, 0: back there; `forces()` are those on the nodes then,
/// in their order. `increment` [length].
template <class Move, class Forces>
Tangent difference_tangent(std::span<const Index> nodes, double increment, Move move, Forces forces) {
  const std::size_t size = 3 * nodes.size();
  Tangent tangent{nodes, 3, std::vector<double>(size * size)};
  for (std::size_t column = 0; column < size; ++column) {
    for (const double sign : {1.0, -1.0}) {
      move(nodes[column / 3], int(column % 3), sign * increment);
      const std::vector<Vec3> on_nodes = forces();
      move(nodes[column / 3], int(column % 3), 0.0);
      for (std::size_t i = 0; i < size; ++i)
        tangent.at(i, column) -= 0.5 * sign / increment * on_nodes[i / 3][int(i % 3)];
    }
  }
  make_symmetric(tangent);
  return tangent;
}

}  // namespace crumple
